import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pathOfSeries, posterOf } from "../features/events/event/event.ts";
import { listOf, nextOrLast, offerOf } from "../features/events/event/event-offer.ts";
import { EventList } from "../features/events/page/event-list.tsx";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { MarkdownText } from "../features/markdown/markdown-text.tsx";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { socialImageOf } from "../features/pictures/picture.ts";
import { findSeries } from "../features/series/series.server.ts";
import { SubscribeForm } from "../features/series/subscribe-form.tsx";
import { answerSubscription, isAsked } from "../features/series/subscription.server.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: { receipts: true } };

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!slug.test(params.key ?? "")) throw notFound();
  const series = await findSeries(context, params.key ?? "");
  if (!series) throw notFound();
  return {
    series,
    copy: copyAge(context),
    now: context.now.toISOString(),
    origin: context.origin,
    sendsMail: senderOf(context.env) !== null,
    isAsked: isAsked(context),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  if (!slug.test(params.key ?? "")) throw notFound();
  return answerSubscription(context, request, params.key ?? "");
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { series, now } = args.data ?? {};
  if (!series) return [{ title: "Temporarily unavailable" }];
  const shown = nextOrLast(series.events, new Date(now ?? 0)) ?? series.events[0];
  const path = pathOfSeries(series);
  const trail = [
    { name: "Events", path: "/events" },
    { name: series.name, path },
  ];
  return pageMeta(args, {
    title: series.name,
    description: shown?.summary ?? series.name,
    path,
    image: shown ? socialImageOf(posterOf(shown)) : undefined,
    structured: [breadcrumbs(originOf(args), trail)],
  });
};

export default function SeriesRoute() {
  const { series, copy, now, origin, sendsMail, isAsked: asked } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const at = new Date(now);
  const listed = (list: string) => series.events.filter((event) => listOf(event, at) === list);
  const [next, ...later] = listed("upcoming");
  const shown = next ?? series.events[0];
  const lists = [
    { title: next && offerOf(next, at).state === "on-now" ? "On now" : "Next edition", events: next ? [next] : [] },
    { title: "Later editions", events: later },
    { title: "Canceled", events: listed("canceled") },
    { title: "Earlier editions", events: listed("past") },
  ].filter(({ events }) => events.length > 0);
  const feed = `${pathOfSeries(series)}.ics`;
  return (
    <main id="main">
      <PageHeader
        title={series.name}
        lead={shown?.summary}
        stars="cluster"
        kicker={<a href="/events">Special events</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="These are the editions as they were at" />
        <MarkdownText text={series.about} />
        {next ? null : <p>No edition is announced at the moment.</p>}
        <p className="mt-6 flex flex-wrap gap-5">
          <a href={`${origin.replace(/^https?/, "webcal")}${feed}`}>Subscribe in your calendar app</a>{" "}
          <a href={feed}>Calendar file (.ics)</a>
          {sendsMail ? (
            <>
              {" "}
              <a href="#subscribe">Get emails about new editions</a>
            </>
          ) : null}
        </p>
        {lists.map(({ title, events }) => (
          <section key={title} aria-label={title}>
            <h2 className="mt-14">{title}</h2>
            <EventList events={events} now={now} />
          </section>
        ))}
        {sendsMail ? (
          <section id="subscribe" aria-labelledby="subscribe-heading" className="mt-14">
            <h2 id="subscribe-heading">Emails about new editions</h2>
            <SubscribeForm lastResult={lastResult} isAsked={asked} />
          </section>
        ) : null}
      </div>
    </main>
  );
}
