import type { AppLoadContext } from "@remix-run/cloudflare";
import { hasLinkSecret } from "../text/link-secret.ts";
import type { Copy } from "./last-good.ts";

/**
 * Returns the answer to a query, or its last good copy. Of an event by link none is kept: it would outlive the link.
 * @param name of the copy, with the version of its shape, so that no release reads what another one stored
 * @param isKept whether an answer is worth a copy, so that the cache cannot be filled with things that do not exist
 * @param waits whether to keep waiting if there is no copy; a page that can do without the answer does not wait
 * @throws DatabaseUnavailable if there is no copy either
 */
export function answerOrCopy<Content>(
  { lastGood }: AppLoadContext,
  name: string,
  question: Promise<Content>,
  isKept: (content: Content) => boolean,
  waits = true,
): Promise<Content> {
  const answer = question.then((content) => {
    if (isKept(content) && !hasLinkSecret(name)) lastGood.keep(name, content);
    else lastGood.forget(name);
    return content;
  });
  return lastGood.stepInFor(answer, () => lastGood.find(name) as Promise<Copy<Content> | null>, waits);
}

/** Returns the rows of a query, or their last good copy; see `answerOrCopy`. */
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
