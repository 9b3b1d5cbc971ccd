import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Copy } from "./last-good.ts";

/**
 * What a question is answered, or the last good copy of it.
 * @param name of the copy, with the number of its shape, so that no release reads what another one kept
 * @param isKept whether an answer is worth a copy: nobody can fill the cache with names of what there is not
 * @param waits whether an answer may take its time where there is no copy; a page that can do without it does not wait
 * @throws DatabaseUnavailable where there is no copy either
 */
export function answerOrCopy<Content>(
  { lastGood }: AppLoadContext,
  name: string,
  question: Promise<Content>,
  isKept: (content: Content) => boolean,
  waits = true,
): Promise<Content> {
  const answer = question.then((content) => {
    if (isKept(content)) lastGood.keep(name, content);
    else lastGood.forget(name);
    return content;
  });
  return lastGood.stepInFor(answer, () => lastGood.find(name) as Promise<Copy<Content> | null>, waits);
}

/** Rows that a question is answered, or the last good copy of them, as `answerOrCopy` says. */
export function rowsOrCopy<Row>(
  context: AppLoadContext,
  name: string,
  question: Promise<unknown>,
  isKept: (rows: Row[]) => boolean,
): Promise<Row[]> {
  const answer = question.then((rows) => {
    if (!Array.isArray(rows)) throw new TypeError("the data API answers without rows");
    return rows as Row[];
  });
  return answerOrCopy(context, name, answer, isKept);
}
