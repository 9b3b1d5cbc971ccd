import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayOpen, maySend, ownersIntents, pages, type Role } from "../../app/admin/roles.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { type AdminRoute, adminRoutes } from "./admin-routes.ts";
import { Page } from "./page.ts";
import { type RoleAsker, roleAskers } from "./role-askers.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

let stack: Stack;
let routes: AdminRoute[];
beforeAll(async () => {
  [stack, routes] = await Promise.all([startStack(databaseTemplate()), adminRoutes()]);
});
afterAll(() => stack?.stop());

test("the table of rights lists every page, form and file of the admin area, and nothing else", () => {
  expect([...new Set(routes.map(({ pattern }) => pattern))].sort()).toEqual(Object.keys(pages).sort());
});

/** What a response says about the person who sent the request. */
function verdictOf({ status, headers, body }: Answer): string {
  const { location = "" } = headers;
  if (status === 401) return new Page(body).text("h1") === "Enter your code" ? "enters the code" : "signs in";
  if (status === 302) return { "/admin/login": "signs in", "/admin/code": "enters the code" }[location] ?? location;
  if (status !== 403) return "is let through";
  const page = new Page(body);
  const isInFrame = page.attributes('nav[aria-label="Admin"] a', "href").includes("/admin/events");
  return isInFrame && page.text(".lead")?.startsWith("Only owners of this site may do this") ? "is told no" : "403";
}

type Name = keyof typeof roleAskers;
const halfVerified: Name[] = ["halfVerified", "halfVerifiedEditor"];
const roleOf: Partial<Record<Name, Role>> = { editor: "editor", owner: "owner" };

function expected(name: Name, isAllowed: (role: Role) => boolean): string {
  const role = roleOf[name];
  if (role) return isAllowed(role) ? "is let through" : "is told no";
  return halfVerified.includes(name) ? "enters the code" : "signs in";
}

/** The page for the code is for those who have not entered it yet. */
const isForHalfVerified = ({ pattern }: AdminRoute) => pattern === "/admin/code";

describe.each(Object.keys(roleAskers) as Name[])("%s", (name) => {
  let asker: RoleAsker;
  beforeAll(async () => {
    asker = await roleAskers[name](stack);
  });

  test("opens the listed pages and files and no others", async () => {
    for (const { path, pattern } of routes.filter((route) => !isForHalfVerified(route))) {
      const verdict = verdictOf(await asker.visitor.get(path));
      expect.soft([path, verdict]).toEqual([path, expected(name, (role) => mayOpen(role, pattern))]);
    }
  }, 60_000);

  test("sends the listed forms and no others", async () => {
    for (const { path, pattern } of routes.filter((route) => route.hasAction && !isForHalfVerified(route))) {
      for (const intent of ["none", ...(ownersIntents[pattern] ?? [])]) {
        const verdict = verdictOf(await asker.visitor.atAnotherAddress().post(path, { intent }));
        const name_ = `${path} ${intent}`;
        expect.soft([name_, verdict]).toEqual([name_, expected(name, (role) => maySend(role, pattern, intent))]);
      }
    }
  }, 60_000);

  test("uploads posters and uses the data API only as an admin", async () => {
    const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY: apikey = "" } = stack.settings;
    const send = (path: string, body: string, type: string) =>
      fetch(`${SUPABASE_URL}/${path}`, {
        method: "POST",
        headers: { apikey, "Content-Type": type, ...(asker.token ? { Authorization: `Bearer ${asker.token}` } : {}) },
        body,
      });
    const role = roleOf[name];
    const poster = await send(`storage/v1/object/event-images/by-${name}`, "picture", "image/png");
    expect([name, poster.ok]).toEqual([name, role !== undefined]);
    const dashboard = await send("rest/v1/rpc/dashboard", "{}", "application/json");
    expect([name, dashboard.ok]).toEqual([name, role !== undefined]);
    const admins = await send("rest/v1/rpc/admin_accounts", "{}", "application/json");
    expect([name, admins.ok]).toEqual([name, role === "owner"]);
  });
});

test.each(halfVerified)("%s has to enter the code on its page, whatever the role", async (name) => {
  const { visitor } = await roleAskers[name](stack);
  const { status, body } = await visitor.get("/admin/code");
  expect([status, new Page(body).text("h1")]).toEqual([200, "Enter your code"]);
});

// Which routes Remix runs depends on these addresses and not on who asks, so one account asks, the one that is let
// through on some pages and refused on others.
test("an editor opens the same pages whichever route is requested, and none as data", async () => {
  const { visitor } = await roleAskers.editor(stack);
  for (const { id, path, pattern } of routes.filter((route) => !isForHalfVerified(route))) {
    const address = `${path}?_routes=${encodeURIComponent(id)}`;
    const verdict = verdictOf(await visitor.get(address));
    expect.soft([address, verdict]).toEqual([address, expected("editor", (role) => mayOpen(role, pattern))]);
    expect.soft([path, (await visitor.get(`${path}.data`)).status]).toEqual([path, 404]);
  }
}, 60_000);

