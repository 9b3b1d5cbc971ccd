import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { LineRule } from "../reservations/line-rule.tsx";
import { type Reservation, spotsOf } from "../reservations/reservation.ts";
import { type Standing, standingOf } from "../reservations/standing.ts";
import { partySizes } from "../waitlist/place-fields.tsx";
import type { partySchema } from "./place.schema.ts";
import type { Waiting } from "./place.server.ts";

interface OwnReservationProps {
  place: Waiting;
  reservation: Reservation;
  now: Date;
  /** path of the ticket */
  ticket: string;
  sendsMail: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Where a reservation stands, and everything that can be done about it but handing it back. */
export function OwnReservation({ place, reservation, now, ticket, sendsMail, lastResult }: OwnReservationProps) {
  const standing = standingOf(reservation, {
    isCanceled: place.event.status === "cancelled",
    isConfirmed: place.confirmed_at !== null,
    partyLimit: place.event.party_limit,
    now,
  });
  return (
    <div className="mt-6 grid gap-4">
      <p>
        <strong>{standing.title}</strong> {standing.text}
      </p>
      {reservation.answer ? (
        <div>
          <p className="hint">{place.event.question ?? "Your answer to the organizers"}</p>
          <p className="wrap-anywhere">{reservation.answer}</p>
          <p className="hint">We erase your answer 7 days after the event.</p>
        </div>
      ) : null}
      {reservation.state === "waiting" ? <LineRule movedUp={reservation.moved_up} sendsMail={sendsMail} /> : null}
      <Steps steps={standing.steps} party={reservation.party} ticket={ticket} />
      {standing.steps.includes("change-party") ? (
        <ChangeParty party={reservation.party} limit={place.event.party_limit} lastResult={lastResult} />
      ) : null}
    </div>
  );
}

function Steps({ steps, party, ticket }: Pick<Standing, "steps"> & { party: number; ticket: string }) {
  if (steps.includes("ticket"))
    return (
      <p>
        <ButtonLink href={ticket}>Open your ticket</ButtonLink>
      </p>
    );
  const buttons = [
    { step: "answer", intent: "accept", label: "Accept" },
    { step: "answer", intent: "decline", label: "Decline", isSecond: true },
    { step: "take", intent: "take", label: `Take ${spotsOf(party, "the")}` },
    { step: "join", intent: "join-line", label: "Join the waitlist again" },
  ].filter(({ step }) => steps.some((each) => each === step));
  if (buttons.length === 0) return null;
  return (
    <form method="post" className="flex flex-wrap gap-4">
      {buttons.map(({ intent, label, isSecond }) => (
        <Button key={intent} name="intent" value={intent} looks={isSecond ? ["ghost"] : []}>
          {label}
        </Button>
      ))}
    </form>
  );
}

interface ChangePartyProps {
  party: number;
  limit: number;
  lastResult?: SubmissionResult<string[]>;
}

function ChangeParty({ party, limit, lastResult }: ChangePartyProps) {
  const [form, fields] = useForm<z.input<typeof partySchema>>({
    id: "party",
    lastResult,
    defaultValue: { party: String(party) },
    defaultNoValidate: false,
  });
  return (
    <form {...getFormProps(form)} method="post" className="form">
      <ErrorSummary fields={[fields.party]} formError={form.errors?.[0]} />
      <SelectField
        field={fields.party}
        label="How many people, including you?"
        options={partySizes(Math.max(party, limit))}
        hint="More than now only if there is room."
      />
      <Button name="intent" value="change-party" looks={["ghost"]}>
        Save number of people
      </Button>
    </form>
  );
}
