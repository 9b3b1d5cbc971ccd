import { Notice } from "../../ui/form-messages.tsx";
import type { Departures, Sense } from "./departures.ts";
import type { ImportPage } from "./imports.server.ts";

const senses: Record<Sense, string> = {
  left: "Yes, or a date: they left",
  agreed: "Yes, or a date: they agreed. No: they left",
  word: "A word like “active” or “unsubscribed”",
};

interface DepartureFieldsProps {
  found: Pick<ImportPage, "columns" | "mapping" | "departures">;
  /** names of columns that sound as if they said who left, and are not read for it */
  unread: string[];
}

export function DepartureFields({ found: { columns, mapping, departures }, unread }: DepartureFieldsProps) {
  const all = columns.map((name, at) => ({ name, at })).filter(({ at }) => at !== mapping.email);
  const isLikely = ({ name, at }: (typeof all)[number]) =>
    departures.columns[at] !== undefined || unread.includes(name);
  const others = all.filter((each) => !isLikely(each));
  const words = Object.entries(departures.words);
  const fields = (shown: typeof all) => (
    <div className="wide-pairs">
      {shown.map(({ name, at }) => (
        <div key={at} className="field">
          <label htmlFor={`departure-${at}`}>{name || `Column ${at + 1}`}</label>
          <select id={`departure-${at}`} name={`departure-${at}`} defaultValue={departures.columns[at] ?? ""}>
            <option value="">Says nothing about it</option>
            {Object.entries(senses).map(([sense, label]) => (
              <option key={sense} value={sense}>
                {label}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
  return (
    <fieldset>
      <legend>Who left</legend>
      <p className="hint">
        A person is refused if any of these columns says that they left, bounced, are blocked or did not agree.
      </p>
      {fields(all.filter(isLikely))}
      {others.length > 0 ? (
        <details className="more-fields">
          <summary>Other columns</summary>
          {fields(others)}
        </details>
      ) : null}
      {words.length > 0 ? (
        <div className="wide-pairs">
          {words.map(([word, means], at) => (
            <div key={word} className="field">
              <label htmlFor={`word-${at}`}>{wordLabel(word, columns)}</label>
              <select id={`word-${at}`} name={`word-${at}`} defaultValue={means === "stays" ? word : ""}>
                <option value="">Leave these people out</option>
                <option value={word}>These people stay</option>
              </select>
            </div>
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}

function wordLabel(key: string, columns: readonly string[]): string {
  const [, at = "", word = ""] = /^(\d+) (.*)$/s.exec(key) ?? [];
  const column = columns[Number(at)] || `Column ${Number(at) + 1}`;
  return word ? `“${word}” in “${column}”` : `Nothing in “${column}”`;
}

export function DepartureNotice({ departures, unread }: { departures: Departures; unread: string[] }) {
  const asked = Object.values(departures.words).includes("unknown");
  if (!asked && unread.length === 0) return null;
  return (
    <Notice bad title="Look at who left before you import">
      {asked
        ? "Some words that may say who left are unknown here. Their lines are refused until you choose below that these people stay. "
        : null}
      {unread.length > 0
        ? `Not read, though the ${unread.length === 1 ? "name sounds" : "names sound"} like it: ${unread.join(", ")}. If it matters, choose below what it says.`
        : null}
    </Notice>
  );
}
