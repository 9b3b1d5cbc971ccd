export const roles = ["owner", "editor"] as const;

export type Role = (typeof roles)[number];

export const roleNames: Record<Role, string> = { owner: "Owner", editor: "Editor" };

export const roleWords: Record<Role, string> = {
  owner:
    "An owner can change everything, read and export what visitors sent, erase it, and remove or change other admins.",
  editor:
    "An editor looks after events and their people, articles, the library, messages and the newsletter, but cannot open Subscribers, People or Settings, download lists of people, or delete what visitors sent.",
};

/** In the tables below, `editor` means every admin, and `owner` means owners only. */
type LeastRole = Role;

/** Who may open a page or file of the admin area and send its forms. Whatever is not listed is for owners only. */
export const pages = {
  "/admin": "editor",
  "/admin/*": "editor",
  "/admin/account": "editor",
  "/admin/account/address": "editor",
  "/admin/account/factor": "editor",
  "/admin/account/recovery-codes.txt": "editor",
  "/admin/admins": "owner",
  "/admin/admins/factors": "owner",
  "/admin/admins/:id": "owner",
  "/admin/admins/invite": "owner",
  "/admin/analytics": "editor",
  "/admin/articles": "editor",
  "/admin/articles/new": "editor",
  "/admin/articles/:id": "editor",
  "/admin/articles/:id/picture": "editor",
  "/admin/articles/:id/preview": "editor",
  "/admin/articles/:id/revisions/:number": "editor",
  "/admin/articles/:id/text-picture": "editor",
  "/admin/code": "editor",
  "/admin/doctor": "owner",
  "/admin/text-preview": "editor",
  "/admin/events": "editor",
  "/admin/events.csv": "editor",
  "/admin/events.json": "editor",
  "/admin/events/new": "editor",
  "/admin/events/:id": "editor",
  "/admin/events/:id/copy": "editor",
  "/admin/events/:id/door": "editor",
  "/admin/events/:id/programme": "editor",
  "/admin/events/:id/programme.csv": "editor",
  "/admin/events/:id/programme/new": "editor",
  "/admin/events/:id/preview": "editor",
  "/admin/events/:id/programme/preview": "editor",
  "/admin/events/:id/programme/call": "editor",
  "/admin/events/:id/programme/call/:proposal": "editor",
  "/admin/events/:id/programme/rooms": "editor",
  "/admin/events/:id/programme/speakers": "editor",
  "/admin/events/:id/programme/speakers/new": "editor",
  "/admin/events/:id/programme/speakers/:speaker": "editor",
  "/admin/events/:id/programme/speakers/:speaker/corrections": "editor",
  "/admin/events/:id/programme/:talk": "editor",
  "/admin/events/:id/afterwards": "editor",
  "/admin/events/:id/details": "editor",
  "/admin/events/:id/emails": "editor",
  "/admin/events/:id/emails/by-hand": "owner",
  "/admin/events/:id/emails/new": "editor",
  "/admin/events/:id/questions": "editor",
  "/admin/events/:id/questions/counts": "editor",
  "/admin/events/:id/questions/:question": "editor",
  "/admin/events/:id/people": "editor",
  "/admin/events/:id/people.csv": "owner",
  "/admin/events/:id/people.json": "owner",
  "/admin/events/:id/people/:person": "editor",
  "/admin/events/:id/people/actions/:action": "editor",
  "/admin/events/:id/reservations": "editor",
  "/admin/events/:id/reservations/:person": "editor",
  "/admin/events/:id/join-link": "editor",
  "/admin/events/:id/links": "editor",
  "/admin/events/:id/flyer": "editor",
  "/admin/events/:id/sign": "editor",
  "/admin/events/:id/poster": "editor",
  "/admin/imports": "editor",
  "/admin/imports/:id": "editor",
  "/admin/issues": "editor",
  "/admin/issues/new": "editor",
  "/admin/issues/:id": "editor",
  "/admin/issues/flyer": "editor",
  "/admin/issues/links": "editor",
  "/admin/issues/:id/letter": "editor",
  "/admin/issues/:id/picture": "editor",
  "/admin/issues/:id/preview": "editor",
  "/admin/log": "editor",
  "/admin/mails": "editor",
  "/admin/messages": "editor",
  "/admin/messages/:id": "editor",
  "/admin/people": "owner",
  "/admin/people.json": "owner",
  "/admin/pictures": "editor",
  "/admin/pictures.json": "editor",
  "/admin/pictures/:id": "editor",
  "/admin/places": "editor",
  "/admin/places/new": "editor",
  "/admin/places/:id": "editor",
  "/admin/posts": "editor",
  "/admin/posts/new": "editor",
  "/admin/proof": "editor",
  "/admin/resources": "editor",
  "/admin/resources.csv": "editor",
  "/admin/resources.json": "editor",
  "/admin/resources/new": "editor",
  "/admin/resources/:id": "editor",
  "/admin/samples": "owner",
  "/admin/search": "editor",
  "/admin/series": "editor",
  "/admin/series/new": "editor",
  "/admin/series/:id": "editor",
  "/admin/series/:id/flyer": "editor",
  "/admin/series/:id/links": "editor",
  "/admin/site": "owner",
  "/admin/site/announcement": "owner",
  "/admin/site/founders": "owner",
  "/admin/site/looks": "owner",
  "/admin/site/newsletter": "owner",
  "/admin/site/pages": "owner",
  "/admin/subscribers": "owner",
  "/admin/subscribers.csv": "owner",
  "/admin/subscribers.json": "owner",
  "/admin/suggestions": "editor",
  "/admin/tabs": "editor",
  "/admin/tabs/:id": "editor",
  "/admin/waitlists": "editor",
  "/admin/waitlists/:key": "editor",
  "/admin/waitlists/:key/:person": "editor",
  "/admin/waitlists/:key/emails": "editor",
  "/admin/waitlists/:key/emails/new": "editor",
  "/admin/waitlists/:key/tickets": "editor",
} as const satisfies Record<string, LeastRole>;

