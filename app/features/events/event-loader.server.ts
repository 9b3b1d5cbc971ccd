import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { notFound, unavailable } from "../../platform/http.ts";
import { DatabaseUnavailable } from "../../platform/supabase.server.ts";
import { pathOf } from "./event.ts";
import { findEvent } from "./events.server.ts";

/** What the page of one event is made of. Throws 404 for an unknown key, and leads to the page that an event has elsewhere. */
export async function loadEventPage(context: AppLoadContext, request: Request, key: string) {
  const event = await findEvent(context, key).catch((error) => {
    throw error instanceof DatabaseUnavailable ? unavailable() : error;
  });
  if (!event) throw notFound();
  const url = new URL(request.url);
  if (pathOf(event) !== url.pathname) throw redirect(`${pathOf(event)}${url.search}`, 301);
  return {
    event,
    now: context.now.toISOString(),
    origin: context.origin,
    joined: url.searchParams.get("done") === "waitlist",
  };
}
