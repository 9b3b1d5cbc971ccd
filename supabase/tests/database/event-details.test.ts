import { describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

const set = (column: string, value: string | null) =>
  database.attempt(`update public.events set ${column} = $1 where key = 'an-event'`, value);
const shown = () => database.call("stranger", "public.read_events('an-event')");

describe("the details of an event beside its place", () => {
  it.each([
    ["place_note", 200],
    ["to_bring", 300],
  ] as const)("%s has 1 to %i characters", async (column, most) => {
    await addEvent(database, "an-event");
    await set(column, "ʻ".repeat(most));
    await set(column, null);
    for (const value of ["", " ", "a".repeat(most + 1)])
      await expect(set(column, value), value.slice(0, 40)).rejects.toMatchObject({ code: checkViolation });
  });

  it("can be written by admins and read by visitors", async () => {
    const id = await addEvent(database, "an-event");
    await database.sql("update public.events set is_published = true where id = $1", id);
    const write = `update public.events set place_note = 'Upstairs', to_bring = 'A laptop' where id = '${id}'`;
    await expect(database.as("stranger", write)).rejects.toMatchObject({ code: denied });
    await database.as("admin", write);
    expect(await shown()).toMatchObject([{ place_note: "Upstairs", to_bring: "A laptop" }]);
  });
});

describe("the co-hosts of an event", () => {
  const makers = { name: "Makers of Hilo", url: "https://makers.example/" };

  it("are up to six names, with or without links, and empty by default", async () => {
    await addEvent(database, "an-event");
    expect(await database.sql("select co_hosts from public.events where key = 'an-event'")).toEqual([{ co_hosts: [] }]);
    const six = [makers, ...Array(5).fill({ name: "ʻ".repeat(100) })];
    await set("co_hosts", JSON.stringify(six));
    expect(await database.sql("select co_hosts from public.events where key = 'an-event'")).toEqual([
      { co_hosts: six },
    ]);
  });

  it.each<[string, unknown]>([
    ["a single one outside a list", makers],
    ["null", null],
    ["seven", Array(7).fill(makers)],
    ["a text", ["Makers"]],
    ["a list", [["name"]]],
    ["nobody", [{}]],
    ["a blank name", [{ name: " " }]],
    ["a name that is no text", [{ name: 1 }]],
    ["a name of 101 letters", [{ name: "a".repeat(101) }]],
    ["what is neither name nor link", [{ ...makers, email: "kai@example.org" }]],
    ["an empty link", [{ name: "Kai", url: null }]],
    ["a link that is not https", [{ name: "Kai", url: "http://kai.example/" }]],
    ["a link that runs a script", [{ name: "Kai", url: "javascript:alert(1)" }]],
    ["a link with a space", [{ name: "Kai", url: "https://kai.example/a b" }]],
    ["a link that shows another host than its own", [{ name: "Kai", url: "https://bank.example@evil.example/" }]],
    ["a link of 2,049 characters", [{ name: "Kai", url: `https://kai.example/${"a".repeat(2029)}` }]],
    ["a second one that is wrong", [makers, { name: "" }]],
  ])("reject %s", async (_, hosts) => {
    await addEvent(database, "an-event");
    await expect(set("co_hosts", JSON.stringify(hosts))).rejects.toMatchObject({ code: checkViolation });
  });

  it("are written by admins and read by visitors", async () => {
    const id = await addEvent(database, "an-event");
    await database.sql("update public.events set is_published = true where id = $1", id);
    await database.as("admin", `update public.events set co_hosts = '[{"name":"Kai"}]' where id = '${id}'`);
    expect(await shown()).toMatchObject([{ co_hosts: [{ name: "Kai" }] }]);
  });
});

describe("the series of an event", () => {
  it("must exist or be null, is set by admins and can be read by visitors", async () => {
    const id = await addEvent(database, "an-event");
    await expect(set("series_id", id)).rejects.toMatchObject({ constraint: "events_series_id_fkey" });
    await set("series_id", null);
    await database.as("admin", "insert into public.series (key, name) values ('pizza-days', 'Pizza Days')");
    await database.sql("update public.events set is_published = true where id = $1", id);
    await database.as(
      "admin",
      `update public.events set series_id = (select id from public.series) where id = '${id}'`,
    );
    expect(await shown()).toMatchObject([{ series: { name: "Pizza Days" } }]);
  });

  it("is the one named after the title when an event without a series is copied", async () => {
    const id = await addEvent(database, "an-event");
    for (const key of ["second", "third"])
      expect(await database.call<Row>("admin", "public.copy_event($1, $2, null, null)", id, key)).toMatchObject({
        outcome: "copied",
      });
    const other = await addEvent(database, "other");
    await database.call<Row>("admin", "public.copy_event($1, 'fourth', null, null)", other);
    expect(
      await database.sql(
        "select s.key, s.name, array_agg(e.key order by e.key) as editions from public.events e join public.series s on s.id = e.series_id group by 1, 2",
      ),
    ).toEqual([{ key: "an-event", name: "An event", editions: ["an-event", "fourth", "other", "second", "third"] }]);
  });
});
