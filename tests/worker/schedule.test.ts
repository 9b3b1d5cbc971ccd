import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { seasonTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(await seasonTemplate());
});
afterAll(async () => {
  await stack?.stop();
});

const get = (path: string) => new Visitor(stack.url).get(path, madeAnew);
const xml = "/events/ethereum/schedule.xml";
const json = "/events/ethereum/schedule.json";

interface Event {
  id: number;
  title: string;
  guid: string;
}
const eventsIn = (body: string): Event[] =>
  (JSON.parse(body).schedule.conference.days as { rooms: Record<string, Event[]> }[]).flatMap(({ rooms }) =>
    Object.values(rooms).flat(),
  );

describe("the schedule of an event for other programs", () => {
  test("has the announced talks with a time, in XML and JSON, and is linked from the program", async () => {
    const page = new Page((await get("/events/ethereum/programme")).body);
    expect(page.attributes("main a", "href")).toEqual(expect.arrayContaining([xml, json]));
    const [asXml, asJson] = [await get(xml), await get(json)];
    expect([asXml.headers["content-type"], asJson.headers["content-type"]]).toEqual([
      "application/xml; charset=utf-8",
      "application/json",
    ]);
    const talks = await stack.query(
      `select t.number as id, t.id as guid, t.title from public.talks t join public.events e on e.id = t.event_id
       where e.key = 'ethereum' and t.is_announced and t.status = 'scheduled' and t.starts_at is not null order by t.number`,
      [],
    );
    expect(talks.length).toBeGreaterThan(5);
    const listed = eventsIn(asJson.body).map(({ id, guid, title }) => ({ id, guid, title }));
    expect(listed.sort((one, other) => one.id - other.id)).toEqual(talks);
    expect(XMLValidator.validate(asXml.body)).toBe(true);
    const parser = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => ["day", "room", "event"].includes(name),
    });
    const read = parser.parse(asXml.body).schedule.day as { room: { event: { "@_guid": string }[] }[] }[];
    const guids = read.flatMap(({ room }) => room.flatMap(({ event }) => event.map((each) => each["@_guid"])));
    expect(guids.sort()).toEqual(talks.map(({ guid }) => guid).sort());
  });

  test("omits a talk that is not announced, and is a 404 while the program is a draft", async () => {
    const hide = (isHidden: boolean) =>
      stack.query(
        "update public.talks set is_announced = $1 where title = (select min(title) from public.talks where kind = 'keynote')",
        [!isHidden],
      );
    const [keynote] = await stack.query("select min(title) as title from public.talks where kind = 'keynote'", []);
    await hide(true);
    expect(eventsIn((await get(json)).body).map(({ title }) => title)).not.toContain(keynote?.title);
    await hide(false);
    await stack.query("update public.programmes set published_at = null", []);
    expect([(await get(xml)).status, (await get(json)).status]).toEqual([404, 404]);
    await stack.query("update public.programmes set published_at = now()", []);
    expect((await get(xml)).status).toBe(200);
  });

  test("is a 404 where there is no program", async () => {
    for (const path of ["/events/bitcoin/schedule.xml", "/events/nope/schedule.json", "/events/-/schedule.xml"])
      expect((await get(path)).status).toBe(404);
  });
});
