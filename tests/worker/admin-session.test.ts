import { defaults, seal, unseal } from "iron-webcrypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, encodeForm, formType, type Question } from "../../harness/serving/exchange.ts";
import { signedAddress, withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import packageFile from "../../package.json" with { type: "json" };
import { readableParts } from "../support/readable-parts.ts";
import { type AdminRoute, adminRoutes } from "./admin-routes.ts";
import { ask, eventually, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

const admin = { email: testSettings.LOCAL_ADMIN_EMAIL ?? "", password: testSettings.LOCAL_ADMIN_PASSWORD ?? "" };
const member = { email: testSettings.LOCAL_MEMBER_EMAIL ?? "", password: testSettings.LOCAL_MEMBER_PASSWORD ?? "" };
const olderSecret = "for-tests-only-older-session-5Pf9Sg8Kq2vYx1Lz";
const [minute, hour] = [60_000, 3_600_000];

interface Session {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
  startedAt: number;
  seenAt: number;
}

let stack: Stack;
let routes: AdminRoute[];
beforeAll(async () => {
  // A token of 63 s is refreshed as soon as it is 3 s old.
  const [started, found] = await Promise.all([
    startStack(databaseTemplate(), {
      SUPABASE_JWT_EXPIRY: "63",
      SESSION_SECRET: `${testSettings.SESSION_SECRET},${olderSecret}`,
    }),
    adminRoutes(),
  ]);
  stack = started;
  routes = found;
});
afterAll(() => stack?.stop());

const browser = () => new Visitor(stack.url);

async function signedIn(person: typeof admin, visitor = browser()): Promise<Visitor> {
  const answer = await visitor.post("/admin/login", person);
  expect(answer.status, "the answer to a sign-in").toBe(303);
  return visitor;
}

const cookieOf = (visitor: Visitor) => visitor.cookies.get("session") ?? "";
const leadsToSignIn = (answer: Answer) => answer.status === 302 && answer.headers.location === "/admin/login";
const clearsCookie = (answer: Answer) =>
  (answer.headers["set-cookie"] ?? []).some((line) => /^session=; Max-Age=0; /.test(line));

const open = async (cookie: string) => (await unseal(cookie, testSettings.SESSION_SECRET ?? "", defaults)) as Session;
const sealed = (session: Session, secret = testSettings.SESSION_SECRET ?? "") => seal(session, secret, defaults);

/** The same session with a change to it, in a browser of its own. */
async function changed(visitor: Visitor, change: Partial<Session>, secret?: string): Promise<Visitor> {
  const other = browser();
  other.cookies.set("session", await sealed({ ...(await open(cookieOf(visitor))), ...change }, secret));
  return other;
}

describe("Server-Timing", () => {
  const timing = /^guard;dur=\d+, database;dur=(\d+), render;dur=\d+$/;

  test("tells a signed-in admin where the time of a page went, whose footer names the version", async () => {
    const visitor = await signedIn(admin);
    const answer = await visitor.get("/admin/tabs");
    expect(new Page(answer.body).text("footer")).toBe(`Version ${packageFile.version}`);
    const [, database] = timing.exec(String(answer.headers["server-timing"])) ?? [];
    expect(Number(database)).toBeGreaterThan(0);
  });

  test("is not sent to anyone else, or with other pages", async () => {
    const [visitor, guest] = await Promise.all([signedIn(admin), signedIn(member)]);
    const forged = browser();
    forged.cookies.set("session", "forged");
    const answers = await Promise.all([
      visitor.get("/"),
      visitor.get("/education"),
      visitor.get("/healthz"),
      guest.get("/admin/tabs"),
      forged.get("/admin/tabs"),
      browser().get("/admin/tabs"),
      browser().get("/admin/login"),
    ]);
    expect(answers.map(({ headers }) => headers["server-timing"])).toEqual(answers.map(() => undefined));
  });
});

describe("signing in", () => {
  test("leads an admin to /admin?done=signed-in, which says Welcome back!", async () => {
    const visitor = browser();
    const answer = await visitor.post("/admin/login", admin);
    expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, "/admin?done=signed-in"]);
    const { body } = await visitor.get(await signedAddress("/admin?done=signed-in"));
    expect(new Page(body).text('[role="status"] strong')).toBe("Welcome back!");
    expect(body).toContain(admin.email);
  });

  test("sets a sealed cookie: HttpOnly, SameSite=Lax, 30 minutes, without a readable token", async () => {
    const answer = await browser().post("/admin/login", admin);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^session=Fe26\.2\*[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(readableParts(cookie)).toEqual([]);
  });

  test("fails with one message, with 401 and in at least 400 ms for an admin, a member and an unknown address", async () => {
    const people = [admin.email, member.email, "nobody@example.org", "nobody-else@example.org"];
    const attempt = async (email: string) => {
      const before = performance.now();
      const answer = await browser().post("/admin/login", { email, password: "wrong" });
      const page = answer.body.replaceAll(email, "").replace(/[\da-f-]{36}/g, "");
      return { took: performance.now() - before, status: answer.status, page };
    };
    const answers = await Promise.all([...people, ...people].map(attempt));
    for (const { took, ...answer } of answers) {
      expect(took).toBeGreaterThanOrEqual(400);
      expect(answer).toEqual({ status: 401, page: answers[0]?.page });
    }
    expect(answers[0]?.page).toContain("Invalid login credentials");
  });

  test.each(["next", "redirectTo", "return_to", "url", "done"])(
    "leads to a target from a fixed list, whatever ?%s= contains",
    async (name) => {
      const query = `${name}=${encodeURIComponent("https://evil.example/")}`;
      const answer = await browser().post(`/admin/login?${query}`, { ...admin, [name]: "//evil.example" });
      expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, "/admin?done=signed-in"]);
      expect((await browser().get(`/admin?${query}`)).headers.location).toBe("/admin/login");
    },
  );

  test("never returns the password, and keeps the email address", async () => {
    const answer = await browser().post("/admin/login", { ...admin, password: "wrong-and-secret" });
    expect(answer.body).not.toContain("wrong-and-secret");
    expect(new Page(answer.body).value("email")).toBe(admin.email);
  });

  test("keeps the session of a user who is not an admin, and says so with a Sign out button", async () => {
    const visitor = browser();
    const answer = await visitor.postAndFollow("/admin/login", member);
    expect(answer.path).toBe("/admin/login");
    const page = new Page(answer.body);
    expect(page.text('[role="status"] p')).toBe(`Signed in as ${member.email}. This account is not an admin.`);
    expect(page.text('[role="status"] button')).toBe("Sign out");
    expect(page.attribute('[role="status"] form', "action")).toBe("/admin/logout");
  });

  test("reveals that a person is not an admin only after the right password", async () => {
    const answer = await browser().post("/admin/login", { ...member, password: "wrong" });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain("not an admin");
  });

  test("is skipped for a signed-in admin, who is redirected to /admin", async () => {
    const answer = await (await signedIn(admin)).get("/admin/login");
    expect([answer.status, answer.headers.location]).toEqual([302, "/admin"]);
  });

  test("gives a new session value and revokes the old one, even for the same account", async () => {
    const visitor = await signedIn(admin);
    const old = await changed(visitor, {});
    await signedIn(admin, visitor);
    expect((await visitor.get("/admin")).status).toBe(200);
    expect(leadsToSignIn(await old.get("/admin"))).toBe(true);
  });

  test("does not take over a session planted by someone else (fixation), and ends it", async () => {
    const attacker = await signedIn(member);
    const victim = browser();
    victim.cookies.set("session", cookieOf(attacker));
    await signedIn(admin, victim);
    expect(cookieOf(victim)).not.toBe(cookieOf(attacker));
    expect((await victim.get("/admin")).body).toContain(admin.email);
    expect((await attacker.get("/admin/login")).body).not.toContain("Signed in as");
    expect(leadsToSignIn(await attacker.get("/admin"))).toBe(true);
  });

  test("does not end the person's sessions on other devices", async () => {
    const [laptop, phone] = await Promise.all([signedIn(admin), signedIn(admin)]);
    await signedIn(admin, laptop);
    expect((await phone.get("/admin")).status).toBe(200);
  });
});

