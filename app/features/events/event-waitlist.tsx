import type { SubmissionResult } from "@conform-to/react";
import { honoluluTime } from "../../platform/honolulu.ts";
import { pluralize } from "../../platform/pluralize.ts";
import { LineRule } from "../reservations/line-rule.tsx";
import { SignedUp } from "../reservations/signed-up.tsx";
import type { Joined } from "../waitlist/answer-waitlist.server.ts";
import { WaitlistForm } from "../waitlist/waitlist-form.tsx";
import { type Event, shortTitle } from "./event.ts";
import { type Offer, offerOf, type Places } from "./event-offer.ts";

interface EventWaitlistProps {
  event: Event;
  now: Date;
  heading: "h2" | "h3";
  lastResult?: SubmissionResult<string[]>;
  joined: Joined | null;
  /** the event is a copy from before the database was gone, so nobody can join at the moment */
  isPaused: boolean;
  /** whether this site sends mails: only then can whoever is on the list have the link to their page sent again */
  sendsLinks: boolean;
  /** as `WaitlistForm` takes it */
  browserChecks: boolean;
  thanks?: string;
}

/** The waitlist of an event, or its places: what can be had at the moment and the form for it, or why there is none. */
export function EventWaitlist(props: EventWaitlistProps) {
  const { event, now, heading: Heading, lastResult, sendsLinks, thanks, ...form } = props;
  const { waitlist, places } = offerOf(event, now);
  const joined = lastResult ? null : props.joined;
  const takes = places && places.signUp !== "next" ? places : null;
  const movedUp = event.event_places?.moved_up ?? 0;
  const signedUp = places ? joined : null;
  return (
    <section id="waitlist" className="sheet mt-10" aria-labelledby="waitlist-title">
      <Heading id="waitlist-title" className={Heading === "h2" ? "text-h3" : undefined}>
        {signedUp ? "Your sign-up" : headingOf(waitlist, takes)}
      </Heading>
      {signedUp ? null : <p className="hint mt-2">{waitlist.sentence}</p>}
      {takes && !signedUp && !form.isPaused ? <PlacesLeft places={takes} now={now} /> : null}
      <div className="mt-4">
        {signedUp ? (
          <SignedUp
            outcome={places?.signUp === "line" && signedUp.outcome === "joined" ? "waiting" : signedUp.outcome}
            at={signedUp.at}
            eventName={shortTitle(event)}
            startsAt={event.starts_at}
            movedUp={movedUp}
            sendsMail={sendsLinks}
          />
        ) : (
          <>
            {takes && hasLine(takes) ? <LineRule movedUp={movedUp} sendsMail={sendsLinks} /> : null}
            <WaitlistForm
              {...form}
              event={event.key}
              eventName={shortTitle(event)}
              purpose={waitlist.purpose}
              questions={takes ? { partyLimit: event.party_limit, question: event.question } : undefined}
              button={takes ? (takes.signUp === "open" ? "Reserve a spot" : "Join the waitlist") : undefined}
              lastResult={lastResult}
              joined={joined !== null}
              isClosed={!waitlist.isOpen}
              thanks={places ? undefined : thanks}
            />
          </>
        )}
      </div>
      {sendsLinks ? (
        <p className="hint mt-6">
          {takes ? "Signed up already?" : "On the list already?"} <a href={`/w?event=${event.key}`}>Lost your link?</a>
        </p>
      ) : null}
    </section>
  );
}

function headingOf({ isOpen }: Offer["waitlist"], places: Places | null): string {
  switch (places?.signUp) {
    case "open":
      return "Reserve a spot";
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

/** Whether whoever signs up now may have to wait in line. */
const hasLine = ({ signUp, counts }: Places) =>
  signUp === "full" || signUp === "line" || (signUp === "open" && counts !== null && counts.waiting > 0);

/** How many places there are to be had; a page that is kept is up to a minute old, so it says of when it is. */
function PlacesLeft({ places: { signUp, total, counts }, now }: { places: Places; now: Date }) {
  if (!counts || (signUp !== "open" && signUp !== "full")) return null;
  const line = counts.waiting > 0 ? `, with ${pluralize(counts.waiting, "person", "people")} on the waitlist` : "";
  return (
    <p className="mt-2">
      <strong>
        {counts.left.toLocaleString("en-US")} of {pluralize(total, "spot")} left
      </strong>
      {line}, as of {honoluluTime(now)} HST.
    </p>
  );
}
