import type { Page } from "@playwright/test";
import { publicRoutes } from "../../harness/public-pages.ts";

export interface Screen {
  name: string;
  path: string;
  /** The first link that matches this selector is followed from `path`. */
  follow?: string;
  /** What a visitor does there before the screenshot is taken. */
  act?: (page: Page) => Promise<unknown>;
  /**
   * The data it needs: the seed, the script's own busy site, none at all, an unreachable database, or npm run dev
   * (--url).
   */
  data?: "seeded" | "busy" | "fresh" | "gone" | "dev";
  admin?: true;
  window?: true;
  needsScripts?: true;
  widths?: number[];
  print?: true;
}

const submit = (form: string) => (page: Page) =>
  page.evaluate((selector) => {
    const shown = document.querySelector<HTMLFormElement>(selector);
    if (shown) shown.noValidate = true;
    shown?.querySelector<HTMLButtonElement>("button:not([type=button])")?.click();
  }, form);

/** Submits an empty form without the browser's own checks, and waits for the summary of its errors. */
const sendEmpty = (form: string) => async (page: Page) => {
  const button = page.locator(`${form} button`).last();
  await page.locator(form).evaluate((element) => {
    (element as HTMLFormElement).noValidate = true;
    for (const locked of element.querySelectorAll("button")) locked.disabled = false;
  });
  await button.click();
  await page.locator(".summary").waitFor();
};

const fill = (values: Record<string, string>, form: string) => async (page: Page) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`${form} [name=${name}]`).fill(value);
  await submit(form)(page);
  await page.locator("[role=status], [role=alert]").first().waitFor();
};

const openMenu = (page: Page) => page.locator(".menu summary").click();

const follow = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForLoadState("load");
};

const scrollTo = (top: number) => async (page: Page) => {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await page.waitForTimeout(150);
};

const firstOf = "main table th a";

const namedScreens: Screen[] = [
  { name: "home", path: "/" },
  { name: "home-scrolled", path: "/", act: scrollTo(520), window: true },
  { name: "menu", path: "/", act: openMenu, window: true, widths: [360] },
  { name: "about", path: "/about" },
  { name: "events", path: "/events" },
  { name: "events-ethereum", path: "/events?event=ethereum" },
  { name: "events-errors", path: "/events", act: sendEmpty("#waitlist form") },
  { name: "events-joined", path: "/events?done=waitlist&event=bitcoin" },
  { name: "event", path: "/events/bitcoin" },
  { name: "event-without-poster", path: "/events/blockchain-basics-workshop" },
  { name: "pizza-party", path: "/global-pizza-party" },
  { name: "pizza-party-thanks", path: "/global-pizza-party?done=waitlist" },
  { name: "education", path: "/education" },
  { name: "education-media", path: "/education?tab=media" },
  { name: "education-glossary", path: "/education?tab=glossary" },
  { name: "education-liked", path: "/education", act: (page) => page.locator(".like").first().click() },
  { name: "education-nothing-found", path: "/education?q=nothing-like-it" },
  { name: "search-pizza", path: "/search?q=pizza" },
  { name: "search-all-kinds", path: "/search?q=bitcoin" },
  { name: "search-okina", path: "/search?q=k%C4%81ne%CA%BBohe" },
  { name: "search-nothing-found", path: "/search?q=xylophone" },
  { name: "insights", path: "/insights" },
  { name: "insights-errors", path: "/insights", act: sendEmpty("#newsletter form") },
  { name: "insights-subscribed", path: "/insights?done=pending" },
  { name: "article-custody", path: "/insights/keys-custody-and-common-sense" },
  { name: "article-paper", path: "/insights/reading-the-bitcoin-paper" },
  { name: "article-ledger", path: "/insights/what-a-ledger-can-do-for-an-island" },
  { name: "guide-basics", path: "/resources/blockchain-basics" },
  { name: "guide-research", path: "/resources/research" },
  { name: "guide-faqs", path: "/resources/faqs" },
  { name: "contact", path: "/contact" },
  { name: "contact-errors", path: "/contact", act: sendEmpty("#contact-form") },
  {
    name: "contact-receipt",
    path: "/contact",
    act: fill(
      { name: "Leilani Kāneʻohe", email: "leilani@example.org", message: "Aloha. We have a room in Hilo." },
      "#contact-form",
    ),
  },
  { name: "terms", path: "/terms" },
  { name: "privacy", path: "/privacy" },
  { name: "cookies", path: "/cookies" },
  { name: "newsletter-embed", path: "/newsletter/embed", widths: [360] },
  { name: "not-found", path: "/no-such-page" },
  { name: "print-article", path: "/insights/keys-custody-and-common-sense", print: true, widths: [768] },
  { name: "print-event", path: "/events/bitcoin", print: true, widths: [768] },
  { name: "busy-events", path: "/events?event=long", data: "busy" },
  { name: "busy-event", path: "/events/open", data: "busy" },
  { name: "busy-education", path: "/education?tab=islands", data: "busy" },
  { name: "empty-shelf", path: "/education?tab=empty", data: "busy" },
  { name: "busy-contact", path: "/contact", data: "busy" },
  { name: "styleguide", path: "/styleguide", data: "dev" },
  { name: "gone-events", path: "/events", data: "gone" },
  { name: "gone-education", path: "/education", data: "gone" },
  { name: "gone-event", path: "/events/bitcoin", data: "gone" },
];

