import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import {
  newsletterToken,
  type StandIn,
  startNewsletterProvider,
  startWaitlistEndpoint,
  waitlistToken,
} from "../../harness/serving/stand-in.ts";
import { eventually, Visitor } from "./client.ts";
import { secrets } from "./site-map.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

let stack: Stack;
let provider: StandIn;
let endpoint: StandIn;
beforeAll(async () => {
  [provider, endpoint] = await Promise.all([startNewsletterProvider(), startWaitlistEndpoint()]);
  stack = await startStack(databaseTemplate(), {
    NEWSLETTER_API_URL: provider.url,
    NEWSLETTER_API_TOKEN: newsletterToken,
    WAITLIST_ENDPOINT_URL: endpoint.url,
    WAITLIST_API_TOKEN: waitlistToken,
  });
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop(), endpoint?.stop()]));

const mark = "kukui";
const address = "198.51.100.99";
const email = `${mark}-person@example.org`;
const name = `${mark} name`;
const forms: [string, Record<string, string>][] = [
  ["/events", { name, email, event: "bitcoin" }],
  ["/events", { name, email: `${mark} no address`, event: `${mark}-event` }],
  ["/events/nft-art-showcase", { name, email }],
  ["/global-pizza-party", { name, email, nickname2: `${mark} trap` }],
  ["/insights", { email }],
  ["/newsletter/embed", { email, nickname2: `${mark} trap` }],
  ["/contact", { name, email, message: `${mark} message`, __intent__: `{"type":"${mark}"}` }],
  ["/education", { resource: `${mark}-resource`, intent: mark, tab: mark }],
  ["/education", { resource: "00000000-0000-4000-8000-000000000106", intent: "like", tab: mark }],
  ["/admin/login", { email, password: `${mark} password` }],
];
const adminForms: [string, Record<string, string>][] = [
  ["/admin/tabs", { intent: "create", label: `${mark} label`, tab_key: mark }],
  ["/admin/tabs", { intent: "place", id: mark, position: mark }],
  ["/admin/resources/new", { title: mark, description: mark, url: `https://${mark}.example/`, tab_key: mark }],
  ["/admin/events/new", { title: mark, place: mark, summary: mark, date: mark }],
  ["/admin/admins", { intent: "add", email, role: "editor" }],
  ["/admin/admins", { intent: "role", id: mark, role: mark }],
  ["/admin/admins", { intent: "remove", id: mark }],
  ["/admin/account", { current: `${mark} password`, password: `${mark} password`, repeated: mark }],
];

/**
 * Makes the same visits while everything works and while outside services fail.
 * @param place of an event in the admin area
 * @returns every cookie received
 */
async function journey(place: string): Promise<string[]> {
  const visitor = new Visitor(stack.url, { address });
  const headers = { "User-Agent": `${mark} browser`, Referer: `https://${mark}.example/`, "X-Forwarded-For": address };
  await visitor.get(`/education?q=${mark}-search&tab=${mark}`, headers);
  await visitor.get(`/search?q=${mark}-search`, headers);
  for (const [path, fields] of forms) await visitor.post(`${path}?query=${mark}`, fields, headers);
  const admin = new Visitor(stack.url, { address });
  const { LOCAL_ADMIN_EMAIL = "", LOCAL_ADMIN_PASSWORD = "" } = stack.settings;
  await admin.post("/admin/login", { email: LOCAL_ADMIN_EMAIL, password: LOCAL_ADMIN_PASSWORD }, headers);
  for (const [path, fields] of adminForms) await admin.post(`${path}?query=${mark}`, fields, headers);
  for (const list of ["messages", "subscribers", "log", `${place.slice("/admin/".length)}/people`, "resources"])
    await admin.get(`/admin/${list}?q=${mark}-search`, headers);
  await admin.get(`${place}/people.csv`, headers);
  return [...visitor.cookies.values(), ...admin.cookies.values()];
}

test("the log holds no email, name, message, search, password, address, cookie or secret, whatever fails", {
  timeout: 90_000,
}, async () => {
  const place = await placeOf(stack, "bitcoin");
  const cookies = await journey(place);
  for (const standIn of [provider, endpoint])
    standIn.answer({ status: 400, body: { message: `${email} ${name} is bad` } });
  cookies.push(...(await journey(place)));
  for (const standIn of [provider, endpoint]) standIn.answer("reset");
  await stack.stopSupabase();
  cookies.push(...(await journey(place)));
  await stack.startSupabase();
  const read = () => readFile(stack.workerLog, "utf8");
  await eventually(async () => (await read()).split(`"route":"${place}/people.csv"`).length === 4, "the last line");
  const written = await read();
  expect(written.match(/"route":"\/contact"/g)).toHaveLength(3);
  expect(cookies.length).toBeGreaterThan(2);
  const tokens = cookies.flatMap((cookie) => [cookie, cookie.slice(0, 40)]).filter((part) => part.length > 20);
  const guarded = [
    mark,
    address,
    ...tokens,
    ...secrets,
    newsletterToken,
    waitlistToken,
    String(stack.settings.LOCAL_ADMIN_EMAIL),
  ];
  expect(guarded.filter((text) => written.includes(text))).toEqual([]);
  const allowed = ["time", "requestId", "route", "status", "milliseconds", "outcome", "visitor", "error"];
  const names = written
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => Object.keys(JSON.parse(line)));
  expect([...new Set(names)].filter((each) => !allowed.includes(each))).toEqual([]);
});

test("the log never contains the token of a link, however its URL is spelled", async () => {
  const token = "k3v7".repeat(8);
  const visitor = new Visitor(stack.url);
  const spellings = ["/w/", "/W/", "//w/", "/%77/", "/w//", "/Admin/New-Password/", "/w%2f", "/w/x/", "/nowhere/"];
  for (const spelling of spellings)
    for (const path of [`${spelling}${token}`, `${spelling}${token.toUpperCase()}`]) {
      await visitor.post(path, { intent: "leave" });
      await visitor.get(path);
    }
  await visitor.get("/no-such-page-of-ours");
  const read = () => readFile(stack.workerLog, "utf8");
  await eventually(async () => (await read()).includes("/no-such-page-of-ours"), "the last line");
  expect((await read()).match(/"route":"[^"]*k3v7[^"]*"/gi) ?? []).toEqual([]);
  expect(await read()).toContain('"route":"/admin/new-password/…"');
});
