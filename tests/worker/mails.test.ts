import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyedDigest } from "../../app/platform/request/visitor.ts";
import { newToken } from "../../app/platform/text/link-token.ts";
import { createDatabase, dropDatabase } from "../../harness/serving/databases.ts";
import { exchange, type Fields } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { type Manner, type StandIn, startMailProvider } from "../../harness/serving/stand-in.ts";
import { daytime } from "../support/daytime.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, isAwake, placeOf, readAsAdmin, withDatabase, withTables } from "./tables.ts";

/** The stack of an operator who has an email provider. */
let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
const eventsKey = Buffer.from("for-tests-only-mail-events");
beforeAll(async () => {
  provider = await startMailProvider();
  const MAIL_EVENTS_SECRET = `whsec_${eventsKey.toString("base64")}`;
  const data = await withTomorrow();
  stack = await startStack(data, { ...provider.settings, MAIL_EVENTS_SECRET });
  await dropDatabase(data);
  await isAwake(stack);
  admin = visitor();
  await signIn(admin);
});

const waiting = ["ana@example.org", "ben@example.org", "cai@example.org"];
/** The prepared data, with a draft event whose waitlist three people joined before email was configured. */
async function withTomorrow(): Promise<string> {
  const data = await createDatabase(databaseTemplate());
  await withDatabase(data, async (sql) => {
    await sql(`insert into public.events (key, title, starts_at, date_precision, place, summary, ticket_url, dated_at)
      values ('tomorrow', 'Tomorrow’s lūʻau', now() + interval '20 hours', 'exact', 'Hilo', 'Soon.', 'https://tickets.example/', now() - interval '2 days')`);
    for (const email of waiting)
      await sql(
        `insert into public.waitlist_entries (event_id, name, email, consent_version, created_at)
         select id, 'Kai', $1, '1', now() - interval '1 day' from public.events where key = 'tomorrow'`,
        email,
      );
    await sql(daytime);
  });
  return data;
}
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
/** Runs cron in a minute in which the doctor does not check. */
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const join = (email: string, name = "Kaʻiulani") => visitor().post("/events", { name, email, event: "ethereum" });
/** As the Worker makes it, with the secret of the tests. */
const mailKeyOf = (email: string) => keyedDigest(testSettings.VISITOR_SECRET ?? "", `mail:v1:${email}`);
const addressOf = ({ body }: StandIn["received"][number]) => (body as { to: string[] }).to[0] ?? "";
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const mailTo = (email: string) => eventually(() => mailsTo(email).at(-1), `a mail to ${email}`);
const pathIn = ({ text }: { text: string }) => /\/w\/[a-z2-7]{32}/.exec(text)?.[0] ?? "";
const entriesOf = (email: string) => readAsAdmin(stack, `waitlist_entries?select=*&email=eq.${email}`);

/** Joins and reads the receipt. @returns the path of the person's status page */
async function received(email: string): Promise<string> {
  provider.answer("by the protocol");
  expect((await join(email)).status).toBe(303);
  return pathIn(await mailTo(email));
}

