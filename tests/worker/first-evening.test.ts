import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { seasonTemplate } from "./tables.ts";

const email = "kai@example.org";

let provider: Awaited<ReturnType<typeof startMailProvider>>;
let stack: Stack;
beforeAll(async () => {
  provider = await startMailProvider();
  stack = await startStack(await seasonTemplate(), provider.settings);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), provider?.stop()]);
});

/** The path with this start in the latest email to the visitor, once it has arrived. */
const pathInMail = (start: string) =>
  eventually(() => {
    const texts = provider.mailbox.mails.filter(({ to }) => to[0] === email).map(({ text }) => text);
    return new RegExp(`${start}[a-z2-7]{32}`).exec(texts.at(-1) ?? "")?.[0];
  }, `an email with ${start}`);

test("README names the buttons and pages of the walkthrough below", async () => {
  const [paragraph = ""] = /run `npm start`[\s\S]*?\n\n/.exec(readFileSync("README.md", "utf8")) ?? [];
  const said = paragraph.replaceAll(/\s+/g, " ");
  const home = new Page((await new Visitor(stack.url).get("/")).body).text("main");
  for (const words of ["RSVP", "Next event"])
    expect([home, said]).toEqual(Array(2).fill(expect.stringContaining(words)));
  for (const words of ["Open your page", "Your First Wallet", "Check-in", "Open check-in on this device"])
    expect(said).toContain(words);
});

test("the sample workshop takes a visitor from a reservation to check-in, as README says", async () => {
  provider.answer("by the protocol");
  const visitor = new Visitor(stack.url);
  const workshop = "/events/first-wallet-workshop";
  expect(new Page((await visitor.get("/")).body).attributes("main a", "href")).toContain(`${workshop}#waitlist`);
  expect((await visitor.post(workshop, { name: "Kai", email, party: "2" })).status).toBe(303);
  const own = await pathInMail("/w/");
  expect((await visitor.post(own, { intent: "confirm" })).status).toBe(303);
  const ticket = await pathInMail("/t/");
  const code = /[A-Z]{4} [A-Z]{4}/.exec(new Page((await visitor.get(ticket)).body).text("main") ?? "")?.[0] ?? "";

  const admin = await signIn(new Visitor(stack.url));
  const [event] = await stack.query("select id from public.events where key = 'first-wallet-workshop'", []);
  const door = `/admin/events/${event?.id}/door`;
  expect(new Page((await admin.get(door)).body).text("main")).toContain(
    "This event is a sample, so its passes work at once",
  );
  expect(new Page((await admin.get(door)).body).text("main")).toContain("Open check-in on this device");
  const opened = await admin.post(door, { intent: "own", code });
  const path = `/check-in/${code.replace(" ", "").toLowerCase()}`;
  expect([opened.status, opened.headers.location]).toEqual([303, path]);
  const shown = new Page((await admin.get(path)).body);
  expect(shown.text("main")).toContain("Kai");
  const done = await admin.post(path, { intent: "check-in", people: "2" });
  expect([done.status, withoutSignature(done.headers.location ?? "")]).toEqual([303, `${path}?done=in`]);
  expect(new Page((await admin.get("/door")).body).text("main")).toContain("In since");
  await admin.post("/door", { intent: "walk-in", id: crypto.randomUUID(), people: "3" });
  expect(new Page((await admin.get("/door")).body).text(".door-counts")).toMatch(/Walked in\s*3/);
});
