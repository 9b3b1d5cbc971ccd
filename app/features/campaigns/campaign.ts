import { z } from "zod";
import { dayInMilliseconds, laterDay, siteInstant, siteIsoDay, siteIsoTime } from "../../platform/text/site-time.ts";
import type { Event } from "../events/event/event.ts";
import { changesFor, type Told, toldRow } from "./told.ts";

/** The kinds of news emailed to people on a waitlist; the database decides which apply to an event. */
export const kinds = ["cancelled", "postponed", "changed", "tickets-open", "recap", "reminder", "own-words"] as const;
export type Kind = (typeof kinds)[number];

export const audiences = [
  "everyone",
  "spot",
  "waiting",
  "asked",
  "came",
  "did-not-come",
  "unanswered",
  "checked",
] as const;
export type Audience = (typeof audiences)[number];

/** Whether all people of a group have a spot, or had one. */
export const haveSpots = (audience: Audience | null | undefined): boolean =>
  audience === "spot" || audience === "came" || audience === "did-not-come";

/** Whether it is known who is in a group: nobody has failed to come before the event is over. */
export const isCounted = (audience: Audience, isOver: boolean): boolean => audience !== "did-not-come" || isOver;

export const audienceLabels: Readonly<Record<Audience, string>> = {
  everyone: "Everyone who signed up",
  spot: "People with a spot",
  waiting: "People on the waitlist",
  asked: "People whose request is not decided",
  came: "People who were checked in",
  "did-not-come": "People with a spot who were not checked in",
  unanswered: "People who have not answered a required question",
  checked: "The people you checked",
};

const news = z.object({
  kind: z.enum(kinds),
  queued: z.number(),
  words: z.string().nullable(),
  is_off: z.boolean(),
  /** `updated_at` of the draft; null while there is none */
  version: z.string().nullable(),
  /** for what changed, was canceled or postponed: what most of these people know; null if there are none */
  told: toldRow.nullable(),
});

export type News = z.output<typeof news>;

const campaign = z.object({
  id: z.number(),
  kind: z.enum(kinds),
  /** of an email in an admin's own words; null for the others */
  subject: z.string().nullable(),
  audience: z.enum(audiences).nullable(),
  starts_at: z.string().nullable(),
  started_at: z.string(),
  paused_at: z.string().nullable(),
  /** when a scheduled one goes out, unless it is held (paused); null once it has begun */
  send_at: z.string().nullable(),
  /** id of the admin; null for a reminder and for the samples' */
  started_by: z.string().nullable(),
  /** address of that account; null once it is deleted */
  by: z.string().nullable(),
  people: z.number(),
  to_go: z.number(),
  accepted: z.number(),
  failed: z.number(),
  uncertain: z.number(),
  /** uncertain, but an admin decided to leave it at that */
  left_uncertain: z.number(),
  /** dropped because the news was no longer true */
  not_true: z.number(),
  notified_by_hand: z.number(),
  spam: z.number(),
});

export type Campaign = z.output<typeof campaign>;

const trouble = z.object({
  id: z.number(),
  kind: z.enum(kinds),
  subject: z.string().nullable(),
  entry: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(["refused", "bounced", "complained", "unknown"]),
  last_error: z.string().nullable(),
});

export type Trouble = z.output<typeof trouble>;

/** What an admin is writing in their own words; the subject is null until they have written it. */
const ownDraft = z.object({ subject: z.string().nullable() });

export type OwnDraft = z.output<typeof ownDraft>;

export interface EventNews {
  kinds: News[];
  draft: OwnDraft | null;
  campaigns: Campaign[];
  troubles: Trouble[];
}

/** The result of the SQL function `event_news`, which has null for an empty list. */
export const eventNews = z.object({
  kinds: z.array(news).nullable(),
  draft: ownDraft.nullable(),
  campaigns: z.array(campaign).nullable(),
  troubles: z.array(trouble).nullable(),
});

export interface Unnotified {
  kind: Kind;
  queued: number;
  /** the end of a sentence: "that it is canceled", "of what changed: new place" */
  of: string;
}