describe("an editor", () => {
  let visitor: RoleAsker["visitor"];
  beforeAll(async () => {
    ({ visitor } = await roleAskers.editor(stack));
    const entry = { name: "Kai", email: "kai@example.org", event: "ethereum" };
    expect((await visitor.post("/events?event=ethereum", entry)).status).toBe(303);
    const message = { name: "Kai", email: "kai@example.org", message: "Aloha" };
    expect((await visitor.post("/contact", message)).status).toBe(200);
  });
  const rowOf = async (table: string) => (await stack.query(`select id from public.${table} limit 1`, []))[0]?.id;

  test("sees no link or form that leads to a refusal", async () => {
    const open = routes.map(({ path, pattern }) => (mayOpen("editor", pattern) ? path : ""));
    const more = [
      `${await placeOf(stack, "ethereum")}/people`,
      `${await placeOf(stack, "ethereum")}/people/${await rowOf("waitlist_entries")}`,
      `/admin/messages/${await rowOf("contact_messages")}`,
    ];
    const links = new Set<string>();
    for (const path of [...open.filter(Boolean), ...more]) {
      const page = new Page((await visitor.get(path)).body);
      for (const href of page.attributes("a", "href")) if (href.startsWith("/admin")) links.add(href);
      for (const action of page.attributes("form", "action"))
        if (action.startsWith("/admin") && action !== "/admin/logout") links.add(action);
    }
    expect(links.size).toBeGreaterThan(30);
    const refused: string[] = [];
    for (const href of links) if ((await visitor.get(href)).status === 403) refused.push(href);
    expect(refused).toEqual([]);
  }, 60_000);

  test("cannot delete what visitors sent, and is offered no button for it; an owner can", async () => {
    const entry = `${await placeOf(stack, "ethereum")}/people/${await rowOf("waitlist_entries")}`;
    const message = `/admin/messages/${await rowOf("contact_messages")}`;
    const owner = (await roleAskers.owner(stack)).visitor;
    for (const [path, intent, confirm] of [
      [entry, "remove", "remove"],
      [message, "delete", "delete"],
    ] as const) {
      const buttons = async (asker: typeof visitor) =>
        new Page((await asker.get(`${path}?confirm=${confirm}`)).body)
          .attributes('input[name="intent"]', "value")
          .includes(intent);
      expect([path, await buttons(visitor), await buttons(owner)]).toEqual([path, false, true]);
      const page = new Page((await owner.get(`${path}?confirm=${confirm}`)).body);
      const version = page.value("version") ?? "";
      expect((await visitor.post(path, { intent, version })).status).toBe(403);
      expect((await visitor.get(path)).status).toBe(200);
      expect((await owner.post(path, { intent, version })).status).toBe(303);
    }
  });

  test("sees in the log what editors did, but nothing about people and keys", async () => {
    const page = new Page((await visitor.get("/admin/log")).body);
    const kinds = page.texts('select[name="table"] option');
    expect(kinds).toContain("Event");
    for (const hidden of ["Admin", "Person", "Subscriber", "Account"]) expect(kinds).not.toContain(hidden);
    expect(page.text("main")).not.toMatch(/Signed in|Admin “/);
  });
});

test("the log is searched by a part of the address of who made a change", async () => {
  const { visitor } = await roleAskers.owner(stack);
  const whoIn = async (query = "") =>
    new Page((await visitor.get(`/admin/log${query}`)).body).texts('td[data-label="Who"]');
  const [who = ""] = (await whoIn()).filter((name) => name.includes("@"));
  expect(new Set(await whoIn(`?q=${who.slice(1).toUpperCase()}`))).toEqual(new Set([who]));
  expect(await whoIn("?q=nobody-like-this")).toEqual([]);
});

describe("the roles of admins", () => {
  test("are changed by an owner after a confirmation, and take effect at once", async () => {
    const [owner, editor] = [(await roleAskers.owner(stack)).visitor, (await roleAskers.editor(stack)).visitor];
    const page = async (query = "") => new Page((await owner.get(`/admin/admins${query}`)).body);
    const [account] = await stack.query("select id from auth.users where email = 'editor@example.org'", []);
    const asked = await page(`?change=${account?.id}`);
    expect(asked.text("#role")).toBe("Make editor@example.org an owner?");
    expect((await editor.get("/admin/events")).status).toBe(200);
    const change = { intent: "role", id: String(account?.id), role: "owner" };
    const answer = await owner.post("/admin/admins", change);
    expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([
      303,
      "/admin/admins?done=role-changed",
    ]);
    expect(withoutSignature((await owner.post("/admin/admins", change)).headers.location)).toBe(
      "/admin/admins?done=role-changed",
    );
    expect((await editor.get("/admin/events")).headers.location).toBe("/admin/login");
    const back = (await roleAskers.editor(stack)).visitor;
    expect((await back.get("/admin/people")).status).toBe(200);
    await owner.post("/admin/admins", { ...change, role: "editor" });
    expect((await back.get("/admin/people")).headers.location).toBe("/admin/login");
  });

  test("require a fresh proof before they change", async () => {
    const { visitor } = await roleAskers.owner(stack);
    await stack.query("update private.admin_sessions set proved_at = now() - interval '11 minutes'", []);
    const answer = await visitor.post("/admin/admins", { intent: "role", id: "any", role: "owner" });
    expect([answer.status, answer.headers.location]).toEqual([303, "/admin/proof?to=%2Fadmin%2Fadmins"]);
  });
});
