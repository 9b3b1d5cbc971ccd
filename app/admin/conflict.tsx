import { longDay, utcTime } from "../platform/text/site-time.ts";
import { isDay, isTime } from "../platform/text/typed-moments.ts";
import { ColumnHeads } from "../ui/column-heads.tsx";
import type { Difference } from "./fields.ts";

interface ConflictProps {
  differences: Difference[];
  /** Saving again would be refused, too. */
  isClosed?: boolean;
}

/** Shows both versions when someone else has changed the same item; saving again keeps what is in the form. */
export function Conflict({ differences, isClosed = false }: ConflictProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the error is read first, even where no script moves the focus
    <div className="summary" tabIndex={-1} data-focus autoFocus>
      <div role="alert">
        <h2>This was changed since you opened it</h2>
        <p>
          Your changes are not lost: they are still in the form.{" "}
          {isClosed
            ? "Copy what you need of them: it cannot be saved in this state."
            : "Save again to keep them, or copy what you want from the other version."}
        </p>
        {differences.length > 0 ? (
          <table className="rows">
            <ColumnHeads names={["Field", "The saved version", "Your version, not saved"]} />
            <tbody>
              {differences.map((difference) => (
                <tr key={difference.label}>
                  <th scope="row">{difference.label}</th>
                  <td data-label="Saved">{asWritten(difference.theirs) || "(empty)"}</td>
                  <td data-label="Yours">{asWritten(difference.yours) || "(empty)"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </div>
  );
}

/** What a field of a day, a time or both shows, as its page writes it; any other text is returned as it is. */
function asWritten(text: string): string {
  const [day = "", time, ...more] = text.split("T");
  if (isTime(text)) return utcTime(new Date(`1970-01-01T${text}Z`));
  if (!isDay(day) || more.length > 0) return text;
  if (time === undefined) return longDay(day);
  return isTime(time) ? `${longDay(day)}, ${asWritten(time)}` : text;
}
