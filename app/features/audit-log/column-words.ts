import { type Choices, inWords, type Option } from "../../admin/fields.ts";
import { roleNames } from "../../admin/roles.ts";
import type { Database } from "../../platform/database/database.gen.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { audienceLabels, kindLabels } from "../campaigns/campaign.ts";
import { channelNames, postStates } from "../channel-posts/channel-names.ts";
import { contactLabels } from "../contact/contact.schema.ts";
import { statusLabels as messageStates } from "../contact/messages.schema.ts";
import { resourceChoices, resourceLabels } from "../education/resources.schema.ts";
import { tabLabels } from "../education/tabs.schema.ts";
import { type CoHost, coHostLines } from "../events/event/co-hosts.tsx";
import { attendsOptions } from "../events/event/event.ts";
import { eventChoices, statusLabels } from "../events/event/event-states.ts";
import { eventLabels } from "../events/form/events.schema.ts";
import { issueLabels } from "../issues/issues.schema.ts";
import { streamNames, suppressionReasons } from "../mail/mail-words.ts";
import { placeChoices, placeLabels } from "../places/place.schema.ts";
import { kindNames, languageNames, levelNames } from "../programme/programme.ts";
import { roomLabels } from "../programme/room.schema.ts";
import { speakerLabels } from "../programme/speaker.schema.ts";
import { talkLabels } from "../programme/talk.schema.ts";
import { questionLabels } from "../questions/question.schema.ts";
import { seriesLabels } from "../series/series.schema.ts";

type Tables = Database["public"]["Tables"];
type Labels<Table extends keyof Tables> = Partial<Record<keyof Tables[Table]["Row"], string>>;

/** Words of columns that their names, or a form, do not have already. */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  education_tabs: { ...tabLabels, display_order: "Position" } satisfies Labels<"education_tabs">,
  education_resources: { ...resourceLabels, display_order: "Position" } satisfies Labels<"education_resources">,
  events: {
    ...eventLabels,
    place: "Place",
    starts_at: "Start time",
    ends_at: "End time",
    poster_path: "Poster",
    poster_alt: "Poster description",
    link_secret: "Link (the former one leads nowhere)",
    answers_until: "Answers can be changed until",
    takes_reservations: "Free reservations on this site",
  } satisfies Labels<"events">,
  places: {
    ...placeLabels,
    picture_path: placeLabels.picture,
    picture_alt: "Picture description",
  } satisfies Labels<"places">,
  event_questions: {
    ...questionLabels,
    ready: "Ready question",
    closed_at: "Closed since",
  } satisfies Labels<"event_questions">,
  series: {
    ...seriesLabels,
    template_id: seriesLabels.template,
    template_at: "Copied again",
    frequency: seriesLabels.rhythm,
    week_of_month: "Week of the month",
  } satisfies Labels<"series">,
  rooms: roomLabels,
  speakers: {
    ...speakerLabels,
    picture_path: speakerLabels.picture,
    picture_alt: "Picture description",
  } satisfies Labels<"speakers">,
  talks: {
    ...talkLabels,
    starts_at: talkLabels.start,
    ends_at: talkLabels.end,
    room_id: talkLabels.room,
    workshop_id: talkLabels.workshop,
  } satisfies Labels<"talks">,
  reservations: {
    party: "People",
    line: "Waitlist position",
    hold_until: "Held until",
    to_be_notified: "Not notified yet",
    code: "Check-in code",
    arrived: "People who came",
    asked_for: "Asked about the day",
    coming_at: "Said they are coming",
    attends: "Takes part",
    switches_to: "Wants to switch",
    waits_for: "On the waitlist",
    decided_at: "Request decided",
    words: "What the organizers wrote",
  } satisfies Labels<"reservations">,
  join_links: { url: "Link" },
  named_links: { slug: "Name in the link" } satisfies Labels<"named_links">,
  credentials: { subject: "Holder", created_at: "First downloaded" } satisfies Labels<"credentials">,
  door_passes: {
    token_digest: "Link",
    created_at: "Made",
    ended_at: "Taken back",
    is_own: "For themselves",
  } satisfies Labels<"door_passes">,
  waitlist_entries: {
    consent_version: "Consent text",
    consent_page: "Page of the form",
    tickets_notified_at: "Notified of tickets",
    confirmed_at: "Email confirmed",
    link_generation: "Number of the link",
    quiet_at: "No emails in own words since",
    for_entry: "By the reservation",
    created_at: "Joined",
  } satisfies Labels<"waitlist_entries">,
  newsletter_subscribers: {
    requested_at: "Newsletter requested",
    consent_version: "Consent text",
    consent_page: "Page of the form",
    confirm_by: "To be confirmed by",
    confirmation_asked_at: "Asked to confirm",
    confirmed_at: "Email confirmed",
    left_at: "Unsubscribed",
    link_generation: "Number of the link",
    keep_until: "Kept until",
    agreed_text: "What they agreed to",
    created_at: "Subscribed",
  } satisfies Labels<"newsletter_subscribers">,
  newsletter_issues: {
    ...issueLabels,
    html: "Text as HTML",
    renderer: "Renderer of the text",
    scheduled_at: "Scheduled for",
    letter: "Email",
    recipients: "People",
    next_batch_at: "Next emails",
  } satisfies Labels<"newsletter_issues">,
  articles: {
    slug: "URL ending",
    revision: "Version",
    published_revision: "Published version",
    change_note: "What changed",
    changed_at: "Shown as updated",
    trashed_at: "In the trash",
  } satisfies Labels<"articles">,
  pictures: {
    path: "File",
    alt: "Description",
    focus: "Stays in sight",
  } satisfies Labels<"pictures">,
  contact_messages: {
    ...contactLabels,
    status: "State",
    created_at: "Sent",
    handled_at: "Done since",
  } satisfies Labels<"contact_messages">,
  suggestions: {
    url: "Link",
    status: "State",
    created_at: "Sent",
  } satisfies Labels<"suggestions">,
  channel_posts: { claimed_until: "Being sent until", created_at: "Queued" } satisfies Labels<"channel_posts">,
  outbox: {
    idempotency_key: "Delivery number",
    claimed_until: "Being sent until",
    failed_at: "Given up",
    rank: "Turn",
    is_stale: "Out of date",
  } satisfies Labels<"outbox">,
  campaigns: {
    kind: "About",
    audience: "To",
    is_off: "Switched off",
    starts_at: "Date that it is about",
    send_at: "Scheduled for",
  } satisfies Labels<"campaigns">,
  site_settings: { settings: "Names, links, texts, founders and announcement" } satisfies Labels<"site_settings">,
  admin_users: { created_at: "Admin since", first_signed_in_at: "First sign-in" } satisfies Labels<"admin_users">,
  people: {
    waitlist_changes: "Changes of an address on a waitlist",
    departures: "Entries that were left",
    newsletter_subscribers: "Subscriptions",
    contact_messages: "Messages",
    import_rows: "Lines of staged files",
    sign_in_failures: "Records of failed sign-ins",
    known_addresses: "Records of where the account signed in from",
    newsletter_requests: "Records of newsletter requests",
    address_changes: "Changes of an admin’s email address",
    mails: "Emails",
    texts: "Other notes and texts that contained the address",
    log_entries: "Log entries that contained the address",
    address_digest: "Digest of the address",
  },
  imports: { source: "Imported from", changed: "Changed rows" },
  mails: { purpose: "Kind" },
  mail_suppressions: { stream: "What was not sent" },
};

