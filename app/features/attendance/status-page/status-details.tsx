import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { momentText } from "../../../platform/text/site-time.ts";
import { Button, safeUrl } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../../ui/form-messages.tsx";
import { Sheet } from "../../../ui/personal-page.tsx";
import { dateAndTime, hasTakenPlace, notAnnounced, pathOf, plannedFor, whereText } from "../../events/event/event.ts";
import { type Offer, offerOf } from "../../events/event/event-offer.ts";
import { inPlace } from "../reservations/reservation.ts";
import { consentTextOf } from "../sign-up/waitlist.schema.ts";
import { dayAfter } from "./day-after.ts";
import type { nameSchema } from "./status-page.schema.ts";
import type { Departed, Waiting } from "./status-page.server.ts";
import { lostToo } from "./workshops.tsx";

export function EntryFacts({ entry, now }: { entry: Waiting; now: Date }) {
  const { event, reservation } = entry;
  const { badge, date, time, state, tickets, waitlist } = offerOf(event, now);
  // The spot counts of the event's page are not loaded for a status page.
  const isFull = event.admission !== "asked" && reservation?.sign_up === "open" && reservation.free === 0;
  const full = `Full${reservation ? inPlace(event, reservation.attends) : ""}, with a waitlist`;
  // Whether others can still sign up is no status of who is there already.
  const isCheckedIn = reservation?.checked_in_at != null;
  const isDated = event.is_published && state !== "cancelled" && state !== "postponed";
  const planned = event.is_published && state === "cancelled" ? plannedFor(event) : null;
  return (
    <dl className="facts">
      {isCheckedIn && state === "announced" ? null : (
        <>
          <dt>Status</dt>
          <dd>{event.is_published ? (isFull ? full : badge) : notAnnounced}</dd>
        </>
      )}
      {isDated ? (
        <>
          <dt>Date</dt>
          <dd>{dateAndTime(date, time)}</dd>
        </>
      ) : null}
      {planned ? (
        <>
          <dt>Was planned for</dt>
          <dd>{planned}</dd>
        </>
      ) : null}
      {event.is_published ? (
        <>
          <dt>Where</dt>
          <dd>
            {whereText(
              event,
              reservation?.state === "placed" || reservation?.state === "offered" ? reservation.attends : undefined,
            )}
          </dd>
        </>
      ) : null}
      {reservation || state === "cancelled" ? null : <Position entry={entry} tickets={tickets} waitlist={waitlist} />}
    </dl>
  );
}

interface OwnAgendaProps {
  agenda: NonNullable<Waiting["agenda"]>;
  href: string;
  isTold: boolean;
}

export function OwnAgenda({ agenda: { talks }, href, isTold }: OwnAgendaProps) {
  return (
    <>
      <p>
        {talks.length > 0
          ? `You have stored ${pluralize(talks.length, "talk")} of the program.`
          : "You can store the talks that you want to see."}{" "}
        {isTold ? "We email you when one of them moves or is canceled." : null}
      </p>
      <p className="mt-4">
        <a href={href}>{talks.length > 0 ? "Open your agenda" : "Choose talks"}</a>
      </p>
    </>
  );
}

function Position({
  entry: { tickets_notified_at: notifiedAt, position: number },
  tickets,
  waitlist,
}: Pick<Offer, "tickets" | "waitlist"> & { entry: Waiting }) {
  const shop = tickets?.areOpen ? safeUrl(tickets.url) : undefined;
  return (
    <>
      <dt>Your waitlist position</dt>
      <dd>
        {notifiedAt ? `We notified you on ${momentText(notifiedAt)} that tickets are available.` : null}
        {notifiedAt && shop ? (
          <>
            {" "}
            <a href={shop}>Get tickets</a>
          </>
        ) : null}
        {number ? `Number ${numberText(number)}, in the order in which people joined.` : null}
        {number && waitlist.purpose === "next-edition" ? " The list is for the next edition." : null}
      </dd>
    </>
  );
}

export const EventTitle = ({ event }: Pick<Waiting, "event">) =>
  event.is_published ? <a href={pathOf(event)}>{event.title}</a> : event.title;

export function leadOf(entry: Waiting | Departed): string {
  const state = entry.state === "waiting" ? entry.reservation?.state : undefined;
  if (state === "asked" || state === "turned-down") return "Your request to attend";
  return entry.event.takes_reservations ? "Your sign-up for" : "Your waitlist entry for";
}

interface YourDataProps {
  entry: Waiting;
  download: string;
  service: string | null;
  lastResult?: SubmissionResult<string[]>;
}

export function YourData({ entry, download, service, lastResult }: YourDataProps) {
  const [form, fields] = useForm<z.input<typeof nameSchema>>({
    id: "your-name",
    lastResult,
    defaultValue: { name: entry.name },
    defaultNoValidate: false,
  });
  const consent = consentTextOf(entry.consent_version, service);
  return (
    <>
      <dl className="facts">
        <dt>Email</dt>
        <dd className="wrap-anywhere">{entry.email}</dd>
        <dt>Joined</dt>
        <dd>{momentText(entry.joined_at)}</dd>
        {consent ? (
          <>
            <dt>You agreed to</dt>
            <dd>{consent}</dd>
          </>
        ) : null}
        {service && entry.forwarded_at ? (
          <>
            <dt>Who else has it</dt>
            <dd>
              Your name and email address, as they were on {momentText(entry.forwarded_at)}, were sent to {service}.
            </dd>
          </>
        ) : null}
      </dl>
      <form {...getFormProps(form)} method="post" className="form mt-6">
        <ErrorSummary fields={[fields.name]} formError={form.errors?.[0]} />
        <Field field={fields.name} label="Name" autoComplete="name" />
        <Button name="intent" value="rename" looks={["ghost"]}>
          Save name
        </Button>
      </form>
      <p className="mt-6">
        <a href={download} download>
          Download your data (JSON)
        </a>
      </p>
    </>
  );
}

