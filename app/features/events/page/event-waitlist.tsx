import type { SubmissionResult } from "@conform-to/react";
import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { zonedTime } from "../../../platform/text/site-time.ts";
import { Notice } from "../../../ui/form-messages.tsx";
import { largestPartyOf } from "../../attendance/reservations/reservation.ts";
import type { Joined } from "../../attendance/sign-up/answer-waitlist.server.ts";
import { AskRule } from "../../attendance/sign-up/ask-rule.tsx";
import { LineRule } from "../../attendance/sign-up/line-rule.tsx";
import { SignedUp } from "../../attendance/sign-up/signed-up.tsx";
import type { SpotQuestions } from "../../attendance/sign-up/spot-fields.tsx";
import { forGuests } from "../../attendance/sign-up/waitlist.schema.ts";
import { WaitlistForm } from "../../attendance/sign-up/waitlist-form.tsx";
import { namedPath } from "../../named-links/named-link.schema.ts";
import { attendsLabels, type Event, type MainEvent, pathOf, shortTitle } from "../event/event.ts";
import { type Offer, offerOf, type Spots } from "../event/event-offer.ts";
import { questionsFor } from "../event/event-questions.ts";

interface EventWaitlistProps {
  event: Event;
  now: Date;
  heading: "h2" | "h3";
  /** the path of the page, with the query that chooses the event */
  path: string;
  lastResult?: SubmissionResult<string[]>;
  joined: Joined | null;
  /** the event is a copy from before the database became unavailable, so nobody can join at the moment */
  isPaused: boolean;
  /** whether this site sends email: only then can people on the list have the link to their status page sent again */
  sendsLinks: boolean;
  /** passed on to `WaitlistForm` */
  service: string | null;
  browserChecks: boolean;
  thanks?: string;
}

export function EventWaitlist(props: EventWaitlistProps) {
  const { event, now, heading: Heading, path, lastResult, sendsLinks, thanks, ...form } = props;
  const { state, waitlist, spots } = offerOf(event, now);
  const joined = lastResult ? null : props.joined;
  const takes = spots && spots.signUp !== "next" ? spots : null;
  const movedUp = (event.event_spots ?? []).reduce((sum, { moved_up }) => sum + moved_up, 0);
  const signedUp = spots && !event.people_of ? joined : null;
  const isRequest = waitlist.purpose === "request";
  const hasForm = !signedUp && !(joined && thanks);
  if (event.admission === "none") return <Announced heading={Heading}>{waitlist.sentence}</Announced>;
  return (
    <section id="waitlist" className="sheet mt-10" aria-labelledby="waitlist-title">
      <Heading id="waitlist-title" className={Heading === "h2" ? "text-h3" : undefined}>
        {signedUp ? (isRequest ? "Your request" : "Your sign-up") : headingOf(waitlist, takes)}
      </Heading>
      {signedUp ? null : <p className="hint mt-2">{waitlist.sentence}</p>}
      {takes && !signedUp && !form.isPaused ? <SpotsLeft spots={takes} now={now} /> : null}
      <div className="mt-4">
        {event.people_of ? (
          <ForGuests
            mainEvent={event.people_of}
            isOpen={waitlist.isOpen}
            isRefused={lastResult !== undefined}
            sendsLinks={sendsLinks}
          />
        ) : signedUp ? (
          <SignedUp
            outcome={spots?.signUp === "line" && signedUp.outcome === "joined" ? "waiting" : signedUp.outcome}
            at={signedUp.at}
            eventName={shortTitle(event)}
            startsAt={event.starts_at}
            meets={event.meets}
            movedUp={movedUp}
            sendsMail={sendsLinks}
          />
        ) : (
          <>
            {takes && hasLine(takes) ? <LineRule movedUp={movedUp} sendsMail={sendsLinks} /> : null}
            {waitlist.isOpen && isRequest ? <AskRule sendsMail={sendsLinks} /> : null}
            <WaitlistForm
              {...form}
              event={event.key}
              eventName={shortTitle(event)}
              purpose={waitlist.purpose}
              spots={takes ? spotChoicesOf(event, takes) : undefined}
              questions={questionsFor(event, null, now)}
              button={takes ? buttonOf(takes) : undefined}
              lastResult={lastResult}
              joined={joined !== null}
              isClosed={!waitlist.isOpen}
              thanks={spots ? undefined : thanks}
              promise={
                state === "tickets-open" || state === "on-now"
                  ? "You'll get email updates about this event."
                  : undefined
              }
              sendsLinks={sendsLinks}
            />
          </>
        )}
      </div>
      {!hasForm && waitlist.isOpen ? (
        <p className="mt-4">
          <a
            className="inline-block py-1"
            href={namedPath(`${path}#waitlist`, joined?.link ?? null)}
            data-region="waitlist"
          >
            {isRequest ? "Ask for another person" : "Sign up another person"}
          </a>
        </p>
      ) : null}
      {sendsLinks ? (
        <p className="hint mt-6">
          {alreadyOf(waitlist, takes)} <a href={`/w?event=${event.key}`}>Lost your link?</a>
        </p>
      ) : null}
    </section>
  );
}