const unnamed = ["id", "sequence", "dated_at", "news_at", "previous_starts_at", "started_by", "place_id"];

export function columnLabel(table: string, column: string): string | null {
  if (unnamed.includes(column)) return null;
  const words = column === "created_at" ? "added" : column.replace(/^is_|_(?:id|at)$/, "").replaceAll("_", " ");
  return labels[table]?.[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const named = (names: Record<string, string>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const choicesOf = (table: string, choices: Choices): Choices =>
  Object.fromEntries(Object.entries(choices).map(([column, options]) => [`${table} ${column}`, options]));
const choices: Choices = {
  ...choicesOf("events", eventChoices),
  "events admission": named({
    open: "Open to everyone",
    asked: "On request",
    none: "Nobody signs up",
  }),
  ...choicesOf("places", placeChoices),
  "reservations attends": attendsOptions,
  "reservations switches_to": attendsOptions,
  "reservations waits_for": attendsOptions,
  ...choicesOf("education_resources", resourceChoices),
  "admin_users role": named(roleNames),
  "campaigns kind": named(kindLabels),
  "campaigns audience": named(audienceLabels),
  "channel_posts channel": named(channelNames),
  "channel_posts state": named(postStates),
  "contact_messages status": named(messageStates),
  "suggestions kind": named({ resource: "Resource", event: "Event" }),
  "suggestions status": named({ new: "New", accepted: "Accepted", declined: "Declined" }),
  "talks kind": named(kindNames),
  "talks level": named(levelNames),
  "talks language": named(languageNames),
  "talks status": statusLabels,
  "imports kind": named({
    subscribers: "Subscribers",
    resources: "Resources",
    events: "Events",
    guests: "People on paper",
  }),
  "mails purpose": named({ "test-email": "Test email" }),
  "mails state": named({ unknown: "Uncertain", due: "To be sent again", left: "Left as it is" }),
  "mail_suppressions stream": named(streamNames),
  "mail_suppressions reason": named(suppressionReasons),
};

export const emptyText = "(empty)";

export function valueInWords(table: string, column: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return emptyText;
  if (column === "co_hosts") return coHostLines(value as CoHost[]).replaceAll("\n", ", ") || emptyText;
  if (typeof value === "object" && column !== "tags") return JSON.stringify(value);
  const text = inWords(value, choices[`${table} ${column}`]);
  return column.endsWith("_at") && !Number.isNaN(Date.parse(text)) ? momentText(text) : text || emptyText;
}
