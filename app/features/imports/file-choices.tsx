import { type FileChoices, type HeldKind, heldKinds, type ImportKind } from "../../admin/import-noun.ts";
import { Notice } from "../../ui/form-messages.tsx";

const dayOrders = {
  "month-first": "The month: 5/6/2027 is May 6",
  "day-first": "The day: 5/6/2027 is June 5",
} as const;

const heldLabels: Record<HeldKind, string> = {
  canceled: "Canceled events, too",
  private: "Private events, too",
};

const repeatLabels = {
  "": "Series with their editions, where a series can have the same dates",
  dates: "Single events",
} as const;

const folderLabels = {
  "": "Tabs that are here already",
  tabs: "Tabs, also new ones, which visitors do not see until you show them",
  tags: "Tags",
} as const;

interface FileChoicesProps {
  choices: FileChoices;
  kind: ImportKind;
  hasSeries: boolean;
}

interface ChoiceProps {
  name: string;
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
}

function Choice({ name, label, options, value }: ChoiceProps) {
  const id = name.replace("_", "-");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        {Object.entries(options).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FileChoiceFields({ choices, kind, hasSeries }: FileChoicesProps) {
  const { day_order: order, with: chosen = [], folders = "", repeats = "" } = choices;
  return (
    <>
      {order ? (
        <Choice
          name="day_order"
          label="What comes first in dates like 5/6/2027"
          options={{ "": "Choose the month or the day", ...dayOrders }}
          value={order === "unknown" ? "" : order}
        />
      ) : null}
      {hasSeries ? (
        <Choice name="repeats" label="Events that repeat become" options={repeatLabels} value={repeats} />
      ) : null}
      {kind === "resources" ? (
        <Choice name="folders" label="Folders of the file become" options={folderLabels} value={folders} />
      ) : null}
      {kind === "events" ? (
        <div className="field">
          {heldKinds.map((held) => (
            <label key={held} className="choice">
              <input type="checkbox" name="with" value={held} defaultChecked={chosen.includes(held)} />
              {heldLabels[held]}
            </label>
          ))}
        </div>
      ) : null}
    </>
  );
}

export function FileNotices({ choices: { day_order: order, notes = [] } }: { choices: FileChoices }) {
  return (
    <>
      {order === "unknown" ? (
        <Notice bad title="Say how the file writes dates">
          No line tells whether 5/6 is May 6 or June 5. Choose it below; until then lines with such a date are refused.
        </Notice>
      ) : null}
      {notes.length > 0 ? <Notice title="About this file">{notes.join(" ")}</Notice> : null}
    </>
  );
}

/** The letters of a file that is not in UTF-8, which only a person can judge. */
export function LettersCheck({ samples }: { samples: string[] }) {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name="looks-right" required aria-describedby="letters-hint" />
        These look right: {samples.map((sample) => `“${sample}”`).join(" and ")}
      </label>
      <p className="hint" id="letters-hint">
        The file is not in UTF-8 and was read as Windows-1252. If letters are wrong, save it in UTF-8 and choose it
        again.
      </p>
    </div>
  );
}

export function chosenForFile(form: FormData): Pick<FileChoices, "day_order" | "with" | "folders" | "repeats"> {
  const folders = form.get("folders");
  const order = String(form.get("day_order") ?? "");
  const chosen = form.getAll("with");
  return {
    ...(order === "month-first" || order === "day-first" ? { day_order: order } : {}),
    ...{ repeats: form.get("repeats") === "dates" ? ("dates" as const) : undefined },
    ...{ folders: folders === "tabs" || folders === "tags" ? folders : undefined },
    with: heldKinds.filter((held) => chosen.includes(held)),
  };
}
