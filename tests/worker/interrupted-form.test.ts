import { defaults, seal, unseal } from "iron-webcrypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyedDigest } from "../../app/platform/request/visitor.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { signedAddress, withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { longestSite } from "../support/longest-site.ts";
import { adminRoutes } from "./admin-routes.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

const admin = { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" };
const member = { email: testSettings.LOCAL_MEMBER_EMAIL ?? "", password: testSettings.LOCAL_MEMBER_PASSWORD ?? "" };
const secret = testSettings.SESSION_SECRET ?? "";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

const browser = () => new Visitor(stack.url);
const key = () => keyedDigest(secret, "interrupted-form:v1");
const contentOf = async (sealed: string) => JSON.stringify(await unseal(sealed, await key(), defaults));

async function signedIn(person: typeof admin): Promise<Visitor> {
  const visitor = browser();
  expect((await visitor.post("/admin/login", person)).status).toBe(303);
  return visitor;
}

/** A browser whose session has ended while the cookie is still there. */
async function withEndedSession(person: typeof admin): Promise<Visitor> {
  const visitor = await signedIn(person);
  const session = (await unseal(visitor.cookies.get("session") ?? "", secret, defaults)) as object;
  visitor.cookies.set("session", await seal({ ...session, seenAt: Date.now() - 31 * 60_000 }, secret, defaults));
  return visitor;
}

/** The content of the hidden field of the sign-in page. */
const sealedIn = ({ body }: Answer) => new Page(body).value("sealed") ?? "";

/** Sends the sign-in form of a page as a browser without scripts does. */
function signIn(visitor: Visitor, page: Answer, person: typeof admin = admin): Promise<Answer> {
  return visitor.postParts("/admin/login", { ...person, sealed: sealedIn(page) });
}

const typed = {
  title: "Lūʻau & “ledgers” <b>",
  key: "luau-and-ledgers",
  date_precision: "day",
  date: "2094-05-22",
  place: "Hilo",
  summary: "Come as you are",
  about: "First line\r\n\r\nSecond $& line",
  status: "postponed",
  is_published: "on",
};
const eventsCalled = (title: string) =>
  withTables(stack, (sql) => sql("select id from public.events where title = $1", title));

describe("an admin form that is sent after the session has ended", () => {
  test("gets 401 and the sign-in in place, which says why and carries what was typed, sealed", async () => {
    for (const visitor of [browser(), await withEndedSession(admin)]) {
      const answer = await visitor.post("/admin/events/new", typed);
      expect(answer.status).toBe(401);
      const page = new Page(answer.body);
      expect(page.text("h1")).toBe("Sign in");
      expect(page.text('[role="status"]')).toMatch(/^Your session has ended, so nothing was saved\. Sign in within 30/);
      expect(page.attribute("#sign-in", "action")).toBe("/admin/login");
      expect(page.attribute("#sign-in", "enctype")).toBe("multipart/form-data");
      expect(page.attribute("#sign-in", "data-region"), "the answer is another page").toBeUndefined();
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.headers.location).toBeUndefined();
      expect(sealedIn(answer)).toMatch(/^Fe26\.2\*/);
      expect(answer.body).not.toContain("ledgers");
      expect(JSON.stringify(answer.headers), "no cookie, no address").not.toMatch(/ledgers|Fe26/);
    }
  });

  test("is shown filled in after signing in, and saves nothing until it is sent again", async () => {
    const visitor = browser();
    const refused = await visitor.post("/admin/events/new?from=here&b=%22", typed);
    const wrong = await signIn(visitor, refused, { ...admin, password: "wrong" });
    expect([wrong.status, sealedIn(wrong)]).toEqual([401, sealedIn(refused)]);
    const answer = await signIn(visitor, wrong);
    expect(answer.status).toBe(200);
    expect(visitor.cookies.get("session")).toMatch(/^Fe26/);
    const page = new Page(answer.body);
    expect(page.text("h1")).toBe("New event");
    expect(page.text('[role="status"]')).toContain("You are signed in again.");
    for (const name of ["title", "key", "date", "place", "summary"] as const)
      expect.soft(page.value(name), name).toBe(typed[name]);
    expect(page.text('textarea[name="about"]')).toBe("First line Second $& line");
    expect(page.attribute('select[name="status"] option[selected]', "value")).toBe("postponed");
    expect(page.attribute('input[name="is_published"]', "checked")).toBeDefined();
    expect(page.all('main [role="alert"]')).toHaveLength(0);
    expect(page.attribute("form#event", "action")).toBe("/admin/events/new?from=here&b=%22");
    expect(page.attributes("form", "action")).not.toContain(undefined);
    expect(await eventsCalled(typed.title)).toHaveLength(0);
    expect((await visitor.post("/admin/events/new", { ...typed, status: "scheduled" })).status).toBe(303);
    expect(await eventsCalled(typed.title)).toHaveLength(1);
  });

  test("keeps the version that it was made from, so that another admin's change is not lost", async () => {
    const [visitor, other] = await Promise.all([signedIn(admin), signedIn(admin)]);
    const made = await visitor.post("/admin/tabs", { intent: "create", label: "Before", tab_key: "before" });
    const id = /row-(.*)$/.exec(made.headers.location ?? "")?.[1];
    const path = `/admin/tabs/${id}`;
    const version = new Page((await visitor.get(path)).body).value("version") ?? "";
    await other.post(path, { intent: "save", version, label: "Theirs", tab_key: "before" });
    const late = browser();
    const refused = await late.post(path, { intent: "save", version, label: "Mine", tab_key: "before" });
    const page = new Page((await signIn(late, refused)).body);
    expect([page.value("label"), page.value("version")]).toEqual(["Mine", version]);
    const sent = await late.post(path, {
      intent: "save",
      version: page.value("version") ?? "",
      label: "Mine",
      tab_key: "before",
    });
    expect(sent.status).toBe(409);
  });

  test("that was a button does nothing, and leaves the other forms of its page as they are", async () => {
    const visitor = await signedIn(admin);
    const made = await visitor.post("/admin/tabs", { intent: "create", label: "Stays", tab_key: "stays" });
    const path = `/admin/tabs/${/row-(.*)$/.exec(made.headers.location ?? "")?.[1]}`;
    const version = new Page((await visitor.get(path)).body).value("version") ?? "";
    const late = browser();
    const answer = await signIn(late, await late.post(path, { intent: "delete", version }));
    expect([answer.status, new Page(answer.body).value("label")]).toEqual([200, "Stays"]);
    expect((await visitor.get(path)).status).toBe(200);
  });

  test("loses a chosen file, which both pages name, and keeps its description", async () => {
    const [event] = await withTables(stack, (sql) => sql("select id from public.events where key = 'bitcoin'"));
    const path = `/admin/events/${event?.id}/poster`;
    const visitor = browser();
    const picture = new File(["a picture"], "mahi.png", { type: "image/png" });
    const refused = await visitor.postParts(path, { intent: "add", alt: "Pizza by the sea", version: "x", picture });
    expect(refused.status).toBe(401);
    expect(new Page(refused.body).text('[role="status"]')).toContain("mahi.png could not be kept");
    expect(await contentOf(sealedIn(refused))).not.toContain("a picture");
    const page = new Page((await signIn(visitor, refused)).body);
    expect(page.text('[role="status"]')).toContain("Choose your file again: mahi.png could not be kept.");
    expect(page.attribute('#new-picture [name="alt"]', "value")).toBe("Pizza by the sea");
    expect(page.attribute('#poster [name="alt"]', "value")).not.toBe("Pizza by the sea");
  });

  test("keeps no passwords, not even sealed", async () => {
    const typed = { current: "my-old-secret", next: "my-new-secret", password: "my-secret", code: "secret" };
    for (const [path, names] of Object.entries({
      "/admin/account": ["current", "next"],
      "/admin/proof": ["password", "code"],
    } as const)) {
      const secrets = Object.fromEntries(names.map((name) => [name, typed[name as keyof typeof typed]]));
      const refused = await browser().post(path, { ...secrets, username: "kept" });
      const content = await contentOf(sealedIn(refused));
      expect(content).toContain("kept");
      expect(content).not.toContain("secret");
    }
    const visitor = await signedIn(admin);
    for (const { path } of (await adminRoutes()).filter(
      ({ path }) => !["/admin/account", "/admin/proof"].includes(path),
    ))
      expect.soft((await visitor.get(path)).body, path).not.toContain('type="password"');
  });

  test("is restored only for the account that the cookie named", async () => {
    const visitor = await withEndedSession(member);
    const refused = await visitor.post("/admin/events/new", typed);
    expect(await contentOf(sealedIn(refused))).toMatch(/"account":"[0-9a-f-]{36}"/);
    const answer = await signIn(visitor, refused);
    expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, "/admin?done=signed-in-late"]);
    expect(
      new Page((await visitor.get(await signedAddress("/admin?done=signed-in-late"))).body).text('[role="status"]'),
    ).toContain("could not be restored");
    const own = await withEndedSession(admin);
    expect((await signIn(own, await own.post("/admin/events/new", typed))).status).toBe(200);
  });

  test("is restored within 30 minutes, only as we sealed it, and never from a session cookie", async () => {
    const form = { path: "/admin/events/new", account: null, fields: typed, files: [] };
    const sealedFor = async (ttl: number, password: string) => seal(form, password, { ...defaults, ttl });
    const visitor = browser();
    const good = sealedIn(await visitor.post("/admin/events/new", typed));
    const session = (await signedIn(admin)).cookies.get("session") ?? "";
    const [, expires] = /\*(\d{13})\*/.exec(good) ?? [];
    expect(Number(expires) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(Number(expires) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    for (const sealed of [
      await sealedFor(-120_000, await key()),
      await sealedFor(60_000, secret),
      // Not the last character, of which base64 ignores some bits.
      good.replace(/.(?=...$)/, (sign) => (sign === "A" ? "B" : "A")),
      session,
      "nonsense",
    ]) {
      const answer = await browser().postParts("/admin/login", { ...admin, sealed });
      expect
        .soft([answer.status, withoutSignature(answer.headers.location)], sealed)
        .toEqual([303, "/admin?done=signed-in-late"]);
    }
  });

  test("may be as long as any form: the sign-in accepts it", async () => {
    const about = '"\n'.repeat(20_000);
    const visitor = browser();
    const refused = await visitor.postParts("/admin/events/new", { ...typed, about });
    expect(refused.status).toBe(401);
    const page = new Page((await signIn(visitor, refused)).body);
    expect(page.value("title")).toBe(typed.title);
    expect(page.text('textarea[name="about"]')?.length).toBeGreaterThan(30_000);
  });

  test("may be the longest of all, the site settings in characters of four bytes, and is then saved", async () => {
    const visitor = await withEndedSession(admin);
    const longest = longestSite();
    const back = new Page((await signIn(visitor, await visitor.postParts("/admin/site/pages", longest))).body);
    expect(back.text('textarea[name="story"]')).toBe(longest.story);
    const save = async (form: Record<string, string>) => {
      const version = new Page((await visitor.get("/admin/site")).body).value("version") ?? "";
      return visitor.postParts("/admin/site", { ...form, version });
    };
    expect(withoutSignature((await save(longest)).headers.location)).toBe("/admin/site?done=saved");
    const invisible = await save({ ...longest, story: `a${"\u200b".repeat(20_000)}` });
    expect([invisible.status, new Page(invisible.body).text('main [role="alert"]')]).toEqual([
      422,
      "All texts together are too long. Shorten one, then save again.",
    ]);
  });

  test("is not involved when a page is only read: 302 to the sign-in", async () => {
    const answer = await browser().get("/admin/events/new");
    expect([answer.status, answer.headers.location]).toEqual([302, "/admin/login"]);
  });
});
