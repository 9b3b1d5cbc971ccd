import { publicPages } from "../../harness/public-pages.ts";

/** Every page that a visitor can reach, including paths and queries that show another state of it. */
export const pages = [
  ...publicPages,
  "/events?event=ethereum",
  "/events?done=waitlist&event=bitcoin",
  "/global-pizza-party?done=waitlist",
  "/education?tab=media",
  "/education?tab=courses",
  "/education?tab=glossary",
  "/education?tab=islands&page=2",
  "/education?q=nothing-like-it",
  "/search?q=pizza",
  "/search?q=bitcoin",
  "/search?q=xylophone",
  "/insights?done=subscribed",
  "/no-such-page",
];
