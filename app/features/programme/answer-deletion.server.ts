import { seeDone } from "../../admin/done.tsx";
import { unprocessable } from "../../platform/request/http.ts";

/**
 * Redirects to the list after a deletion, or returns the error data for the page if it was refused.
 * @param what a noun for the message, such as "talk"
 */
export function answerDeletion(outcome: "deleted" | "changed", what: string, list: string) {
  if (outcome === "deleted") return seeDone(list, "deleted");
  const refused = `This ${what} was changed since you opened it. Check it again before you delete it.`;
  return unprocessable({ result: undefined, conflict: null, refused }, 409);
}
