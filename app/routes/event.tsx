import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { posterOf } from "../features/events/event.ts";
import { loadEventPage } from "../features/events/event-loader.server.ts";
import { EventPage } from "../features/events/event-page.tsx";
import { eventStructure } from "../features/events/event-structure.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { socialImageOf } from "../features/pictures/picture.ts";
import { answerWaitlist } from "../features/waitlist/answer-waitlist.server.ts";
import { notFound } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { slug } from "../platform/text.ts";

export const handle: RouteHandle = { cache: { receipts: true } };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!slug.test(params.key ?? "")) throw notFound();
  return loadEventPage(context, request, params.key ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  return answerWaitlist(context, await request.formData(), key, `/events/${key}`);
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { event, now } = args.data ?? { event: null, now: "" };
  if (!event) return [{ title: "Temporarily unavailable" }];
  const path = `/events/${event.key}`;
  const trail = [
    { name: "Events", path: "/events" },
    { name: event.title, path },
  ];
  return pageMeta(args, {
    title: event.title,
    description: event.summary,
    path,
    image: socialImageOf(posterOf(event)),
    structured: [eventStructure(event, originOf(args), new Date(now)), breadcrumbs(originOf(args), trail)],
  });
};

export default function EventRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <EventPage {...loaded} lastResult={useActionData<typeof action>()} />;
}