/** Each public route without a named screen gets a screenshot of its first path. */
const foundScreens = publicRoutes
  .filter(({ file }) => {
    const paths = publicRoutes.flatMap((route) => (route.file === file ? route.paths : []));
    return !namedScreens.some(({ path }) => paths.includes(path));
  })
  .map(({ paths: [path = ""] }): Screen => ({ name: path.slice(1).replaceAll("/", "-"), path }));

const adminScreens: Screen[] = [
  { name: "login", path: "/admin/login" },
  {
    name: "login-wrong",
    path: "/admin/login",
    act: fill({ email: "nobody@example.org", password: "not the password" }, "#sign-in"),
  },
  { name: "dashboard", path: "/admin?done=signed-in", admin: true },
  { name: "menu", path: "/admin/events", act: openMenu, window: true, widths: [360, 768], admin: true },
  { name: "tab", path: "/admin/tabs", follow: firstOf, admin: true },
  { name: "resource", path: "/admin/resources", follow: firstOf, admin: true },
  { name: "new-resource", path: "/admin/resources/new", admin: true },
  { name: "new-resource-errors", path: "/admin/resources/new", act: sendEmpty("main .form"), admin: true },
  { name: "articles", path: "/admin/articles", admin: true },
  { name: "article", path: "/admin/articles", follow: firstOf, admin: true },
  { name: "article-preview", path: "/admin/articles", follow: firstOf, act: follow("Preview"), admin: true },
  { name: "article-version", path: "/admin/articles", follow: firstOf, act: follow("Version 1"), admin: true },
  { name: "new-article", path: "/admin/articles/new", admin: true },
  { name: "new-article-errors", path: "/admin/articles/new", act: sendEmpty("main .form"), admin: true },
  { name: "site", path: "/admin/site", admin: true },
  { name: "event", path: "/admin/events", follow: firstOf, admin: true },
  { name: "event-window", path: "/admin/events", follow: firstOf, act: scrollTo(600), window: true, admin: true },
  {
    name: "event-delete",
    path: "/admin/events",
    follow: firstOf,
    act: async (page: Page) => {
      await follow("Details")(page);
      await follow("Delete this event …")(page);
    },
    window: true,
    admin: true,
  },
  { name: "new-event", path: "/admin/events/new", admin: true },
  { name: "people", path: "/admin/people", admin: true },
  { name: "no-match", path: "/admin/resources?q=nothing-like-it", admin: true },
  { name: "admins", path: "/admin/admins", admin: true },
  { name: "account", path: "/admin/account", admin: true },
  ...(
    [
      { name: "dashboard", path: "/admin" },
      { name: "tabs", path: "/admin/tabs?done=placed" },
      { name: "resources", path: "/admin/resources" },
      { name: "order", path: "/admin/resources?tab=islands" },
      { name: "resource", path: "/admin/resources?q=collected", follow: firstOf },
      { name: "events", path: "/admin/events" },
      { name: "event", path: "/admin/events?q=evening+with", follow: firstOf },
      { name: "people", path: "/admin/waitlists/bitcoin" },
      { name: "subscribers", path: "/admin/subscribers" },
      { name: "messages", path: "/admin/messages" },
      { name: "analytics", path: "/admin/analytics" },
      { name: "log", path: "/admin/log" },
    ] as Screen[]
  ).map((screen): Screen => ({ ...screen, name: `busy-${screen.name}`, data: "busy", admin: true })),
  { name: "busy-poster", path: "/admin/events", follow: firstOf, act: follow(/poster$/), data: "busy", admin: true },
  {
    name: "busy-person",
    path: "/admin/people",
    act: async (page: Page) => {
      await page.getByLabel("Email").fill("kai.0@example.org");
      await page.getByRole("button", { name: "Look up" }).click();
      await page.locator("#held").waitFor();
    },
    data: "busy",
    admin: true,
  },
  { name: "busy-event-of-places", path: "/admin/events?q=places", follow: firstOf, data: "busy", admin: true },
  {
    name: "busy-places",
    path: "/admin/events?q=places",
    follow: firstOf,
    act: follow("People"),
    data: "busy",
    admin: true,
  },
  {
    name: "busy-reservation",
    path: "/admin/events?q=places",
    follow: firstOf,
    act: async (page: Page) => {
      await follow("People")(page);
      await follow(/^Kaleookalani/)(page);
    },
    data: "busy",
    admin: true,
  },
  {
    name: "busy-copy",
    path: "/admin/events?q=places",
    follow: firstOf,
    act: follow("Copy into the next edition"),
    data: "busy",
    admin: true,
  },
  { name: "busy-tickets", path: "/admin/waitlists/bitcoin/tickets", data: "busy", admin: true },
  {
    name: "busy-person-of-event",
    path: "/admin/waitlists/bitcoin",
    follow: firstOf,
    data: "busy",
    admin: true,
  },
  { name: "busy-message", path: "/admin/messages", follow: firstOf, data: "busy", admin: true },
  ...[
    { name: "dashboard", path: "/admin" },
    { name: "tabs", path: "/admin/tabs" },
    { name: "resources", path: "/admin/resources" },
    { name: "new-resource", path: "/admin/resources/new" },
    { name: "events", path: "/admin/events" },
    { name: "subscribers", path: "/admin/subscribers" },
    { name: "messages", path: "/admin/messages" },
    { name: "analytics", path: "/admin/analytics" },
    { name: "log", path: "/admin/log" },
  ].map((screen): Screen => ({ ...screen, name: `fresh-${screen.name}`, data: "fresh", admin: true })),
].map((screen) => ({ ...screen, name: `admin-${screen.name}` }) as Screen);

export const screens: Screen[] = [...namedScreens, ...foundScreens, ...adminScreens];
