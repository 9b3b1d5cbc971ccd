import { Fragment } from "react";
import { numberText } from "../../../platform/text/number-text.ts";
import { Button } from "../../../ui/button.tsx";
import { dateAndTime, pathOf, whereText } from "../../events/event/event.ts";
import { offerOf } from "../../events/event/event-offer.ts";
import { spotsText } from "../../events/event/workshop.ts";
import { consents } from "../sign-up/waitlist.schema.ts";
import type { OwnWorkshop } from "./workshops.server.ts";

/** Events for those who have a reservation, each with its spots or with how they stand there. */
export function Workshops({ workshops, now }: { workshops: OwnWorkshop[]; now: Date }) {
  const mayReserve = workshops.some(({ may_reserve }) => may_reserve);
  const isAsked = workshops.some(({ may_reserve, own, sign_up }) => may_reserve && !own && canSignUp(sign_up));
  return (
    <>
      <p>
        {mayReserve
          ? "These are only for people with a reservation, and you have one."
          : "These are only for people with a confirmed reservation: once you have one, you can sign up for them here."}
      </p>
      <ul className="mt-4 grid gap-6">
        {workshops.map((workshop) => (
          <li key={workshop.key}>
            <Workshop workshop={workshop} now={now} />
          </li>
        ))}
      </ul>
      {isAsked ? <p className="hint mt-6">{consents.reservation.text}</p> : null}
    </>
  );
}

const canSignUp = (signUp: OwnWorkshop["sign_up"]) => signUp === "open" || signUp === "line";

function Workshop({ workshop, now }: { workshop: OwnWorkshop; now: Date }) {
  const { event, own } = workshop;
  const { badge, date, time, state } = offerOf(event, now);
  const isDated = state !== "cancelled" && state !== "postponed";
  return (
    <>
      <h3>
        <a href={pathOf(event)}>{event.title}</a>
      </h3>
      <p>{isDated ? dateAndTime(date, time) : badge}</p>
      <p>{whereText(event)}</p>
      {own ? <Standing own={own} title={event.title} /> : <Spots workshop={workshop} />}
    </>
  );
}

const standings: Record<NonNullable<OwnWorkshop["own"]>["state"], string> = {
  placed: "You have a spot.",
  offered: "We offer you a spot: please accept or decline.",
  waiting: "You are on the waitlist.",
  declined: "You declined the spot that we offered you.",
  lapsed: "The time to accept the spot that we offered you is over.",
  canceled: "The organizers canceled your sign-up.",
  past: "You were signed up for an earlier date.",
};

function Standing({ own, title }: { own: NonNullable<OwnWorkshop["own"]>; title: string }) {
  const number = own.state === "waiting" && own.in_line ? numberText(own.in_line) : null;
  return (
    <p className="mt-2">
      <strong>{number ? `You are number ${number} on the waitlist.` : standings[own.state]}</strong>{" "}
      {own.page ? <a href={own.page}>Your page for {title}</a> : "The link to your page for it is in our emails."}
    </p>
  );
}

/** What can be had, and a button for each place where it may be. */
function Spots({ workshop }: { workshop: OwnWorkshop }) {
  const { key, event, sign_up: signUp, places, may_reserve: mayReserve } = workshop;
  return (
    <>
      <p className="mt-2">{spotsText(workshop)}.</p>
      {mayReserve && canSignUp(signUp) ? (
        <form method="post" className="mt-4 flex flex-wrap gap-4">
          <input type="hidden" name="intent" value="workshop" />
          <input type="hidden" name="event" value={key} />
          {places.map(({ attends, left }) => (
            <Fragment key={attends}>
              <Button name="attends" value={attends}>
                {signUp === "open" && left > 0 ? "Reserve a spot" : "Join the waitlist"}
                {places.length > 1 ? { room: " in the room", online: " online" }[attends] : null}
                <span className="visually-hidden"> at {event.title}</span>
              </Button>{" "}
            </Fragment>
          ))}
        </form>
      ) : null}
    </>
  );
}

/** What becomes of spots that were taken by a reservation when that ends; empty where there are none. */
export function lostToo(workshops: OwnWorkshop[], now: Date): string {
  const titles = workshops
    .filter(
      ({ own, event }) =>
        own?.goes_too && ["placed", "offered", "waiting"].includes(own.state) && offerOf(event, now).isAhead,
    )
    .map(({ event }) => event.title);
  if (titles.length === 0) return "";
  return ` You also lose what you have at ${new Intl.ListFormat("en-US").format(titles)}, for good: that does not come back with an undo.`;
}
