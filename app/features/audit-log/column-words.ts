import { type Choices, inWords, type Option } from "../../admin/fields.ts";
import { roleNames } from "../../admin/roles.ts";
import type { Database } from "../../platform/database/database.gen.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { kindLabels } from "../campaigns/campaign.ts";
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
/** Columns that the log leaves out or that only triggers use. */
type Unnamed =
  | "id"
  | "search_text"
  | "relied_on"
  | "told"
  | "over_at"
  | "updated_at"
  | "sequence"
  | "dated_at"
  | "news_at"
  | "previous_starts_at"
  | "started_by"
  | "folded_name"
  | "place_id"
  | "place_details"
  | "in_words"
  | "address"
  | "is_listed"
  | "folded_tags";
type Labels<Table extends keyof Tables> = Record<
  Exclude<keyof Tables[Table]["Row"], Unnamed | Tables[Table]["ComputedFields"]>,
  string
>;

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  education_tabs: { ...tabLabels, display_order: "Position", created_at: "Added" } satisfies Labels<"education_tabs">,
  education_resources: {
    ...resourceLabels,
    display_order: "Position",
    created_at: "Added",
    deleted_at: "Deleted",
  } satisfies Labels<"education_resources">,
  events: {
    ...eventLabels,
    place: "Place",
    key: "Key",
    starts_at: "Start time",
    ends_at: "End time",
    poster_path: "Poster",
    poster_alt: "Poster description",
    poster_width: "Poster width",
    poster_height: "Poster height",
    waitlist_closed: "Waitlist closed",
    link_secret: "Link (the former one leads nowhere)",
    answers_until: "Answers can be changed until",
    takes_reservations: "Free reservations on this site",
    created_at: "Added",
  } satisfies Labels<"events">,
  places: {
    ...placeLabels,
    key: "Key",
    latitude: "Latitude",
    longitude: "Longitude",
    picture_path: placeLabels.picture,
    picture_alt: "Picture description",
    picture_width: "Picture width",
    picture_height: "Picture height",
    created_at: "Added",
  } satisfies Labels<"places">,
  event_questions: {
    ...questionLabels,
    event_id: "Event",
    position: "Position",
    ready: "Ready question",
    closed_at: "Closed since",
    created_at: "Added",
  } satisfies Labels<"event_questions">,
  place_notes: { notes: "Notes", created_at: "Added" } satisfies Labels<"place_notes">,
  series: {
    ...seriesLabels,
    template_id: seriesLabels.template,
    template_at: "Copied again",
    frequency: seriesLabels.rhythm,
    week_of_month: "Week of the month",
    key: "Key",
    created_at: "Added",
  } satisfies Labels<"series">,
  programmes: { published_at: "Published", created_at: "Added" } satisfies Labels<"programmes">,
  rooms: { ...roomLabels, event_id: "Event", created_at: "Added" } satisfies Labels<"rooms">,
  speakers: {
    ...speakerLabels,
    number: "Number",
    event_id: "Event",
    picture_path: speakerLabels.picture,
    picture_alt: "Picture description",
    picture_width: "Picture width",
    picture_height: "Picture height",
    created_at: "Added",
  } satisfies Labels<"speakers">,
  talks: {
    ...talkLabels,
    number: "Number",
    event_id: "Event",
    starts_at: talkLabels.start,
    ends_at: talkLabels.end,
    room_id: talkLabels.room,
    workshop_id: talkLabels.workshop,
    status: "Status",
    is_announced: "Announced",
    created_at: "Added",
  } satisfies Labels<"talks">,
  reservations: {
    event_id: "Event",
    party: "People",
    state: "State",
    line: "Waitlist position",
    hold_until: "Held until",
    offers: "Offers",
    offered_at: "Offered",
    offer_ends_at: "Offer ends",
    to_be_notified: "Not notified yet",
    code: "Check-in code",
    arrived: "People who came",
    checked_in_at: "Checked in",
    checked_in_by: "Checked in by",
    asked_for: "Asked about the day",
    coming_at: "Said they are coming",
    attends: "Takes part",
    switches_to: "Wants to switch",
    waits_for: "On the waitlist",
    decided_at: "Request decided",
    words: "What the organizers wrote",
  } satisfies Labels<"reservations">,
  line_moves: {
    reservation_id: "Reservation",
    reason: "Reason",
    moved_by: "Moved by",
    moved_at: "Moved",
  } satisfies Labels<"line_moves">,
  join_links: { url: "Link" },
  named_links: {
    event_id: "Event",
    series_id: "Series",
    slug: "Name in the link",
    name: "Name",
    created_at: "Added",
  } satisfies Labels<"named_links">,
  credentials: {
    number: "Number",
    subject: "Holder",
    reservation_id: "Reservation",
    created_at: "First downloaded",
    taken_back_at: "Taken back",
    person: "Person",
    is_sample: "Sample",
  } satisfies Labels<"credentials">,
  door_passes: {
    event_id: "Event",
    name: "Name",
    token_digest: "Link",
    created_at: "Made",
    ended_at: "Taken back",
    made_by: "Made by",
    session_id: "Session",
    is_own: "For themselves",
  } satisfies Labels<"door_passes">,
  waitlist_entries: {
    event_id: "Event",
    name: "Name",
    email: "Email",
    note: "Note",
    consent_version: "Consent text",
    consent_page: "Page of the form",
    suspected_spam: "Suspected spam",
    tickets_notified_at: "Notified of tickets",
    notified_at: "Notified",
    confirmed_at: "Email confirmed",
    link_generation: "Number of the link",
    quiet_at: "No emails in own words since",
    answers_changed_at: "Answers changed",
    for_entry: "By the reservation",
    came_by: "Came by",
    created_at: "Joined",
  } satisfies Labels<"waitlist_entries">,
  newsletter_subscribers: {
    email: "Email",
    suspected_spam: "Suspected spam",
    requested_at: "Newsletter requested",
    consent_version: "Consent text",
    consent_page: "Page of the form",
    confirm_by: "To be confirmed by",
    confirmation_asked_at: "Asked to confirm",
    confirmed_at: "Email confirmed",
    left_at: "Unsubscribed",
    link_generation: "Number of the link",
    keep_until: "Kept until",
    imported_from: "Imported from",
    agreed_text: "What they agreed to",
    came_by: "Came by",
    created_at: "Subscribed",
  } satisfies Labels<"newsletter_subscribers">,
  newsletter_issues: {
    ...issueLabels,
    number: "Number",
    html: "Text as HTML",
    renderer: "Renderer of the text",
    scheduled_at: "Scheduled for",
    letter: "Email",
    sent_at: "Sent",
    recipients: "People",
    paused_at: "Paused",
    next_batch_at: "Next emails",
    last_error: "Last error",
    created_at: "Added",
  } satisfies Labels<"newsletter_issues">,
  articles: {
    kind: "Kind",
    slug: "URL ending",
    revision: "Version",
    published_revision: "Published version",
    published_at: "Published",
    change_note: "What changed",
    changed_at: "Shown as updated",
    trashed_at: "In the trash",
    created_at: "Added",
  } satisfies Labels<"articles">,
  pictures: {
    path: "File",
    alt: "Description",
    width: "Width",
    height: "Height",
    bytes: "Bytes",
    focus: "Stays in sight",
    created_at: "Added",
  } satisfies Labels<"pictures">,
  contact_messages: {
    ...contactLabels,
    number: "Number",
    status: "State",
    note: "Note",
    suspected_spam: "Suspected spam",
    created_at: "Sent",
    handled_at: "Done since",
  } satisfies Labels<"contact_messages">,
  suggestions: {
    kind: "Kind",
    title: "Title",
    url: "Link",
    about: "About",
    day: "Day",
    place: "Place",
    email: "Email",
    status: "State",
    suspected_spam: "Suspected spam",
    created_at: "Sent",
    handled_at: "Handled",
  } satisfies Labels<"suggestions">,
  channel_posts: {
    channel: "Channel",
    event_id: "Event",
    article_id: "Article",
    issue_id: "Issue",
    text: "Text",
    state: "State",
    attempts: "Attempts",
    next_attempt_at: "Next attempt",
    claimed_until: "Being sent until",
    last_error: "Last error",
    created_at: "Queued",
    settled_at: "Settled",
  } satisfies Labels<"channel_posts">,
  outbox: {
    kind: "Kind",
    waitlist_entry_id: "Waitlist entry",
    subscriber_id: "Subscriber",
    idempotency_key: "Delivery number",
    attempts: "Attempts",
    next_attempt_at: "Next attempt",
    claimed_until: "Being sent until",
    delivered_at: "Delivered",
    failed_at: "Given up",
    last_error: "Last error",
    created_at: "Added",
    rank: "Turn",
    is_stale: "Out of date",
  } satisfies Labels<"outbox">,
  campaigns: {
    event_id: "Event",
    kind: "About",
    subject: "Subject",
    audience: "Sent to",
    words: "Words",
    is_off: "Switched off",
    starts_at: "Date that it is about",
    started_at: "Started",
    paused_at: "Paused",
    send_at: "Scheduled for",
    created_at: "Added",
  } satisfies Labels<"campaigns">,
  site_settings: { settings: "Names, links, texts, founders and announcement" } satisfies Labels<"site_settings">,
  admin_users: {
    created_at: "Admin since",
    role: "Role",
    first_signed_in_at: "First sign-in",
  } satisfies Labels<"admin_users">,
  people: {
    waitlist_entries: "Waitlist entries",
    waitlist_changes: "Changes of an address on a waitlist",
    departures: "Entries that were left",
    newsletter_subscribers: "Subscriptions",
    contact_messages: "Messages",
    suggestions: "Suggestions",
    import_rows: "Lines of staged files",
    sign_in_failures: "Records of failed sign-ins",
    known_addresses: "Records of where the account signed in from",
    newsletter_requests: "Records of newsletter requests",
    accounts: "Accounts",
    address_changes: "Changes of an admin’s email address",
    invitations: "Invitations",
    mails: "Emails",
    texts: "Other notes and texts that contained the address",
    log_entries: "Log entries that contained the address",
    address_digest: "Digest of the address",
  },
  imports: { kind: "Kind", source: "Imported from", rows: "Rows", changed: "Changed rows" },
  mails: { state: "State", purpose: "Kind" },
  mail_suppressions: { stream: "What was not sent", reason: "Reason" },
};

const unnamed: readonly string[] = [
  "id",
  "sequence",
  "dated_at",
  "news_at",
  "previous_starts_at",
  "started_by",
  "place_id",
] satisfies Unnamed[];

export function columnLabel(table: string, column: string): string | null {
  if (unnamed.includes(column)) return null;
  return labels[table]?.[column] ?? column;
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
    none: "Nobody signs up: an announcement",
  }),
  ...choicesOf("places", placeChoices),
  "reservations attends": attendsOptions,
  "reservations switches_to": attendsOptions,
  "reservations waits_for": attendsOptions,
  ...choicesOf("education_resources", resourceChoices),
  "admin_users role": named(roleNames),
  "campaigns kind": named(kindLabels),
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
