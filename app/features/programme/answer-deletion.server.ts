import { seeDone } from "../../admin/done.tsx";
import { unprocessable } from "../../platform/request/http.ts";

/**
 * Leads to the list without what was deleted; the page of what is still there says why.
 * @param what "talk"
 */
export function answerDeletion(outcome: "deleted" | "changed", what: string, list: string) {
  if (outcome === "deleted") return seeDone(list, "deleted");
  const refused = `This ${what} was changed since you opened it. Check it again before you delete it.`;
  return unprocessable({ result: undefined, conflict: null, refused }, 409);
}
