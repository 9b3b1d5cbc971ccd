import type { SubmissionResult } from "@conform-to/react";
import { hasLinkSecret } from "../../../platform/text/link-secret.ts";
import { type CopyAge, CopyNotice } from "../../../ui/copy-notice.tsx";
import { Notice } from "../../../ui/form-messages.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import type { Joined } from "../../attendance/sign-up/answer-waitlist.server.ts";
import { WaitlistForm } from "../../attendance/sign-up/waitlist-form.tsx";
import type { Edition } from "../event/editions.ts";
import { type Event, pathOf } from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { EventDetails, Poster } from "./event-details.tsx";
import { StateBadge } from "./event-parts.tsx";
import { EventWaitlist } from "./event-waitlist.tsx";

interface EventPageProps {
  /** null if the database is unavailable */
  event: Event | null;
  editions: Edition[];
  hasProgramme: boolean;
  callDeadline: string | null;
  eventKey: string;
  copy: CopyAge | null;
  title?: string;
  now: string;
  origin: string;
  sendsLinks: boolean;
  service: string | null;
  lastResult?: SubmissionResult<string[]>;
  joined: Joined | null;
  /** replaces the form once it was submitted */
  thanks?: string;
}

export function EventPage({
  event,
  editions,
  hasProgramme,
  callDeadline,
  eventKey,
  copy,
  title = event?.title ?? "",
  now,
  origin,
  sendsLinks,
  service,
  lastResult,
  joined,
  thanks,
}: EventPageProps) {
  const at = new Date(now);
  if (!event) return <WithoutEvent eventKey={eventKey} service={service} lastResult={lastResult} />;
  return (
    <main id="main">
      <PageHeader
        title={title}
        lead={event.summary}
        stars="cluster"
        kicker={
          <>
            <a href="/events">Special events</a> <StateBadge offer={offerOf(event, at)} />
          </>
        }
      />
      <div className="wrap section grid items-start gap-x-12 gap-y-8 md:grid-cols-[5fr_6fr]">
        <Poster event={event} eager />
        <div>
          {hasLinkSecret(event.key) ? (
            <p className="hint mb-5">Only people who have the link to this page see this event.</p>
          ) : null}
          <CopyNotice copy={copy} what="This is the event as it was at" butNot="nobody can sign up" />
          <EventDetails
            event={event}
            editions={editions}
            hasProgramme={hasProgramme}
            callDeadline={callDeadline}
            now={at}
            origin={origin}
          />
          <EventWaitlist
            event={event}
            now={at}
            heading="h2"
            path={pathOf(event)}
            lastResult={lastResult}
            joined={joined}
            isPaused={copy !== null}
            sendsLinks={sendsLinks}
            service={service}
            browserChecks
            thanks={thanks}
          />
        </div>
      </div>
    </main>
  );
}

/** Shown if the event cannot be loaded right now; keeps what the visitor has typed. */
function WithoutEvent({ eventKey, service, lastResult }: Pick<EventPageProps, "eventKey" | "service" | "lastResult">) {
  return (
    <main id="main">
      <PageHeader title="Special event" stars="cluster" kicker={<a href="/events">Special events</a>} />
      <div className="wrap section grid gap-6">
        <Notice bad title="This event cannot be shown right now">
          We can’t reach our records right now. Please try again in a minute.
        </Notice>
        {lastResult ? (
          <section id="waitlist" aria-labelledby="waitlist-title">
            <h2 id="waitlist-title">Join the Waitlist</h2>
            <WaitlistForm event={eventKey} service={service} lastResult={lastResult} browserChecks />
          </section>
        ) : null}
      </div>
    </main>
  );
}
