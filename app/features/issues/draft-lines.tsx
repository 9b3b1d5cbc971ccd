import { momentText } from "../../platform/text/site-time.ts";
import { Button } from "../../ui/button.tsx";
import { type DraftLine, draftWeeks } from "./issue-draft.ts";

interface DraftLinesProps {
  sections: { heading: string; lines: DraftLine[] }[];
  chosen: ReadonlySet<string>;
  since: string;
  weeks: number;
}

/** Chooses what a new issue begins with; the answer to this form is the same page with the text filled in. */
export function DraftLines({ sections, chosen, since, weeks }: DraftLinesProps) {
  const from = momentText(since);
  return (
    <section className="panel" aria-labelledby="draft-title">
      <h2 id="draft-title">Begin with what the site knows</h2>
      <p className="hint">
        The events of the next {weeks} weeks, and what is new since {from}, as a text that you edit below. You decide
        when it is sent.
      </p>
      <form method="get" action="/admin/issues/new" className="filters">
        <label>
          Look ahead
          <select name="weeks" defaultValue={weeks}>
            {draftWeeks.map((each) => (
              <option key={each} value={each}>
                {each} weeks
              </option>
            ))}
          </select>
        </label>
        <Button looks={["ghost", "small"]}>Show</Button>
      </form>
      {sections.length === 0 ? (
        <p>Nothing is new: no event comes in these weeks, and nothing was added to the site since {from}.</p>
      ) : (
        <form method="get" action="/admin/issues/new#issue" className="form">
          <input type="hidden" name="weeks" value={weeks} />
          <input type="hidden" name="draft" value="yes" />
          {sections.map(({ heading, lines }) => (
            <fieldset key={heading} className="form group-of-fields">
              <legend>{heading}</legend>
              {lines.map(({ name, title }) => (
                <div key={name} className="field">
                  <label className="choice">
                    <input type="checkbox" name="line" value={name} defaultChecked={chosen.has(name)} />
                    <span className="wrap-anywhere">{title}</span>
                  </label>
                </div>
              ))}
            </fieldset>
          ))}
          <Button looks={["ghost"]}>Write a draft of these</Button>
        </form>
      )}
    </section>
  );
}
