import type { AppLoadContext } from "@remix-run/cloudflare";
import { readOrCopy } from "../../platform/read-or-copy.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import type { Edition } from "./editions.ts";
import { changesOf, type Event } from "./event.ts";
import { inOrder } from "./event-offer.ts";

/** What visitors may read of an event. */
export const eventColumns =
  "id, key, title, starts_at, ends_at, previous_starts_at, date_precision, over_at, time_note, place, attendee_limit, summary, about, recap, recap_url, ticket_url, bus, parking, steps, seating, quiet_space, to_bring, co_hosts, series, poster_path, poster_alt, poster_width, poster_height, status, tab_order, tab_label, waitlist_closed, takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, question, offer_hours, sequence, created_at, updated_at";

const published = `events?select=${eventColumns.replaceAll(" ", "")},event_places(taken,waiting,moved_up)`;

/**
 * Published events, as `inOrder` says.
 * @throws DatabaseUnavailable
 */
export async function listEvents(context: AppLoadContext): Promise<Event[]> {
  const events = await readOrCopy<Event>(context, `${published}&order=starts_at.desc&limit=1000`, () => true);
  noteChanges(context, events);
  return inOrder(events, context.now);
}

/** A published event by its key; null when there is none. @throws DatabaseUnavailable */
export async function findEvent(context: AppLoadContext, key: string): Promise<Event | null> {
  const question = `${published}&key=eq.${encodeURIComponent(key)}&limit=1`;
  const [event = null] = await readOrCopy<Event>(context, question, (events) => events.length > 0);
  if (event) noteChanges(context, [event]);
  return event;
}

const editionColumns = "key,title,starts_at,ends_at,date_precision,over_at,time_note,status,created_at";

/** The published editions of an event's series, itself among them; none while nobody can read them: its page is whole without. */
export async function listEditions(context: AppLoadContext, { series }: Event): Promise<Edition[]> {
  if (series === null) return [];
  const question = `events?select=${editionColumns}&series=eq.${encodeURIComponent(series)}&limit=200`;
  try {
    return await readOrCopy<Edition>(context, question, (editions) => editions.length > 0);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return [];
    throw error;
  }
}

/** A page about events stops being true when one of them starts or is over. */
function noteChanges({ now, page }: AppLoadContext, events: Event[]): void {
  page.until = Math.min(page.until, ...changesOf(events).filter((at) => at > now.getTime()));
}
