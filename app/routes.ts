import { index, type RouteConfig, route } from "@remix-run/route-config";

/** The site map: every URL of the site on one screen. */
export default [
  index("routes/home.tsx"),
  route("about", "routes/about.tsx"),

  route("events", "routes/events.tsx", { id: "events" }),
  route("bitcoin-pizza-day", "routes/events.tsx", { id: "bitcoin-pizza-day" }),
  route("global-pizza-party", "routes/global-pizza-party.tsx"),
  route("events/:key", "routes/event.tsx"),
  route("events/:key.ics", "routes/event-calendar.ts"),
  route("events.ics", "routes/calendar.ts"),

  route("education", "routes/education.tsx"),
  route("resources/events", "routes/resources-events.ts"),
  route("resources/:guide", "routes/guide.tsx"),

  route("insights", "routes/insights.tsx"),
  route("insights/rss.xml", "routes/rss.ts"),
  route("insights/atom.xml", "routes/atom.ts"),
  route("insights/:slug", "routes/article.tsx"),
  route("newsletter/embed", "routes/newsletter-embed.tsx"),

  route("contact", "routes/contact.tsx"),
  route("terms", "routes/legal.tsx", { id: "terms" }),
  route("privacy", "routes/legal.tsx", { id: "privacy" }),
  route("privacy-policy", "routes/legal.tsx", { id: "privacy-policy" }),
  route("cookies", "routes/cookies.tsx"),

  route("admin/login", "routes/admin/login.tsx"),
  route("admin/logout", "routes/admin/logout.ts"),
  route("admin/waitlists/:key.csv", "routes/admin/waitlist-csv.ts"),
  route("admin/people.json", "routes/admin/people-json.ts"),
  route("admin/subscribers.csv", "routes/admin/subscribers-csv.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("analytics", "routes/admin/analytics.tsx"),
    route("people", "routes/admin/people.tsx"),
    route("log", "routes/admin/log.tsx"),
    route("doctor", "routes/admin/doctor.tsx"),
    route("admins", "routes/admin/admins.tsx"),
    route("account", "routes/admin/account.tsx"),
    route("tabs", "routes/admin/tabs.tsx"),
    route("tabs/:id", "routes/admin/tab.tsx"),
    route("resources", "routes/admin/resources.tsx"),
    route("resources/new", "routes/admin/new-resource.tsx"),
    route("resources/:id", "routes/admin/resource.tsx"),
    route("waitlists", "routes/admin/waitlists.tsx"),
    route("waitlists/:key", "routes/admin/waitlist.tsx"),
    route("waitlists/:key/tickets", "routes/admin/waitlist-tickets.tsx"),
    route("waitlists/:key/:id", "routes/admin/waitlist-entry.tsx"),
    route("subscribers", "routes/admin/subscribers.tsx"),
    route("messages", "routes/admin/messages.tsx"),
    route("messages/:id", "routes/admin/message.tsx"),
    route("events", "routes/admin/events.tsx"),
    route("events/new", "routes/admin/new-event.tsx"),
    route("events/:id", "routes/admin/event.tsx"),
    route("events/:id/poster", "routes/admin/poster.tsx"),
    route("*", "routes/admin/no-page.tsx"),
  ]),

  route("sitemap.xml", "routes/sitemap.ts"),
  route("robots.txt", "routes/robots.ts"),
  route(".well-known/security.txt", "routes/security-contact.ts"),
  // not in the Worker: the build says that it is for production
  ...(process.env.NODE_ENV === "production" ? [] : [route("styleguide", "routes/styleguide.tsx")]),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
