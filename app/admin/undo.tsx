import { useSearchParams } from "@remix-run/react";
import { useContext } from "react";
import { Button } from "../ui/button.tsx";
import { DoneWord } from "./done-word.tsx";

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

/** The query for the page that reports a move: what was moved and from where. Read by `UndoMove`. */
export const movedQuery = (id: string, from: FormDataEntryValue | null) =>
  typeof from === "string" && /^\d{1,6}$/.test(from) ? `id=${id}&from=${from}` : "";

export function UndoMove() {
  const done = useContext(DoneWord);
  const [query] = useSearchParams();
  const [id, position] = [query.get("id"), query.get("from")];
  return done === "placed" && id && position ? <Undo fields={{ intent: "place", id, position }} /> : null;
}