describe("the receipt", () => {
  test("is sent after the response, with a key and our own headers, and without anything that a visitor typed", async () => {
    const answer = await join("first@example.org", "Buy cheap coins at evil.example");
    expect(answer.headers.location).toMatch(/^\/events\?done=waitlist&event=ethereum/);
    const mail = await mailTo("first@example.org");
    expect(mail).toMatchObject({
      from: provider.settings.MAIL_FROM,
      to: ["first@example.org"],
      subject: "You are on the waitlist for ETH Hawaii",
      headers: { "Auto-Submitted": "auto-generated" },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    expect(pathIn(mail)).not.toBe("");
  });

  const manners: Record<string, Manner> = {
    taken: "by the protocol",
    "taken-then-reset": "done, then reset",
    "taken-then-silent": "done, then silence",
    "taken-then-odd": "done, then HTML",
    "too-many": { status: 429, body: { name: "rate_limit_exceeded" }, headers: { "Retry-After": "1800" } },
    broken: { status: 500, body: { name: "application_error" } },
    hangup: "reset",
  };
  const emailOf = (name: string) => `${name}@example.org`;
  const states = async () => {
    const rows = await readAsAdmin(stack, "mails?select=person,state,attempts,last_error");
    const entries = await readAsAdmin(stack, "waitlist_entries?select=id,email");
    const emails = new Map(entries.map(({ id, email }) => [id, email]));
    return Object.fromEntries(rows.map(({ person, ...rest }) => [emails.get(person), rest]));
  };

  test("is one accepted email per person, however the provider responds, as long as it remembers keys", async () => {
    const byAddress = new Map(Object.entries(manners).map(([name, manner]) => [emailOf(name), manner]));
    provider.answer((question) => byAddress.get(addressOf(question)) ?? "by the protocol");
    for (const name of Object.keys(manners)) expect((await join(emailOf(name))).status, name).toBe(303);
    const expected = {
      taken: { state: "accepted", attempts: 1, last_error: null },
      "taken-then-reset": { state: "unknown", attempts: 1, last_error: "no answer" },
      "taken-then-silent": { state: "unknown", attempts: 1, last_error: "no answer" },
      "taken-then-odd": { state: "unknown", attempts: 1, last_error: "status 200 without an id" },
      "too-many": { state: "due", attempts: 1, last_error: "status 429 rate_limit_exceeded" },
      broken: { state: "unknown", attempts: 1, last_error: "status 500 application_error" },
      hangup: { state: "unknown", attempts: 1, last_error: "no answer" },
    };
    const wanted = Object.fromEntries(Object.entries(expected).map(([name, state]) => [emailOf(name), state]));
    await eventually(async () => {
      const all = await states();
      return Object.entries(wanted).every(([email, state]) => JSON.stringify(all[email]) === JSON.stringify(state));
    }, "every mail settled").catch(async () => expect(await states()).toMatchObject(wanted));

    provider.answer("by the protocol");
    await cron();
    expect(mailsTo(emailOf("broken")), "nothing is due before a minute has passed").toHaveLength(0);
    await withTables(stack, (sql) =>
      sql("update public.mails set next_attempt_at = now() where next_attempt_at is not null"),
    );
    const keysBefore = new Map(provider.received.map((each) => [addressOf(each), each.headers["idempotency-key"]]));
    await Promise.all([cron(), cron()]);
    await eventually(async () => {
      const all = await states();
      return Object.keys(manners).every((name) => (all[emailOf(name)] as { state: string }).state === "accepted");
    }, "every mail accepted");
    for (const name of Object.keys(manners)) {
      expect.soft(mailsTo(emailOf(name)), name).toHaveLength(1);
      expect.soft(mailsTo(emailOf(name))[0]?.key, name).toBe(keysBefore.get(emailOf(name)));
    }
  }, 60_000);

  test("is not sent again automatically when the provider may have forgotten the key", async () => {
    provider.answer("done, then reset");
    await join("forgotten@example.org");
    await eventually(
      async () => ((await states())["forgotten@example.org"] as { state?: string })?.state === "unknown",
      "unknown",
    );
    provider.answer("by the protocol");
    provider.mailbox.forgetKeys();
    await withTables(stack, (sql) =>
      sql(
        "update public.mails set next_attempt_at = now(), frozen_at = now() - interval '24 hours' where state = 'unknown'",
      ),
    );
    await cron();
    expect(mailsTo("forgotten@example.org")).toHaveLength(1);
    expect((await states())["forgotten@example.org"]).toMatchObject({ state: "unknown", attempts: 1 });
  }, 60_000);
});

describe("the emails page of the admin area", () => {
  const look = async (path = "/admin/mails") => new Page((await admin.get(path)).body);
  const decided = async (fields: Record<string, string>) => {
    const { status, body } = await admin.postAndFollow("/admin/mails", fields);
    return { status, said: new Page(body).text(".notice") };
  };

  test("asks about an uncertain email, sends it again under a new key, and does not ask again", async () => {
    const [first] = mailsTo("forgotten@example.org");
    const page = await look();
    expect(page.text("#uncertain")).toBe("1 uncertain: send again or leave");
    expect(page.text("tbody tr")).toContain("Receipt of a sign-up");
    expect(page.text('td[data-label="To"]')).toBe("forgotten@example.org");
    expect(page.text('td[data-label="State"]')).toContain("Uncertain");
    expect(new Page((await admin.get("/admin")).body).text('[aria-labelledby="attention"]')).toContain(
      "1 email may not have arrived: send again or leave Emails",
    );
    expect(await decided({ intent: "forget", id: "all" })).toMatchObject({ status: 422 });
    const again = await decided({ intent: "send", id: "all" });
    expect(again).toEqual({ status: 200, said: "Queued to be sent again." });
    const mails = await eventually(() => mailsTo("forgotten@example.org").length === 2 && provider.mailbox.mails, "it");
    expect(mails.at(-1)).toMatchObject({ to: ["forgotten@example.org"], subject: first?.subject });
    expect(mails.at(-1)?.key).not.toBe(first?.key);
    expect((await look()).text("#uncertain")).toBeUndefined();
    expect(await decided({ intent: "leave", id: "all" })).toMatchObject({ status: 422 });
  });

  test("an admin can lift a block on emails to an address, but never a complaint", async () => {
    const email = "stopped@example.org";
    await withTables(stack, async (sql) => {
      for (const [stream, reason] of [
        ["transactional", "bounced"],
        ["newsletter", "complained"],
      ])
        await sql(
          "insert into private.mail_suppressions (address_key, stream, reason) values ($1, $2, $3)",
          await mailKeyOf(email),
          stream,
          reason,
        );
    });
    const stopped = (body: string) => new Page(body).texts('[aria-labelledby="stopped"] li');
    const found = stopped((await admin.post("/admin/people", { email })).body);
    expect(found[0]).toMatch(/^Everything but the newsletter and .*, since .*: an email came back, .* Allow it again/);
    expect(found[1]).toMatch(/^The newsletter, .* reported an email as spam. A complaint cannot be lifted.$/);
    const lift = (stream: string) => admin.post("/admin/people", { intent: "lift", email, stream });
    const lifted = await lift("transactional");
    expect(new Page(lifted.body).text('[role="status"]')).toBe("This address gets these emails again.");
    expect(stopped(lifted.body)).toHaveLength(1);
    expect((await lift("transactional")).status, "a second press").toBe(422);
    expect((await lift("newsletter")).status).toBe(422);
    expect(await readAsAdmin(stack, "audit_log?select=row_id,changes&table_name=eq.mail_suppressions")).toEqual([
      { row_id: await mailKeyOf(email), changes: { stream: "transactional", reason: "bounced" } },
    ]);
  });
});

describe("a status page", () => {
  let path: string;
  beforeAll(async () => {
    path = await received("own@example.org");
  });
  const look = async (at = path) => {
    const answer = await visitor().get(at);
    return { ...answer, text: new Page(answer.body).text("main") };
  };

  test("is not cached or indexed, and its token appears only in the link to the data, never in the log", async () => {
    const { status, headers, text, body } = await look();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    expect(text).toContain("Number ");
    expect(text).toContain("own@example.org");
    expect(body.match(new RegExp(path, "g"))?.length, "only the file of the data").toBe(1);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(stack.workerLog, "utf8")).not.toContain(path);
  });

  test("changes nothing when it is read, and confirms the address by its button", async () => {
    await look();
    expect(await entriesOf("own@example.org")).toMatchObject([{ confirmed_at: null }]);
    const answer = await visitor().postAndFollow(path, { intent: "confirm" });
    expect(new Page(answer.body).text('[role="status"]')).toContain("Your email address is confirmed.");
    expect(await entriesOf("own@example.org")).toMatchObject([{ confirmed_at: expect.any(String) }]);
  });

  test("corrects a name by the rules of the form", async () => {
    const refused = await visitor().post(path, { intent: "rename", name: "K" });
    expect(refused.status).toBe(422);
    expect(refused.headers["cache-control"]).toBe("private, no-store");
    expect(new Page(refused.body).text('[role="alert"]')).toContain("Name must be at least 2 characters");
    expect((await visitor().post(path, { intent: "rename", name: "Kawika" })).status).toBe(303);
    expect(await entriesOf("own@example.org")).toMatchObject([{ name: "Kawika" }]);
  });

  test("offers the data as a file", async () => {
    const { status, headers, body } = await visitor().get(`${path}.json`);
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain("attachment");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(JSON.parse(body)).toMatchObject({ event: "ETH Hawaii", name: "Kawika", email: "own@example.org" });
  });

  test("lets a person leave, come back to the same position, and erase the entry", async () => {
    const before = await entriesOf("own@example.org");
    await visitor().post(path, { intent: "leave" });
    expect(await entriesOf("own@example.org")).toEqual([]);
    expect((await look()).text).toContain("You left the waitlist.");
    expect((await visitor().get(`${path}.json`)).status).toBe(404);
    await visitor().post(path, { intent: "undo" });
    expect(await entriesOf("own@example.org")).toEqual(before);
    await visitor().post(path, { intent: "leave" });
    await visitor().post(path, { intent: "erase" });
    await visitor().post(path, { intent: "undo" });
    expect(await entriesOf("own@example.org")).toEqual([]);
    expect((await look()).text).toContain("Your entry is erased.");
  });

  test("erases the entry on “I did not ask for this”, and signing up that address again sends no email", async () => {
    const own = await received("victim@example.org");
    await visitor().post(own, { intent: "not-mine" });
    expect(await entriesOf("victim@example.org")).toEqual([]);
    expect((await look(own)).text).toContain("We send this address no more emails but the newsletter");
    expect((await join("victim@example.org")).status).toBe(303);
    await received("after-victim@example.org");
    expect(mailsTo("victim@example.org")).toHaveLength(1);
  });

  test.each([`/w/${"a".repeat(32)}`, "/w/short", `/w/${"1".repeat(32)}`])(
    "responds 404 with an explanation at %s",
    async (at) => {
      const { status, text } = await look(at);
      expect(status).toBe(404);
      expect(text).toContain("No reservation or waitlist entry belongs to this link");
    },
  );

  test("refuses a form from another site", async () => {
    const own = await received("crossed@example.org");
    const answer = await visitor().post(own, { intent: "leave" }, { "Sec-Fetch-Site": "cross-site" });
    expect(answer.status).toBe(403);
    expect(await entriesOf("crossed@example.org")).toHaveLength(1);
  });

  test("lets the same button in an email in own words end these, and nothing else", async () => {
    const own = await received("quiet@example.org");
    expect((await visitor().get(`${own}/quiet`)).headers.location).toBe(`${own}#quiet`);
    const press = (at: string) =>
      fetch(`${stack.url}${at}/quiet`, { method: "POST", headers: { Origin: "https://mail.example" } });
    const before = await entriesOf("quiet@example.org");
    expect(before).toMatchObject([{ quiet_at: null }]);
    const answers = [await press(own), await press(own), await press(`/w/${"b".repeat(32)}`)];
    const seen = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    const said = "The organizers send this address no more emails of their own about this event.\n";
    expect(seen).toEqual(Array(3).fill([200, said]));
    expect(await entriesOf("quiet@example.org")).toMatchObject([{ quiet_at: expect.any(String) }]);
  });

  test("lets the button of an email program leave the list at once; opening its URL changes nothing", async () => {
    const own = await received("one-click@example.org");
    const press = (at: string) =>
      fetch(`${stack.url}${at}/leave`, {
        method: "POST",
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
        redirect: "manual",
        headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      });
    expect((await visitor().get(`${own}/leave`)).headers.location).toBe(`${own}#leave`);
    expect(await entriesOf("one-click@example.org")).toHaveLength(1);
    const answers = [await press(own), await press(own), await press(`/w/${"b".repeat(32)}`)];
    const seen = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(seen).toEqual(Array(3).fill([200, "This address is not on the waitlist.\n"]));
    expect(await entriesOf("one-click@example.org")).toEqual([]);
  });
});

/** The milliseconds that the response to a valid form takes. */
async function millisecondsOf(path: string, fields: Fields): Promise<number> {
  const from = performance.now();
  expect((await visitor().post(path, fields)).status).toBe(303);
  return performance.now() - from;
}

describe("a lost link", () => {
  const ask = (email: string, more = {}) => visitor().postAndFollow("/w?event=ethereum", { email, ...more });
  const answered = "If this address is on the list, an email with the link is on its way.";
  const minuteLater = () =>
    withTables(stack, (sql) => sql("update public.mails set created_at = created_at - interval '1 minute'"));

  test("is sent again to a person on the list, and the page says the same to everyone", async () => {
    const path = await received("lost@example.org");
    await minuteLater();
    const known = await ask("LOST@example.org");
    const unknown = await ask("nobody@example.org");
    for (const { body } of [known, unknown]) expect(new Page(body).text('[role="status"]')).toContain(answered);
    const same = (body: string) => body.replace(/at=[\w.-]+/g, "");
    expect(same(known.body)).toBe(same(unknown.body));
    await eventually(() => mailsTo("lost@example.org").length === 2, "the second receipt");
    expect(pathIn(mailsTo("lost@example.org")[1] ?? { text: "" })).toBe(path);
    await received("after-lost@example.org");
    expect(mailsTo("nobody@example.org")).toEqual([]);
  });

  test("takes at least 400 ms for everyone, however often it is requested", async () => {
    await received("timed@example.org");
    for (const email of ["timed@example.org", "timed@example.org", "untimed@example.org", "untimed@example.org"])
      expect(await millisecondsOf("/w?event=ethereum", { email }), email).toBeGreaterThanOrEqual(400);
  });

  test("is not sent to an invalid address, which stays in the field", async () => {
    for (const [email, message] of [
      ["", "Enter your email address"],
      ["kai@", "Please enter a valid email address"],
    ] as const) {
      const { status, body } = await visitor().post("/w?event=ethereum", { email });
      expect(status).toBe(422);
      expect(new Page(body).text('[role="alert"]')).toContain(message);
      expect(new Page(body).value("email") ?? "").toBe(email);
    }
  });

  test("is not sent to a bot, which reads the same", async () => {
    await received("hunted@example.org");
    await minuteLater();
    const { body } = await ask("hunted@example.org", { nickname2: "robot" });
    expect(new Page(body).text('[role="status"]')).toContain(answered);
    await received("after-hunted@example.org");
    expect(mailsTo("hunted@example.org")).toHaveLength(1);
  });

  test.each(["/events/ethereum", "/events?event=ethereum", "/global-pizza-party"])(
    "can be requested from %s",
    async (at) => {
      const page = new Page((await visitor().get(at)).body);
      expect(page.html).toMatch(/<a href="\/w\?event=(ethereum|[a-z-]+)">Lost your link\?<\/a>/);
    },
  );

  test.each(["/w?event=no-such-event", "/w?event=%27"])("is a 404 at %s, for its form too", async (at) => {
    expect((await visitor().get(at)).status).toBe(404);
    expect((await visitor().post(at, { email: "kai@example.org" })).status).toBe(404);
  });

  test("redirects to the events if no event is given", async () => {
    expect((await visitor().get("/w")).headers.location).toBe("/events");
  });
});

describe("on a status page", () => {
  const text = (body: string) => new Page(body).text("main") ?? "";
  const minuteLater = () =>
    withTables(stack, (sql) => sql("update public.mails set created_at = created_at - interval '1 minute'"));

  test("a new link is sent by email and ends the previous one", async () => {
    const path = await received("renew@example.org");
    const answer = await visitor().postAndFollow(path, { intent: "new-link" });
    expect(text(answer.body)).toContain("An email with a new link to your page is on its way.");
    await eventually(() => mailsTo("renew@example.org").length === 2, "the new link");
    const mail = mailsTo("renew@example.org")[1];
    expect(mail?.text).toContain("Your old links no longer work.");
    expect(mail?.text, "nobody has joined again").not.toContain("to join our waitlist");
    const renewed = pathIn(mail ?? { text: "" });
    expect(renewed).not.toBe(path);
    expect((await visitor().get(path)).status).toBe(404);
    expect(text((await visitor().get(renewed)).body)).toContain("renew@example.org");
    const again = await visitor().postAndFollow(renewed, { intent: "new-link" });
    expect(text(again.body), "within a minute of the first").toContain(
      "An email with a new link to your page is on its way.",
    );
    await eventually(() => mailsTo("renew@example.org").length === 3, "the second new link");
    expect((await visitor().get(renewed)).status).toBe(404);
    expect((await visitor().get(pathIn(mailsTo("renew@example.org")[2] ?? { text: "" }))).status).toBe(200);
  });

  test("an address is changed once the new one is confirmed, and the old one is notified", async () => {
    const path = await received("old@example.org");
    const change = (email: string) => visitor().postAndFollow(path, { intent: "change-address", email });
    expect(text((await change("new@example.org")).body)).toContain("Nothing was changed. Confirm this address first.");
    await visitor().post(path, { intent: "confirm" });
    const same = await visitor().post(path, { intent: "change-address", email: "OLD@example.org" });
    expect(same.status).toBe(422);
    expect(new Page(same.body).text('[role="alert"]')).toContain("This is the address that you have now");
    expect(text((await change("new@example.org")).body)).toContain("Waiting for confirmation of n…@example.org");
    const mail = await mailTo("new@example.org");
    expect(JSON.stringify(mail)).not.toMatch(/old@example|Kaʻiulani/);
    const download = JSON.parse((await visitor().get(`${path}.json`)).body);
    expect(download).toMatchObject({ address_change: { email: "n…@example.org" }, forwarded_to: null });

    const link = `${pathIn(mail)}/address`;
    const read = await visitor().get(link);
    expect(read.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });
    expect(text(read.body)).toContain("new@example.org");
    expect(await entriesOf("new@example.org"), "reading changes nothing").toEqual([]);
    const [before] = await entriesOf("old@example.org");
    for (const press of ["the first", "the second"])
      expect(text((await visitor().postAndFollow(link, {})).body), press).toContain("Your email address is changed.");
    const [after] = await entriesOf("new@example.org");
    expect(after).toMatchObject({ id: before?.id, created_at: before?.created_at, confirmed_at: expect.any(String) });

    await eventually(() => mailsTo("new@example.org").length === 2, "the link for the new address");
    await eventually(() => mailsTo("old@example.org").length === 2, "the notice to the old address");
    const [, notice] = mailsTo("old@example.org");
    expect(notice?.subject).toBe("Your email address for ETH Hawaii was changed");
    expect(JSON.stringify(notice)).not.toContain("new@example.org");
    expect((await visitor().get(path)).status, "the old link").toBe(404);
    expect((await visitor().get(pathIn(mailsTo("new@example.org")[1] ?? { text: "" }))).status).toBe(200);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(stack.workerLog, "utf8")).not.toContain(pathIn(mail));
  });

  test("an address change can be withdrawn, and is not made if the new address has an entry already", async () => {
    const path = await received("stays@example.org");
    await received("neighbor@example.org");
    await visitor().post(path, { intent: "confirm" });
    await visitor().post(path, { intent: "change-address", email: "wrong@example.org" });
    const link = `${pathIn(await mailTo("wrong@example.org"))}/address`;
    const kept = await visitor().postAndFollow(path, { intent: "keep-address" });
    expect(text(kept.body)).toContain("Your email address stays as it was.");
    expect((await visitor().get(link)).status).toBe(404);
    await minuteLater();
    const answer = await visitor().postAndFollow(path, { intent: "change-address", email: "neighbor@example.org" });
    expect(text(answer.body), "the same answer as for any other").toContain(
      "Waiting for confirmation of n…@example.org",
    );
    await eventually(() => mailsTo("neighbor@example.org").length === 2, "the mail to the neighbor");
    const own = `${pathIn(mailsTo("neighbor@example.org")[1] ?? { text: "" })}/address`;
    expect(text((await visitor().get(own)).body)).toContain("This address has an entry of its own on this list.");
    await visitor().post(own, {});
    expect(await entriesOf("stays@example.org")).toHaveLength(1);
    expect(await entriesOf("neighbor@example.org")).toHaveLength(1);
  });

  test("a correction of an address by an admin ends the links of the wrong person", async () => {
    const path = await received("typo@example.org");
    await visitor().post(path, { intent: "confirm" });
    const [entry] = await entriesOf("typo@example.org");
    const admin = visitor();
    await signIn(admin);
    const own = `${await placeOf(stack, "ethereum")}/people/${entry?.id}`;
    const page = new Page((await admin.get(own)).body);
    const fields = { intent: "correct", version: page.value("version") ?? "", name: "Kai", email: "right@example.org" };
    expect((await admin.post(own, fields)).status).toBe(303);
    expect(await entriesOf("right@example.org")).toMatchObject([{ confirmed_at: null }]);
    expect((await visitor().get(path)).status).toBe(404);
  });
});

