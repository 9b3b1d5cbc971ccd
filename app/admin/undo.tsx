import { useSearchParams } from "@remix-run/react";
import { Button } from "../ui/button.tsx";

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

/** The part of a result's query that says what was moved, and from where; for `UndoMove`. */
export const movedQuery = (id: string, from: FormDataEntryValue | null) =>
  typeof from === "string" && /^\d{1,6}$/.test(from) ? `done=placed&id=${id}&from=${from}` : "done=placed";

/** Puts what has just been moved back to its place. */
export function UndoMove() {
  const [query] = useSearchParams();
  const [id, position] = [query.get("id"), query.get("from")];
  return query.get("done") === "placed" && id && position ? <Undo fields={{ intent: "place", id, position }} /> : null;
}
