import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestOf } from "../../app/platform/text/link-token.ts";
import { brotliBytes } from "../../harness/building/weights.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { seasonTemplate } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
const path = "/events/ethereum/agenda";

let stack: Stack;
/** Numbers of talks of the sample program: two at the same time in two rooms, one later, one on another day. */
let one: number;
let clashing: number;
let later: number;
let nextDay: number;
beforeAll(async () => {
  stack = await startStack(await seasonTemplate());
  await endsAt("2099-01-01 00:00-10");
  const [pair] = await stack.query(
    `select a.number as one, b.number as clashing from public.talks a join public.talks b
       on b.event_id = a.event_id and b.number > a.number and b.starts_at = a.starts_at
     where a.status = 'scheduled' and b.status = 'scheduled' and a.is_announced and b.is_announced order by a.number limit 1`,
    [],
  );
  one = Number(pair?.one);
  clashing = Number(pair?.clashing);
  const after = async (hours: number) => {
    const [talk] = await stack.query(
      `select t.number from public.talks t, public.talks f
       where f.number = $1 and t.starts_at >= f.ends_at + make_interval(hours => $2) and t.status = 'scheduled' and t.is_announced
       order by t.starts_at, t.number limit 1`,
      [one, hours],
    );
    return Number(talk?.number);
  };
  later = await after(0);
  nextDay = await after(20);
});
afterAll(async () => {
  await stack?.stop();
});

const visitor = () => new Visitor(stack.url);
const endsAt = (at: string) =>
  stack.query("update public.events set date_precision = 'day', ends_at = $1 where key = 'ethereum'", [at]);
const get = (address: string) => visitor().get(address, madeAnew);
const titleOf = async (number: number) => {
  const [talk] = await stack.query("select title from public.talks where number = $1", [number]);
  return String(talk?.title);
};
/** The events of a calendar file, by the number of their talk. */
function eventsIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return new Map(
    calendar.getAllSubcomponents("vevent").map((event) => [
      Number(/^talk-(\d+)@/.exec(String(event.getFirstPropertyValue("uid")))?.[1]),
      {
        start: String(event.getFirstPropertyValue("dtstart")),
        sequence: Number(event.getFirstPropertyValue("sequence") ?? 0),
        status: event.getFirstPropertyValue("status"),
      },
    ]),
  );
}

