import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInPath } from "../../app/features/attendance/check-in/door-code.ts";
import { digestOf, newToken } from "../../app/platform/text/link-token.ts";
import { defaultSite } from "../../app/site.ts";
import { brotliBytes, weighScripts } from "../../harness/building/weights.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { adminRoutes } from "./admin-routes.ts";
import { Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

const origin = "https://community.example";
const strangersPage =
  "Show this at the doorHelpers scan this code at check-in. To see or give up your reservation, open the link in our email.";

/** The stack as an operator runs it: over https, so that cookies have their real names. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { SITE_ORIGIN: origin });
});
afterAll(() => stack?.stop());

interface Evening {
  id: string;
  /** the path of its pass */
  pass: string;
  /** codes by name, in lower case */
  codes: Record<string, string>;
}

let evenings = 0;
/** An event with 5 spots that begins in an hour, and its pass. @param guests the size of each party by name */
async function makeEvening(guests: Record<string, number>): Promise<Evening> {
  evenings += 1;
  const eventKey = `evening-${evenings}`;
  const [event] = await stack.query(
    `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, party_limit, takes_reservations)
     values ($1, $2, 'Honolulu', 'A summary.', true, now() + interval '30 days', 'exact', 5, 10, true) returning id`,
    [eventKey, `Evening ${evenings}`],
  );
  const id = String(event?.id);
  for (const [index, [name, party]] of Object.entries(guests).entries()) {
    const address = `door-${evenings}-${index}@example.test`;
    await stack.query("select public.join_waitlist($1, $2, $3, '1', false, false, null, $4)", [
      ...[eventKey, name, address, party],
    ]);
  }
  await stack.query("update public.events set starts_at = now() + interval '1 hour' where id = $1", [id]);
  const rows = await stack.query(
    "select w.name, lower(r.code) as code from public.reservations r join public.waitlist_entries w using (id) where r.event_id = $1",
    [id],
  );
  const token = newToken();
  await addPass(id, token);
  return { id, pass: `/door/${token}`, codes: Object.fromEntries(rows.map(({ name, code }) => [name, code])) };
}

const addPass = async (event: string, token: string) =>
  stack.query("insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)", [
    event,
    await digestOf(token),
  ]);

const fromHere = { Origin: origin };
const send = (person: Visitor, path: string, fields: Record<string, string>) => person.post(path, fields, fromHere);
/** A browser with the cookie of a helper. */
async function helperAt({ pass }: Evening, name = "Leilani"): Promise<Visitor> {
  const helper = new Visitor(stack.url);
  const answer = await send(helper, pass, { name });
  expect([answer.status, answer.headers.location]).toEqual([303, "/door"]);
  return helper;
}
const shown = async (person: Visitor, path: string) => {
  const { status, headers, body } = await person.get(path);
  return { status, headers, body, page: new Page(body), text: new Page(body).text("main") ?? "" };
};
const counts = async (person: Visitor) => {
  const { page } = await shown(person, "/door");
  const people = page.texts(".door-counts dd");
  return Object.fromEntries(page.texts(".door-counts dt").map((label, index) => [label, Number(people[index])]));
};
const changed = (event: string) =>
  stack.query("select arrived, checked_in_by from public.reservations where event_id = $1 and arrived is not null", [
    event,
  ]);
const private_ = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "same-origin",
};

