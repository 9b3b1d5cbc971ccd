import type { FieldMetadata } from "@conform-to/react";
import { optionsOf } from "../../../admin/fields.ts";
import { MoreFields } from "../../../admin/more-fields.tsx";
import { zoneNames } from "../../../platform/text/site-time.ts";
import { CheckField, Field, RadioFields, SelectField } from "../../../ui/field.tsx";
import type { Event } from "../event/event.ts";

export const admissionChoices = ["elsewhere", "interest", "here", "asked", "none"] as const;
export type Admission = (typeof admissionChoices)[number];

export const admissionOptions: readonly { value: Admission; label: string }[] = [
  { value: "elsewhere", label: "Tickets on another site: the page leads to the ticket link" },
  { value: "interest", label: "Interest only: people join the waitlist, and you notify them" },
  {
    value: "here",
    label: "Free reservations on this site: people reserve a spot, and join a waitlist when all are taken",
  },
  { value: "asked", label: "Requests on this site: people ask to attend, and you decide who gets a free spot" },
  { value: "none", label: "Nobody signs up: the page says that people need not" },
];

export const admissionLabels = {
  admission: "How people sign up",
  ticket_url: "Ticket link",
  sign_up_opens_at: "Sign-up opens",
  sign_up_closes_at: "Sign-up closes",
  party_limit: "People per reservation",
  offer_hours: "Hours to accept an offer",
  ask_days: "Days before to ask “Still coming?”",
  tells_undecided: "On the day before, email those whose request is not decided that it is not",
  for_people_of: "Only for people with a reservation at",
} as const;

export const givesSpotsHere = (admission: Admission) => admission === "here" || admission === "asked";

export function admissionOf({
  admission,
  takes_reservations,
  ticket_url,
}: Pick<Event, "admission" | "takes_reservations" | "ticket_url">): Admission {
  if (admission === "none") return "none";
  if (takes_reservations) return admission === "asked" ? "asked" : "here";
  return ticket_url ? "elsewhere" : "interest";
}

interface AdmissionFieldsProps {
  fields: {
    [Name in keyof typeof admissionLabels]: Name extends "party_limit" | "offer_hours" | "ask_days"
      ? FieldMetadata<number | undefined>
      : Name extends "tells_undecided"
        ? FieldMetadata<boolean | undefined>
        : FieldMetadata<string | undefined>;
  };
  givesSpots: boolean;
  mainEvents: EventName[];
}

export interface EventName {
  id: string;
  name: string;
}

export function AdmissionFields({ fields, givesSpots, mainEvents }: AdmissionFieldsProps) {
  const { admission, party_limit, offer_hours, ask_days, sign_up_opens_at, sign_up_closes_at } = fields;
  const { for_people_of, tells_undecided } = fields;
  const isWrong = party_limit.errors !== undefined || offer_hours.errors !== undefined || ask_days.errors !== undefined;
  return (
    <fieldset className="form group-of-fields">
      <legend>{admissionLabels.admission}</legend>
      <RadioFields
        field={admission}
        options={admissionOptions}
        hint={
          givesSpots
            ? "Once you choose a way without spots on this site, people who wait stay on the waitlist, but the sizes of their parties and an order changed by hand are deleted for good. It is possible only while nobody has a reservation, an offer or an undecided request. Between reservations and requests you can change at any time: spots and waitlist positions stay, and requests stay undecided until you accept them or turn them down."
            : undefined
        }
      />
      <Field
        field={fields.ticket_url}
        label={admissionLabels.ticket_url}
        type="url"
        hint="For tickets on another site; starts with https://"
      />
      <MoreFields
        title="Details of reservations and requests on this site"
        fields={[sign_up_opens_at, sign_up_closes_at, ask_days, for_people_of]}
        isOpen={admission.initialValue === "here" || admission.initialValue === "asked" || isWrong}
      >
        <p className="hint">There are as many spots as the attendee limits above say. Times are {zoneNames}.</p>
        <SelectField
          field={for_people_of}
          label={admissionLabels.for_people_of}
          options={[{ value: "", label: "Everybody can sign up" }, ...optionsOf(mainEvents)]}
          hint="For a workshop of a larger event. Nobody can sign up on its page then: people with a confirmed reservation at that event take one spot each on their own page, if this site sends email. When that reservation ends, so does the spot that they took by it; one that you gave by hand stays."
        />
        <div className="two-fields">
          <Field
            field={sign_up_opens_at}
            label={admissionLabels.sign_up_opens_at}
            type="datetime-local"
            hint="Optional; if left empty, as soon as the event is published"
          />
          <Field
            field={sign_up_closes_at}
            label={admissionLabels.sign_up_closes_at}
            type="datetime-local"
            hint="Optional; by the start at the latest, and if left empty, when it starts"
          />
        </div>
        <div className="two-fields">
          <Field
            field={party_limit}
            label={admissionLabels.party_limit}
            type="number"
            hint="1 to 10; if left empty, 1"
          />
          <Field
            field={offer_hours}
            label={admissionLabels.offer_hours}
            type="number"
            hint="1 to 168; if left empty, 24. A free spot is kept this long for the next on the waitlist, or less when sign-up ends soon."
          />
        </div>
        <Field
          field={ask_days}
          label={admissionLabels.ask_days}
          type="number"
          hint="Optional, 1 to 14; if left empty, nobody is asked. Everyone who has a confirmed spot by then is asked once, where this site sends email: by an email of its own, or in the reminder if both are due. If they do not answer, they keep their spot."
        />
        <CheckField field={tells_undecided} label={admissionLabels.tells_undecided} />
      </MoreFields>
    </fieldset>
  );
}
