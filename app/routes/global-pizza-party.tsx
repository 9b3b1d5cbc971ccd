import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerWaitlist } from "../features/attendance/sign-up/answer-waitlist.server.ts";
import { posterOf } from "../features/events/event/event.ts";
import { loadEventPage } from "../features/events/page/event-loader.server.ts";
import { EventPage } from "../features/events/page/event-page.tsx";
import { eventStructure } from "../features/events/page/event-structure.ts";
import { breadcrumbs, originOf, pageMeta, personalMeta, publisherOf } from "../features/metadata/metadata.ts";
import { socialImageOf } from "../features/pictures/picture.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

const key = "global-pizza-party";
const path = "/global-pizza-party";

export const handle: RouteHandle = { section: "/events", cache: { receipts: true } };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadEventPage(context, request, key);

export async function action({ request, context }: ActionFunctionArgs) {
  return answerWaitlist(context, request, await request.formData(), key, path);
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) => {
  const { event, now } = args.data ?? { event: null, now: "" };
  if (!event) return personalMeta(args, "Temporarily unavailable");
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

export default function GlobalPizzaParty() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <EventPage
      {...loaded}
      lastResult={useActionData<typeof action>()}
      thanks="Thank you! You've been added. We'll notify you when tickets are available."
    />
  );
}
