import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Copy } from "./last-good.ts";

/**
 * Rows that the data API answers to a question, or the last good copy of them. A copy's name is its question, columns
 * included, so that no release reads what another one kept.
 * @param isKept whether an answer is worth a copy: nobody can fill the cache with names of what there is not
 * @throws DatabaseUnavailable where there is no copy either
 */
export function readOrCopy<Row>(
  { database, lastGood }: AppLoadContext,
  question: string,
  isKept: (rows: Row[]) => boolean,
): Promise<Row[]> {
  const answer = database.read(question).then((rows) => {
    if (!Array.isArray(rows)) throw new TypeError("the data API answers without rows");
    if (isKept(rows)) lastGood.keep(question, rows);
    else lastGood.forget(question);
    return rows as Row[];
  });
  return lastGood.stepInFor(answer, () => lastGood.find(question) as Promise<Copy<Row[]> | null>);
}