describe("a message from the contact page", () => {
  const email = "writer@example.org";
  const inbox = "Inbox <inbox@example.org>";
  const write = (message: string, more: object = {}) =>
    visitor().post("/contact", { name: "Noe", email, message, ...more });
  let path: string;

  test("sends the writer a receipt with a number, and the organization the text with the writer as reply-to", async () => {
    provider.answer("by the protocol");
    const answer = await write("Is there a room?");
    expect(answer.status).toBe(200);
    const receipt = await mailTo(email);
    const notice = await mailTo(inbox);
    const [number = ""] = /HB-[0-9A-Z]{4}/.exec(receipt.subject) ?? [];
    expect(new Page(answer.body).text("#message .notice")).toBe(
      `Thank you! We have your message. It is number ${number}. We read every message but cannot promise to answer each one.`,
    );
    expect(receipt).toMatchObject({ subject: `We have your message ${number}`, reply_to: inbox });
    expect(receipt.text + receipt.html).not.toMatch(/room|Noe/);
    expect(notice).toMatchObject({ subject: `New message ${number}`, reply_to: email });
    expect(notice.text).toContain("Is there a room?");
    const [, found = ""] = /(\/admin\/messages\/[0-9a-f-]{36})/.exec(notice.text) ?? [];
    path = found;
    expect(new Page((await admin.get(`/admin/messages?q=${number}`)).body).attributes("tbody a", "href")).toEqual([
      path,
    ]);
    expect(new Page((await admin.get(path)).body).text(".facts dd")).toBe(number);
  });

  test("sends no email if it looks like spam or is sent twice", async () => {
    expect((await write("Cheap coins", { nickname2: "x" })).status).toBe(200);
    expect((await write("Is there a room?")).status).toBe(200);
    await received("after-spam@example.org");
    expect([mailsTo(email).length, mailsTo(inbox).length]).toEqual([1, 1]);
  });

  test("is answered from its page, once per form, and only by an admin who has seen its current state", async () => {
    const form = async () => {
      const page = new Page((await admin.get(path)).body);
      return { intent: "answer", new_id: page.value("new_id") ?? "", version: page.value("version") ?? "" };
    };
    const fields = await form();
    const empty = await admin.post(path, { ...fields, answer: " " });
    expect(empty.status).toBe(422);
    expect(new Page(empty.body).text('[role="alert"]')).toContain("Enter your answer");
    const send = () => admin.post(path, { ...fields, answer: "Yes, room 5.", is_done: "on" });
    for (const answer of [await send(), await send()])
      expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, `${path}?done=answered`]);
    const mail = await eventually(() => mailsTo(email)[1], "the answer");
    expect(mail).toMatchObject({ reply_to: inbox, headers: { "Auto-Submitted": "no" } });
    expect(mail.subject).toMatch(/^Re: your message HB-/);
    expect(mail.text).toMatch(/^Yes, room 5\.[\s\S]*> Is there a room\?\n\n/);

    // Back has brought the form back; or another one was opened before the answer.
    const other = await admin.post(path, { ...fields, answer: "No.", is_done: "on" });
    expect([other.status, new Page(other.body).value("answer")]).toEqual([409, "No."]);
    const late = await admin.post(path, { ...(await form()), version: fields.version, answer: "No." });
    expect(late.status).toBe(409);
    expect(new Page(late.body).text('[role="alert"]')).toContain(
      "Nothing was sent: this message was changed or answered",
    );
    expect(new Page(late.body).value("answer")).toBe("No.");
    const thread = async () =>
      new Page((await admin.get(path)).body).texts("section").filter((text) => text.startsWith("Answered"));
    await eventually(async () => (await thread())[0]?.includes("Sent"), "its mail");
    expect(await thread()).toEqual([expect.stringMatching(/^Answered .* HST ?Yes, room 5\. ?Sent$/)]);
    expect(mailsTo(email)).toHaveLength(2);
  });
});

