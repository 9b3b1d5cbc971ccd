import { When } from "../../admin/when.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { StrangersQueue as Queue } from "./strangers-queue.server.ts";

/** Says how many emails of visitors' forms wait for their turn, and until when; nothing if none does. */
export function StrangersQueue({ waiting, until }: Queue) {
  if (waiting === 0) return null;
  return (
    <p>
      {pluralize(
        waiting,
        "email that a visitor’s form has caused waits",
        "emails that visitors’ forms have caused wait",
      )}{" "}
      for {waiting === 1 ? "its" : "their"} turn, so that nobody can flood others. The last one leaves about{" "}
      <When at={until} />.
    </p>
  );
}