/** The forms of those pages that only owners may send, by intent. */
export const ownersIntents: Readonly<Record<string, readonly string[]>> = {
  "/admin/messages/:id": ["delete"],
  "/admin/events/:id/people/:person": ["remove"],
};

/** What the log of changes is about: its name, and who reads it. */
export const logs: Readonly<Record<string, { name: string; least: LeastRole }>> = {
  education_tabs: { name: "Tab", least: "editor" },
  education_resources: { name: "Resource", least: "editor" },
  events: { name: "Event", least: "editor" },
  places: { name: "Place", least: "editor" },
  event_questions: { name: "Question", least: "editor" },
  place_notes: { name: "Notes on a place", least: "editor" },
  series: { name: "Series", least: "editor" },
  programmes: { name: "Program", least: "editor" },
  talks: { name: "Talk", least: "editor" },
  speakers: { name: "Speaker", least: "editor" },
  rooms: { name: "Room", least: "editor" },
  waitlist_entries: { name: "Waitlist entry", least: "editor" },
  reservations: { name: "Reservation", least: "editor" },
  line_moves: { name: "Move on a waitlist", least: "editor" },
  join_links: { name: "Join link", least: "editor" },
  named_links: { name: "Link with a name", least: "editor" },
  credentials: { name: "Credential of attendance", least: "editor" },
  door_passes: { name: "Door pass", least: "editor" },
  newsletter_subscribers: { name: "Subscriber", least: "owner" },
  newsletter_issues: { name: "Newsletter issue", least: "editor" },
  articles: { name: "Article or guide", least: "editor" },
  pictures: { name: "Picture", least: "editor" },
  contact_messages: { name: "Message", least: "editor" },
  suggestions: { name: "Suggestion", least: "editor" },
  imports: { name: "Import", least: "editor" },
  channel_posts: { name: "Post to a channel", least: "editor" },
  message_answers: { name: "Answer", least: "editor" },
  outbox: { name: "Delivery", least: "editor" },
  campaigns: { name: "Email about an event", least: "editor" },
  admin_users: { name: "Admin", least: "owner" },
  people: { name: "Person", least: "owner" },
  mails: { name: "Email", least: "editor" },
  mail_suppressions: { name: "Address that got no email", least: "owner" },
  access: { name: "Account", least: "owner" },
  site_settings: { name: "Site", least: "owner" },
};

const has = (role: Role, least: LeastRole = "owner") => role === "owner" || role === least;

/** Whether a role may open a page. @param page as in the site map (`/admin/tabs/:id`), or a URL with a query */
export function mayOpen(role: Role, page: string): boolean {
  const path = page.replace(/[?#].*/, "");
  return !path.startsWith("/admin") || has(role, pages[path as keyof typeof pages]);
}

export const maySend = (role: Role, page: string, intent: string) =>
  mayOpen(role, page) && (role === "owner" || !ownersIntents[page]?.includes(intent));

export const mayReadLogOf = (role: Role, table: string) => has(role, logs[table]?.least);