describe("a door pass", () => {
  test("explains itself without naming a guest, and sets a cookie of its own until check-in closes", async () => {
    const evening = await makeEvening({ Noe: 1 });
    const answer = await shown(new Visitor(stack.url), evening.pass);
    expect([answer.status, answer.text.includes("Noe")]).toEqual([200, false]);
    expect(answer.text).toContain("Check-in for Evening");
    expect(answer.headers).toMatchObject(private_);
    expect(answer.page.all("a")).toEqual([]);
    const given = await send(new Visitor(stack.url), evening.pass, { name: "Leilani" });
    const [cookie = ""] = given.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^__Host-door=Fe26[^;]+; Max-Age=(\d+); Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toMatch(new RegExp(`Leilani|${evening.pass.slice(6)}`));
    const [event] = await stack.query("select over_at from public.events where id = $1", [evening.id]);
    const closes = (Date.parse(String(event?.over_at)) + 4 * 3_600_000 - Date.now()) / 1000;
    expect(Math.abs(Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) - closes)).toBeLessThan(10);
  });

  test.each([
    ["", "Enter your name"],
    ["x".repeat(61), "Name must be at most 60 characters"],
  ])("rejects the name %j, and asks again", async (name, message) => {
    const helper = new Visitor(stack.url);
    const answer = await send(helper, (await makeEvening({})).pass, { name });
    expect([answer.status, new Page(answer.body).text(".error")]).toEqual([422, message]);
    expect(helper.cookies.size).toBe(0);
  });

  test("shows a name with markup as text", async () => {
    const evening = await makeEvening({ '<img src=x onerror="alert(1)">': 1 });
    const helper = await helperAt(evening, "<script>alert(1)</script>");
    const [code = ""] = Object.values(evening.codes);
    await send(helper, `/check-in/${code}`, { intent: "check-in", people: "1" });
    for (const path of ["/door", "/door/list", `/check-in/${code}`]) {
      const { body, page } = await shown(helper, path);
      expect(page.text("main")).toContain("<img src=x");
      expect(body).not.toMatch(/<img|<script>/);
    }
    expect((await shown(helper, "/door")).text).toContain("by <script>alert(1)</script>");
  });

  test("opens nothing from the next request on if it was taken back, or never existed", async () => {
    const evening = await makeEvening({ Noe: 1 });
    const helper = await helperAt(evening);
    const paths = ["/door", "/door?q=noe", "/door/list"];
    for (const path of paths) expect((await shown(helper, path)).text).toContain("Noe");
    await stack.query("update public.door_passes set ended_at = now() where event_id = $1", [evening.id]);
    for (const path of [...paths, evening.pass, `/door/${newToken()}`, "/door/nonsense"]) {
      const { status, text, headers, page } = await shown(helper, path);
      expect([path, status, page.text("h1")]).toEqual([path, 404, "This pass does not work"]);
      expect(text).not.toContain("Noe");
      expect(headers).toMatchObject(private_);
    }
    for (const [path, fields] of [
      ["/door", { intent: "check-in", code: evening.codes.Noe ?? "", people: "1" }],
      ["/door", { intent: "walk-in", people: "2", id: crypto.randomUUID() }],
      [`/check-in/${evening.codes.Noe}`, { intent: "check-in", people: "1" }],
      [evening.pass, { name: "Kimo" }],
    ] as const)
      expect((await send(helper, path, fields)).status).toBe(303);
    expect(await changed(evening.id)).toEqual([]);
    expect(await stack.query("select from public.walk_ins where event_id = $1", [evening.id])).toEqual([]);
  });

  test("lets a helper in before check-in opens, and shows guests only while it is open", async () => {
    const evening = await makeEvening({ Noe: 1 });
    await stack.query("update public.events set starts_at = now() + interval '3 hours' where id = $1", [evening.id]);
    const helper = await helperAt(evening);
    for (const path of ["/door", "/door/list"]) {
      const { text } = await shown(helper, path);
      expect(text).toContain("Check-in opens on");
      expect(text).not.toContain("Noe");
    }
    expect((await shown(helper, `/check-in/${evening.codes.Noe}`)).text).toContain("Check-in is not open");
    await stack.query(
      "update public.events set starts_at = now() - interval '8 hours', ends_at = now() - interval '5 hours' where id = $1",
      [evening.id],
    );
    expect((await shown(helper, "/door")).text).toContain("Check-in has closed");
    const late = await send(new Visitor(stack.url), evening.pass, { name: "Kimo" });
    expect([late.headers.location, late.headers["set-cookie"]]).toEqual([evening.pass, undefined]);
  });

  test("opens no page of the admin area", async () => {
    const helper = await helperAt(await makeEvening({}));
    for (const { path, hasAction } of await adminRoutes()) {
      expect.soft((await helper.get(path)).headers.location, path).toBe("/admin/login");
      if (hasAction)
        expect.soft((await send(helper.atAnotherAddress(), path, { intent: "make" })).status, path).toBe(401);
    }
  }, 60_000);
});

