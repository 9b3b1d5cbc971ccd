import { Conflict } from "../../admin/conflict.tsx";
import { Done } from "../../admin/done.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import type { PictureAnswer } from "./answer-picture.server.ts";

/** What became of a form that gives an article a picture. */
export function PictureOutcome({ answer }: { answer?: PictureAnswer }) {
  if (!answer) return <Done />;
  if (answer.changed) return <Conflict differences={[]} />;
  return answer.refused ? <Notice bad title={answer.refused} /> : null;
}
