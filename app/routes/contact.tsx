import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { contactSchema } from "../features/contact/contact.schema.ts";
import { sendMessage } from "../features/contact/contact.server.ts";
import { ContactForm, Receipt } from "../features/contact/contact-form.tsx";
import { mailDraft } from "../features/contact/mail-draft.ts";
import { type Event, pathOf } from "../features/events/event/event.ts";
import { isAheadOf, listOf, nextTitle, type Offer, offerOf } from "../features/events/event/event-offer.ts";
import { listEventPage } from "../features/events/event/events.server.ts";
import { EventLink, EventWhere, StateBadge } from "../features/events/page/event-parts.tsx";
import { breadcrumbs, organization, originOf, pageMeta, publisherOf, siteOf } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { neverStored, unprocessable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import type { Site } from "../site.ts";
import { ExternalLink } from "../ui/button.tsx";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useSite } from "../use-site.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ context }: LoaderFunctionArgs) {
  const list = await listEventPage(context).catch((error) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    context.page.until = 0;
    return null;
  });
  const events = list?.events ?? [];
  const listed = (list: string) => events.filter((event) => listOf(event, context.now) === list);
  return {
    now: context.now.toISOString(),
    next: events.find((event) => isAheadOf(event, context.now)),
    upcoming: list && listed("upcoming").slice(0, 2),
    past: listed("past").slice(0, 6),
    copy: copyAge(context),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: contactSchema });
  if (submission.status !== "success") return unprocessable({ result: submission.reply(), sent: null });
  const { nickname2: suspectedSpam, ...message } = submission.value;
  const answer = await sendMessage(context, { ...message, suspectedSpam });
  if (answer.outcome !== "sent") {
    const result = submission.reply({ formErrors: [notSent(context.site)[answer.outcome]] });
    return unprocessable({ result, sent: null }, 503);
  }
  const sent = { number: answer.number, draft: mailDraft(context.site.email, message) };
  return data({ result: undefined, sent }, { headers: neverStored });
}

const notSent = ({ email }: Site) => ({
  unavailable: "Your message could not be sent. Please try again.",
  full: `So much was written to us today that we cannot store your message, so it was not sent. Please try again tomorrow, or write to ${email}.`,
});

export const headers = ({ actionHeaders }: { actionHeaders: Headers }) => actionHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Contact",
    description: `Write to us, find the next meetup, or join the chat of the ${siteOf(args).name}.`,
    path: "/contact",
    structured: [organization(publisherOf(args)), breadcrumbs(originOf(args), [{ name: "Contact", path: "/contact" }])],
  });

export default function Contact() {
  const { openMailDraft } = useSite();
  const answer = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader title="Contact" lead="Questions, ideas, a room for the next meetup: write to us." stars="cross" />
      <div className="wrap section">
        <div className="grid items-start gap-12 md:grid-cols-[2fr_3fr]">
          <Information />
          <section id="message" className="sheet" aria-labelledby="message-title">
            <h2 id="message-title">Send Us a Message</h2>
            {answer?.sent ? (
              <Receipt {...answer.sent} openByItself={openMailDraft} />
            ) : (
              <ContactForm lastResult={answer?.result} />
            )}
          </section>
        </div>
      </div>
      <UpcomingEvents />
    </main>
  );
}

function Information() {
  const site = useSite();
  const { next, now } = useLoaderData<typeof loader>();
  const label = next ? nextTitle(offerOf(next, new Date(now)), "Next meetup") : "Next meetup";
  return (
    <section aria-labelledby="information" className="md:pt-8">
      <h2 id="information">Where to find us</h2>
      <ul className="mt-6 grid gap-5">
        <Fact icon="mail" label="Email">
          <a className="inline-block" href={`mailto:${site.email}`}>
            {site.email}
          </a>
        </Fact>
        <Fact icon="map-pin" label="Location">
          {site.location}
        </Fact>
        <Fact icon="calendar" label={label}>
          {next ? (
            <a className="inline-block" href={pathOf(next)}>
              {next.title}
            </a>
          ) : (
            <ExternalLink className="inline-block" href={site.meetupUrl}>
              See the meetup calendar
            </ExternalLink>
          )}
        </Fact>
        <Fact icon="users" label="Meetup group">
          <ExternalLink className="inline-block" href={site.meetupUrl}>
            Join our meetup group
          </ExternalLink>
        </Fact>
        <Fact icon="telegram" label="Chat">
          <ExternalLink className="inline-block" href={site.chatUrl}>
            Join our chat group
          </ExternalLink>
        </Fact>
      </ul>
    </section>
  );
}

function Fact({ icon, label, children }: { icon: string; label: string; children: React.ReactNode }) {
  return (
    <li className="flex items-start gap-4">
      <span className="chip">
        <Icon name={icon} />
      </span>
      <div>
        <p className="hint">{label}</p>
        <p>{children}</p>
      </div>
    </li>
  );
}

function UpcomingEvents() {
  const { now, upcoming, past, copy } = useLoaderData<typeof loader>();
  const withOffers = (events: Event[]) => events.map((event) => ({ event, offer: offerOf(event, new Date(now)) }));
  const before = withOffers(past);
  return (
    <section className="quiet section" aria-labelledby="upcoming">
      <div className="wrap">
        <h2 id="upcoming">Upcoming Events</h2>
        <CopyNotice copy={copy} what="These are the events as they were at" />
        {upcoming === null ? (
          <p className="lead">The events cannot be shown right now. Please try again in a minute.</p>
        ) : null}
        {upcoming?.length === 0 ? (
          <p className="lead">
            Nothing is on the calendar at the moment.
            {before.length > 0 && before.every(({ offer }) => offer.waitlist.isOpen)
              ? " Join the waitlist of a past event to be notified of a new date."
              : ""}
          </p>
        ) : null}
        <Cards events={withOffers(upcoming ?? [])} />
        {before.length > 0 ? <h3 className="mt-8">Past events</h3> : null}
        <Cards events={before} />
      </div>
    </section>
  );
}

function Cards({ events }: { events: { event: Event; offer: Offer }[] }) {
  if (events.length === 0) return null;
  return (
    <ul className="mt-6 grid gap-5 md:grid-cols-2">
      {events.map(({ event, offer }) => (
        <li key={event.key} className="card">
          <div className="body">
            <StateBadge offer={offer} />
            <h3>{event.title}</h3>
            <EventWhere event={event} offer={offer} />
            <p>
              <EventLink event={event} offer={offer} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
