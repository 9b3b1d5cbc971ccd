import type { SubmissionResult } from "@conform-to/react";
import { WaitlistForm } from "../waitlist/waitlist-form.tsx";
import { type Event, shortTitle } from "./event.ts";
import { offerOf } from "./event-offer.ts";

interface EventWaitlistProps {
  event: Event;
  now: Date;
  heading: "h2" | "h3";
  lastResult?: SubmissionResult<string[]>;
  joined: boolean;
  /** the event is a copy from before the database was gone, so nobody can join at the moment */
  isPaused: boolean;
  /** whether whoever is on the list can have the link to their page sent again */
  sendsLinks: boolean;
  /** as `WaitlistForm` takes it */
  browserChecks: boolean;
  thanks?: string;
}

/** The waitlist of an event: what it is for at the moment and its form, or why nobody can join it. */
export function EventWaitlist(props: EventWaitlistProps) {
  const { event, now, heading: Heading, lastResult, joined, sendsLinks, ...form } = props;
  const { waitlist } = offerOf(event, now);
  return (
    <section id="waitlist" className="sheet mt-10" aria-labelledby="waitlist-title">
      <Heading id="waitlist-title" className={Heading === "h2" ? "text-h3" : undefined}>
        {waitlist.isOpen ? "Join the Waitlist" : "The waitlist is closed"}
      </Heading>
      <p className="hint mt-2">{waitlist.sentence}</p>
      <div className="mt-4">
        <WaitlistForm
          event={event.key}
          eventName={shortTitle(event)}
          purpose={waitlist.purpose}
          lastResult={lastResult}
          joined={joined && !lastResult}
          isClosed={!waitlist.isOpen}
          {...form}
        />
      </div>
      {sendsLinks ? (
        <p className="hint mt-6">
          On the list already? <a href={`/w?event=${event.key}`}>Lost your link?</a>
        </p>
      ) : null}
    </section>
  );
}