export function WaysOut({ entry, forwardedTo, now }: { entry: Waiting; forwardedTo: string | null; now: Date }) {
  const { leave, lost } = leavingOf(entry, now);
  const elsewhere = forwardedTo ? ` What ${forwardedTo} has received, we cannot call back: write to us about it.` : "";
  return (
    <Sheet id="leave" title={leave}>
      <form method="post">
        <p>
          {lost}
          {lostToo(entry.workshops, now)}
          {elsewhere}
        </p>
        <p className="mt-4">
          <Button name="intent" value="leave" looks={["ghost"]}>
            {leave === "Leave the waitlist" ? "Leave this waitlist" : leave}
          </Button>
        </p>
      </form>
      <Quiet isQuiet={entry.is_quiet} />
      <h2 id="not-mine" className="text-h3 mt-10">
        I did not ask for this
      </h2>
      <form method="post" className="mt-3">
        <p>
          If you did not sign up, someone else entered your address. We erase the entry at once
          {entry.confirmed_at
            ? ", and it cannot be undone; other emails to this address are not affected."
            : ", and then send this address no emails but the newsletter, if you are subscribed to it; for that we keep a digest of it. To have our emails again, write to us."}
          {elsewhere}
        </p>
        <p className="mt-4">
          <Button name="intent" value="not-mine" looks={["ghost"]}>
            {entry.confirmed_at ? "Erase this entry" : "Remove my address"}
          </Button>
        </p>
      </form>
    </Sheet>
  );
}

/** Whether organizers may write in their own words; what concerns the sign-up itself comes in any case. */
function Quiet({ isQuiet }: { isQuiet: boolean }) {
  return (
    <>
      <h2 id="quiet" className="text-h3 mt-10">
        Emails from the organizers
      </h2>
      <form method="post" className="mt-3">
        <p>
          {isQuiet
            ? "The organizers send you no emails of their own about this event."
            : "The organizers can write to you, for example what to bring or what happened."}{" "}
          Emails about your sign-up, a change of the event or its cancellation come in any case.
        </p>
        <p className="mt-4">
          <Button name="intent" value={isQuiet ? "not-quiet" : "quiet"} looks={["ghost"]}>
            {isQuiet ? "Get them again" : "Get no more of them"}
          </Button>
        </p>
      </form>
    </>
  );
}

/** The label for leaving, and what is lost by it: a spot, a position, or only the stored data. */
function leavingOf({ event, reservation }: Waiting, now: Date): { leave: string; lost: string } {
  const undo = "You can undo this for 24 hours; after that your entry is erased.";
  const isOver =
    event.status === "cancelled" ||
    (reservation && (hasTakenPlace(event, now) || (reservation.state === "placed" && reservation.checked_in_at)));
  if (!isOver && reservation?.state === "placed")
    return {
      leave: "Give up your reservation",
      lost: `${reservation.sign_up === "open" ? "Someone else can then have it. " : ""}You can undo this for 24 hours, and get it back if it is still free; after that your entry is erased.`,
    };
  if (!isOver && reservation?.state === "offered")
    return { leave: "Leave the waitlist", lost: `You lose the offer and your waitlist position. ${undo}` };
  if (!isOver && reservation?.state === "asked")
    return { leave: "Withdraw your request", lost: `The organizers no longer see it. ${undo}` };
  if (!isOver && (!reservation || reservation.state === "waiting"))
    return { leave: "Leave the waitlist", lost: `You lose your waitlist position. ${undo}` };
  return {
    leave: reservation ? "Erase your entry" : "Leave the waitlist",
    lost: `You get no more emails about this event. ${undo}`,
  };
}

const departedTitle = ({ takes_reservations: takesReservations, admission }: Departed["event"]) => {
  if (admission === "asked") return "You have withdrawn.";
  return takesReservations ? "You are no longer signed up." : "You left the waitlist.";
};

export function DepartedNotice({ entry, forwardedTo }: { entry: Departed; forwardedTo: string | null }) {
  const elsewhere = forwardedTo
    ? `${forwardedTo} has received your name and email address; we cannot call them back.`
    : "";
  if (entry.state !== "left") {
    return (
      <Notice title="Your entry is erased.">
        {entry.state === "not-mine"
          ? "We send this address no more emails but the newsletter, if you are subscribed to it."
          : ""}{" "}
        {elsewhere}
      </Notice>
    );
  }
  const takesReservations = entry.event.takes_reservations;
  return (
    <>
      <Notice title={departedTitle(entry.event)}>
        {entry.may_undo ? (
          <>
            Until {momentText(dayAfter(entry.left_at))} you can undo this
            {takesReservations
              ? "; if you had a reservation, you get it back only if it is still free, and if you had an offer, you go to the end of the waitlist."
              : " and have your position back."}
          </>
        ) : entry.event.admission === "none" ? (
          "Nobody signs up for this event anymore, so this cannot be undone."
        ) : (
          "You have no reservation at the main event now, so this cannot be undone."
        )}{" "}
        {elsewhere}
      </Notice>
      <form method="post" className="mt-6 flex flex-wrap gap-4">
        {entry.may_undo ? (
          <Button name="intent" value="undo">
            Undo
          </Button>
        ) : null}
        <Button name="intent" value="erase" looks={["ghost"]}>
          Erase now
        </Button>
      </form>
    </>
  );
}
