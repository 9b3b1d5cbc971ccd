import { Danger } from "../../admin/danger.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import type { ColumnMapping } from "../../admin/import-noun.ts";
import { State } from "../../admin/state.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { LettersCheck } from "./file-choices.tsx";
import type { ImportedList } from "./import-nouns.ts";
import { builtOn, type LineState, refusals, stateName, stateNames } from "./import-words.ts";
import type { ImportPage } from "./imports.server.ts";

type Noun = Pick<ImportedList, "one" | "many" | "what" | "list" | "promise" | "completes" | "known" | "whole"> & {
  fields: Omit<ImportedList["fields"][number], "headers">[];
  states: LineState[];
};

type Line = Omit<ImportPage["rows"][number], "changes"> & {
  changes: string[];
};

interface ViewProps {
  found: Omit<ImportPage, "rows"> & { rows: Line[] };
  noun: Noun;
}

const counted = (count: number, { one, many }: Noun) => `${numberText(count)} ${count === 1 ? one : many}`;

export function ImportColumns({
  found: { columns, mapping },
  noun: { fields },
  children,
}: ViewProps & { children?: React.ReactNode }) {
  const isFolded = ({ name, isRare }: Noun["fields"][number]) => isRare && mapping[name] === undefined;
  const chosen = fields.filter(({ isInternal }) => !isInternal);
  const ownColumns = fields.filter(({ isInternal }) => isInternal).map(({ name }) => mapping[name]);
  const selects = (shown: Noun["fields"]) => (
    <div className="wide-pairs">
      {shown.map(({ name, label, isRequired, hint }) => (
        <div key={name} className="field">
          <label htmlFor={`column-${name}`}>{label}</label>
          <select
            id={`column-${name}`}
            name={`column-${name}`}
            defaultValue={mapping[name] ?? ""}
            aria-describedby={hint && `hint-${name}`}
          >
            <option value="">{isRequired ? "Choose a column" : "None"}</option>
            {columns.map((column, at) =>
              ownColumns.includes(at) ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name, and none moves
                <option key={at} value={at}>
                  {column || `Column ${at + 1}`}
                </option>
              ),
            )}
          </select>
          {hint ? (
            <p className="hint" id={`hint-${name}`}>
              {hint}
            </p>
          ) : null}
        </div>
      ))}
    </div>
  );
  return (
    <section className="panel form-panel" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <form method="post" className="form">
        <input type="hidden" name="intent" value="columns" />
        {selects(chosen.filter((field) => !isFolded(field)))}
        {chosen.some(isFolded) ? (
          <details className="more-fields">
            <summary>Columns that few files have</summary>
            {selects(chosen.filter(isFolded))}
          </details>
        ) : null}
        {children}
        <Button looks={["ghost"]} data-busy="Reading …">
          Read with these columns
        </Button>
      </form>
    </section>
  );
}

const countsText = (counts: ImportPage["counts"], noun: Noun) =>
  noun.states.map((state) => `${numberText(counts[state])} ${stateName(noun, state).toLowerCase()}`).join(", ");

