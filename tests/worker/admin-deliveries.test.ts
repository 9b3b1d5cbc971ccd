import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { type StandIn, startWaitlistEndpoint, waitlistToken } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, readAsAdmin, withTables } from "./tables.ts";

let endpoint: StandIn;
let stack: Stack;
let admin: Visitor;

beforeAll(async () => {
  endpoint = await startWaitlistEndpoint();
  stack = await startStack(databaseTemplate(), {
    WAITLIST_ENDPOINT_URL: endpoint.url,
    WAITLIST_API_TOKEN: waitlistToken,
  });
  admin = await signIn(new Visitor(stack.url));
  list = `${await placeOf(stack, "bitcoin")}/people`;
});

afterAll(async () => {
  await stack?.stop();
  await endpoint?.stop();
});

let list: string;
const look = async (path: string) => new Page((await admin.get(path)).body);
const join = (name: string, more: Record<string, string> = {}) =>
  new Visitor(stack.url).post("/events", { name, email: `${name}@example.org`, event: "bitcoin", ...more });
const entryPath = async (name: string, query = "") => {
  const page = await look(`${list}?q=${name}${query}`);
  return page.attribute("tbody th a", "href") ?? expect.fail(`${name} is not on the list`);
};
const shows = (path: string, text: string) =>
  eventually(async () => (await look(path)).text(".facts")?.includes(text), `“${text}” at ${path}`);

test("a delivery that was given up is counted, shows its reason, and arrives when an admin retries", async () => {
  endpoint.answer({ status: 400, body: { error: "no" } });
  await join("kaleo");
  const entry = await entryPath("kaleo");
  await shows(entry, "Given up after 1 attempt: status 400");
  const overview = await look(list.replace("/people", ""));
  expect(overview.attributes(".figures a", "href")).toContain(`${list}?state=failing`);
  expect((await look(`${list}?state=failing`)).texts("tbody th")).toEqual(["kaleo"]);

  endpoint.answer("by the protocol");
  const answer = await admin.postAndFollow(entry, { intent: "retry" });
  expect(answer.path).toBe(`${entry}?done=retried`);
  await shows(entry, "Forwarded ");
  expect((await look(`${list}?state=failing`)).texts("tbody th")).toEqual([]);

  const again = await admin.post(entry, { intent: "retry" });
  expect(again.status).toBe(422);
  expect(new Page(again.body).texts('[role="alert"]')).toContain("There is nothing left to deliver.");
});

test("an entry that is cleared of spam is forwarded too", async () => {
  await join("noelani", { nickname2: "x" });
  const entry = await entryPath("noelani", "&state=spam");
  expect((await look(entry)).text(".facts")).toContain("Nothing to forward");
  const asked = String((await admin.post(entry, { intent: "clear" })).headers.location);
  expect((await look(asked)).text(".asked p")).toContain("also sent to");
  expect((await admin.post(asked, { intent: "apply" })).status).toBe(303);
  await shows(entry, "Forwarded ");
  expect(endpoint.received.at(-1)?.body).toEqual({ name: "noelani", email: "noelani@example.org", event: "bitcoin" });
});

test("the dashboard says that no address for notices is configured, and there is no notice to retry", async () => {
  await new Visitor(stack.url).post("/contact", { name: "Lani", email: "lani@example.org", message: "Aloha" });
  const dashboard = await look("/admin");
  expect(dashboard.text('[aria-labelledby="attention"]')).toContain("No address for notices is configured");
  for (const fields of [{ intent: "retry" }, { intent: "burn" }, {}] as Record<string, string>[]) {
    const answer = await admin.post("/admin/messages", fields);
    expect.soft(answer.status).toBe(422);
    expect.soft(new Page(answer.body).texts('[role="alert"]')).toHaveLength(1);
  }
});

test("forms that no page sends change nothing: unknown buttons, versions, lists and ids", async () => {
  await join("pua");
  const entry = await entryPath("pua");
  const wrong = [{ intent: "burn" }, {}, { intent: "remove", version: "yesterday" }, { intent: "remove" }];
  for (const fields of wrong) expect.soft((await admin.post(entry, fields as Record<string, string>)).status).toBe(422);
  const id = entry.split("/").at(-1);
  for (const path of [
    `${await placeOf(stack, "ethereum")}/people/${id}`,
    `${list}/1`,
    `${list}/${id}'--`,
    "/admin/messages/1",
  ]) {
    expect.soft((await admin.get(path)).status).toBe(404);
    expect.soft((await admin.post(path, { intent: "remove" })).status).toBe(404);
  }
  expect((await admin.post("/admin/subscribers", { intent: "remove", id: "1" })).status).toBe(404);
  expect(
    (await admin.post(`${list.replace("people", "emails/by-hand")}`, { until: "2999-01-01T00:00:00.000Z" })).status,
  ).toBe(303);
  const page = await look(entry);
  expect(page.text(".facts")).toContain("Not yet");
});

test("a canceled event needs attention until its people are marked as notified, and not after that", async () => {
  await withTables(stack, async (sql) => {
    await sql(`insert into public.events (key, title, starts_at, date_precision, place, summary, is_published)
      values ('hilo', 'Hilo evening', now() + interval '9 days', 'exact', 'Hilo', 'Soon.', true)`);
    await sql(`insert into public.waitlist_entries (event_id, name, email, consent_version, tickets_notified_at, notified_at, created_at)
      select id, 'Kai', 'kai@example.org', '1', now(), now(), now() - interval '1 hour' from public.events where key = 'hilo'`);
  });
  const counts = async () => (await look(`${await placeOf(stack, "hilo")}/people`)).text("main .actions");
  const needs = async () => (await look("/admin")).text('[aria-labelledby="attention"]');
  expect(await counts()).toContain("0 not yet notified, 1 notified");
  await readAsAdmin(stack, "events?key=eq.hilo", { status: "cancelled" });
  expect(await counts()).toContain("1 not yet notified, 0 notified");
  expect(await needs()).toContain("1 person has not been notified that it is canceled: Hilo evening People");
  const tickets = `${await placeOf(stack, "hilo")}/emails/by-hand`;
  const page = await look(tickets);
  expect(page.text("main")).toContain("1 person hasn’t been notified yet");
  expect(page.text("main")).toContain("kai@example.org");
  const until = new Date().toISOString();
  expect((await admin.post(tickets, { until })).status).toBe(303);
  expect(await counts()).toContain("0 not yet notified, 1 notified");
  expect((await look(tickets)).text("main")).toContain("Nobody has to be notified now.");
  expect(await needs()).not.toContain("Hilo evening");
});
