import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addEvent, addResource, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Found {
  total: number;
  rows: { id: string; title: string; note: string; above: string | null }[];
}

const search = (query: string | null, actor: Actor = "admin") =>
  database.call<Record<string, Found>>(actor, "public.admin_search($1)", query);

let event: string;
beforeEach(async () => {
  event = await addEvent(database, "kiawe-night", false);
  await database.sql("update public.events set title = 'Kiawe night', place = 'Hilo' where id = $1", event);
  await database.sql("insert into public.series (key, name) values ('kiawe-nights', 'Nights of kiawe')");
  await addResource(database, { title: "The kiawe book", published: false });
  await database.sql(
    `insert into public.waitlist_entries (event_id, name, email, consent_version)
     values ($1, 'Kiawe Sample', 'sample@example.org', '1')`,
    event,
  );
  await database.sql(
    "insert into public.contact_messages (name, email, message) values ('Noa', 'noa@example.org', 'About kiawe')",
  );
  await database.sql(
    "insert into public.newsletter_subscribers (email, consent_version) values ('kiawe@example.org', '1')",
  );
});

describe("an admin's search", () => {
  it("finds drafts, people and messages, each with what leads to it", async () => {
    const found = await search("KIAWE");
    expect(found.event).toEqual({
      total: 1,
      rows: [{ id: event, title: "Kiawe night", note: "Hilo", above: null }],
    });
    expect(found.series?.rows[0]).toMatchObject({ title: "Nights of kiawe" });
    expect(found.resource?.rows[0]).toMatchObject({ title: "The kiawe book" });
    expect(found.entry?.rows[0]).toMatchObject({
      title: "Kiawe Sample",
      note: "sample@example.org, Kiawe night",
      above: event,
    });
    expect(found.message?.rows[0]).toMatchObject({ title: "Noa", note: "noa@example.org" });
    expect(found.subscriber?.rows[0]).toMatchObject({ title: "kiawe@example.org" });
  });

  it("finds places by name, address and city", async () => {
    await database.sql(
      `insert into public.places (key, name, street, city, island)
       values ('kiawe-hall', 'Kiawe hall', '1 Kalākaua Avenue', 'Honolulu', 'oahu')`,
    );
    expect((await search("kiawe kalakaua")).place?.rows).toMatchObject([
      { title: "Kiawe hall", note: "Kiawe hall, 1 Kalākaua Avenue, Honolulu", above: null },
    ]);
  });

  it("shows an editor no subscribers, since editors read none", async () => {
    await database.addEditor();
    const found = await search("kiawe", "editor");
    expect(Object.keys(found).sort()).toEqual(["entry", "event", "message", "resource", "series"]);
  });

  it("wants every word, folded, and no wildcard", async () => {
    expect(Object.keys(await search("hilo kiawe"))).toEqual(["event"]);
    for (const query of ["hilo nothing", "%", "kiaw_", "\\"]) expect(await search(query)).toEqual({});
    await database.sql("update public.events set place = 'Hawaiʻi' where id = $1", event);
    expect(Object.keys(await search("hawaii kiawe"))).toEqual(["event"]);
  });

  it.each(["", "   ", null])("finds nothing without a word: %j", async (query) => {
    expect(await search(query)).toEqual({});
  });

  it("shows the 20 of a kind that were changed last, and how many there are", async () => {
    await database.sql(
      `insert into public.contact_messages (name, email, message, created_at)
       select 'Kiawe ' || n, 'noa@example.org', 'Aloha', now() - make_interval(days => n) from generate_series(1, 30) n`,
    );
    const { message } = await search("kiawe");
    expect(message?.total).toBe(31);
    expect(message?.rows.map(({ title }) => title).slice(0, 2)).toEqual(["Noa", "Kiawe 1"]);
    expect(message?.rows).toHaveLength(20);
  });

  it("leaves out what is deleted or in the trash", async () => {
    await database.sql("update public.education_resources set deleted_at = now()");
    expect(await search("book")).not.toHaveProperty("resource");
  });

  it("answers admins alone", async () => {
    for (const actor of ["member", "stranger", "worker"] as const)
      await expect(search("kiawe", actor)).rejects.toMatchObject({ code: denied });
  });
});