/** What an event that nobody signs up for has instead of a form; a form that was sent nevertheless gets this, too. */
function Announced({ heading: Heading, children }: { heading: "h2" | "h3"; children: string }) {
  return (
    <section id="waitlist" className="sheet mt-10" aria-labelledby="waitlist-title">
      <Heading id="waitlist-title" className={Heading === "h2" ? "text-h3" : undefined}>
        How to take part
      </Heading>
      <p className="mt-2">{children}</p>
    </section>
  );
}

function alreadyOf({ purpose }: Offer["waitlist"], spots: Spots | null): string {
  if (purpose === "request") return "Asked already?";
  return spots ? "Signed up already?" : "On the list already?";
}

interface ForGuestsProps {
  mainEvent: MainEvent;
  isOpen: boolean;
  /** a form was submitted nevertheless, and refused */
  isRefused: boolean;
  sendsLinks: boolean;
}

/** Says who can sign up for an event that is only for people with a reservation at another one, and where; no form. */
function ForGuests({ mainEvent: { key, title }, isOpen, isRefused, sendsLinks }: ForGuestsProps) {
  const where = key === null ? "another event" : <a href={pathOf({ key })}>{title}</a>;
  return (
    <>
      {isRefused ? <Notice bad title={forGuests} /> : null}
      <p>
        <strong>Only for people with a reservation at {where}.</strong>{" "}
        {!isOpen ? null : sendsLinks ? (
          <>
            They sign up on their page: open the link in our emails
            {key === null ? null : (
              <>
                , or <a href={`/w?event=${key}`}>have it sent again</a>
              </>
            )}
            .
          </>
        ) : (
          "The organizers give out the spots."
        )}
      </p>
    </>
  );
}

function headingOf({ isOpen, purpose }: Offer["waitlist"], spots: Spots | null): string {
  if (isOpen && purpose === "request") return "Ask to attend";
  switch (spots?.signUp) {
    case "open":
      return buttonOf(spots);
    case "early":
      return "Sign-up is not open yet";
    case "late":
      return "Sign-up is over";
    case "closed":
      return "Sign-up is closed";
    default:
      return isOpen ? "Join the Waitlist" : "The waitlist is closed";
  }
}

const hasLine = ({ signUp, areAskedFor, counts }: Spots) =>
  !areAskedFor &&
  (signUp === "full" || signUp === "line" || (signUp === "open" && counts !== null && counts.waiting > 0));

/** The label of the button; "Sign up" if the free spots may go to people on the waitlist, as the result is unknown. */
function buttonOf(spots: Spots): string {
  if (spots.areAskedFor) return "Ask to attend";
  if (spots.signUp !== "open") return "Join the waitlist";
  return hasLine(spots) ? "Sign up" : "Reserve a spot";
}

/** The form's choices; if there is a choice of where to attend, each option shows its free spots. */
function spotChoicesOf(event: Event, { signUp, areAskedFor, places }: Spots): SpotQuestions {
  const isCounted = signUp === "open" || signUp === "full";
  const options = places.map(({ attends, counts }) => {
    const none = areAskedFor ? "no spot left" : "full, with a waitlist";
    const free = counts?.left ? `${pluralize(counts.left, "spot")} left` : none;
    return {
      value: attends,
      label: counts && isCounted ? `${attendsLabels[attends]} (${free})` : attendsLabels[attends],
    };
  });
  const preset = places.find(({ counts }) => counts && counts.left > 0) ?? places[0];
  return {
    partyLimit: largestPartyOf(event),
    ...(places.length > 1 ? { attends: { options, preset: preset?.attends ?? "room" } } : {}),
  };
}

/** The number of free spots, with the time, because a cached page is up to a minute old. */
function SpotsLeft({ spots: { signUp, areAskedFor, places }, now }: { spots: Spots; now: Date }) {
  if (signUp !== "open" && signUp !== "full") return null;
  return places.map(({ attends, total, counts }) => {
    if (!counts) return null;
    const line =
      counts.waiting > 0 && !areAskedFor
        ? `, with ${pluralize(counts.waiting, "person", "people")} on the waitlist`
        : "";
    return (
      <p key={attends} className="mt-2">
        {places.length > 1 ? `${attendsLabels[attends]}: ` : null}
        <strong>
          {numberText(counts.left)} of {pluralize(total, "spot")} left
        </strong>
        {line}, as of {zonedTime(now)}.
      </p>
    );
  });
}
