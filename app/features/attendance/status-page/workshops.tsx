import { Fragment } from "react";
import { numberText } from "../../../platform/text/number-text.ts";
import { Button } from "../../../ui/button.tsx";
import { hasTakenPlace, pathOf, whereText } from "../../events/event/event.ts";
import { offerOf, whenText } from "../../events/event/event-offer.ts";
import { spotsText } from "../../events/event/workshop.ts";
import { spotsOf } from "../reservations/reservation.ts";
import { consentOf } from "../sign-up/waitlist.schema.ts";
import type { OwnWorkshop } from "./workshops.server.ts";

interface WorkshopsProps {
  workshops: OwnWorkshop[];
  now: Date;
  sendsMail: boolean;
  service: string | null;
}

export function Workshops({ workshops, now, sendsMail, service }: WorkshopsProps) {
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
            <Workshop workshop={workshop} now={now} sendsMail={sendsMail} />
          </li>
        ))}
      </ul>
      {mayReserve && canBeHad ? <p className="hint mt-6">{consentOf("reservation", service).text}</p> : null}
    </>
  );
}

const canSignUp = (signUp: OwnWorkshop["sign_up"]) => signUp === "open" || signUp === "line";

function Workshop({ workshop, now, sendsMail }: Pick<WorkshopsProps, "now" | "sendsMail"> & { workshop: OwnWorkshop }) {
  const { event, own } = workshop;
  return (
    <>
      <h3>
        <a href={pathOf(event)}>{event.title}</a>
      </h3>
      <p>{whenText(event, offerOf(event, now))}</p>
      <p>{whereText(event)}</p>
      {own ? (
        <p className="mt-2">
          <strong>{standingIn(own, event, now)}</strong>{" "}
          {own.asks ? "The organizers have questions for you; answer them on your page there. " : null}
          {own.page ? (
            <a href={own.page}>Your page for {event.title}</a>
          ) : sendsMail ? (
            <a href={`/w?event=${event.key}`}>Have the link to your page for {event.title} sent</a>
          ) : null}
        </p>
      ) : event.status === "cancelled" ? null : (
        <Spots workshop={workshop} />
      )}
    </>
  );
}

/** A person's standing at a workshop; empty if it is canceled, because that is shown above. */
function standingIn(own: NonNullable<OwnWorkshop["own"]>, event: OwnWorkshop["event"], now: Date): string {
  const { state, party, hold_until: held, in_line: number } = own;
  if (event.status === "cancelled") return "";
  if (hasTakenPlace(event, now)) return state === "placed" ? `You had ${spotsOf(party, "a")}.` : "You had no spot.";
  switch (state) {
    case "placed":
      return held
        ? `We keep ${spotsOf(party, "a")} for you: please confirm your address.`
        : `You have ${spotsOf(party, "a")}.`;
    case "offered":
      return `We offer you ${spotsOf(party, "a")}: please accept or decline.`;
    case "waiting":
      return number ? `You are number ${numberText(number)} on the waitlist.` : "You are on the waitlist.";
    case "declined":
      return `You declined ${spotsOf(party, "the")} that we offered you.`;
    case "lapsed":
      return `Our offer of ${spotsOf(party, "a")} has ended.`;
    case "canceled":
      return "The organizers canceled your sign-up.";
    case "past":
      return "You were signed up for an earlier date.";
    case "asked":
      return "You have asked to attend.";
    case "turned-down":
      return "The organizers have turned down your request to attend.";
  }
}

function Spots({ workshop }: { workshop: OwnWorkshop }) {
  const { key, event, sign_up: signUp, places, may_reserve: mayReserve } = workshop;
  return (
    <>
      <p className="mt-2">{spotsText(workshop)}.</p>
      {mayReserve && canSignUp(signUp) ? (
        <form method="post" className="mt-4 flex flex-wrap gap-4">
          <input type="hidden" name="intent" value="workshop" />
          <input type="hidden" name="event" value={key} />
          {places.map(({ attends, left, waiting }) => (
            <Fragment key={attends}>
              <Button name="attends" value={attends}>
                {signUp !== "open" || left === 0 ? "Join the waitlist" : waiting > 0 ? "Sign up" : "Reserve a spot"}
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

/** Says which workshop spots are lost along with a reservation; empty if there are none. */
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
