import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { z } from "zod";
import { momentText } from "../../platform/honolulu.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary, Notice } from "../../ui/form-messages.tsx";
import { Sheet } from "../../ui/personal-page.tsx";
import { notAnnounced, pathOf } from "../events/event.ts";
import { offerOf } from "../events/event-offer.ts";
import { consents, purposeOf } from "../waitlist/waitlist.schema.ts";
import { dayAfter } from "./day-after.ts";
import type { nameSchema } from "./place.schema.ts";
import type { Departed, Waiting } from "./place.server.ts";

/** The event, its state, and where somebody stands in line. */
export function PlaceFacts({ place, now }: { place: Waiting; now: Date }) {
  const { event, reservation } = place;
  const { badge, date, time, state } = offerOf(event, now);
  // What the event's page counts, the link of one person does not bring.
  const isFull =
    reservation?.sign_up === "open" && reservation.state === "waiting" && reservation.free < reservation.party;
  const isDated = event.is_published && state !== "cancelled" && state !== "postponed";
  return (
    <dl className="facts">
      <dt>Status</dt>
      <dd>{event.is_published ? (isFull ? "Full, with a waitlist" : badge) : notAnnounced}</dd>
      {isDated ? (
        <>
          <dt>Date</dt>
          <dd>{[date, time].filter(Boolean).join(", ")}</dd>
        </>
      ) : null}
      {event.is_published ? (
        <>
          <dt>Where</dt>
          <dd>{event.place}</dd>
        </>
      ) : null}
      {reservation || state === "cancelled" ? null : <Position place={place} />}
    </dl>
  );
}

function Position({ place: { told_at: toldAt, place: number } }: { place: Waiting }) {
  return (
    <>
      <dt>Your waitlist position</dt>
      <dd>
        {toldAt ? `We notified you on ${momentText(toldAt)} that tickets are available.` : null}
        {number ? `Number ${number.toLocaleString("en-US")}, in the order in which people joined.` : null}
      </dd>
    </>
  );
}

/** The event's title, which leads to its page where visitors can see one. */
export const EventTitle = ({ event }: Pick<Waiting, "event">) =>
  event.is_published ? <a href={pathOf(event)}>{event.title}</a> : event.title;

interface YourDataProps {
  place: Waiting;
  /** of the file with the data */
  download: string;
  /** the host that got the entry, too */
  forwardedTo: string | null;
  lastResult?: SubmissionResult<string[]>;
}

export function YourData({ place, download, forwardedTo, lastResult }: YourDataProps) {
  const [form, fields] = useForm<z.input<typeof nameSchema>>({
    id: "your-name",
    lastResult,
    defaultValue: { name: place.name },
    defaultNoValidate: false,
  });
  const consent = consents[purposeOf(place.consent_version)];
  return (
    <>
      <dl className="facts">
        <dt>Email</dt>
        <dd className="wrap-anywhere">{place.email}</dd>
        <dt>Joined</dt>
        <dd>{momentText(place.joined_at)}</dd>
        {consent.version === place.consent_version ? (
          <>
            <dt>You agreed to</dt>
            <dd>{consent.text}</dd>
          </>
        ) : null}
        {forwardedTo && place.forwarded_at ? (
          <>
            <dt>Who else has it</dt>
            <dd>
              Your name and email address, as they were on {momentText(place.forwarded_at)}, were sent to {forwardedTo}.
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

/** Both ways off the list, with what each leads to. */
export function WaysOut({ place, forwardedTo }: { place: Waiting; forwardedTo: string | null }) {
  const { reservation } = place;
  const hasPlace = reservation?.state === "placed" || reservation?.state === "offered";
  const leave = hasPlace ? "Give up your reservation" : "Leave the waitlist";
  const lost = hasPlace
    ? "Someone else can then have it. You can undo this for 24 hours, and get it back if it is still free; after that your entry is erased."
    : "You lose your waitlist position. You can undo this for 24 hours; after that your entry is erased.";
  const elsewhere = forwardedTo ? ` What ${forwardedTo} has received, we cannot call back: write to us about it.` : "";
  return (
    <Sheet id="leave" title={leave}>
      <form method="post">
        <p>
          {lost}
          {elsewhere}
        </p>
        <p className="mt-4">
          <Button name="intent" value="leave" looks={["ghost"]}>
            {hasPlace ? leave : "Leave this waitlist"}
          </Button>
        </p>
      </form>
      <h2 id="not-mine" className="text-h3 mt-10">
        I did not ask for this
      </h2>
      <form method="post">
        <p>
          Then someone else typed your address. We erase the entry at once and do not write to your address about a
          waitlist again; for that we keep a digest of it. This cannot be undone.{elsewhere}
        </p>
        <p className="mt-4">
          <Button name="intent" value="not-mine" looks={["ghost"]}>
            Remove my address
          </Button>
        </p>
      </form>
    </Sheet>
  );
}

export function DepartedNotice({ place, forwardedTo }: { place: Departed; forwardedTo: string | null }) {
  const elsewhere = forwardedTo
    ? `${forwardedTo} has received your name and email address; we cannot call them back.`
    : "";
  if (place.state !== "left") {
    return (
      <Notice title="Your entry is erased.">
        {place.state === "not-mine" ? "We will not write to your address about a waitlist again." : ""} {elsewhere}
      </Notice>
    );
  }
  const takesReservations = place.event.takes_reservations;
  return (
    <>
      <Notice title={takesReservations ? "You are no longer signed up." : "You left the waitlist."}>
        Until {momentText(dayAfter(place.left_at))} you can undo this
        {takesReservations
          ? "; if you had a reservation, you get it back only if it is still free."
          : " and have your position back."}{" "}
        {elsewhere}
      </Notice>
      <form method="post" className="mt-6 flex flex-wrap gap-4">
        <Button name="intent" value="undo">
          Undo
        </Button>
        <Button name="intent" value="erase" looks={["ghost"]}>
          Erase now
        </Button>
      </form>
    </>
  );
}
