import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { importedNames } from "./import-words.ts";
import type { ListedImport, StoredImport } from "./imports.server.ts";

export function ImportTable({ imports }: { imports: ListedImport[] }) {
  return (
    <table className="rows">
      <caption className="hint">
        Deleted in the night: an import once the hour has passed in which it can be undone, any other file after a day
      </caption>
      <ColumnHeads names={["From", "What", "Read", "State"]} />
      <tbody>
        {imports.map((each) => (
          <tr key={each.id}>
            <th scope="row" className="wrap-anywhere">
              <a href={`/admin/imports/${each.id}`}>{each.source}</a>
              {each.file ? (
                <p className="hint">
                  <bdi>{each.file}</bdi>
                </p>
              ) : null}
            </th>
            <td data-label="What">{importedNames[each.kind]}</td>
            <td data-label="Read">
              <When at={each.created_at} isShort />
            </td>
            <td data-label="State">
              <ImportState found={each} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ImportState({ found: { applied_at, undone_at } }: { found: StoredImport }) {
  if (undone_at) return <State shape="ring">Undone</State>;
  return applied_at ? <State shape="full">Imported</State> : <State shape="dashed">Not imported yet</State>;
}
