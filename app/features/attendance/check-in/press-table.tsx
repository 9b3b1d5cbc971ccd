import { When } from "../../../admin/when.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { ColumnHeads } from "../../../ui/column-heads.tsx";
import { mostListed } from "./door-words.ts";
import type { ListedPress } from "./presses.server.ts";

const outcomes: Record<string, string> = {
  "already-in": "Nothing changed: they were checked in already",
  "not-in": "Nothing changed: the check-in had been undone",
  "no-spot": "Not counted: the reservation has no spot",
  "not-found": "Not counted: no reservation has this code",
  "pass-ended": "Not counted: the pass had been taken back",
  "too-late": "Not counted: more than a day after closing",
  closed: "Not counted: check-in was not open",
  "too-many": "Not counted: too much came with this pass",
};

function whatOf({ kind, people, reservations }: ListedPress): string {
  const who = reservations?.waitlist_entries?.name ?? "An unknown code";
  switch (kind) {
    case "walk-in":
      return pluralize(people ?? 0, "walk-in");
    case "undo-walk-in":
      return "Walk-ins undone";
    case "undo":
      return `${who}: undone`;
    default:
      return `${who}: ${pluralize(people ?? 0, "person", "people")} in`;
  }
}

export function PressTable({ presses }: { presses: ListedPress[] }) {
  const more = presses.length > mostListed ? `, the latest ${mostListed}` : "";
  return (
    <table className="rows">
      <caption className="hint">Pressed on phones, and late or not counted{more}</caption>
      <ColumnHeads names={["What", "Pressed", "Helper", "Result"]} />
      <tbody>
        {presses.slice(0, mostListed).map((press) => (
          <tr key={press.id}>
            <th scope="row">
              <bdi>{whatOf(press)}</bdi>
            </th>
            <td data-label="Pressed">
              <When at={press.pressed_at} />
            </td>
            <td data-label="Helper">
              {press.helper}, {press.door_passes.name}
            </td>
            <td data-label="Result">
              {outcomes[press.outcome] ?? "Counted"}
              {press.is_late ? (
                <>
                  {". "}Late: it came <When at={press.received_at} />
                </>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
