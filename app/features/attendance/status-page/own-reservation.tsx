import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { Button, ButtonLink, safeUrl } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { ErrorSummary } from "../../../ui/form-messages.tsx";
import { hasTakenPlace } from "../../events/event/event.ts";
import { MarkdownText } from "../../markdown/markdown-text.tsx";
import { largestPartyOf, type Reservation, spotsOf } from "../reservations/reservation.ts";
import { type Standing, standingOf } from "../reservations/standing.ts";
import { LineRule } from "../sign-up/line-rule.tsx";
import { partySizes } from "../sign-up/spot-fields.tsx";
import { ConfirmAddress, confirmsFirst } from "./own-address.tsx";
import type { partySchema } from "./status-page.schema.ts";
import type { Waiting } from "./status-page.server.ts";
import { StillComing } from "./still-coming.tsx";
import { lostToo } from "./workshops.tsx";

interface OwnReservationProps {
  entry: Waiting;
  reservation: Reservation;
  now: Date;
  ticket: string;
  /** path of a calendar file that states where they take part */
  calendar: string;
  attendance: string;
  sendsMail: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function OwnReservation({
  entry,
  reservation,
  now,
  ticket,
  calendar,
  attendance,
  sendsMail,
  lastResult,
}: OwnReservationProps) {
  const standing = standingOf(reservation, {
    event: entry.event,
    isConfirmed: entry.confirmed_at !== null,
    sendsMail,
    now,
  });
  const isAhead = entry.event.status !== "cancelled" && !hasTakenPlace(entry.event, now);
  return (
    <div className="mt-6 grid gap-4">
      <p>
        <strong>{standing.title}</strong> {standing.text}
      </p>
      {confirmsFirst(entry, now) ? <ConfirmAddress entry={entry} sendsMail={sendsMail} /> : null}
      {reservation.words ? (
        <section aria-label="What the organizers wrote">
          <MarkdownText text={reservation.words} top={3} />
        </section>
      ) : null}
      <StillComing reservation={reservation} lost={lostToo(entry.workshops, now)} />
      {isAhead && (reservation.state === "waiting" || reservation.switches_to) ? (
        <LineRule movedUp={reservation.moved_up} sendsMail={sendsMail} />
      ) : null}
      <JoinOnline entry={entry} reservation={reservation} now={now} calendar={calendar} sendsMail={sendsMail} />
      <Steps
        steps={standing.steps}
        reservation={reservation}
        areAskedFor={entry.event.admission === "asked"}
        ticket={ticket}
      />
      {entry.event.meets === "both" && reservation.code && !hasTakenPlace(entry.event, now) ? (
        <p>
          <a href={calendar}>Add to calendar (.ics)</a>
        </p>
      ) : null}
      <Switch steps={standing.steps} reservation={reservation} />
      {reservation.checked_in_at ? (
        <p>
          <a href={attendance}>Your attendance, as a page to print</a>
        </p>
      ) : null}
      {standing.steps.includes("change-party") ? (
        <ChangeParty
          party={reservation.party}
          limit={reservation.sign_up === "late" ? 1 : largestPartyOf(entry.event, reservation.attends)}
          hint={sizeHint(reservation)}
          lastResult={lastResult}
        />
      ) : null}
    </div>
  );
}

function JoinOnline({
  entry: { event },
  reservation: { state, attends, party, hold_until: held, join_url: url },
  now,
  calendar,
  sendsMail,
}: Pick<OwnReservationProps, "entry" | "reservation" | "now" | "calendar" | "sendsMail">) {
  const href = url ? safeUrl(url) : undefined;
  if (href) {
    return (
      <div>
        <p>
          <ButtonLink href={href} rel="noreferrer">
            Join online
          </ButtonLink>
        </p>
        <p className="mt-2">
          <a href={calendar}>Add to calendar with this link (.ics)</a>
        </p>
        <p className="hint mt-2">
          The link is for you{party > 1 ? " and the people you signed up" : ""}: please do not pass it on. If the
          organizers replace it, you find the new one here.
        </p>
      </div>
    );
  }
  // There is no link yet, or the event is over.
  if (attends !== "online" || event.status !== "scheduled" || state !== "placed" || held || hasTakenPlace(event, now))
    return null;
  const isMailed =
    sendsMail && event.date_precision === "exact" && Date.parse(event.starts_at ?? "") - Number(now) > 3_600_000;
  return (
    <p>
      The link to join will be here once the organizers have entered it.
      {isMailed ? " We also email it, an hour before the event starts at the earliest." : null}
    </p>
  );
}

function Steps({
  steps,
  reservation: { party, can_take: canTake },
  areAskedFor,
  ticket,
}: Pick<Standing, "steps"> & Pick<OwnReservationProps, "reservation" | "ticket"> & { areAskedFor: boolean }) {
  const buttons = [
    { step: "answer", intent: "accept", label: "Accept" },
    { step: "answer", intent: "decline", label: "Decline", isSecond: true },
    { step: "take", intent: "take", label: `Take ${spotsOf(party, "the")}` },
    {
      step: "join",
      intent: "join-line",
      label: areAskedFor ? "Ask to attend" : canTake ? `Reserve ${spotsOf(party, "a")}` : "Join the waitlist",
    },
  ].filter(({ step }) => steps.some((each) => each === step));
  return (
    <>
      {steps.includes("ticket") ? (
        <p>
          <ButtonLink href={ticket}>Open your ticket</ButtonLink>
        </p>
      ) : null}
      {buttons.length > 0 ? <StepButtons buttons={buttons} /> : null}
    </>
  );
}

function StepButtons({ buttons }: { buttons: { intent: string; label: string; isSecond?: boolean }[] }) {
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

const switchHints: Partial<Record<Reservation["state"], string>> = {
  placed:
    "If no spot is free there for you, you join that waitlist, and keep the one that you have until it is your turn.",
  waiting:
    "You get a spot there if one is free for you, or join the end of that waitlist. You lose your position on this one.",
  asked: "The organizers have not decided yet. They then decide on a spot there.",
};

function Switch({ steps, reservation: { attends, state } }: Pick<Standing, "steps"> & { reservation: Reservation }) {
  const isSwitching = steps.includes("stay");
  if (!isSwitching && !steps.includes("switch")) return null;
  const to = isSwitching ? attends : attends === "room" ? "online" : "room";
  const label = {
    room: isSwitching ? "Stay in the room" : "Switch to the room",
    online: isSwitching ? "Stay online" : "Switch to online",
  };
  return (
    <form method="post">
      {isSwitching ? null : <p className="hint">{switchHints[state]}</p>}
      <p className="mt-2">
        <Button name="intent" value={`switch-to-${to}`} looks={["ghost"]}>
          {label[to]}
        </Button>
      </p>
    </form>
  );
}

/** Why a party may not be able to grow; on the waitlist it can while sign-up is open. */
function sizeHint({ state, sign_up: signUp }: Reservation): string | undefined {
  if (signUp === "late") return "Sign-up is over, so you can only choose fewer people.";
  return state === "waiting" || state === "asked" ? undefined : "More than now only if there is room.";
}

interface ChangePartyProps {
  party: number;
  /** the largest party that may be chosen; if the current one is larger, that is the maximum */
  limit: number;
  hint: string | undefined;
  lastResult?: SubmissionResult<string[]>;
}

function ChangeParty({ party, limit, hint, lastResult }: ChangePartyProps) {
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
        hint={hint}
      />
      <Button name="intent" value="change-party" looks={["ghost"]}>
        Save number of people
      </Button>
    </form>
  );
}