describe("the door", () => {
  test("is searched by name and code, and each of two helpers sees what the other does", async () => {
    const evening = await makeEvening({ "Kaʻiulani Kāne": 3, Noe: 1, Waits: 2 });
    const [one, other] = [await helperAt(evening), await helperAt(evening, "Kimo")];
    expect(await counts(one)).toEqual({ In: 0, Expected: 4, "Not here yet": 4, "Walked in": 0 });
    expect((await shown(one, "/door?q=kaiulani")).page.texts(".guests a")).toEqual(["Kaʻiulani Kāne"]);
    expect((await shown(one, `/door?q=${evening.codes.Noe}`)).page.texts(".guests a")).toEqual(["Noe"]);
    const waiting = await shown(one, `/door?q=${evening.codes.Waits}`);
    expect(waiting.page.attributes("#door a", "href")).toEqual([`/check-in/${evening.codes.Waits}`]);

    const checkIn = { intent: "check-in", code: evening.codes["Kaʻiulani Kāne"] ?? "", people: "3" };
    const answer = await send(one, "/door?q=kane", checkIn);
    expect([answer.status, withoutSignature(answer.headers.location)]).toEqual([303, "/door?q=kane&done=in"]);
    expect(await counts(other)).toEqual({ In: 3, Expected: 4, "Not here yet": 1, "Walked in": 0 });
    expect((await shown(other, "/door")).text).toMatch(/Kaʻiulani Kāne In since \d+:\d\d [AP]M HST by Leilani/);
    expect(withoutSignature((await send(other, "/door", checkIn)).headers.location)).toBe("/door?done=already-in");
    expect(await changed(evening.id)).toEqual([{ arrived: 3, checked_in_by: "Leilani" }]);
    expect(withoutSignature((await send(other, "/door", { ...checkIn, intent: "undo" })).headers.location)).toBe(
      "/door?done=undone",
    );
    expect(withoutSignature((await send(one, "/door", { ...checkIn, intent: "undo" })).headers.location)).toBe(
      "/door?done=not-in",
    );
    expect(await counts(one)).toEqual({ In: 0, Expected: 4, "Not here yet": 4, "Walked in": 0 });
  });

  test("counts walk-ins once per form, and can take them back", async () => {
    const evening = await makeEvening({});
    const helper = await helperAt(evening);
    const id = (await shown(helper, "/door")).page.value("id") ?? "";
    const form = { intent: "walk-in", people: "3", id };
    const answer = await send(helper, "/door", form);
    expect(withoutSignature(answer.headers.location)).toBe(`/door?done=walked-in&walk-in=${id}`);
    expect(withoutSignature((await send(helper, "/door", form)).headers.location)).toBe(
      `/door?done=not-walked-in&walk-in=${id}`,
    );
    expect(await counts(helper)).toMatchObject({ "Walked in": 3 });
    const { page } = await shown(helper, answer.headers.location ?? "");
    expect(page.attributes('#door input[name="id"]', "value")).toEqual([id]);
    await send(helper, "/door", { intent: "undo-walk-in", id });
    expect(await counts(helper)).toMatchObject({ "Walked in": 0 });
    for (const people of ["0", "21", "", "many"]) {
      const refused = await send(helper, "/door", { ...form, people });
      expect([refused.status, new Page(refused.body).text(".error")]).toEqual([
        422,
        "Enter how many people came in: 1 to 20",
      ]);
    }
  });

  test("counts one person if no valid number of people is sent", async () => {
    for (const people of ["-1e300", "1e300", "0", "11", "-1", "1.5", "NaN", "0x10", "", "many"]) {
      const evening = await makeEvening({ Noe: 3 });
      const path = `/check-in/${evening.codes.Noe}`;
      const answer = await send(await helperAt(evening), path, { intent: "check-in", people });
      expect([people, answer.status, withoutSignature(answer.headers.location)]).toEqual([
        people,
        303,
        `${path}?done=in`,
      ]);
      expect(await changed(evening.id)).toMatchObject([{ arrived: 1 }]);
    }
  });

  test("has a printable list of everyone by name, and a button to leave", async () => {
    const evening = await makeEvening({ Noe: 1, Kaʻi: 3 });
    const helper = await helperAt(evening);
    const people = "2";
    await send(helper, `/check-in/${evening.codes.Kaʻi}`, { intent: "check-in", people });
    const { page, text, headers } = await shown(helper, "/door/list");
    expect(page.texts("tbody tr").map((row) => row.replace(/[A-Z]{8}$/, ""))).toEqual(["Kaʻi3☒☒☐", "Noe1☐"]);
    expect(text).toMatch(/Made on \w+ \d+, \d{4}, \d+:\d\d [AP]M HST/);
    expect(headers).toMatchObject(private_);
    const left = await send(helper, "/door", { intent: "leave" });
    expect(left.headers["set-cookie"]).toEqual(["__Host-door=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure"]);
    expect((await shown(helper, "/door")).status).toBe(404);
  });

  test("fits in the first flight of a connection with 50 names, and has at most 9,000 bytes of script", async () => {
    const evening = await makeEvening({ Noe: 1 });
    await stack.query("update public.events set attendee_limit = 60 where id = $1", [evening.id]);
    await stack.query(
      `with entry as (
         insert into public.waitlist_entries (event_id, name, email, consent_version)
         select $1::uuid, 'Guest Number ' || n, 'door-many-' || n || '@example.test', '1' from generate_series(1, 55) n returning id
       ) insert into public.reservations (id, event_id, state, line)
       select id, $1::uuid, 'placed', 100 + row_number() over () from entry`,
      [evening.id],
    );
    const { body, page, text } = await shown(await helperAt(evening), "/door");
    expect(page.all(".guests li")).toHaveLength(50);
    expect(text).toContain("These are the first 50.");
    expect(brotliBytes(body)).toBeLessThanOrEqual(14 * 1024);
    const named = page.attributes("script", "src").map((source) => basename(source));
    expect(named).toEqual([expect.stringMatching(/^enhance-/), expect.stringMatching(/^phone-door-/)]);
    const scripts = weighScripts().filter(({ name }) => named.includes(name));
    expect(scripts).toHaveLength(2);
    expect(scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)).toBeLessThanOrEqual(9000);
  });

  test("links only to its own pages, and accepts only a cookie that it sealed", async () => {
    const evening = await makeEvening({ Noe: 1 });
    const helper = await helperAt(evening);
    for (const path of ["/door", "/door/list", `/check-in/${evening.codes.Noe}`]) {
      const { page } = await shown(helper, path);
      const links = [...page.attributes("a", "href"), ...page.attributes("form", "action")];
      expect.soft(links.filter((link) => !/^\/(door|check-in)\b/.test(link))).toEqual([]);
      expect.soft(links.length).toBeGreaterThan(0);
    }
    const [name = "", value = ""] = [...helper.cookies][0] ?? [];
    for (const forged of ["", "x", value.slice(0, -1), `${value}x`, value.replace("*", ""), "x".repeat(5000)]) {
      const cookies = new Map([[name, forged]]);
      expect((await shown(new Visitor(stack.url, { cookies }), "/door")).status).toBe(404);
    }
    const session = new Map([["__Host-session", value]]);
    expect((await new Visitor(stack.url, { cookies: session }).get("/admin")).headers.location).toBe("/admin/login");
  });
});

