import { navigation } from "../../admin/navigation.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { Dashboard } from "./dashboard.server.ts";

interface Tile {
  /** if it differs from the menu's */
  title?: string;
  text: string;
  count?: (counts: Dashboard["counts"]) => string;
}

const tiles: Record<string, Tile> = {
  "/admin/events": {
    text: "Dates, places, posters and tickets.",
    count: ({ events }) => pluralize(events, "event"),
  },
  "/admin/series": { text: "Events that take place again and again." },
  "/admin/places": { text: "Addresses, and how to get there and in." },
  "/admin/articles": { text: "Insights and guides." },
  "/admin/pictures": { text: "Photos for events, articles and the site." },
  "/admin/resources": {
    title: "Manage Resources",
    text: "What the library has to offer.",
    count: ({ resources }) => pluralize(resources, "resource"),
  },
  "/admin/tabs": {
    title: "Manage Tabs",
    text: "The tabs of the library and their order.",
    count: ({ tabs }) => pluralize(tabs, "tab"),
  },
  "/admin/messages": { text: "What visitors wrote.", count: ({ messages }) => pluralize(messages, "message") },
  "/admin/posts": { text: "Posts about events, articles and issues, on Discord and elsewhere." },
  "/admin/suggestions": { text: "What visitors suggest for the library and the events." },
  "/admin/subscribers": {
    text: "Who wants the newsletter.",
    count: ({ subscribers }) => pluralize(subscribers, "subscriber"),
  },
  "/admin/issues": { text: "Write and send an issue." },
  "/admin/people": { text: "Everything about one person, to show or erase." },
  "/admin/analytics": { text: "What visitors do, day by day.", count: ({ likes }) => pluralize(likes, "like") },
  "/admin/mails": { text: "What may not have arrived." },
  "/admin/log": { text: "Who changed what, and when." },
  "/admin/doctor": { text: "Whether everything works." },
  "/admin/site": { text: "Names, links and words of the site." },
  "/admin/admins": { text: "Who can use this area.", count: ({ admins }) => pluralize(admins, "admin") },
  "/admin/account": { text: "Your password, second factor and sessions." },
};

/** The tiles of the dashboard: the sections of the menu, in its order. */
export const sections: readonly (Tile & { to: string; title: string })[] = navigation
  .flatMap(({ items }) => items)
  .flatMap(({ to, label }) => (tiles[to] ? [{ to, title: label, ...tiles[to] }] : []));
