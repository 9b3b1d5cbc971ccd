import type { ReactNode } from "react";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Event, pathOf } from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { EventDetails, Poster } from "./event-details.tsx";

interface EventInPreviewProps {
  event: Event;
  isPublished: boolean;
  now: Date;
  origin: string;
  notice: ReactNode;
}

/** An event for people with a preview link: its page without what only works once it is published. */
export function EventInPreview({ event, isPublished, now, origin, notice }: EventInPreviewProps) {
  const { waitlist } = offerOf(event, now);
  return (
    <main id="main">
      <PageHeader title={event.title} lead={event.summary} stars="cluster" />
      <div className="wrap section grid items-start gap-x-12 gap-y-8 md:grid-cols-[5fr_6fr]">
        <Poster event={event} eager />
        <div className="grid gap-8">
          {notice}
          <EventDetails event={event} now={now} origin={origin} draft />
          <section className="sheet" aria-labelledby="sign-up">
            <h2 id="sign-up" className="text-h3">
              {event.admission === "none" ? "How to take part" : "Sign-up"}
            </h2>
            <p className="mt-2">
              {isPublished ? (
                <>
                  This event is published: go to <a href={pathOf(event)}>its page</a>.
                </>
              ) : waitlist.isOpen ? (
                "Sign-up opens when this event is published."
              ) : (
                waitlist.sentence
              )}
            </p>
          </section>
        </div>
      </div>
    </main>
  );
}