describe("the URL in a ticket's QR code", () => {
  /** Everything in a response, except what differs in every response. */
  const said = ({ status, headers, body }: Awaited<ReturnType<typeof shown>>) => {
    const { date: _, ...rest } = headers;
    return { status, headers: rest, body };
  };

  test("tells a stranger only to show it at the door, in the same bytes for every code", async () => {
    const [evening, other] = [await makeEvening({ Noe: 1 }), await makeEvening({ Pua: 1 })];
    const ended = await helperAt(evening);
    await stack.query("update public.door_passes set ended_at = now() where event_id = $1", [evening.id]);
    const real = `/check-in/${evening.codes.Noe}`;
    const stranger = await shown(new Visitor(stack.url), real);
    expect([stranger.status, stranger.text]).toEqual([200, strangersPage]);
    expect(stranger.headers).toMatchObject(private_);
    expect(stranger.page.title).toBe(`Show this at the door · ${defaultSite.shortName}`);
    const paths = [real, "/check-in/abcdefgh", "/check-in/x", `/check-in/${"a".repeat(2000)}`, `${real}?done=in`];
    for (const person of [new Visitor(stack.url), ended])
      for (const path of [...paths, `/check-in/${other.codes.Pua}`])
        expect.soft(said(await shown(person, path)), path).toEqual(said(stranger));
    const press = async (person: Visitor, path: string) =>
      withoutSignature((await send(person, path, { intent: "check-in", people: "1" })).headers.location);
    expect(await press(new Visitor(stack.url), real)).toBe(real);
    for (const path of [real, "/check-in/abcdefgh"]) expect(await press(ended, path)).toBe(`${path}?done=not-found`);
    expect(await changed(evening.id)).toEqual([]);
  });

  test("lets a signed-in admin open check-in on their own device, unless the event is canceled", async () => {
    const evening = await makeEvening({ Noe: 1 });
    const admin = new Visitor(stack.url);
    const { LOCAL_ADMIN_EMAIL: email = "", LOCAL_ADMIN_PASSWORD: password = "" } = stack.settings;
    expect((await send(admin, "/admin/login", { email, password })).status).toBe(303);
    const none = await shown(admin, "/door");
    expect([none.status, none.page.attributes("main a", "href")]).toEqual([404, ["/admin/events"]]);
    expect((await shown(admin, "/check-in/abcdefgh")).text).toBe(strangersPage);

    const path = `/check-in/${evening.codes.Noe}`;
    const scanned = await shown(admin, path);
    const door = `/admin/events/${evening.id}/door`;
    expect(scanned.page.attribute("main form", "action")).toBe(door);
    const code = scanned.page.attribute('input[name="code"]', "value") ?? "";
    expect((await send(admin, door, { intent: "own", code })).headers.location).toBe(path);
    expect((await shown(admin, path)).page.text("h1")).toBe("Noe");
    expect(withoutSignature((await send(admin, path, { intent: "check-in", people: "1" })).headers.location)).toBe(
      `${path}?done=in`,
    );
    expect(await changed(evening.id)).toHaveLength(1);
    expect((await shown(admin, "/door")).page.text("h1")).toMatch(/^Evening/);

    await stack.query("update public.events set status = 'cancelled' where id = $1", [evening.id]);
    expect(withoutSignature((await send(admin, door, { intent: "own" })).headers.location)).toBe(
      `${door}?done=door-closed`,
    );
    const open = "select from public.door_passes where event_id = $1 and ended_at is null";
    expect(await stack.query(open, [evening.id]), "the helpers’ and the first of the admin").toHaveLength(2);
  });

  test("shows name and party to a helper of the event, checks in once, and can undo it", async () => {
    const evening = await makeEvening({ Kaʻi: 3 });
    const helper = await helperAt(evening);
    const code = evening.codes.Kaʻi ?? "";
    const path = `/check-in/${code}`;
    const { text, page, headers } = await shown(helper, path);
    expect([text.includes("Kaʻi"), text.includes("3 people")]).toEqual([true, true]);
    expect(page.texts("button")).toEqual(["Check in"]);
    expect(page.texts("option")).toEqual(["All 3", "2", "1"]);
    expect(headers).toMatchObject(private_);
    expect(withoutSignature((await send(helper, path, { intent: "check-in", people: "2" })).headers.location)).toBe(
      `${path}?done=in`,
    );
    const again = await send(await helperAt(evening, "Kimo"), path, { intent: "check-in", people: "3" });
    expect(withoutSignature(again.headers.location)).toBe(`${path}?done=already-in`);
    const since = await shown(helper, path);
    expect(since.text).toMatch(/In since \d+:\d\d [AP]M HST by Leilani, 2 of 3/);
    expect(since.page.texts("button")).toEqual(["One more came", "Undo"]);
    const more = { intent: "more", people: "1", arrived: "2" };
    expect(withoutSignature((await send(helper, path, more)).headers.location)).toBe(`${path}?done=in`);
    const all = await shown(helper, path);
    expect([all.text.includes("2 of 3"), all.page.texts("button")]).toEqual([false, ["Undo"]]);
    expect(withoutSignature((await send(helper, path, { intent: "undo" })).headers.location)).toBe(
      `${path}?done=undone`,
    );
    expect(await changed(evening.id)).toEqual([]);
  });

  test("accepts a code in any spelling", async () => {
    const evening = await makeEvening({ Noe: 1 });
    const helper = await helperAt(evening);
    const code = evening.codes.Noe ?? "";
    for (const spelled of [`${code.slice(0, 4)}-${code.slice(4)}`, `${code.slice(0, 4)}%20${code.slice(4)}`])
      expect((await shown(helper, `/check-in/${spelled}`)).page.text("h1")).toBe("Noe");
    const upper = await helper.get(`/check-in/${code.toUpperCase()}`);
    expect([upper.status, upper.headers.location]).toEqual([301, `${origin}/check-in/${code}`]);
  });

  test("explains a code without a spot, and one that is for another event or given up", async () => {
    const evening = await makeEvening({ Full: 5, Waits: 2 });
    const other = await makeEvening({ Pua: 1 });
    const helper = await helperAt(evening);
    const path = `/check-in/${evening.codes.Waits}`;
    expect((await shown(helper, path)).text).toContain("On the waitlist, without a spot.");
    const state = (to: string) =>
      stack.query("update public.reservations set state = $1 where code = upper($2)", [to, evening.codes.Waits]);
    for (const [to, words] of [
      ["declined", "was declined"],
      ["canceled", "was canceled"],
    ] as const) {
      await state(to);
      const answer = await shown(helper, path);
      expect([answer.text.includes(words), answer.page.texts("button")]).toEqual([true, []]);
      expect(withoutSignature((await send(helper, path, { intent: "check-in" })).headers.location)).toBe(
        `${path}?done=no-spot`,
      );
    }
    const wrong = await shown(helper, `/check-in/${other.codes.Pua}`);
    expect(wrong.page.text("h1")).toBe("No reservation in the room has this code");
    expect(wrong.text).toContain("It is for another event: “");
    const unknown = await shown(helper, "/check-in/abcdefgh");
    expect(unknown.page.text("h1")).toBe("No reservation in the room has this code");
    expect(unknown.text).toContain("It may be mistyped.");
  });
});

