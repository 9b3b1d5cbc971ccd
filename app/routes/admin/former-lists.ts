import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { isId } from "../../admin/list-page.server.ts";
import { findEventId } from "../../features/events/form/event-editing.server.ts";
import { notFound, redirect, sendOn } from "../../platform/request/http.ts";

/** What the parts of an event's waitlist and reservations are called now. */
const partsNow: Record<string, string> = { tickets: "emails/by-hand", emails: "emails", "emails/new": "emails/new" };

/** The filters that have other names now. */
const statesNow: Record<string, string> = { waiting: "unnotified" };

async function pathNow(admin: Admin, { pathname, searchParams }: URL, isForm = false): Promise<string> {
  const [, , noun, which = "", ...rest] = pathname.split("/");
  if (!which) return "/admin/events";
  const [, key = which, file = ""] = /^(.+?)(\.csv|\.json)$/.exec(which) ?? [];
  const id = noun === "events" ? which : await findEventId(admin, key);
  if (!id) throw notFound();
  // The button that closes a waitlist is on the first page of its event.
  if (isForm && noun === "waitlists" && rest.length === 0) return `/admin/events/${id}`;
  const below = (noun === "events" ? rest.slice(1) : rest).join("/");
  const part = partsNow[below] ?? (isId(below) ? `people/${below}` : below ? null : `people${file}`);
  if (!part) throw notFound();
  const state = searchParams.get("state");
  if (noun === "waitlists" && state && statesNow[state]) searchParams.set("state", statesNow[state]);
  return `/admin/events/${id}/${part}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
}

/** Where the lists of people were before each event had one place: links to them lead to that place for good. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return redirect(await pathNow(admin, new URL(request.url)), 301);
}

/** A form of a page that was open before is sent on as it is (307), so that nothing typed is lost. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  return sendOn(await pathNow(admin, new URL(request.url), true));
}
