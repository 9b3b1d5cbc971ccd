import type { SubmissionResult } from "@conform-to/react";
import { unprocessable } from "../platform/request/http.ts";
import { seeDone } from "./done.tsx";
import type { Difference } from "./fields.ts";

export interface Unsaved {
  result?: SubmissionResult<string[]>;
  conflict?: Difference[];
  refused?: string;
}

/** Answers a form that saved nothing: 422, or 409 if someone else was quicker. */
export const unsaved = (answer: Unsaved, status?: 409) => unprocessable(answer, status);

/** Answers a deletion. @param what the noun in the refusal @param list the path to go to when it is done */
export function answerDeletion(outcome: "deleted" | "changed", what: string, list: string) {
  if (outcome === "deleted") return seeDone(list, "deleted");
  return unsaved(
    { refused: `This ${what} was changed since you opened it. Check it again before you delete it.` },
    409,
  );
}
