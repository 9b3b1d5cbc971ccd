import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { brotliBytes } from "../../harness/building/weights.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { seasonTemplate, withTables } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
const path = "/events/ethereum/programme";

let stack: Stack;
let proxy: FaultProxy;
let admin: Visitor;
beforeAll(async () => {
  proxy = await startFaultProxy(() => `http://127.0.0.1:${stack.settings.SUPABASE_PORT}`);
  stack = await startStack(await seasonTemplate(), { SUPABASE_URL: proxy.url });
  admin = await signIn(new Visitor(stack.url));
});
afterEach(() => proxy.set("none"));
afterAll(async () => {
  await stack?.stop();
  await proxy?.stop();
});

const visitor = () => new Visitor(stack.url);
/** The page as a visitor reads it now, rendered anew. */
const read = async (address: string) => new Page((await visitor().get(address, madeAnew)).body);
const sql = <Result>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (run) => run<Result>(text, ...parameters));

/** An event with a published program: three days, four rooms, 80 talks with two speakers each. */
async function addConference(key: string): Promise<string> {
  const [event] = await sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published)
     values ($1, 'A conference', 'Hilo', 'It is large.', '2094-05-20 00:00-10', 'day', true) returning id`,
    key,
  );
  const id = event?.id ?? "";
  await sql("insert into public.programmes (id, published_at) values ($1, now())", id);
  await sql(
    "insert into public.rooms (event_id, name, seats) select $1, 'Room ' || n, 50 * n from generate_series(1, 4) n",
    id,
  );
  await sql(
    `insert into public.speakers (event_id, name, organization, biography)
     select $1, 'Speaker Kaʻōpūlani ' || n, 'Organization ' || n, 'Says things.' from generate_series(1, 80) n`,
    id,
  );
  await sql(
    `insert into public.talks (event_id, title, kind, level, abstract, starts_at, ends_at, room_id)
     select $1, 'Talk ' || n || ': what a ledger ' || md5(n::text) || ' can do for an island', (array['talk', 'workshop', 'panel'])[1 + n % 3],
       (array['beginner', 'advanced'])[1 + n % 2], repeat('A long abstract. ', 40),
       '2094-05-20 09:00-10'::timestamptz + make_interval(days => n % 3, hours => n / 12),
       '2094-05-20 09:45-10'::timestamptz + make_interval(days => n % 3, hours => n / 12),
       (select r.id from public.rooms r where r.event_id = $1 order by r.id offset n / 3 % 4 limit 1)
     from generate_series(0, 79) n`,
    id,
  );
  await sql(
    `insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
     select t.id, s.id, $1, 1
     from (select id, row_number() over (order by number) as n from public.talks where event_id = $1) t
     join (select id, row_number() over (order by number) as n from public.speakers where event_id = $1) s on s.n in (t.n, 1 + t.n % 80)`,
    id,
  );
  return id;
}

describe("the program of the sample season", () => {
  test("is linked from its past event, and shows its first day with links to the others", async () => {
    const event = await read("/events/ethereum");
    expect(event.attributes("main dd a", "href")).toContain(path);
    expect((await read("/events/bitcoin")).attributes("main dd a", "href")).not.toContain("/events/bitcoin/programme");
    const page = await read(path);
    expect(page.text("h1")).toBe("Program");
    expect(page.texts("main h2")).toEqual(["Friday, September 18, 2026"]);
    expect(page.texts(".tabs a")).toEqual([
      "Friday, September 18",
      "Saturday, September 19",
      "Sunday, September 20",
      "All days",
    ]);
    expect(page.texts("thead th")).toEqual(["Time (HST)", "Main hall", "Workshop room", "Lānai"]);
    expect(page.texts("tbody th")).toEqual([
      "8:30 AM",
      "9:00 AM",
      "10:00 AM",
      "12:00 PM",
      "1:00 PM",
      "2:00 PM",
      "6:00 PM",
    ]);
    expect(page.text("tbody")).toContain("Canceled: Reading a transaction aloud");
    expect(page.html).not.toMatch(/sample/i);
  });

  test("shows all days with a query, and the first day for a made-up one", async () => {
    expect((await read(`${path}?day=all`)).texts("main h2")).toHaveLength(3);
    const saturday = await read(`${path}?day=2026-09-19`);
    expect(saturday.text("tbody")).toContain("11:30 PM to 12:30 AM");
    expect((await read(`${path}?day=2030-01-01`)).texts("main h2")).toEqual(["Friday, September 18, 2026"]);
    expect((await visitor().get(`${path}?day=${"9".repeat(10_000)}`)).status).toBeLessThan(500);
  });

  test("is cached for everyone, one page for each day, and a made-up day causes no query", async () => {
    const talk = (await read(path)).attributes("tbody a", "href")[1] ?? "";
    for (const address of [path, `${path}?day=2026-09-19`, talk]) {
      await visitor().get(address);
      const before = proxy.asked.length;
      expect((await visitor().get(address)).headers["cache-control"], address).toBe("private, no-cache");
      expect(proxy.asked.slice(before), address).toEqual([]);
    }
    const before = proxy.asked.length;
    for (let day = 1; day < 28; day += 1) await visitor().get(`${path}?day=2030-01-${day}`);
    expect(proxy.asked.slice(before)).toEqual([]);
  });

  test("has structured data with its talks and performers", async () => {
    const [event] = (await read(path)).structured.filter((thing) => thing["@type"] === "Event");
    expect(event).toMatchObject({ name: "ETH Hawaii", startDate: "2026-09-18", endDate: "2026-09-20" });
    expect(event?.subEvent).toContainEqual(
      expect.objectContaining({
        name: "Why islands should care who keeps the ledger",
        startDate: "2026-09-18T09:00:00-10:00",
        performer: [expect.objectContaining({ name: "Leilani Kaʻaukai" })],
      }),
    );
    expect(event?.subEvent).toContainEqual(
      expect.objectContaining({ eventStatus: "https://schema.org/EventCancelled" }),
    );
  });

  test("has a page for each announced talk, at one URL that follows its title", async () => {
    const href = (await read(path)).attributes("tbody a", "href").find((each) => each.includes("first-smart")) ?? "";
    expect(href).toMatch(/^\/events\/ethereum\/talks\/\d+-your-first-smart-contract$/);
    const page = await read(href);
    expect(page.text("h1")).toBe("Your first smart contract");
    expect(page.text("main")).toContain("Friday, September 18, 2026, 10:00 AM to 12:00 PM HST");
    expect(page.text("main")).toContain("Workshop room · Second floor · 40 seats");
    expect(page.texts("main li")).toContain("Bring a laptop");
    expect(page.texts("main h3")).toEqual(["Keoni Makoa"]);
    expect(page.structured).toContainEqual(
      expect.objectContaining({ superEvent: expect.objectContaining({ name: "ETH Hawaii" }) }),
    );
    const [number] = /\d+/.exec(href) ?? [];
    const other = await visitor().get(`/events/ethereum/talks/${number}-another-title`);
    expect([other.status, other.headers.location]).toEqual([301, href]);
    for (const gone of [
      `/events/bitcoin/talks/${number}`,
      "/events/ethereum/talks/999999999",
      "/events/ethereum/talks/x",
      "/events/bitcoin/programme",
      "/events/nope/programme",
    ])
      expect((await visitor().get(gone)).status, gone).toBe(404);
  });

  test("is valid HTML", async () => {
    for (const address of [path, `${path}?day=all`, (await read(path)).attributes("tbody a", "href")[1] ?? ""]) {
      const { body } = await visitor().get(address, madeAnew);
      const { results } = await validator.validateString(body);
      expect(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        address,
      ).toEqual([]);
    }
  });
});

describe("a program of three days, four rooms and 80 talks", () => {
  const large = "/events/large/programme";
  beforeAll(() => addConference("large"));

  test("queries the database once for a page, and is light", async () => {
    for (const [address, most] of [
      [large, 14 * 1024],
      [`${large}?day=all`, 25_000],
    ] as const) {
      const before = proxy.asked.length;
      const { body } = await visitor().get(address, madeAnew);
      const asked = proxy.asked.slice(before).filter((line) => line.includes("/rest/v1/"));
      expect(asked.filter((line) => line.includes("programme"))).toHaveLength(1);
      expect(brotliBytes(body)).toBeLessThanOrEqual(most);
    }
    expect((await read(`${large}?day=all`)).attributes("tbody td a", "href")).toHaveLength(80);
  });

  test("shows its last good copy, and says so, while the database is down", async () => {
    await visitor().get(large, madeAnew);
    const isCopy = async () => {
      proxy.set("reset");
      const page = await read(large);
      if (!page.text("main")?.includes("This is the program as it was at")) return false;
      expect(page.texts("tbody td a").length).toBeGreaterThan(20);
      return true;
    };
    await eventually(isCopy, "the copy", 5);
    expect((await visitor().get("/events/never-seen/programme", madeAnew)).status).toBe(503);
  });
});

describe("admins", () => {
  const addEvent = async (key: string) => {
    const [event] = await sql<{ id: string }>(
      `insert into public.events (key, title, place, summary, is_published) values ($1, 'Small', 'Hilo', 'It is small.', true) returning id`,
      key,
    );
    return { id: event?.id ?? "", base: `/admin/events/${event?.id}/programme`, shown: `/events/${key}/programme` };
  };
  const look = async (address: string) => new Page((await admin.get(address)).body);
  const post = async (address: string, fields: Record<string, string>) => {
    const answer = await admin.post(address, fields);
    return { status: answer.status, page: new Page(answer.body) };
  };
  const talk = { title: "A talk", kind: "talk", language: "en", day: "2094-05-20", start: "09:00", end: "10:00" };
  const rowsOf = (id: string) =>
    sql<{ id: string; number: number; title: string; version: string; room: number; at: string }>(
      `select id, number, title, updated_at::text as version, room_id as room,
         to_char(starts_at at time zone 'Pacific/Honolulu', 'DD HH24:MI') as at
       from public.talks where event_id = $1 order by title`,
      id,
    );
  /** The fields of the arrangement table, as its page has them. */
  const tableOf = (page: Page) => {
    const inputs = page
      .all("form#arrangement input")
      .map((input) => [input.getAttributeValue("name") ?? "", input.getAttributeValue("value") ?? ""]);
    const selects = page.all("form#arrangement select").map((select) => {
      const chosen = select.querySelectorAll("option").find((option) => option.hasAttribute("selected"));
      return [select.getAttributeValue("name") ?? "", chosen?.getAttributeValue("value") ?? ""];
    });
    return Object.fromEntries([...inputs, ...selects]) as Record<string, string>;
  };

  test("can build a program without scripts, which visitors see once it is published", async () => {
    const { id, base, shown } = await addEvent("small");
    expect((await look(base)).text("main")).toContain("There are no talks yet");
    expect((await post(`${base}/rooms`, { intent: "add", name: "Hall", seats: "40" })).status).toBe(303);
    expect((await post(`${base}/rooms`, { intent: "add", name: "Hall" })).page.text(".summary")).toContain("already");
    expect((await post(`${base}/rooms`, { intent: "add", name: "" })).page.text(".summary")).toContain("Enter a name");
    const refused = await post(`${base}/speakers/new`, { name: "Kaʻiulani", biography: "Write to k@example.org" });
    expect([refused.status, refused.page.text(".summary")]).toEqual([
      422,
      expect.stringContaining("Leave email addresses out"),
    ]);
    expect((await post(`${base}/speakers/new`, { name: "Kaʻiulani" })).status).toBe(303);
    const [speaker] = await sql<{ id: string }>("select id from public.speakers where event_id = $1", id);
    const [room] = await sql<{ id: number }>("select id from public.rooms where event_id = $1", id);
    const inHall = { ...talk, room: String(room?.id) };
    expect((await post(`${base}/new`, { ...inHall, speakers: speaker?.id ?? "" })).status).toBe(303);
    const meets = await post(`${base}/new`, { ...inHall, title: "Another", start: "09:30", end: "10:30" });
    expect([meets.status, meets.page.text(".summary")]).toEqual([
      422,
      expect.stringContaining("“A talk” is in this room at that time"),
    ]);
    expect(meets.page.value("title")).toBe("Another");
    expect((await post(`${base}/new`, { ...talk, title: "A secret", to_be_announced: "on", room: "" })).status).toBe(
      303,
    );

    expect((await visitor().get(shown)).status).toBe(404);
    expect((await post(base, { intent: "publish" })).status).toBe(303);
    const page = await read(shown);
    expect(page.text("tbody")).toContain("Kaʻiulani");
    expect(page.text("tbody")).toContain("To be announced");
    expect(page.html).not.toContain("A secret");
    expect((await look(base)).text("main")).toContain(
      "Of 1 talk that is not announced, a published program shows kind, time and room.",
    );
    expect((await post(base, { intent: "unpublish" })).status).toBe(303);
    expect((await visitor().get(shown)).status).toBe(404);
  });

  test("can swap two talks, and are told at the field where two would overlap", async () => {
    const { id, base } = await addEvent("table");
    await sql("insert into public.rooms (event_id, name) values ($1, 'Hall')", id);
    const [room] = await sql<{ id: number }>("select id from public.rooms where event_id = $1", id);
    await post(`${base}/new`, { ...talk, title: "One", room: String(room?.id) });
    await post(`${base}/new`, { ...talk, title: "Two", room: String(room?.id), start: "10:00", end: "11:00" });
    const table = tableOf(await look(base));
    const [one, two] = await rowsOf(id);
    expect(table).toMatchObject({ [`day-${one?.number}`]: "2094-05-20", [`start-${two?.number}`]: "10:00" });
    const meeting = await post(base, { ...table, intent: "arrange", [`start-${two?.number}`]: "09:30" });
    expect(meeting.status).toBe(422);
    expect(meeting.page.texts(".summary li")).toEqual([
      "One: “Two” is in this room at that time",
      "Two: “One” is in this room at that time",
    ]);
    expect(tableOf(meeting.page)[`start-${two?.number}`]).toBe("09:30");
    const swap = {
      ...{ [`start-${one?.number}`]: "10:00", [`end-${one?.number}`]: "11:00" },
      ...{ [`start-${two?.number}`]: "09:00", [`end-${two?.number}`]: "10:00" },
    };
    expect((await post(base, { ...table, intent: "arrange", ...swap })).status).toBe(303);
    expect((await rowsOf(id)).map(({ at }) => at)).toEqual(["20 10:00", "20 09:00"]);
    const late = await post(base, {
      ...table,
      intent: "arrange",
      [`start-${one?.number}`]: "12:00",
      [`end-${one?.number}`]: "13:00",
    });
    expect([late.status, late.page.text(".summary")]).toEqual([
      409,
      expect.stringContaining("The program was changed"),
    ]);
    const wrong = await post(base, { ...table, intent: "arrange", [`start-${one?.number}`]: "soon" });
    expect(wrong.page.texts(".summary li")).toEqual(["One: Enter a time like 18:00"]);
  });

  test("move a day once, however often the form is sent, even past midnight", async () => {
    const { id, base } = await addEvent("moved");
    await post(`${base}/new`, { ...talk, title: "Late", start: "23:45", end: "00:15" });
    const page = await look(base);
    const form = {
      intent: "shift",
      day: "2094-05-20",
      minutes: "30",
      direction: "later",
      "version-2094-05-20": page.value("version-2094-05-20") ?? "",
    };
    expect((await post(base, { ...form, minutes: "0" })).page.text(".summary")).toContain(
      "Enter a whole number of minutes",
    );
    expect((await post(base, form)).status).toBe(303);
    const again = await post(base, form);
    expect([again.status, again.page.text(".summary")]).toEqual([409, "There are no talks on this day anymore."]);
    expect((await rowsOf(id)).map(({ at }) => at)).toEqual(["21 00:15"]);
  });

  test("see in a talk's form what someone else saved, are warned of a speaker in two talks, and can delete", async () => {
    const { id, base } = await addEvent("edited");
    await post(`${base}/speakers/new`, { name: "Noa" });
    const [speaker] = await sql<{ id: string }>("select id from public.speakers where event_id = $1", id);
    const spoken = { ...talk, speakers: speaker?.id ?? "" };
    await post(`${base}/new`, { ...spoken, title: "One" });
    await post(`${base}/new`, { ...spoken, title: "Two" });
    expect((await look(base)).text("main .notice")).toContain("Noa: “One” and “Two”");
    const [one, two] = await rowsOf(id);
    const own = `${base}/${one?.id}`;
    const version = (await look(own)).value("version") ?? "";
    expect((await post(own, { ...spoken, title: "One, renamed", version })).status).toBe(303);
    const conflict = await post(own, { ...spoken, title: "Mine", version });
    expect([conflict.status, conflict.page.text(".summary")]).toEqual([409, expect.stringContaining("One, renamed")]);
    const [room] = await sql<{ id: number }>(
      "insert into public.rooms (event_id, name) values ($1, 'Hall') returning id",
      id,
    );
    await post(`${base}/${two?.id}`, { ...talk, title: "Two", room: String(room?.id), version: two?.version ?? "" });
    const kept = await post(`${base}/rooms`, { intent: `delete-${room?.id}`, name: "Hall" });
    expect([kept.status, kept.page.text(".notice")]).toEqual([409, expect.stringContaining("There are talks in Hall")]);
    expect(
      (
        await post(`${base}/${two?.id}`, {
          intent: "delete",
          version: (await look(`${base}/${two?.id}`)).value("version") ?? "",
        })
      ).status,
    ).toBe(303);
    expect((await post(`${base}/rooms`, { intent: `delete-${room?.id}`, name: "Hall" })).status).toBe(303);
    const elsewhere = (await addEvent("elsewhere")).base;
    expect((await admin.get(`${elsewhere}/${one?.id}`)).status).toBe(404);
    expect((await admin.get(`${elsewhere}/speakers/${speaker?.id}`)).status).toBe(404);
  });

  test("see that a sample program is one", async () => {
    const [event] = await sql<{ id: string }>("select id from public.events where key = 'ethereum'");
    expect((await look(`/admin/events/${event?.id}/programme`)).text(".admin-top")).toContain("Sample");
    expect((await look("/admin/samples")).text("main")).toContain("Program of ETH Hawaii");
  });
});
