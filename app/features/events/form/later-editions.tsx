import type { FieldMetadata } from "@conform-to/react";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { RadioFields } from "../../../ui/field.tsx";
import { dateOf } from "../event/event.ts";
import type { LaterEdition } from "./edition-changes.server.ts";

export function ScopeFields({ field, series }: { field: FieldMetadata<string | undefined>; series: string }) {
  return (
    <fieldset className="form group-of-fields">
      <legend>What is changed</legend>
      <RadioFields
        field={field}
        options={[
          { value: "this", label: "This edition" },
          { value: "later", label: `This and all later editions of ${series}, also those that are still to be made` },
        ]}
        hint="Later editions take on the hours and what else you change here, except for the day, state, series, tab, ticket link, recap, who may sign up and whether visitors see it. You are asked first about those that were edited by hand or have people on their waitlists."
      />
    </fieldset>
  );
}

/** The later editions that are changed only on request; each stays as it is unless its box is checked. */
export function LaterEditions({ editions }: { editions: LaterEdition[] }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the question is read out first, even without the script that moves the focus
    <div className="notice" role="status" tabIndex={-1} data-focus autoFocus>
      <strong>Nothing is saved yet. Choose which of these editions are changed too, then save again.</strong>
      <p className="hint">
        What you do not check stays as it is. Saving sends no news: where this site sends email, the waitlist of an
        edition whose hours change says who has not been notified. Where spots become free, the next on the waitlist get
        offers.
      </p>
      <fieldset className="form">
        <legend className="visually-hidden">Editions that are changed too</legend>
        {editions.map((edition) => (
          <div key={edition.id} className="field">
            <input type="hidden" name="asked" value={edition.id} />
            <label className="choice">
              <input type="checkbox" name="chosen" value={edition.id} />
              <span>
                {edition.title}, {dateOf({ ...edition, ends_at: null, over_at: null, time_note: null })} (
                {reasonOf(edition)})
              </span>
            </label>
          </div>
        ))}
      </fieldset>
    </div>
  );
}

function reasonOf({ status, is_edited, people }: LaterEdition) {
  const reasons = [
    status === "cancelled" ? "canceled" : status === "postponed" ? "postponed" : is_edited ? "edited by hand" : null,
    people > 0 ? `${pluralize(people, "person", "people")} on the waitlist` : null,
  ];
  return reasons.filter(Boolean).join(", ");
}
