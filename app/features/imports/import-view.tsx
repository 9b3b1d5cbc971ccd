import { Danger } from "../../admin/danger.tsx";
import { State } from "../../admin/state.tsx";
import { whenText } from "../../admin/when.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { Button } from "../../ui/button.tsx";
import type { ImportedList } from "./import-nouns.ts";
import { reasonText, stateNames } from "./import-words.ts";
import type { ImportPage } from "./imports.server.ts";

type Noun = Pick<ImportedList, "one" | "many" | "what" | "list" | "promise"> & {
  fields: Omit<ImportedList["fields"][number], "headers">[];
};

interface ViewProps {
  found: ImportPage;
  noun: Noun;
}

const counted = (count: number, { one, many }: Noun) => `${numberText(count)} ${count === 1 ? one : many}`;

/** Which column is which, as guessed or chosen; sends the choice of the selects. */
export function ImportColumns({ found: { columns, mapping }, noun: { fields } }: ViewProps) {
  return (
    <section className="panel form-panel" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="columns" />
        {fields.map(({ name, label, isRequired, hint }) => (
          <div key={name} className="field">
            <label htmlFor={`column-${name}`}>{label}</label>
            <select
              id={`column-${name}`}
              name={`column-${name}`}
              defaultValue={mapping[name] ?? ""}
              aria-describedby={hint && `hint-${name}`}
            >
              <option value="">{isRequired ? "Choose a column" : "None"}</option>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none of them moves
                <option key={at} value={at}>
                  {column || `Column ${at + 1}`}
                </option>
              ))}
            </select>
            {hint ? (
              <p className="hint" id={`hint-${name}`}>
                {hint}
              </p>
            ) : null}
          </div>
        ))}
        <Button looks={["ghost"]} data-busy="Reading …">
          Read with these columns
        </Button>
      </form>
    </section>
  );
}

/** What the import would make, with the button for it and the one to forget the file. */
export function ApplyImport({ found: { counts }, noun }: ViewProps) {
  return (
    <section className="panel" aria-labelledby="apply">
      <h2 id="apply">{counts.new > 0 ? `Import ${counted(counts.new, noun)}` : "Nothing to import"}</h2>
      <p>
        {numberText(counts.new)} new, {numberText(counts.there)} already there, {numberText(counts.refused)} refused.{" "}
        {counts.new > 0 ? noun.promise : "No line of the file is new. See below why."}
      </p>
      {counts.new > 0 ? (
        <form method="post" className="actions">
          <Button name="intent" value="apply" data-busy="Importing …">
            Import {counted(counts.new, noun)}
          </Button>
        </form>
      ) : null}
    </section>
  );
}

export function DiscardImport() {
  return (
    <Danger id="discard" title="Forget this file" text="Otherwise it is deleted after a day, unless it is imported.">
      <form method="post">
        <Button name="intent" value="discard" looks={["ghost"]}>
          Forget it
        </Button>
      </form>
    </Danger>
  );
}

/** What an import has made, and the way back for an hour. @param now ISO */
export function AppliedImport({ found, noun, now }: ViewProps & { now: string }) {
  const { counts, can_undo_until: until, undone_at: undone } = found;
  const canUndo = until !== null && now < new Date(until).toISOString();
  return (
    <section className="panel" aria-labelledby="applied">
      <h2 id="applied">
        {undone ? "This import was undone" : `${counted(counts.made, noun)} imported from ${found.source}`}
      </h2>
      {undone ? (
        <p>
          {counts.made > 0
            ? `${counted(counts.made, noun)} stayed, because someone had changed them or written to them since.`
            : "Nothing of it is left."}
        </p>
      ) : (
        <p>
          {numberText(counts.there)} already there, {numberText(counts.refused)} refused. What stood in the file is
          deleted here, but for what it has become at <a href={noun.list}>{noun.what}</a>.
        </p>
      )}
      {undone || !until ? null : canUndo ? (
        <form method="post">
          <p>Until {whenText(until)} you can undo it. What has been changed or written to since stays.</p>
          <p className="mt-4">
            <Button name="intent" value="undo" looks={["ghost"]} data-busy="Undoing …">
              Undo the import
            </Button>
          </p>
        </form>
      ) : (
        <p>The hour in which it could be undone is over.</p>
      )}
    </section>
  );
}

const shapes = { new: "full", there: "ring", refused: "alert" } as const;

/** The lines of the file, as far as they are kept. */
export function ImportLines({
  found: { rows, mapping, applied_at: applied },
  noun,
  total,
}: ViewProps & { total: number }) {
  const shown = noun.fields.filter(({ name }) => mapping[name] !== undefined && rows.some(({ cells }) => cells));
  return (
    <table className="rows">
      <caption className="hint">
        {numberText(total)} {total === 1 ? "line" : "lines"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          {shown.map(({ name, short }) => (
            <th key={name} scope="col">
              {short}
            </th>
          ))}
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, cells, state, reason, is_made: isMade }) => (
          <tr key={line}>
            <th scope="row">{numberText(line)}</th>
            {shown.map(({ name, short }) => (
              <td key={name} data-label={short} className="wrap-anywhere">
                {excerpt(cells?.[mapping[name] ?? -1] || "–")}
              </td>
            ))}
            <td data-label="State">
              <State shape={shapes[state]}>
                {applied && state === "new" ? (isMade ? "Imported" : "Taken back") : stateNames[state]}
                {reason ? `: ${reasonText(reason)}` : ""}
              </State>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const excerpt = (text: string) => (text.length > 120 ? `${text.slice(0, 119).toWellFormed()}…` : text);