test("html-validate finds nothing on the pages of the door", async () => {
  const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
  const evening = await makeEvening({ Kaʻi: 2, Noe: 1 });
  const helper = await helperAt(evening);
  const bodies = [(await send(helper, evening.pass, { name: "" })).body];
  await send(helper, `/check-in/${evening.codes.Noe}`, { intent: "check-in", people: "1" });
  const paths = ["/door?done=in", "/door?q=nobody", "/door/list", ...Object.values(evening.codes).map(checkInPath)];
  for (const path of [evening.pass, ...paths, "/check-in/abcdefgh"]) bodies.push((await helper.get(path)).body);
  const id = crypto.randomUUID();
  bodies.push((await send(helper, "/door", { intent: "walk-in", people: "0", id })).body);
  bodies.push((await new Visitor(stack.url).get("/door")).body, (await new Visitor(stack.url).get("/check-in/x")).body);
  for (const body of bodies) {
    const { results } = await validator.validateString(body);
    expect.soft(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  }
});

describe("making a door pass", () => {
  test("shows its link once, with a QR code, and takes it back for good", async () => {
    const evening = await makeEvening({});
    const admin = new Visitor(stack.url);
    const { LOCAL_ADMIN_EMAIL: email = "", LOCAL_ADMIN_PASSWORD: password = "" } = stack.settings;
    await send(admin, "/admin/login", { email, password });
    const path = `/admin/events/${evening.id}/door`;
    expect((await shown(admin, `/admin/events/${evening.id}`)).page.attributes("a", "href")).toContain(path);
    const token = (await shown(admin, path)).page.value("token") ?? "";
    const made = await send(admin, path, { name: "Side door", token });
    expect([made.status, new Page(made.body).text(".panel code")]).toEqual([200, `${origin}/door/${token}`]);
    expect(new Page(made.body).all("svg.qr-code")).toHaveLength(1);
    expect((await send(admin, path, { name: "Side door", token })).status, "sent twice").toBe(200);
    const list = await shown(admin, path);
    expect(list.page.texts("caption")).toEqual(["2 door passes"]);
    expect(list.body).not.toContain(token);
    const helper = await helperAt({ ...evening, pass: `/door/${token}` });
    expect((await shown(helper, "/door")).status).toBe(200);
    const id = list.page.attribute('tbody tr:first-child input[name="id"]', "value") ?? "";
    for (const done of ["pass-ended", "no-pass"])
      expect(withoutSignature((await send(admin, path, { intent: "end", id })).headers.location)).toBe(
        `${path}?done=${done}`,
      );
    expect((await shown(helper, "/door")).status).toBe(404);
    expect((await send(admin, path, { name: " ", token: newToken() })).status).toBe(422);
    expect((await send(admin, path, { name: "Weak", token: "weak" })).headers.location).toBe(path);
    const [without] = await stack.query("select id from public.events where not takes_reservations limit 1", []);
    expect((await admin.get(`/admin/events/${without?.id}/door`)).status).toBe(404);
  });
});
