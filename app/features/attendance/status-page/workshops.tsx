import { Fragment } from "react";
import { numberText } from "../../../platform/text/number-text.ts";
import { Button } from "../../../ui/button.tsx";
import { dateAndTime, pathOf, whereText } from "../../events/event/event.ts";
import { type EventState, offerOf } from "../../events/event/event-offer.ts";
import { spotsText } from "../../events/event/workshop.ts";
import { consents } from "../sign-up/waitlist.schema.ts";
import type { OwnWorkshop } from "./workshops.server.ts";

/** Events for those who have a reservation, each with its spots or with how they stand there. */
export function Workshops({ workshops, now }: { workshops: OwnWorkshop[]; now: Date }) {
  const mayReserve = workshops.some(({ may_reserve }) => may_reserve);
  const canBeHad = workshops.some(({ own, sign_up }) => !own && canSignUp(sign_up));
  return (
    <>
      <p>
        {mayReserve
          ? "These are only for people with a reservation, and you have one."
          : `These are only for people with a confirmed reservation.${canBeHad ? " Once you have one, you can sign up here." : ""}`}
      </p>
      <ul className="mt-4 grid gap-6">
        {workshops.map((workshop) => (
          <li key={workshop.key}>
            <Workshop workshop={workshop} now={now} />
          </li>
        ))}
      </ul>
      {mayReserve && canBeHad ? <p className="hint mt-6">{consents.reservation.text}</p> : null}
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
      {own ? (
        <p className="mt-2">
          <strong>{standingIn(own, state)}</strong>{" "}
          {own.page ? <a href={own.page}>Your page for {event.title}</a> : "We have no link to your page for it here."}
        </p>
      ) : (
        <Spots workshop={workshop} />
      )}
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

/** How they stand at a workshop; empty where it is canceled, which is said above. */
function standingIn({ state, in_line: number }: NonNullable<OwnWorkshop["own"]>, event: EventState): string {
  if (event === "cancelled") return "";
  if (event === "past") return state === "placed" ? "You had a spot." : "You had no spot.";
  return state === "waiting" && number ? `You are number ${numberText(number)} on the waitlist.` : standings[state];
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
  return ` You also lose your spot or waitlist position at ${new Intl.ListFormat("en-US").format(titles)}. An undo does not bring that back.`;
}