export interface Unsent {
  unnotified: Unnotified[];
  /** scheduled emails that do not go out, because the event has changed since */
  held: { id: number; subject: string }[];
  /** scheduled issues of the newsletter that link to the event, which has changed since */
  issues: { id: string; subject: string }[];
}

export const isHeld = ({ send_at, paused_at }: Pick<Campaign, "send_at" | "paused_at">): boolean =>
  send_at !== null && paused_at !== null;

export const heldText = (subject: string): string =>
  `A scheduled email is held, because the event has changed since: “${subject}”`;

export const kindLabels: Readonly<Record<Kind, string>> = {
  cancelled: "The event is canceled",
  postponed: "The event is postponed",
  changed: "What changed",
  "tickets-open": "Tickets are on sale",
  recap: "What happened",
  reminder: "The day before",
  "own-words": "In your own words",
};

export const titleOf = ({ kind, subject }: Pick<Campaign, "kind" | "subject">): string => subject ?? kindLabels[kind];

export const ownWords = z.object({
  draft: z
    .object({
      audience: z.enum(audiences),
      /** null until an admin has written it, like the words */
      subject: z.string().nullable(),
      words: z.string().nullable(),
      /** `updated_at` */
      version: z.string(),
    })
    .nullable(),
  checked: z.number(),
  people: z.object({
    everyone: z.number(),
    spot: z.number(),
    waiting: z.number(),
    asked: z.number(),
    came: z.number(),
    "did-not-come": z.number(),
    unanswered: z.number(),
    checked: z.number(),
  }),
  /** how many more the admin may send within 24 hours */
  left_today: z.number(),
});

export type OwnWords = z.output<typeof ownWords>;

export const labelOf = (
  { kind, told }: Pick<News, "kind" | "told">,
  event: Parameters<typeof changesFor>[1],
  now: Date,
): string => kindLabels[kind] + (kind === "changed" && told ? `: ${changeTitles(told, event, now)}` : "");

export const changeTitles = (told: Told, event: Parameters<typeof changesFor>[1], now: Date): string =>
  changesFor(told, event, now)
    .map(({ title }) => title.toLowerCase())
    .join(", ");

/**
 * Who gets news of a kind, as in the database's `concerns`.
 * @param givesSpots whether spots are given here
 * @param meets where its people meet, for a recap: nobody is checked in online
 */
export function audienceOf(kind: Kind, givesSpots: boolean, meets?: Event["meets"]): string {
  if (givesSpots && kind === "reminder") return "everyone who has a confirmed spot";
  const joined = givesSpots ? "everyone who signed up" : "everyone who joined the waitlist";
  if (kind === "recap")
    return givesSpots
      ? `everyone who was checked in at the door${meets === "both" ? " or had a confirmed spot online" : ""}, or if nobody was checked in, everyone who had a reservation`
      : `${joined} before the event was over`;
  return kind === "tickets-open" || kind === "reminder" ? joined : `${joined} before this was announced`;
}

/** The news that admins should send soon: reminders are sent automatically, and a recap can wait. */
export const pressing: Readonly<Partial<Record<Kind, string>>> = {
  cancelled: "that it is canceled",
  postponed: "that it is postponed",
  changed: "of what changed",
  "tickets-open": "that tickets are on sale",
};

/** The news that an admin can still act on: a reminder sent for this start is not sent to anyone else. */
export function newsToSend({ kinds: news, campaigns }: EventNews, startsAt: string | null): News[] {
  const isReminded = campaigns.some(
    ({ kind, starts_at: at }) => kind === "reminder" && at && startsAt && Date.parse(at) === Date.parse(startsAt),
  );
  return isReminded ? news.filter(({ kind }) => kind !== "reminder") : news;
}

const earliest = "07:00";
const latest = "22:00";

/** 24 hours before the start, but between 7:00 AM and 10:00 PM, like `waking_time` in the database. */
export function reminderTime(startsAt: string): Date {
  const dayBefore = new Date(Date.parse(startsAt) - dayInMilliseconds);
  const clock = siteIsoTime(dayBefore);
  if (clock < earliest) return siteInstant(siteIsoDay(dayBefore), earliest);
  if (clock >= latest) return siteInstant(laterDay(siteIsoDay(dayBefore)), earliest);
  return dayBefore;
}
