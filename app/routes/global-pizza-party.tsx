import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { posterOf } from "../features/events/event.ts";
import { loadEventPage } from "../features/events/event-loader.server.ts";
import { EventPage } from "../features/events/event-page.tsx";
import { eventStructure } from "../features/events/event-structure.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { socialImageOf } from "../features/pictures/picture.ts";
import { answerWaitlist } from "../features/waitlist/answer-waitlist.server.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

const key = "global-pizza-party";
const path = "/global-pizza-party";

export const handle: RouteHandle = { section: "/events", cache: { receipts: true } };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadEventPage(context, request, key);

export async function action({ request, context }: ActionFunctionArgs) {
  return answerWaitlist(context, await request.formData(), key, path);
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) => {
  const { event, now } = args.data ?? { event: null, now: "" };
  if (!event) return [{ title: "Temporarily unavailable" }];
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