describe("every loader and action of /admin", () => {
  const ways = (route: AdminRoute) => {
    const posted = { method: "POST", headers: { "Content-Type": formType }, body: encodeForm({ intent: "create" }) };
    const one = `_routes=${encodeURIComponent(route.id)}`;
    const paths = [route.path, `${route.path}?${one}`, `${route.path}?_data=${encodeURIComponent(route.id)}`];
    return [
      ...paths.map((path) => ({ path, question: {} as Question })),
      ...(route.hasAction ? [{ path: route.path, question: posted }] : []),
    ];
  };

  async function expectRefused(visitor: Visitor): Promise<void> {
    expect(routes.length).toBeGreaterThan(20);
    const session = cookieOf(visitor);
    for (const route of routes) {
      for (const { path, question } of ways(route)) {
        const answer = await visitor.atAnotherAddress().send(path, question);
        const name = `${question.method ?? "GET"} ${path}`;
        const isInterrupted = question.method === "POST" && !session;
        expect.soft([name, answer.status]).toEqual([name, isInterrupted ? 401 : 302]);
        expect.soft(answer.headers.location, name).toBe(isInterrupted ? undefined : "/admin/login");
        if (isInterrupted) expect.soft(new Page(answer.body).text("h1"), name).toBe("Sign in");
        else expect.soft(answer.body.length, name).toBeLessThan(200);
        expect.soft(answer.headers["cache-control"], name).toBe("private, no-store");
        expect.soft(answer.headers["x-robots-tag"], name).toBe("noindex");
        expect.soft(Boolean(cookieOf(visitor)), `${name} keeps the session`).toBe(Boolean(session));
      }
    }
  }

  test("redirects a stranger to the sign-in, and shows it in place of a form (also with ?_routes= and ?_data=)", () =>
    expectRefused(browser()));

  test("is not served at a .data URL, with or without ?_routes=: 404 for everyone, including admins", async () => {
    for (const visitor of [browser(), await signedIn(admin)]) {
      for (const { id, path, hasAction } of routes) {
        const reads = [`${path}.data`, `${path}.data?_routes=${encodeURIComponent(id)}`];
        const answers = await Promise.all(reads.map((each) => visitor.get(each)));
        if (hasAction && path.length < 20) answers.push(await visitor.post(`${path}.data`, { intent: "create" }));
        for (const answer of answers) {
          expect.soft([path, answer.status]).toEqual([path, 404]);
          expect.soft(answer.headers["content-type"], path).toBe("text/html; charset=utf-8");
          expect.soft(answer.headers["cache-control"], path).toBe("private, no-store");
        }
      }
    }
  }, 60_000);

  test(
    "redirects a member to the sign-in with 302 and nothing else (also with ?_routes= and ?_data=)",
    async () => expectRefused(await signedIn(member)),
    60_000,
  );

  test("responds to an admin, with no-store and noindex on every page", async () => {
    const visitor = await signedIn(admin);
    // A file that is requested with a form redirects to that form, the code page is skipped if no code is needed, and a
    // post needs a subject.
    const elsewhere: Record<string, string> = {
      "/admin/people.json": "/admin/people",
      "/admin/pictures.json": "/admin/pictures",
      "/admin/account/recovery-codes.txt": "/admin/account/factor",
      "/admin/code": "/admin",
      "/admin/posts/new": "/admin/posts",
    };
    // The lists that an event's place has replaced lead to it.
    const former = /^\/admin\/(waitlists|events\/[^/]+\/reservations)\b/;
    for (const { path } of routes) {
      const answer = await visitor.get(path);
      if (elsewhere[path]) expect.soft([answer.headers.location, path]).toEqual([elsewhere[path], path]);
      else expect.soft([former.test(path) ? 301 : 200, 404], path).toContain(answer.status);
      expect.soft(answer.headers["cache-control"], path).toBe("private, no-store");
      expect.soft(answer.headers["x-robots-tag"], path).toBe("noindex");
    }
  }, 60_000);

  test("redirects from other spellings to the canonical one; they are not cached or indexed, and accept no form", async () => {
    const visitor = await signedIn(admin);
    const id = "00000000-0000-4000-8000-000000000001";
    const kept = (answer: Answer) => [answer.headers["cache-control"], answer.headers["x-robots-tag"]];
    for (const [path, canonical] of [
      [`/%61dmin/messages/${id}`, `/admin/messages/${id}`],
      ["/%61dmin/waitlists/bitcoin", "/admin/waitlists/bitcoin"],
      ["/admin/waitlists/bitco%69n%2ecsv", "/admin/waitlists/bitcoin.csv"],
      ["/ADMIN/tabs", "/admin/tabs"],
      ["/admin//tabs/", "/admin/tabs"],
    ] as const) {
      const read = await visitor.get(path);
      expect.soft([path, read.status, read.headers.location]).toEqual([path, 301, stack.url + canonical]);
      const sent = await visitor.post(path, { intent: "create", label: "Elsewhere", tab_key: "elsewhere" });
      expect.soft([path, sent.status, new Page(sent.body).text("h1")]).toEqual([path, 404, "404"]);
      for (const answer of [read, sent]) expect.soft(kept(answer), path).toEqual(["private, no-store", "noindex"]);
    }
    expect((await visitor.get("/admin/tabs")).body).not.toContain("elsewhere");
  });

  test("is not cached or indexed, and neither is the sign-in", async () => {
    const answer = await browser().get("/admin/login");
    expect([answer.headers["cache-control"], answer.headers["x-robots-tag"]]).toEqual(["private, no-store", "noindex"]);
  });

  test("refuses a former admin at the next request, but keeps the session", async () => {
    const [chief, early] = await Promise.all([signedIn(admin), signedIn(member)]);
    await chief.post("/admin/admins", { intent: "add", email: member.email, role: "editor" });
    // A session that began earlier is not an admin's.
    expect(leadsToSignIn(await early.get("/admin"))).toBe(true);
    const helper = await signedIn(member);
    expect((await helper.get("/admin")).status).toBe(200);
    const page = new Page((await chief.get("/admin/admins")).body);
    const place = page.texts("td a").findIndex((text) => text.includes(member.email));
    const id = page.attributes("td a", "href")[place]?.split("=")[1] ?? "";
    const removed = await chief.post("/admin/admins", { intent: "remove", id });
    expect(withoutSignature(removed.headers.location)).toBe("/admin/admins?done=removed");
    expect(leadsToSignIn(await helper.get("/admin"))).toBe(true);
    expect((await helper.get("/admin/login")).body).toContain("This account is not an admin.");
  });

  test("lists what a removed admin leaves, whose own pass ends at once, and ends the rest by one press", async () => {
    const chief = await signedIn(admin);
    await chief.post("/admin/admins", { intent: "add", email: member.email, role: "editor" });
    const editor = await signedIn(member);
    const [event] = await withTables(stack, (sql) =>
      sql(
        `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, takes_reservations)
         values ('left-links', 'An evening', 'Hilo', 'Soon.', true, now() + interval '1 hour', 'exact', 5, true) returning id`,
      ),
    );
    const door = `/admin/events/${event?.id}/door`;
    const token = "a".repeat(32);
    expect((await editor.post(door, { intent: "own" })).headers.location).toBe("/door");
    expect((await editor.post(door, { name: "Front", token })).status).toBe(200);
    await editor.post(`/admin/events/${event?.id}/programme/preview`, { token: "b".repeat(32) });
    const helper = browser();
    expect((await helper.post(`/door/${token}`, { name: "Lei" })).headers.location).toBe("/door");
    const page = new Page((await chief.get("/admin/admins")).body);
    const place = page.texts("td a").findIndex((text) => text.includes(member.email));
    const id = page.attributes("td a", "href")[place]?.split("=")[1] ?? "";
    const removed = await chief.postAndFollow("/admin/admins", { intent: "remove", id });
    expect(new Page(removed.body).texts('[aria-labelledby="made-links"] li')).toEqual([
      "Door pass: An evening: Front",
      "Preview of a program: An evening",
    ]);
    expect([(await editor.get("/door")).status, (await helper.get("/door")).status]).toEqual([404, 200]);
    expect((await helper.post("/admin/admins", { intent: "end-links", id })).status).not.toBe(303);
    expect((await helper.get("/door")).status).toBe(200);
    const ended = await chief.post("/admin/admins", { intent: "end-links", id });
    expect(withoutSignature(ended.headers.location)).toBe("/admin/admins?done=links-ended");
    expect((await helper.get("/door")).status).toBe(404);
    expect((await chief.get(`/admin/admins?left=${id}`)).body).not.toContain("made-links");
    await withTables(stack, (sql) => sql("delete from public.events where key = 'left-links'"));
  });

  test("does not remove the last owner, not even with a forged form", async () => {
    const visitor = await signedIn(admin);
    const log = await visitor.get("/admin/log?table=admin_users");
    expect((await visitor.get("/admin/admins")).body).toContain("The last owner stays an owner and cannot be removed");
    const ids = new Set([...log.body.matchAll(/q=([0-9a-f-]{36})/g)].map((match) => match[1] ?? ""));
    const answers = await Promise.all(
      [...ids].map((each) => visitor.post("/admin/admins", { intent: "remove", id: each })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    expect(answers.some(({ body }) => body.includes("because nobody could add a new one"))).toBe(true);
    expect((await visitor.get("/admin")).status).toBe(200);
  });
});

describe("a session", () => {
  test("ends when idle for 30 minutes, and not just before", async () => {
    const visitor = await signedIn(admin);
    const startedAt = Date.now() - hour;
    const fresh = await changed(visitor, { startedAt, seenAt: Date.now() - 29 * minute });
    expect((await fresh.get("/admin")).status).toBe(200);
    const idle = await changed(visitor, { startedAt, seenAt: Date.now() - 31 * minute });
    const answer = await idle.get("/admin");
    expect([leadsToSignIn(answer), clearsCookie(answer)]).toEqual([true, true]);
  });

  test("ends 8 hours after the sign-in, however busy it is", async () => {
    const visitor = await signedIn(admin);
    const late = await changed(visitor, { startedAt: Date.now() - 8 * hour + minute });
    expect((await late.get("/admin")).status).toBe(200);
    const over = await changed(visitor, { startedAt: Date.now() - 8 * hour - minute });
    const answer = await over.get("/admin");
    expect([leadsToSignIn(answer), clearsCookie(answer)]).toEqual([true, true]);
  });

  test.each([
    ["idle for too long", { seenAt: Date.now() - 31 * minute, startedAt: Date.now() - hour }],
    ["over after 8 hours", { startedAt: Date.now() - 8 * hour - minute }],
  ])(
    "%s is revoked at the auth server when its cookie is seen, so that its tokens are useless too",
    async (_, over) => {
      const visitor = await signedIn(admin);
      const [seen, due] = [await changed(visitor, over), await changed(visitor, { expiresAt: Date.now() })];
      await seen.get("/education");
      await eventually(async () => leadsToSignIn(await visitor.get("/admin")), "the end of the session");
      expect(leadsToSignIn(await due.get("/admin"))).toBe(true);
    },
  );

  test("has its idle limit moved by a request, but never the absolute one", async () => {
    const visitor = await signedIn(admin);
    const startedAt = Date.now() - 7 * hour;
    const busy = await changed(visitor, { startedAt, seenAt: Date.now() - 2 * minute });
    await busy.get("/admin");
    const session = await open(cookieOf(busy));
    expect(session.startedAt).toBe(startedAt);
    expect(Date.now() - session.seenAt).toBeLessThan(minute);
  });

  test("is opened with an older secret, and sealed with the newest", async () => {
    const visitor = await signedIn(admin);
    const older = await changed(visitor, { seenAt: Date.now() - 2 * minute }, olderSecret);
    expect((await older.get("/admin")).status).toBe(200);
    expect((await open(cookieOf(older))).startedAt).toBeGreaterThan(0);
  });

  test("that was not sealed by this site is refused and cleared", async () => {
    const visitor = await signedIn(admin);
    const forged = await changed(visitor, {}, "somebody-elses-secret-of-32-letters-and-more");
    const garbled = browser();
    garbled.cookies.set("session", `${cookieOf(visitor).slice(0, -3)}AAA`);
    for (const each of [forged, garbled]) {
      const answer = await each.get("/admin");
      expect([leadsToSignIn(answer), clearsCookie(answer)]).toEqual([true, true]);
    }
  });

  test("is refreshed before rendering when less than 60 s are left, and continues with the new tokens", async () => {
    const visitor = await signedIn(admin);
    const before = await open(cookieOf(visitor));
    const due = await changed(visitor, { expiresAt: Date.now() + 59_000 });
    expect((await due.get("/admin")).status).toBe(200);
    const after = await open(cookieOf(due));
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.startedAt).toBe(before.startedAt);
    expect((await due.get("/admin/log")).status).toBe(200);
  });

  test("may be refreshed by parallel requests; after the reuse interval the old refresh token ends it", async () => {
    const visitor = await signedIn(admin);
    const due = await Promise.all(Array.from({ length: 5 }, () => changed(visitor, { expiresAt: Date.now() })));
    const answers = await Promise.all(due.map((each) => each.get("/admin")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // The parent of the newest token is always accepted, in case its response was lost; so the child is exchanged too.
    const child = await changed(due[0] ?? visitor, { expiresAt: Date.now() });
    expect((await child.get("/admin")).status).toBe(200);
    const late = async () => (await changed(visitor, { expiresAt: Date.now() })).get("/admin");
    const refused = await eventually(
      async () => {
        const answer = await late();
        return answer.status !== 200 && answer;
      },
      "the end of the reuse interval",
      25,
    );
    expect([leadsToSignIn(refused), clearsCookie(refused)]).toEqual([true, true]);
  }, 40_000);

  test("ends with an unknown refresh token", async () => {
    const unknown = await changed(await signedIn(admin), { expiresAt: Date.now(), refreshToken: "unknown-token" });
    const answer = await unknown.get("/admin");
    expect([leadsToSignIn(answer), clearsCookie(answer)]).toEqual([true, true]);
  });

  test("ends with a token that the auth server does not accept", async () => {
    const bad = await changed(await signedIn(admin), { accessToken: "not.a.token" });
    const answer = await bad.get("/admin");
    expect([leadsToSignIn(answer), clearsCookie(answer)]).toEqual([true, true]);
  });
});

describe("signing out", () => {
  test("ends only this session, wherever its cookie was copied to, although its tokens have not expired", async () => {
    const [laptop, phone] = await Promise.all([signedIn(admin), signedIn(admin)]);
    const stolen = await changed(laptop, {});
    const answer = await laptop.post("/admin/logout", {});
    expect([answer.status, withoutSignature(answer.headers.location), clearsCookie(answer)]).toEqual([
      303,
      "/admin/login?done=signed-out",
      true,
    ]);
    for (const each of [laptop, stolen]) expect(leadsToSignIn(await each.get("/admin"))).toBe(true);
    expect((await phone.get("/admin")).status).toBe(200);
  });

  test("ends only this session for a member, too", async () => {
    const [laptop, phone] = await Promise.all([signedIn(member), signedIn(member)]);
    const stolen = await changed(laptop, {});
    await laptop.post("/admin/logout", {});
    const { body } = await stolen.get("/admin/login");
    expect(body).not.toContain("Signed in as");
    expect((await phone.get("/admin/login")).body).toContain(`Signed in as ${member.email}`);
  });

  test("everywhere ends all sessions of the account, and none of another, although their tokens have not expired", async () => {
    const [laptop, phone, others] = await Promise.all([signedIn(admin), signedIn(admin), signedIn(member)]);
    const stolen = await changed(phone, {});
    const answer = await laptop.post("/admin/account", { intent: "sign-out-everywhere" });
    expect([answer.status, withoutSignature(answer.headers.location), clearsCookie(answer)]).toEqual([
      303,
      "/admin/login?done=signed-out-everywhere",
      true,
    ]);
    for (const each of [laptop, phone, stolen]) expect(leadsToSignIn(await each.get("/admin"))).toBe(true);
    const page = new Page((await laptop.get(await signedAddress("/admin/login?done=signed-out-everywhere"))).body);
    expect(page.text('[role="status"]')).toBe("You are signed out everywhere, on this device and on all others.");
    expect((await others.get("/admin/login")).body).toContain(`Signed in as ${member.email}`);
  });

  test("revokes the session even if the access token has expired", async () => {
    const laptop = await signedIn(admin);
    const session = await open(cookieOf(laptop));
    const late = await changed(laptop, { expiresAt: Date.now() - hour, accessToken: "ended.long.ago" });
    await late.post("/admin/logout", {});
    const kept = await changed(laptop, { expiresAt: session.expiresAt });
    expect(leadsToSignIn(await kept.get("/admin"))).toBe(true);
  });

  test("requires a POST: a GET changes nothing", async () => {
    const visitor = await signedIn(admin);
    await visitor.get("/admin/logout");
    expect((await visitor.get("/admin")).status).toBe(200);
  });

  test("clears the cookie even if the auth server no longer knows the session", async () => {
    const visitor = await signedIn(admin);
    const twin = await changed(visitor, {});
    await visitor.post("/admin/logout", {});
    const answer = await twin.post("/admin/logout", {});
    expect([answer.status, clearsCookie(answer)]).toEqual([303, true]);
  });
});

describe("the likes of a signed-in person", () => {
  const resourceOf = (body: string) => new Page(body).attribute('input[name="resource"]', "value") ?? "";
  const isLiked = (body: string, id: string) => new Page(body).attribute(`#resource-${id} button.like`, "aria-pressed");

  test("are tied to the user's id, the same on every device, and can be taken back only by that person", async () => {
    const [laptop, phone] = await Promise.all([signedIn(member), signedIn(member)]);
    const id = resourceOf((await laptop.get("/education")).body);
    const liked = await laptop.post("/education", { resource: id, tab: "resources", intent: "like" });
    expect(liked.status).toBe(303);
    expect(isLiked((await phone.get("/education")).body, id)).toBe("true");
    const stranger = browser();
    await stranger.get("/education");
    expect(isLiked((await stranger.get("/education")).body, id)).toBe("false");
    await stranger.post("/education", { resource: id, tab: "resources", intent: "unlike" });
    expect(isLiked((await laptop.get("/education")).body, id)).toBe("true");

    const rows = await withTables(stack, (sql) =>
      sql(
        "select user_id is not null as has_user, ip_address, visitor_key from public.resource_likes where resource_id = $1",
        id,
      ),
    );
    expect(rows).toEqual([{ has_user: true, ip_address: null, visitor_key: null }]);

    await phone.post("/education", { resource: id, tab: "resources", intent: "unlike" });
    expect(isLiked((await laptop.get("/education")).body, id)).toBe("false");
  });

  test("are those of the visitor once the session has ended", async () => {
    const visitor = await signedIn(member);
    await visitor.get("/education");
    visitor.cookies.set("session", "ended");
    const page = await visitor.get("/education");
    const id = resourceOf(page.body);
    const answer = await visitor.post("/education", { resource: id, tab: "resources", intent: "like" });
    expect(answer.status).toBe(303);
    expect(isLiked((await visitor.get("/education")).body, id)).toBe("true");
  });
});

describe("while the auth server is down", () => {
  test("/admin responds 503 within 5 s and keeps the session, even if its token must be refreshed; so does sign-in", async () => {
    const visitor = await signedIn(admin);
    const due = await changed(visitor, { expiresAt: Date.now() });
    const leaver = await signedIn(admin);
    await stack.stopSupabase();
    try {
      const left = await leaver.post("/admin/logout", {});
      expect([left.status, clearsCookie(left)], "signing out clears the cookie always").toEqual([303, true]);
      const everywhere = await visitor.post("/admin/account", { intent: "sign-out-everywhere" });
      expect([everywhere.status, clearsCookie(everywhere)], "what nobody confirms is not said").toEqual([503, false]);
      for (const each of [visitor, due]) {
        const cookie = cookieOf(each);
        const before = performance.now();
        for (const answer of [await each.get("/admin"), await each.post("/admin/tabs", { intent: "create" })])
          expect([answer.status, clearsCookie(answer)]).toEqual([503, false]);
        expect(performance.now() - before).toBeLessThan(10_000);
        expect(cookieOf(each)).toBe(cookie);
      }
      const refused = await visitor.post("/admin/login", admin);
      expect([refused.status, clearsCookie(refused)]).toEqual([503, false]);
      expect(refused.body).toContain("Failed to sign in");
    } finally {
      await stack.startSupabase();
    }
    const works = async (each: Visitor) => (await each.get("/admin")).status === 200;
    await eventually(() => works(visitor), "the session working again", 20);
    await eventually(() => works(due), "the session whose token was due working again", 20);
  }, 60_000);
});

describe("changing the password at /admin/account", () => {
  const next = "five wet geckos hum at noon";

  test.each([
    ["a wrong current one", { current: "wrong", next }, "This is not your current password"],
    ["less than 12 characters", { current: admin.password, next: "elevenchars" }, "Enter at least 12 characters"],
    [
      "more than 1,000",
      { current: admin.password, next: "x".repeat(1001) },
      "Password must be at most 1,000 characters",
    ],
    ["a common one", { current: admin.password, next: "HawaiiBlockchain2026!" }, "This password is easy to guess."],
    [
      "the current one",
      { current: admin.password, next: admin.password },
      "Choose a password other than your current one",
    ],
  ])("refuses %s with 422, does not return either password, and changes nothing", async (_what, fields, message) => {
    const visitor = await signedIn(admin);
    const answer = await visitor.post("/admin/account", fields);
    expect(answer.status).toBe(422);
    expect(new Page(answer.body).texts(".error").join()).toContain(message);
    expect(answer.body).not.toContain(fields.next);
    expect((await visitor.get("/admin")).status).toBe(200);
    await signedIn(admin);
  });

  test("is not the only check: the auth server too refuses a short one (V6.2.1)", async () => {
    const { accessToken } = await open(cookieOf(await signedIn(admin)));
    const answer = await fetch(`${stack.settings.SUPABASE_URL}/auth/v1/user`, {
      method: "PUT",
      headers: {
        apikey: stack.settings.SUPABASE_PUBLISHABLE_KEY ?? "",
        Authorization: `Bearer ${accessToken}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ password: "elevenchars" }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { error_code: "weak_password" }]);
    await signedIn(admin);
  });

  test("signs out everywhere else, begins a new session here, and invalidates the old password", async () => {
    const [laptop, phone] = await Promise.all([signedIn(admin), signedIn(admin)]);
    const old = await changed(laptop, {});
    const answer = await laptop.postAndFollow("/admin/account", { current: admin.password, next });
    expect(answer.path).toBe("/admin/account?done=password");
    expect(answer.body).toContain("Your password was changed, and you were signed out everywhere else.");
    for (const each of [phone, old]) {
      const refused = await each.get("/admin");
      expect([leadsToSignIn(refused), clearsCookie(refused)]).toEqual([true, true]);
    }
    expect((await browser().post("/admin/login", admin)).status).toBe(401);
    expect((await laptop.get("/admin")).status).toBe(200);
    await signedIn({ ...admin, password: next });
    await laptop.post("/admin/account", { current: next, next: admin.password });
    await signedIn(admin);
  });
});

describe("the list of sessions", () => {
  beforeAll(() => withTables(stack, (sql) => sql("delete from private.sign_in_failures")));
  const firefox = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
  const lynx = { "User-Agent": "Lynx/2.9.0" };
  const withBrowser = async (headers: Record<string, string>) => {
    const visitor = browser();
    expect((await visitor.post("/admin/login", admin, headers)).status).toBe(303);
    return visitor;
  };
  const sessionsOn = (body: string) => new Page(body).texts("#sessions ~ table tbody th");
  const idOf = (body: string, device: string) =>
    new RegExp(`name="session" value="([0-9a-f-]{36})"(?:(?!</form>).)*the session of ${device}`).exec(body)?.[1] ?? "";

  test("names the browser of each; an ended one is refused at its next request, also past the Worker", async () => {
    const [here, there] = await Promise.all([withBrowser(firefox), withBrowser(lynx)]);
    const { accessToken } = await open(cookieOf(there));
    const page = (await here.get("/admin/account")).body;
    expect(sessionsOn(page)).toContain("Firefox on Linux (this one)");
    expect(sessionsOn(page)).toContain("Lynx");
    const form = { intent: "end-session", session: idOf(page, "Lynx") };
    const ended = await here.post("/admin/account", form);
    expect([ended.status, withoutSignature(ended.headers.location)]).toEqual([
      303,
      "/admin/account?done=sessions-ended",
    ]);
    const left = await there.get("/admin/account");
    expect([leadsToSignIn(left), clearsCookie(left)]).toEqual([true, true]);
    const direct = await fetch(`${stack.settings.SUPABASE_URL}/rest/v1/contact_messages?select=id`, {
      headers: { apikey: stack.settings.SUPABASE_PUBLISHABLE_KEY ?? "", Authorization: `Bearer ${accessToken}` },
    });
    expect(await direct.json()).toEqual([]);
    const again = await here.post("/admin/account", form);
    expect(withoutSignature(again.headers.location)).toBe("/admin/account?done=no-session");
    expect(sessionsOn((await here.get("/admin/account")).body)).not.toContain("Lynx");
  });

  test("requires the password again after 10 minutes", async () => {
    const [here, there] = await Promise.all([withBrowser(firefox), withBrowser(lynx)]);
    await withTables(stack, (sql) =>
      sql("update private.admin_sessions set proved_at = now() - interval '10 minutes'"),
    );
    const answer = await here.post("/admin/account", { intent: "end-sessions" });
    expect([answer.status, answer.headers.location]).toEqual([303, "/admin/proof?to=%2Fadmin%2Faccount"]);
    expect((await there.get("/admin")).status).toBe(200);
  });

  test("is backed by the log, which has who signed in, and who was refused and why", async () => {
    const visitor = await withBrowser(firefox);
    await browser().post("/admin/login", { ...admin, password: "not the password" }, lynx);
    await eventually(
      async () => (await visitor.get("/admin/log?table=access")).body.includes("Reason: wrong password"),
      "the refused sign-in in the log",
      20,
    );
    const page = new Page((await visitor.get("/admin/log?table=access")).body);
    const [first] = page.texts("tbody tr");
    expect(first).toContain("someone");
    expect(first).toContain("Sign-in refused");
    expect(first).toContain("Browser: Lynx");
    expect(page.texts("tbody tr").some((row) => /Signed in: Account .*Browser: Firefox on Linux/.test(row))).toBe(true);
  });
});

describe("the throttle of sign-ins", () => {
  test("closes any account after 10 failures in 15 minutes (429), but not for an address that signed in before", async () => {
    const home = await signedIn(member);
    /** An attempt that the auth server of a busy machine did not answer in time is no failure, and is made again. */
    const attempt = async (person: typeof admin): Promise<Answer> => {
      const answer = await browser().post("/admin/login", person);
      return answer.status === 503 ? attempt(person) : answer;
    };
    /** 14 attempts at once, each from its own address. */
    const shut = async (person: typeof admin) => {
      const before = performance.now();
      const answers = await Promise.all(Array.from({ length: 14 }, () => attempt(person)));
      let closed = await attempt(person);
      // one that was given up may have had its place among the ten until after others were refused for it
      for (; closed.status === 401 && answers.length < 30; closed = await attempt(person)) answers.push(closed);
      expect(performance.now() - before, "a refusal takes its time too").toBeGreaterThanOrEqual(800);
      expect([closed.status, closed.headers["retry-after"]]).toEqual([429, "900"]);
      expect(new Page(closed.body).texts('[role="alert"]').join()).toContain(
        "Too many attempts. Please try again in 15 minutes.",
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
      return answers.filter(({ status }) => status === 401).length;
    };
    expect(await shut({ email: "nobody-here@example.org", password: "wrong" })).toBe(10);
    expect(await shut({ ...member, password: "wrong" }), "beside the failures of other tests").toBeLessThanOrEqual(10);
    expect((await browser().post("/admin/login", member)).status, "the right password, from elsewhere").toBe(429);
    expect((await home.post("/admin/login", member)).status).toBe(303);
  }, 60_000);

  test("counts a wrong current password at /admin/account too", async () => {
    const visitor = await signedIn(admin);
    const wrong = { current: "wrong", next: "five wet geckos hum at noon" };
    const answers: Answer[] = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await visitor.post("/admin/account", wrong));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("900");
  }, 60_000);
});

describe("with an https origin", () => {
  test("the cookie is called __Host-session and is Secure", async () => {
    const site = await startStack(databaseTemplate(), { SITE_ORIGIN: "https://community.example" });
    try {
      const answer = await ask(site.url, "/admin/login", {
        method: "POST",
        headers: {
          "Content-Type": formType,
          "CF-Connecting-IP": "203.0.113.200",
          Origin: "https://community.example",
        },
        body: encodeForm(admin),
      });
      const [cookie = ""] = answer.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/^__Host-session=[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      const plain = cookie.replace("__Host-", "").split(";")[0] ?? "";
      expect((await ask(site.url, "/admin", { headers: { Cookie: plain } })).status).toBe(302);
    } finally {
      await site.stop();
    }
  });
});
