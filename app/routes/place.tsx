import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { islandNames } from "../community.ts";
import { listOf } from "../features/events/event/event-offer.ts";
import { findPlacePage } from "../features/events/event/events.server.ts";
import { EventList } from "../features/events/page/event-list.tsx";
import { LinkedText } from "../features/markdown/markdown-text.tsx";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { socialImageOf, sourcesOf } from "../features/pictures/picture.ts";
import { MapLink } from "../features/places/map-link.tsx";
import { addressOf } from "../features/places/maps.ts";
import { placeStructure } from "../features/places/place-structure.ts";
import { accessKeys, accessLabels, placePath } from "../features/places/places.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/events", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params.key ?? "";
  const page = slug.test(key) ? await findPlacePage(context, key) : null;
  if (!page) throw notFound();
  return { ...page, copy: copyAge(context), now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { place } = args.data ?? {};
  if (!place) return [{ title: "Temporarily unavailable" }];
  const path = placePath(place);
  const trail = [
    { name: "Events", path: "/events" },
    { name: place.name, path },
  ];
  return pageMeta(args, {
    title: place.name,
    description: `${place.name}, ${addressOf(place)}, ${islandNames[place.island]}: how to get there and in, and what comes next there.`,
    path,
    image: place.picture ? socialImageOf(place.picture) : undefined,
    structured: [breadcrumbs(originOf(args), trail), placeStructure(place)],
  });
};

export default function PlaceRoute() {
  const { place, events, copy, now } = useLoaderData<typeof loader>();
  const at = new Date(now);
  const listed = (list: string) => events.filter((event) => listOf(event, at) === list);
  const lists = [
    { title: "Coming up", events: listed("upcoming") },
    { title: "Canceled", events: listed("canceled") },
    { title: "Earlier events", events: listed("past") },
  ].filter(({ events: some }) => some.length > 0);
  return (
    <main id="main">
      <PageHeader
        title={place.name}
        lead={`${addressOf(place)}, ${islandNames[place.island]}`}
        stars="cluster"
        kicker={<a href="/events">Special events</a>}
      />
      <div className="wrap section">
        <CopyNotice copy={copy} what="These are the events as they were at" />
        <Facts />
        {listed("upcoming").length > 0 ? null : <p className="mt-14">No event is announced here at the moment.</p>}
        {lists.map(({ title, events: some }) => (
          <Fragment key={title}>
            <h2 className="mt-14">{title}</h2>
            <EventList events={some} now={now} />
          </Fragment>
        ))}
      </div>
    </main>
  );
}

function Facts() {
  const { place } = useLoaderData<typeof loader>();
  const { picture } = place;
  return (
    <div className={picture ? "grid items-start gap-x-12 gap-y-8 md:grid-cols-2" : undefined}>
      <section className="grid gap-3" aria-labelledby="arrival">
        <h2 id="arrival" className="text-h3">
          Getting there and getting in
        </h2>
        <dl className="facts long">
          <dt>Address</dt>
          <dd>
            <p>{addressOf(place)}</p>
            <MapLink place={place} />
          </dd>
          {accessKeys.map((key) =>
            place[key] ? (
              <Fragment key={key}>
                <dt>{accessLabels[key]}</dt>
                <dd>
                  <LinkedText text={place[key]} />
                </dd>
              </Fragment>
            ) : null,
          )}
        </dl>
      </section>
      {picture ? (
        <img
          className="picture"
          src={picture.path}
          {...sourcesOf(picture.path, "(min-width: 48rem) 31rem, 92vw")}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
        />
      ) : null}
    </div>
  );
}
