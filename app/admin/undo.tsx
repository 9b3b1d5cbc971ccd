import { useSearchParams } from "@remix-run/react";
import { useContext } from "react";
import { Button } from "../ui/button.tsx";
import { DoneWord } from "./done-word.tsx";

/** Takes back what has just been done, by a form with these fields. */
export function Undo({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button looks={["ghost", "small"]} className="mt-2">
        Undo
      </Button>
    </form>
  );
}

/** What was moved, and from where, in the query of the page that says so; for `UndoMove`. */
export const movedQuery = (id: string, from: FormDataEntryValue | null) =>
  typeof from === "string" && /^\d{1,6}$/.test(from) ? `id=${id}&from=${from}` : "";

/** Puts what has just been moved back to its place. */
export function UndoMove() {
  const done = useContext(DoneWord);
  const [query] = useSearchParams();
  const [id, position] = [query.get("id"), query.get("from")];
  return done === "placed" && id && position ? <Undo fields={{ intent: "place", id, position }} /> : null;
}
