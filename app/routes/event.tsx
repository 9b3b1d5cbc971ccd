import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerWaitlist } from "../features/attendance/sign-up/answer-waitlist.server.ts";
import { posterOf } from "../features/events/event/event.ts";
import { loadEventPage } from "../features/events/page/event-loader.server.ts";
import { EventPage } from "../features/events/page/event-page.tsx";
import { eventStructure } from "../features/events/page/event-structure.ts";
import { breadcrumbs, originOf, pageMeta, personalMeta, publisherOf } from "../features/metadata/metadata.ts";
import { socialImageOf } from "../features/pictures/picture.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { slug } from "../platform/text/text.ts";

export const handle: RouteHandle = { cache: { receipts: true } };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!slug.test(params.key ?? "")) throw notFound();
  return loadEventPage(context, request, params.key ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const key = params.key ?? "";
  if (!slug.test(key)) throw notFound();
  return answerWaitlist(context, request, await request.formData(), key, `/events/${key}`);
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { event, now } = args.data ?? { event: null, now: "" };
  if (!event) return personalMeta(args, "Temporarily unavailable");
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
    structured: [eventStructure(event, publisherOf(args), new Date(now)), breadcrumbs(originOf(args), trail)],
  });
};

export default function EventRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <EventPage {...loaded} lastResult={useActionData<typeof action>()} />;
}