describe("events from the email provider", () => {
  const tell = (event: object, { id = "msg_1", key = eventsKey } = {}) => {
    const body = JSON.stringify(event);
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    const headers = {
      "Content-Type": "application/json",
      "svix-id": id,
      "svix-timestamp": at,
      "svix-signature": `v1,${signature}`,
    };
    return ask(stack.url, "/mail/events", { method: "POST", headers, body });
  };
  const bounced = (email_id: string) => ({
    type: "email.bounced",
    created_at: new Date().toISOString(),
    data: { email_id, bounce: { type: "Permanent" } },
  });

  test("count only if they are signed, and record a bounce", async () => {
    await received("bounce@example.org");
    const [mail] = mailsTo("bounce@example.org");
    const stateOf = async () => {
      const [entry] = await entriesOf("bounce@example.org");
      return (await readAsAdmin(stack, `mails?select=state&person=eq.${entry?.id}`))[0]?.state;
    };
    expect((await tell(bounced(mail?.id ?? ""), { key: Buffer.from("forged") })).status).toBe(403);
    expect(await stateOf()).not.toBe("bounced");
    expect((await tell(bounced(mail?.id ?? ""))).status).toBe(204);
    expect((await tell(bounced(mail?.id ?? ""))).status, "told again").toBe(204);
    await eventually(async () => (await stateOf()) === "bounced", "the bounce");
  });

  test.each([
    ["email.suppressed", "bounced", null],
    ["email.failed", "refused", "failed"],
  ])("record that an email of %s did not arrive", async (type, state, answer) => {
    const email = `${type.replace(".", "-")}@example.org`;
    await received(email);
    const [mail] = mailsTo(email);
    const told = await tell({ ...bounced(mail?.id ?? ""), type }, { id: `msg_${type}` });
    expect(told.status).toBe(204);
    const [entry] = await entriesOf(email);
    const [row] = await readAsAdmin(stack, `mails?select=state,last_error&person=eq.${entry?.id}`);
    expect(row).toEqual({ state, last_error: answer });
    const page = new Page((await admin.get("/admin/mails")).body).text("main");
    expect(page).toContain(email);
  });

  test("of a type that nobody knows are logged once", async () => {
    for (const id of ["msg_new_1", "msg_new_2"])
      expect((await tell({ type: "email.teleported" }, { id })).status).toBe(204);
    const { readFileSync } = await import("node:fs");
    const lines = readFileSync(stack.workerLog, "utf8").split("\n");
    expect(lines.filter((line) => line.includes("unknown-mail-event"))).toEqual([
      expect.stringContaining("email.teleported"),
    ]);
  });

  test("change nothing and cause no error if they are signed but of another kind", async () => {
    expect((await tell({ type: "email.opened" }, { id: "msg_2" })).status).toBe(204);
    expect((await tell([], { id: "msg_3" })).status).toBe(204);
  });

  test("come as JSON, which is accepted nowhere else", async () => {
    expect((await visitor().post("/mail/events", { a: "b" })).status).toBe(415);
    const headers = { "Content-Type": "application/json" };
    expect((await ask(stack.url, "/contact", { method: "POST", headers, body: "{}" })).status).toBe(415);
  });
});