describe("a personal agenda", () => {
  test("is chosen by check boxes, and has one canonical URL", async () => {
    const programme = new Page((await get("/events/ethereum/programme?day=all")).body);
    const boxes = programme.attributes('main input[type="checkbox"][name="t"]', "value").map(Number);
    expect(boxes).toEqual(expect.arrayContaining([one, clashing, later, nextDay]));
    expect(programme.attribute("main form.choosing", "action")).toBe(path);

    const sent = await visitor().get(`${path}?t=${nextDay}&t=${one}&t=${one}&t=999999&t=x`);
    expect([sent.status, sent.headers.location]).toEqual([
      302,
      `${path}?t=${[one, nextDay].sort((a, b) => a - b).join(".")}`,
    ]);
    expect((await visitor().get(`${path}?t=999999`)).headers.location).toBe(path);
  });

  test("lists the chosen talks by day, points out overlaps, and is not cached", async () => {
    const chosen = [one, clashing, later, nextDay].sort((a, b) => a - b).join(".");
    const answer = await get(`${path}?t=${chosen}`);
    expect(answer.headers).toMatchObject({ "cache-control": "private, no-store" });
    const page = new Page(answer.body);
    expect(page.attribute('meta[name="robots"]', "content")).toContain("noindex");
    expect(page.texts("main .talk-list li")).toHaveLength(4);
    expect(page.text("main .notice")).toContain(`“${await titleOf(one)}” and “${await titleOf(clashing)}”`);
    expect(page.all("main .qr-code")).toHaveLength(1);
    expect(page.attributes("main a", "href")).toEqual(
      expect.arrayContaining([
        `/events/ethereum/programme?day=all&t=${chosen}`,
        `/events/ethereum/agenda.ics?t=${chosen}`,
      ]),
    );
    const changing = new Page((await get(`/events/ethereum/programme?day=all&t=${chosen}`)).body);
    expect(changing.attributes('main input[type="checkbox"][checked]', "value")).toHaveLength(4);
    for (const { body } of [answer, await get(`/events/ethereum/programme?t=${chosen}`)])
      expect((await validator.validateString(body)).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(brotliBytes(answer.body)).toBeLessThan(25_000);
  });

  test("is not asked for once the event is over, and what was chosen before can still be read", async () => {
    await endsAt("2026-09-21 00:00-10");
    const programme = new Page((await get("/events/ethereum/programme?day=all")).body);
    expect(programme.texts("tbody a").length).toBeGreaterThan(0);
    expect(programme.all("main input, main button")).toEqual([]);
    expect(programme.text("main")).not.toContain("Check the talks");
    const agenda = new Page((await get(`${path}?t=${one}`)).body);
    expect(agenda.text("main .talk-list")).toContain(await titleOf(one));
    expect(agenda.text("main")).not.toMatch(/Change my agenda|moves or is canceled/);
    expect(new Page((await get(path)).body).text("main")).toContain("No talks were chosen here.");
    await endsAt("2099-01-01 00:00-10");
  });

  test("says if nothing is chosen, survives too long a choice, and is a 404 without a program", async () => {
    expect(new Page((await get(path)).body).text("main")).toContain("You have not chosen any talks yet.");
    const long = await visitor().get(`${path}?t=${Array.from({ length: 2000 }, (_, n) => n + 1).join(".")}`);
    expect(long.status).toBeLessThan(500);
    expect((await get("/events/bitcoin/agenda")).status).toBe(404);
    expect((await get("/events/no-such-event/agenda.ics?t=1")).status).toBe(404);
  });

  test("is a calendar in which a talk can move, and one that is canceled or deleted is CANCELLED", async () => {
    const feed = `/events/ethereum/agenda.ics?t=${[one, later, nextDay].join(".")}`;
    const answer = await visitor().get(feed);
    expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    const before = eventsIn(answer.body);
    expect([...before.values()].map(({ status }) => status)).toEqual(Array(3).fill("CONFIRMED"));

    await stack.query(
      "update public.talks set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days' where number = $1",
      [one],
    );
    await stack.query("update public.talks set status = 'cancelled' where number = $1", [later]);
    await stack.query("delete from public.talks where number = $1", [nextDay]);
    const after = eventsIn((await get(feed)).body);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(after.get(one)).toMatchObject({ status: "CONFIRMED", sequence: (before.get(one)?.sequence ?? 0) + 1 });
    expect(after.get(one)?.start).not.toBe(before.get(one)?.start);
    for (const number of [later, nextDay]) {
      expect(after.get(number)?.status).toBe("CANCELLED");
      expect(after.get(number)?.sequence).toBeGreaterThan(before.get(number)?.sequence ?? 0);
    }
    const page = new Page((await get(`${path}?t=${[one, later, nextDay].sort((a, b) => a - b).join(".")}`)).body);
    expect(page.text("main")).toContain("No longer in the program:");
    expect(page.text("main")).toContain("Canceled:");
  });
});

describe("a stored agenda", () => {
  const token = "abcdefgh".repeat(4);
  const address = `/w/${token}/agenda`;

  test("is chosen from the status page of a person with a spot, and can be cleared there", async () => {
    await stack.query(
      `with entry as (
         insert into public.waitlist_entries (event_id, name, email, consent_version)
         select id, 'Kaʻiulani', 'kaiulani@example.org', '1' from public.events where key = 'ethereum' returning id, event_id
       ), spots as (
         insert into public.event_spots (event_id, attends) select event_id, 'room' from entry on conflict do nothing
       ), reservation as (
         insert into public.reservations (id, event_id, state, line) select id, event_id, 'placed', 1 from entry
       )
       insert into private.waitlist_links (token_digest, entry_id) select $1, id from entry`,
      [await digestOf(token)],
    );
    expect(new Page((await get(`/w/${token}`)).body).attributes("#agenda ~ div a", "href")).toEqual([address]);
    const answer = await get(address);
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": expect.stringContaining("noindex"),
    });
    expect((await validator.validateString(answer.body)).results.flatMap(({ messages }) => messages)).toEqual([]);
    const page = new Page(answer.body);
    expect(page.text("main")).toContain("You have not stored any talks yet.");
    const [first, second] = page.attributes('main input[name="t"]', "value");
    const sent = await visitor().post(address, [
      ["t", first ?? ""],
      ["t", second ?? ""],
      ["t", "x"],
    ]);
    expect([sent.status, sent.headers.location]).toEqual([303, address]);
    const stored = new Page((await get(address)).body);
    expect(stored.text("main")).toContain("You stored 2 talks on");
    expect(stored.attributes('main input[name="t"][checked]', "value")).toEqual([first, second]);
    expect(new Page((await get(`/w/${token}`)).body).text("main")).toContain("You have stored 2 talks of the program.");
    expect(
      JSON.parse((await get(`/w/${token}.json`)).body)
        .agenda.talks.map(String)
        .sort(),
    ).toEqual([first, second].sort());
    expect((await visitor().post(address, {})).status).toBe(303);
    expect(new Page((await get(address)).body).text("main")).toContain("You have not stored any talks yet.");
  });

  test("is a 404 at an invalid link", async () => {
    for (const none of [`/w/${"a".repeat(32)}/agenda`, "/w/x/agenda"]) {
      const answer = await get(none);
      expect([answer.status, new Page(answer.body).text("h1")]).toEqual([404, "No agenda"]);
      expect((await visitor().post(none, { t: "1" })).status).toBeLessThan(500);
    }
  });
});
