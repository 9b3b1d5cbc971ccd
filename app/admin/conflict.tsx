import { ColumnHeads } from "../ui/column-heads.tsx";
import type { differencesOf } from "./fields.ts";

interface ConflictProps {
  differences: ReturnType<typeof differencesOf>;
}

/** Shows both versions when someone else has changed the same item; saving again keeps what is in the form. */
export function Conflict({ differences }: ConflictProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the error is read first, even where no script moves the focus
    <div className="summary" tabIndex={-1} data-focus autoFocus>
      <div role="alert">
        <h2>This was changed since you opened it</h2>
        <p>
          Your changes are not lost: they are still in the form. Save again to keep them, or copy what you want from the
          other version.
        </p>
        {differences.length > 0 ? (
          <table className="rows">
            <ColumnHeads names={["Field", "The saved version", "Your version, not saved"]} />
            <tbody>
              {differences.map((difference) => (
                <tr key={difference.label}>
                  <th scope="row">{difference.label}</th>
                  <td data-label="Saved">{difference.theirs || "(empty)"}</td>
                  <td data-label="Yours">{difference.yours || "(empty)"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </div>
  );
}