describe("the site's own newsletter", () => {
  const subscribe = (email: string) => visitor().post("/insights", { email });
  const tokenPath = ({ text }: { text: string }) => /\/n\/[a-z2-7]{32}/.exec(text)?.[0] ?? "";
  const rowsOf = (email: string) => readAsAdmin(stack, `newsletter_subscribers?select=*&email=eq.${email}`);
  const see = async (at: string) => {
    const answer = await visitor().get(at);
    return { ...answer, text: new Page(answer.body).text("main") };
  };
  /** Subscribes and reads the email. @returns the path of the subscription page */
  async function subscribed(email: string, isConfirmed = true): Promise<string> {
    provider.answer("by the protocol");
    expect((await subscribe(email)).status).toBe(303);
    const path = tokenPath(await mailTo(email));
    if (isConfirmed) await visitor().post(path, { intent: "confirm" });
    return path;
  }

  test("asks for confirmation by email, and says the same to everyone", async () => {
    const path = await subscribed("reader@example.org", false);
    expect(mailsTo("reader@example.org")[0]).toMatchObject({
      from: provider.settings.MAIL_FROM,
      subject: "Confirm your email address for our newsletter",
    });
    expect(await rowsOf("reader@example.org")).toMatchObject([
      { consent_version: "2026-11-2", consent_page: "/insights", confirmed_at: null },
    ]);
    await visitor().post(path, { intent: "confirm" });
    const answers = [];
    for (const email of ["reader@example.org", "stranger@example.org"]) {
      const { status, headers } = await subscribe(email);
      const shown = new Page((await visitor().get(headers.location?.split("#")[0] ?? "")).body);
      answers.push([status, headers.location?.split("&")[0], shown.text('[role="status"]')]);
    }
    expect(answers[0]).toEqual([
      303,
      "/insights?done=pending",
      expect.stringMatching(/^Thanks for subscribing! Check your email to confirm\. If none comes, /),
    ]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test("has a page that changes nothing when read, is not cached, and keeps its token out of the log", async () => {
    const path = await subscribed("page@example.org", false);
    const { status, headers, text } = await see(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    expect(text).toContain("page@example.org");
    await visitor().get(`${path}/leave`);
    expect(await rowsOf("page@example.org")).toMatchObject([{ confirmed_at: null, left_at: null }]);
    const answer = await visitor().postAndFollow(path, { intent: "confirm" });
    expect(new Page(answer.body).text('[role="status"]')).toContain("You are subscribed.");
    expect(await rowsOf("page@example.org")).toMatchObject([{ confirmed_at: expect.any(String), confirm_by: null }]);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(stack.workerLog, "utf8")).not.toContain(path);
    expect((await see(`/n/${"a".repeat(32)}`)).status).toBe(404);
    expect((await visitor().post(path, { intent: "leave" }, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  });

  test("welcomes a new reader once, with a link of their own", async () => {
    const path = await subscribed("new-reader@example.org");
    const welcomes = () => mailsTo("new-reader@example.org").filter(({ subject }) => subject.startsWith("Welcome"));
    await eventually(() => welcomes().length === 1, "the first letter");
    const [letter] = welcomes();
    expect(letter?.text).toContain(`Unsubscribe, or change your email address: ${stack.url}${path}`);
    expect(letter?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
    await visitor().post(`${path}/leave`, { "List-Unsubscribe": "One-Click" });
    await visitor().post(path, { intent: "return" });
    await visitor().post(path, { intent: "confirm" });
    await cron();
    expect(welcomes(), "to who comes back").toHaveLength(1);
  });

  test("offers the data as a file, and lets a person leave, come back and erase everything", async () => {
    const path = await subscribed("leaver@example.org");
    const file = await visitor().get(`${path}.json`);
    expect(file.headers["content-disposition"]).toContain("attachment");
    expect(JSON.parse(file.body)).toMatchObject({ email: "leaver@example.org", consent_page: "/insights" });
    const [before] = await rowsOf("leaver@example.org");
    await visitor().post(path, { intent: "leave" });
    expect((await see(path)).text).toContain("You have unsubscribed.");
    await visitor().post(path, { intent: "return" });
    expect(await rowsOf("leaver@example.org")).toMatchObject([
      { left_at: null, confirmed_at: before?.confirmed_at as string },
    ]);
    const erased = await visitor().postAndFollow(path, { intent: "erase" });
    expect(erased.status).toBe(200);
    expect(new Page(erased.body).text("main")).toMatch(/^Your newsletter data is erased.*unless you subscribe again\./);
    expect(await rowsOf("leaver@example.org")).toEqual([]);
    expect((await visitor().get(`${path}?done=erased&at=1`)).status, "what nobody has signed").toBe(404);
    expect((await see(path)).text).toContain("No subscription belongs to this link");
    expect((await visitor().get(`${path}.json`)).status).toBe(404);
    // A mailbox gets one such email a day, so this becomes the next day.
    await stack.query("delete from private.spending", []);
    await subscribe("leaver@example.org");
    const questions = () => mailsTo("leaver@example.org").filter(({ subject }) => subject.startsWith("Confirm"));
    await eventually(() => questions().length === 2, "the second question");
    const again = tokenPath(questions()[1] ?? { text: "" });
    expect((await see(again)).text).toContain("Is leaver@example.org yours");
  });

  test("confirms “Remove my address” on a page that exists only for that link", async () => {
    const path = await subscribed("not-me@example.org", false);
    const removed = await visitor().postAndFollow(path, { intent: "not-mine" });
    expect(removed.status).toBe(200);
    expect(new Page(removed.body).text("main")).toMatch(
      /^Your newsletter data is erased.*We will not write to it about the newsletter again/,
    );
    expect(await rowsOf("not-me@example.org")).toEqual([]);
    expect((await see(removed.path.replace(path, `/n/${"a".repeat(32)}`))).status).toBe(404);
  });

  test("moves to another address once that is confirmed, and notifies the old one", async () => {
    const path = await subscribed("moves@example.org");
    const refused = await visitor().post(path, { intent: "change", email: "MOVES@example.org" });
    expect(refused.status).toBe(422);
    expect(new Page(refused.body).text('[role="alert"]')).toContain("The newsletter goes to this address already");
    await visitor().post(path, { intent: "change", email: "moved-here@example.org" });
    const asked = await mailTo("moved-here@example.org");
    expect(JSON.stringify(asked)).not.toContain("moves@example.org");
    const moved = await visitor().postAndFollow(tokenPath(asked), { intent: "confirm" });
    expect(new Page(moved.body).text("main")).toContain("The newsletter goes to moved-here@example.org");
    expect((await see(path)).status).toBe(404);
    const notices = () => mailsTo("moves@example.org").filter(({ subject }) => subject.includes("another address"));
    await eventually(() => notices().length === 1, "the mail to the old address");
    expect(JSON.stringify(notices())).not.toContain("moved-here@example.org");
  });

  test("shows admins who has confirmed, and lets them ask once those who were never asked", async () => {
    provider.answer("by the protocol");
    const admin = await signIn(visitor());
    await visitor().post("/insights", { email: "no-robot@example.org", nickname2: "Kai" });
    await subscribed("waits@example.org", false);
    await visitor().post(`${await subscribed("gone@example.org")}`, { intent: "leave" });
    await subscribed("keeps@example.org");
    const [suspect] = await rowsOf("no-robot@example.org");
    await admin.post("/admin/subscribers", {
      intent: "clear",
      id: String(suspect?.id),
      version: String(suspect?.updated_at),
    });
    expect(mailsTo("no-robot@example.org")).toEqual([]);

    const listed = async (query = "") => new Page((await admin.get(`/admin/subscribers${query}`)).body).text("main");
    expect(await listed("?q=keeps")).toMatch(/keeps@example\.org.*Confirmed/);
    expect(await listed("?q=gone")).toMatch(/gone@example\.org.*Unsubscribed/);
    expect(await listed("?q=waits")).toMatch(/waits@example\.org.*Not confirmed/);
    const waiting = await listed("?state=waiting");
    expect(waiting).toContain("waits@example.org");
    expect(waiting).not.toMatch(/keeps@|gone@/);
    const { body: file } = await admin.get("/admin/subscribers.csv?state=confirmed");
    expect(file).toContain('"email","subscribed_at","confirmed_at","left_at"');
    expect(file).toMatch(/"keeps@example\.org","[^"]+Z","[^"]+Z",""/);
    expect(file).not.toMatch(/waits@|gone@|no-robot@/);

    expect(waiting).toContain("Ask 1 person to confirm");
    await admin.post("/admin/subscribers", { intent: "ask" });
    expect(await mailTo("no-robot@example.org")).toMatchObject({
      subject: "Confirm your email address for our newsletter",
    });
    expect(await listed()).not.toContain("Not asked to confirm yet");
    await admin.post("/admin/subscribers", { intent: "ask" });
    const confirmed = await readAsAdmin(
      stack,
      "newsletter_subscribers?select=id&confirmed_at=not.is.null&left_at=is.null&suspected_spam=is.false",
    );
    const { body: lines } = await admin.get("/admin/subscribers.csv?state=confirmed");
    expect(lines.trim().split("\n"), "a header and a line for each").toHaveLength(confirmed.length + 1);
    expect(mailsTo("no-robot@example.org")).toHaveLength(1);
  });

  test("takes at least 400 ms to subscribe to, whether an address is confirmed or not", async () => {
    await subscribed("slowly@example.org");
    for (const email of ["slowly@example.org", "slowly@example.org", "not-yet@example.org", "not-yet@example.org"])
      for (const path of ["/insights", "/newsletter/embed"])
        expect(await millisecondsOf(path, { email }), `${path} ${email}`).toBeGreaterThanOrEqual(400);
  });

  describe("the unsubscribe button of an email program", () => {
    const press = (at: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(stack.url + at, { method: "POST", body, redirect: "manual", headers });
    const encoded = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const parts = () => {
      const form = new FormData();
      form.append("List-Unsubscribe", "One-Click");
      return form;
    };

    test("unsubscribes at once, from anywhere, with 200, and responds the same for an unknown link", async () => {
      const [one, other] = [await subscribed("button@example.org"), await subscribed("parts@example.org")];
      const answers = [
        await press(`${one}/leave`, encoded(), { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" }),
        await press(`${one}/leave`, encoded()),
        await press(`${other}/leave`, parts()),
        await press(`/n/${"b".repeat(32)}/leave`, encoded()),
      ];
      const seen = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
      expect(seen).toEqual(Array(4).fill([200, "You get no newsletter at this address.\n"]));
      expect((await press("/n/short/leave", encoded())).status, "what is no token").toBe(404);
      expect(answers[0]?.headers.get("cache-control")).toBe("private, no-store");
      for (const email of ["button@example.org", "parts@example.org"])
        expect(await rowsOf(email), email).toMatchObject([{ left_at: expect.any(String) }]);
    });

    test.each([
      ["no type", new Uint8Array(Buffer.from("List-Unsubscribe=One-Click")), ""],
      ["plain text", "List-Unsubscribe=One-Click", "text/plain"],
      ["JSON", "{}", "application/json"],
      ["an empty form", "", "application/x-www-form-urlencoded"],
      ["a form that ends with a line break", "List-Unsubscribe=One-Click\r\n", "application/x-www-form-urlencoded"],
      ["nothing", new Uint8Array(), ""],
    ])("unsubscribes when it sends %s", async (what, body, type) => {
      const email = `${what.replaceAll(" ", "-")}@example.org`;
      const path = await subscribed(email);
      expect((await press(`${path}/leave`, body, type ? { "Content-Type": type } : {})).status).toBe(200);
      expect(await rowsOf(email)).toMatchObject([{ left_at: expect.any(String) }]);
    });

    test("is not the link of a forwarded email", async () => {
      const path = await subscribed("forwarded@example.org");
      const read = await visitor().get(`${path}/leave`);
      expect([read.status, read.headers.location]).toEqual([302, path]);
      expect(await rowsOf("forwarded@example.org")).toMatchObject([{ left_at: null }]);
    });

    test("is rate-limited by its sender too, at 120 links a minute", async () => {
      const from = (address: string) => ({ "CF-Connecting-IP": address });
      const tries = Array.from({ length: 180 }, () =>
        press(`/n/${newToken()}/leave`, encoded(), from("198.51.100.77")),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(120 / 2);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect((await press(`/n/${newToken()}/leave`, encoded(), from("198.51.100.78"))).status).toBe(200);
    });

    test("is rate-limited by its link, not by the server that sends it for many people", async () => {
      const nth = (n: number) =>
        `/n/${String.fromCharCode(97 + (n % 26)).repeat(31)}${n < 26 ? "a" : n < 52 ? "b" : "c"}`;
      const many = Array.from({ length: 70 }, (_, n) => press(`${nth(n)}/leave`, encoded()));
      const statuses = (await Promise.all(many)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });
});

describe("an issue of the newsletter", () => {
  interface Sent {
    to: string[];
    text: string;
    headers: Record<string, string>;
  }
  const admin = () => adminVisitor as Visitor;
  let adminVisitor: Visitor | undefined;
  const written = {
    subject: "Lūʻau & more",
    preview_text: "What is new",
    slug: "luau",
    markdown: "# Plans\n\nCome to the [meetup](https://example.org/).",
  };
  const isBatch = ({ path }: { path: string }) => path.endsWith("/batch");
  const readers = () => provider.mailbox.mails.filter(({ to }) => to[0]?.startsWith("reader-"));
  const sql = (text: string, ...parameters: unknown[]) => withTables(stack, (ask) => ask(text, ...parameters));
  /** Makes everything that is waiting due now. */
  const later = () =>
    sql(`with issues as (update public.newsletter_issues set next_batch_at = now()),
           batches as (update private.mail_batches set next_attempt_at = now() where next_attempt_at is not null)
         select 1`);
  const rowOf = async (slug: string) =>
    (await readAsAdmin(stack, `newsletter_issues?select=*&slug=eq.${slug}`))[0] as Record<string, unknown> & {
      id: string;
    };
  const states = async (slug: string) => {
    const { number } = await rowOf(slug);
    const rows = await readAsAdmin(stack, `mails?select=state&purpose=eq.newsletter-issue&occurrence=eq.${number}`);
    return rows.reduce<Record<string, number>>((all, { state }) => {
      all[state as string] = (all[state as string] ?? 0) + 1;
      return all;
    }, {});
  };
  /** Writes an issue and returns its path in the admin area. */
  const write = async (fields: Record<string, string>) => {
    const answer = await admin().post("/admin/issues/new", { ...written, ...fields, intent: "save" });
    expect(answer.status).toBe(303);
    return (answer.headers.location ?? "").split("?")[0] ?? "";
  };
  const send = async (fields: Record<string, string>) => {
    const path = await write(fields);
    const { updated_at: version } = await rowOf(fields.slug ?? written.slug);
    const answer = await admin().post(`${path}/preview`, { intent: "send", version: String(version) });
    expect(withoutSignature(answer.headers.location)).toBe(`${path}?done=issue-sent`);
    return path;
  };

  beforeAll(async () => {
    adminVisitor = await signIn(new Visitor(stack.url));
    // Subscribers from other tests get no issue.
    await sql("update public.newsletter_subscribers set left_at = now() where left_at is null");
    await sql(
      `insert into public.newsletter_subscribers (email, confirmed_at)
       select 'reader-' || n || '@example.org', now() from generate_series(1, 80) n`,
    );
    provider.answer("by the protocol");
  });

  test("begins with the lines that the admin chose of what the site knows, each as its row has it", async () => {
    await sql(
      `insert into public.events (key, title, starts_at, date_precision, place, summary, is_published)
       values ('draft-of-issue', 'Talk [story]', now() + interval '9 days', 'exact', 'Hilo', 'Come & eat.', true)`,
    );
    const page = new Page((await admin().get("/admin/issues/new")).body);
    const lines = page.attributes('[name="line"]', "value");
    expect(lines).toContain("coming:draft-of-issue");
    const shorter = new Page(
      (await admin().get("/admin/issues/new?weeks=2&draft=yes&line=coming:draft-of-issue")).body,
    );
    const markdown = shorter.text('textarea[name="markdown"]') ?? "";
    expect(markdown).toMatch(
      /^Aloha,\s+## What is coming\s+- \[Talk \\\[story\\\]\]\(\/events\/draft-of-issue\): .* HST, Hilo\. Come & eat\.$/,
    );
    const path = await write({ slug: "from-the-site", subject: "From the site", markdown });
    expect(new Page((await admin().get(`${path}/preview`)).body).text(".letter-text")).toContain(
      "/events/draft-of-issue",
    );
    await sql("delete from public.newsletter_issues where slug = 'from-the-site'");
    await sql("delete from public.events where key = 'draft-of-issue'");
  });

  test("keeps what was typed, and shows both versions when two admins edit it", async () => {
    const wrong = await admin().post("/admin/issues/new", {
      ...written,
      subject: "",
      markdown: "![a](https://a.example/b.png)",
    });
    expect(wrong.status).toBe(422);
    expect(new Page(wrong.body).text('[role="alert"]')).toContain("Enter a subject");
    expect(wrong.body).toContain("![a](https://a.example/b.png)");
    const path = await write({});
    const { updated_at: version } = await rowOf("luau");
    expect((await admin().post(path, { ...written, version: String(version), markdown: "Theirs" })).status).toBe(303);
    const late = await admin().post(path, { ...written, version: String(version), markdown: "Mine <b>&" });
    expect(late.status).toBe(409);
    expect(new Page(late.body).text("table")).toContain("Theirs");
    expect(late.body).toContain("Mine &lt;b&gt;&amp;");
    expect((await rowOf("luau")).markdown).toBe("Theirs");
    expect((await admin().post(path, { ...written, version: String((await rowOf("luau")).updated_at) })).status).toBe(
      303,
    );
    expect((await admin().post("/admin/issues/new", { ...written })).status, "the address is taken").toBe(422);
  });

  test("is previewed in its own styles, can be tested, and is shown only to admins", async () => {
    const { id } = await rowOf("luau");
    // Not through the admin's usual client, which looks for the site's own styles.
    const Cookie = [...admin().cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const letter = await exchange(stack.url, `/admin/issues/${id}/letter`, { headers: { Cookie } });
    expect(letter.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect(letter.headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(letter.body).toContain("<h2>Plans</h2>");
    const preview = new Page((await admin().get(`/admin/issues/${id}/preview`)).body);
    expect(preview.text("pre")).toContain("Come to the meetup (https://example.org/).");
    expect(preview.text("#send")).toContain("Send it now to 80 people");
    const press = { intent: "test", press: "one" };
    for (const _ of [1, 2])
      expect(withoutSignature((await admin().post(`/admin/issues/${id}/preview`, press)).headers.location)).toBe(
        `/admin/issues/${id}/preview?done=issue-tested`,
      );
    const tests = provider.mailbox.mails.filter(({ subject }) => subject === "Test: Lūʻau & more");
    expect(
      tests.map(({ to }) => to),
      "a form that is sent twice",
    ).toEqual([[stack.settings.LOCAL_ADMIN_EMAIL]]);
    const missing = await visitor().get("/newsletter/luau");
    expect(missing.status).toBe(404);
    expect(missing.body, "the page that was probably meant").toContain('href="/newsletter"');
    expect(new Page((await visitor().get("/newsletter")).body).text("main")).toContain(
      "No issue was sent from this site yet",
    );
    expect((await visitor().get(`/admin/issues/${id}/letter`)).status).not.toBe(200);
  });

  test("is sent to each reader once, with an unsubscribe link of their own, and is published on the web", async () => {
    const { id, updated_at: version } = await rowOf("luau");
    const form = { intent: "send", version: String(version) };
    for (const _ of [1, 2])
      expect(withoutSignature((await admin().post(`/admin/issues/${id}/preview`, form)).headers.location)).toBe(
        `/admin/issues/${id}?done=issue-sent`,
      );
    await cron();
    expect(readers(), "one batch a minute on Workers Free").toHaveLength(50);
    await Promise.all([cron(), cron()]);
    await cron();
    expect(new Set(readers().map(({ to }) => to[0])).size).toBe(80);
    expect(readers()).toHaveLength(80);
    expect(await states("luau")).toEqual({ accepted: 80 });
    const [first] = readers() as Sent[];
    expect(first?.headers).toEqual({
      "List-Id": "<newsletter.localhost>",
      "List-Unsubscribe": expect.stringMatching(
        /^<http:\/\/localhost:\d+\/n\/[a-z2-7]{32}\/leave>, <mailto:inbox@example\.org\?subject=Unsubscribe%20from%20newsletter\.localhost>$/,
      ),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(first?.text).toContain(provider.settings.ISSUES_POSTAL_ADDRESS);
    expect(new Set(readers().map(({ headers }) => headers["List-Unsubscribe"])).size).toBe(80);
    const batches = provider.received.filter(isBatch);
    expect(batches.map(({ body }) => (body as unknown[]).length)).toEqual([50, 30]);

    const page = new Page((await visitor().get("/newsletter/luau")).body);
    expect(page.text("h1")).toBe("Lūʻau & more");
    expect(page.text(".prose h2")).toBe("Plans");
    expect(new Page((await visitor().get("/newsletter")).body).text("main")).toContain("Lūʻau & more");
    for (const path of ["/sitemap.xml", "/newsletter/rss.xml"])
      expect((await visitor().get(path)).body).toContain("/newsletter/luau<");
    const progress = new Page((await admin().get(`/admin/issues/${id}`)).body).text("main");
    expect(progress).toContain("To 80 people");
    expect(
      (await admin().post(`/admin/issues/${id}`, { ...written, version: "2020-01-01" })).status,
      "it is not changed any more",
    ).toBe(409);
  });

  const manners: [string, Manner, Record<string, number>][] = [
    ["takes-then-resets", "done, then reset", { unknown: 50, due: 30 }],
    ["takes-then-is-silent", "done, then silence", { unknown: 50, due: 30 }],
    ["takes-then-is-odd", "done, then HTML", { unknown: 50, due: 30 }],
    ["is-broken", { status: 500, body: { name: "application_error" } }, { unknown: 50, due: 30 }],
    [
      "wants-a-pause",
      { status: 429, body: { name: "rate_limit_exceeded" }, headers: { "Retry-After": "1800" } },
      { due: 80 },
    ],
    ["hangs-up", "reset", { unknown: 50, due: 30 }],
  ];
  test.each(manners)(
    "reaches each reader once if the provider %s",
    async (slug, manner, expected) => {
      const before = readers().length;
      provider.answer(manner);
      await send({ slug });
      await cron();
      expect(await states(slug)).toEqual(expected);
      provider.answer("by the protocol");
      await cron();
      expect(await states(slug), "nothing is due before the pause is over").toEqual(expected);
      await later();
      await cron();
      await cron();
      expect(await states(slug)).toEqual({ accepted: 80 });
      expect(readers()).toHaveLength(before + 80);
      expect(
        new Set(
          readers()
            .slice(before)
            .map(({ to }) => to[0]),
        ).size,
      ).toBe(80);
    },
    60_000,
  );

  test("stays uncertain, and is never sent again, if the provider has forgotten the key", async () => {
    const before = readers().length;
    provider.answer("done, then reset");
    const path = await send({ slug: "forgotten" });
    await cron();
    provider.answer("by the protocol");
    provider.mailbox.forgetKeys();
    await sql("update private.mail_batches set frozen_at = now() - interval '24 hours', next_attempt_at = now()");
    await later();
    await cron();
    await cron();
    expect(readers()).toHaveLength(before + 80);
    expect(await states("forgotten")).toEqual({ unknown: 50, accepted: 30 });
    expect(new Page((await admin().get(path)).body).text("table")).toMatch(/Uncertain.*50/s);
  }, 60_000);

  test("is paused with the provider's reason if it is refused as a whole, until an admin resumes it", async () => {
    provider.answer({ status: 422, body: { name: "validation_error" } });
    const path = await send({ slug: "refused" });
    await cron();
    provider.answer("by the protocol");
    await cron();
    expect(await states("refused")).toEqual({ due: 80 });
    expect(new Page((await admin().get(path)).body).text("main")).toContain("status 422 validation_error");
    expect(withoutSignature((await admin().post(path, { intent: "resume" })).headers.location)).toBe(
      `${path}?done=issue-resumed`,
    );
    await cron();
    await admin().post(path, { intent: "pause" });
    await cron();
    expect(await states("refused")).toEqual({ accepted: 50, due: 30 });
    await admin().post(path, { intent: "resume" });
    await cron();
    expect(await states("refused")).toEqual({ accepted: 80 });
  }, 60_000);

  test("is scheduled for a time in Honolulu, and sent to those who get the newsletter then", async () => {
    const path = await write({ slug: "later" });
    const form = async (fields: object) =>
      admin().post(`${path}/preview`, {
        intent: "schedule",
        version: String((await rowOf("later")).updated_at),
        ...fields,
      });
    expect((await form({ date: "2020-01-01", time: "09:00" })).status).toBe(422);
    expect(withoutSignature((await form({ date: "2099-01-01", time: "09:00" })).headers.location)).toBe(
      `${path}?done=issue-scheduled`,
    );
    expect(Date.parse(String((await rowOf("later")).scheduled_at))).toBe(Date.parse("2099-01-01T19:00:00Z"));
    expect((await visitor().get("/newsletter/later")).status).toBe(404);
    await admin().post(path, { intent: "unschedule" });
    await form({ date: "2099-01-01", time: "09:00" });
    await sql("update public.newsletter_subscribers set left_at = now() where email = 'reader-1@example.org'");
    await sql("update public.newsletter_issues set scheduled_at = now() where slug = 'later'");
    const before = readers().length;
    await cron();
    await cron();
    expect(readers().slice(before)).toHaveLength(79);
    expect((await rowOf("later")).recipients).toBe(79);
  }, 60_000);
});

describe("the people on a waitlist", () => {
  let page: string;
  const change = (fields: Record<string, unknown>) => readAsAdmin(stack, "events?key=eq.tomorrow", fields);
  const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
  let admin: Visitor;
  const look = async (at = page) => new Page((await admin.get(at)).body);
  /** The form of the button that sends to everyone. */
  const sending = async (kind: string) => {
    const asking = await look(`${page}?kind=${kind}&confirm=send`);
    const [event = "", draft = ""] = ["event", "draft"].map((name) => asking.value(name));
    return { intent: "start", kind, event, draft };
  };
  beforeAll(async () => {
    provider.answer("by the protocol");
    admin = await signIn(visitor());
    page = `${await placeOf(stack, "tomorrow")}/emails`;
    await change({ is_published: true });
  });

  test("are notified once that tickets are on sale, after an admin has previewed and tested the email", async () => {
    const [event] = await readAsAdmin(stack, "events?select=id&key=eq.tomorrow");
    const alert = await look(`/admin/events/${event?.id}`);
    expect(alert.text("main")).toContain("3 people have not been notified that tickets are on sale");
    expect(alert.attributes("main a", "href")).toContain(`${page}?kind=tickets-open#letter`);
    const before = await look();
    expect(before.text("#letter")).toBe("Tickets are on sale");
    expect(before.text("pre")).toContain("Aloha, Tickets for Tomorrow’s lūʻau are on sale.");
    expect((await admin.post(page, { intent: "words", kind: "tickets-open", words: "Mahalo." })).status).toBe(303);
    expect((await look(`${page}?kind=tickets-open`)).text("pre")).toContain("Mahalo.");

    expect((await admin.post(page, { intent: "test", kind: "tickets-open" })).status).toBe(303);
    const own = stack.settings.LOCAL_ADMIN_EMAIL ?? "";
    await eventually(() => subjectsTo(own).includes("Test: Tickets are on sale: Tomorrow’s lūʻau"), "the test");
    expect(waiting.flatMap(subjectsTo)).toEqual([]);

    const form = await sending("tickets-open");
    expect(withoutSignature((await admin.post(page, form)).headers.location)).toBe(`${page}?done=campaign-started`);
    for (const email of waiting) {
      const mail = await mailTo(email);
      expect(mail).toMatchObject({
        subject: "Tickets are on sale: Tomorrow’s lūʻau",
        text: expect.stringContaining("Mahalo."),
      });
      expect((await visitor().get(pathIn(mail))).status).toBe(200);
    }
    const again = await admin.post(page, form);
    expect(again.status).toBe(409);
    expect(new Page(again.body).text('[role="alert"]')).toContain("nobody is left to notify");
    await eventually(async () => (await look()).text("main")?.includes("3 of 3 sent"), "the page says so");
    const told = await readAsAdmin(
      stack,
      "waitlist_entries?select=tickets_notified_at&email=in.(ana@example.org,ben@example.org,cai@example.org)",
    );
    expect(told.map(({ tickets_notified_at: at }) => typeof at)).toEqual(Array(3).fill("string"));
    await cron();
    expect(waiting.map((email) => mailsTo(email).filter(({ subject }) => /^Tickets/.test(subject)).length)).toEqual([
      1, 1, 1,
    ]);
  });

  test("are reminded once by cron on the day before", async () => {
    await cron();
    await cron();
    for (const email of waiting)
      expect(subjectsTo(email).filter((subject) => /^(Today|Tomorrow): /.test(subject))).toHaveLength(1);
    expect((await look()).text("main")).toContain("automatic");
  });

  test("get the calendar file on cancellation; paused emails are not sent, and are dropped if no longer true", async () => {
    await change({ status: "cancelled" });
    const counts = async () => (await look(page.replace("/emails", "/people"))).text("main .actions");
    const needs = async () => (await look("/admin")).text('[aria-labelledby="attention"]');
    expect(await counts(), "told of tickets, not of this").toContain("3 not yet notified, 0 notified");
    expect(await needs()).toContain("3 people have not been notified that it is canceled: Tomorrow’s lūʻau Email them");
    provider.answer((question) =>
      addressOf(question) === waiting[0] ? "by the protocol" : { status: 429, headers: { "Retry-After": "1800" } },
    );
    expect((await admin.post(page, await sending("cancelled"))).status).toBe(303);
    const mail = await eventually(
      () => mailsTo(waiting[0] ?? "").find(({ subject }) => subject === "Canceled: Tomorrow’s lūʻau"),
      "the cancellation",
    );
    const [file] = mail.attachments ?? [];
    expect(file?.content_type).toContain("method=PUBLISH");
    expect(Buffer.from(file?.content ?? "", "base64").toString()).toContain("STATUS:CANCELLED");
    const mails = () =>
      readAsAdmin(stack, "mails?select=id,state,occurrence&purpose=eq.event-news&order=id.desc&limit=3");
    await eventually(async () => (await mails()).filter(({ state }) => state === "due").length === 2, "two that wait");

    expect(await counts()).toContain("2 not yet notified, 1 notified");
    expect(await needs(), "on their way").not.toContain("that it is canceled");
    const campaign = String((await mails())[0]?.occurrence);
    provider.answer("by the protocol");
    expect((await admin.post(page, { intent: "pause", campaign })).status).toBe(303);
    expect((await look()).text("main")).toContain("Paused");
    await cron();
    expect((await mails()).filter(({ state }) => state === "due")).toHaveLength(2);
    await change({ status: "scheduled" });
    await admin.post(page, { intent: "resume", campaign });
    await eventually(
      async () => (await look()).text("main")?.includes("2 dropped because it was no longer true"),
      "dropped",
    );
    expect(waiting.map((email) => subjectsTo(email).includes("Canceled: Tomorrow’s lūʻau"))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("have no emails on the way after that, and an invalid form starts none", async () => {
    expect((await look(`${page}/by-hand`)).text("main")).not.toContain("on the way");
    expect((await admin.post(page, { intent: "start", kind: "cancelled", event: "x", draft: "" })).status).toBe(409);
    expect((await admin.post(page, { intent: "start", kind: "nonsense" })).status).toBe(303);
  });
});

describe("a test email", () => {
  const path = "/admin/mails";
  const steps = async () => new Page((await admin.get("/admin")).body).text('[aria-labelledby="first-steps"]');

  test("is sent to the admin who requests it, and ticks off the first step once it was sent", async () => {
    provider.answer("by the protocol");
    expect(await steps()).toContain("To do: Send yourself a test email");
    expect(new Page((await admin.get(path)).body).text("main")).toContain("To admin@example.org, and to nobody else.");
    const answer = await admin.post(path, { intent: "test" });
    expect([answer.status, withoutSignature(answer.headers.location ?? "")]).toEqual([303, `${path}?done=test-queued`]);
    const { subject, text } = await eventually(
      () => mailsTo("admin@example.org").find((mail) => mail.subject.startsWith("A test from")),
      "the test email",
    );
    expect(subject).toBe("A test from the Hawaiʻi Blockchain Community");
    expect(text).toContain("This is the test that you sent yourself");
    await eventually(async () => (await steps())?.includes("Done: Send yourself a test email"), "the step");
    expect(new Page((await admin.get("/admin/log")).body).text("tbody")).toContain("Kind: Test email");
  });

  test("is refused within a minute of the last one", async () => {
    const answer = await admin.post(path, { intent: "test" });
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).text('[role="alert"]')).toContain(
      "No test was sent: the last one is less than a minute old",
    );
  });
});