export function ApplyImport({ found: { id, counts, samples }, noun }: ViewProps) {
  const { new: isNew, changed, departed } = counts;
  const deed = noun.whole
    ? `${noun.whole.deed} ${counted(isNew + changed, noun)}`
    : isNew > 0
      ? `Import ${counted(isNew, noun)}`
      : changed > 0
        ? `Change ${counted(changed, noun)}`
        : `Mark ${counted(departed, noun)} as left`;
  const canApply = isNew + changed + departed > 0;
  return (
    <section className="panel" aria-labelledby="apply">
      <h2 id="apply">{canApply ? deed : "Nothing to import"}</h2>
      <p>
        {countsText(counts, noun)}.{" "}
        {counts.refused > 0 ? (
          <>
            <a href={`/admin/imports/${id}?state=refused`}>See why lines are refused</a>.{" "}
          </>
        ) : null}
        {isNew > 0 || noun.whole ? noun.promise : `No line of the file is new. ${changed > 0 ? "" : "See below why."}`}
      </p>
      {departed > 0 ? (
        <p>
          {counted(departed, noun)} of an earlier import {departed === 1 ? "has" : "have"} not confirmed here and left
          according to this file. {departed === 1 ? "They are" : "All of them are"} marked as left, so that nobody asks
          them to confirm.
        </p>
      ) : null}
      {canApply ? (
        <form method="post" className="form">
          {changed > 0 && !noun.whole ? (
            <div className="field">
              <label className="choice">
                <input type="checkbox" name="changes" required={isNew === 0} aria-describedby="changes-hint" />
                Change what is there already
              </label>
              <p className="hint" id="changes-hint">
                {numberText(changed)} {changed === 1 ? "line differs" : "lines differ"} from what is here:{" "}
                <a href={`/admin/imports/${id}?state=changed`}>see what would change</a>. Visitors see the changes of
                what is published. What the file leaves empty stays as it is.
              </p>
            </div>
          ) : null}
          {samples ? <LettersCheck samples={samples.map(excerptOf)} /> : null}
          <Button name="intent" value="apply" data-busy="Importing …">
            {deed}
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

function appliedText({ counts: { made, rewritten }, source }: ViewProps["found"], noun: Noun): string {
  const changed = rewritten > 0 ? `, ${numberText(rewritten)} ${(noun.known?.after ?? "Changed").toLowerCase()}` : "";
  return `${counted(made, noun)} imported from ${source}${changed}`;
}

/** Shows what an import created and changed and, for an hour, a button to undo it. @param now ISO */
export function AppliedImport({ found, noun, now }: ViewProps & { now: string }) {
  const { counts, can_undo_until: until, undone_at: undone } = found;
  const canUndo = until !== null && now < new Date(until).toISOString();
  const left = counts.made + counts.rewritten;
  return (
    <section className="panel" aria-labelledby="applied">
      <h2 id="applied">{undone ? "This import was undone" : appliedText(found, noun)}</h2>
      {undone ? (
        <>
          <p>
            {left > 0
              ? `${counted(left, noun)} stayed, because ${left === 1 ? "it was" : "they were"} changed or added to since.`
              : "Nothing of it is left."}
          </p>
          <Stayed stayed={found.stayed ?? []} />
        </>
      ) : (
        <p>
          {numberText(counts.there)} already there, {numberText(counts.refused)} refused.{" "}
          {counts.departed > 0 ? `${counted(counts.departed, noun)} of an earlier import marked as left. ` : null}The
          lines of the file are deleted; what they became {counts.rewritten > 0 ? "and changed " : ""}is at{" "}
          <a href={noun.list}>{noun.whole?.became ?? noun.what}</a>.
        </p>
      )}
      {undone || !until ? null : canUndo ? (
        <form method="post">
          <p>
            Until {momentText(until)} you can undo it{counts.rewritten > 0 ? ", and what was changed is put back" : ""}.
            What was changed or used since stays.
          </p>
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

function Stayed({ stayed }: { stayed: NonNullable<ImportPage["stayed"]> }) {
  if (stayed.length === 0) return null;
  return (
    <ul className="bullets">
      {stayed.map(({ id, title, why }) => (
        <li key={id}>
          <a href={`/admin/events/${id}`}>{title}</a>:{" "}
          {why.length > 0 ? why.map((each) => builtOn[each]).join(", ") : "it was changed or published since"}
        </li>
      ))}
    </ul>
  );
}

const shapes = { new: "full", changed: "dashed", there: "ring", refused: "alert" } as const;

/** What became of a line. Once imported, new lines have created something, and others may have changed something. */
function stateText(
  { state, refusal, is_made: isMade }: Line,
  { applied_at: applied, undone_at: undone }: ViewProps["found"],
  noun: Noun,
) {
  if (refusal === "later") return "Later";
  if (!applied) return refusal === "undescribed" ? "Not complete" : stateName(noun, state);
  if (state === "new") return isMade ? "Imported" : "Taken back";
  if (state !== "changed") return stateNames[state];
  return isMade ? (noun.known?.after ?? "Changed") : undone ? "As before" : "Not changed";
}

export function ImportLines({ found, noun, total }: ViewProps & { total: number }) {
  const { rows, mapping } = found;
  const asks = ({ refusal }: Line) => !found.applied_at && refusal !== null && refusal === noun.completes?.refusal;
  const shown = noun.fields.filter(({ name, isInternal }) => mapping[name] !== undefined && !isInternal);
  const isKept = shown.length > 0 && rows.some(({ cells }) => cells);
  return (
    <>
      <table className="rows">
        <caption className="hint">
          {numberText(total)} {total === 1 ? "line" : "lines"}
        </caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {isKept ? (
              <th scope="col" className="w-2/5">
                What it says
              </th>
            ) : null}
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <th scope="row">{numberText(row.line)}</th>
              {isKept ? (
                <td className="wrap-anywhere">
                  <Said cells={row.cells ?? []} fields={shown} mapping={mapping} />
                  {asks(row) && noun.completes ? (
                    <div className="field">
                      <textarea
                        form="complete"
                        name={`line-${row.line}`}
                        rows={2}
                        maxLength={noun.completes.max}
                        aria-label={`${noun.completes.label} of line ${numberText(row.line)}`}
                      />
                    </div>
                  ) : null}
                  {row.notes ? (
                    <ul className="plain hint">
                      {row.notes.map((note) => (
                        <li key={note}>{note}</li>
                      ))}
                    </ul>
                  ) : null}
                </td>
              ) : null}
              <td>
                <State shape={shapes[row.state]}>
                  {stateText(row, found, noun)}
                  {row.refusal ? `: ${row.reason ?? refusals[row.refusal]}` : ""}
                </State>
                {row.changes.length > 0 ? (
                  <ul className="plain wrap-anywhere">
                    {row.changes.map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                ) : null}
                {row.is_public && !found.applied_at ? (
                  <p className="error">It is published: visitors see the change at once.</p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(asks) && noun.completes ? (
        <form id="complete" method="post">
          <Button name="intent" value="complete" data-busy="Saving …">
            Save the {noun.completes.label.toLowerCase()}s
          </Button>
        </form>
      ) : null}
    </>
  );
}

function Said({ cells, fields, mapping }: { cells: string[]; fields: Noun["fields"]; mapping: ColumnMapping }) {
  const said = fields.flatMap(({ name, label, short = label }, at) => {
    const text = excerptOf(cells[mapping[name] ?? -1] ?? "");
    return text ? [at === 0 ? text : `${short}: ${text}`] : [];
  });
  return said.length > 0 ? (
    <ul className="plain">
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  ) : (
    <>Nothing</>
  );
}
