import { describe, expect, it } from "vitest";
import { addEvent, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const versionOf = async (id: string) => {
  const [event] = await database.sql<{ version: string }>(
    "select updated_at::text as version from public.events where id = $1",
    id,
  );
  return event?.version ?? "";
};

const remove = (id: string, version: string) => database.call("admin", "public.delete_event($1, $2)", id, version);

const join = (email: string, isSpam = false) =>
  database.call("worker", "public.join_waitlist('an-event', 'Kai', $1, '1', $2, false)", email, isSpam);

describe("delete_event", () => {
  it("deletes an event that nobody is waiting for, and then returns not-found", async () => {
    const id = await addEvent(database, "an-event");
    const version = await versionOf(id);
    expect(await remove(id, version)).toBe("deleted");
    expect(await remove(id, version)).toBe("not-found");
  });

  it("keeps an event that someone is waiting for, with the entry", async () => {
    const id = await addEvent(database, "an-event");
    await join("kai@example.org");
    expect(await remove(id, await versionOf(id))).toBe("somebody-waits");
    expect(await database.sql("select email from public.waitlist_entries where event_id = $1", id)).toEqual([
      { email: "kai@example.org" },
    ]);
  });

  it("ignores suspected spam", async () => {
    const id = await addEvent(database, "an-event");
    await join("robot@example.org", true);
    expect(await remove(id, await versionOf(id))).toBe("deleted");
  });

  it("keeps an event that was changed in the meantime", async () => {
    const id = await addEvent(database, "an-event");
    expect(await remove(id, "2020-01-01 00:00:00+00")).toBe("changed");
    expect(await database.sql("select key from public.events where id = $1", id)).toEqual([{ key: "an-event" }]);
  });

  it("finds nothing for a member, and is denied to a stranger and the Worker", async () => {
    const id = await addEvent(database, "an-event");
    const version = await versionOf(id);
    expect(await database.call("member", "public.delete_event($1, $2)", id, version)).toBe("not-found");
    for (const actor of ["stranger", "worker"] as const) {
      await expect(database.call(actor, "public.delete_event($1, $2)", id, version)).rejects.toMatchObject({
        code: denied,
      });
    }
    expect(await versionOf(id)).toBe(version);
  });
});

describe("an event that someone is waiting for", () => {
  it.each(["admin", "worker"] as const)(
    "cannot be deleted directly by the %s or by the owner of the tables",
    async (actor) => {
      const id = await addEvent(database, "an-event");
      await join("kai@example.org");
      await database.sql("grant all on all tables in schema public to authenticated, service_role");
      const deletion = "delete from public.events where id = $1";
      await database.as(actor, deletion, id).catch(() => {});
      await expect(database.attempt(deletion, id)).rejects.toMatchObject({ message: "somebody waits for this event" });
      await expect(database.attempt("delete from public.events")).rejects.toMatchObject({ code: "23001" });
      expect(await database.sql("select email from public.waitlist_entries where event_id = $1", id)).toEqual([
        { email: "kai@example.org" },
      ]);
    },
  );

  it("can be deleted once its entries are deleted, together with suspected spam", async () => {
    const id = await addEvent(database, "an-event");
    await join("kai@example.org");
    await join("robot@example.org", true);
    await database.as("admin", "delete from public.waitlist_entries where email = 'kai@example.org'");
    await database.as("admin", "delete from public.events where id = $1", id);
    expect(await database.sql("select from public.waitlist_entries where event_id = $1", id)).toEqual([]);
  });
});

it.each([
  "infinity",
  "-infinity",
  "10000-01-01 00:00Z",
  "9999-12-31 12:00Z",
  "0001-12-31 12:00Z BC",
  "294276-01-01 00:00Z",
])("an event cannot start at %s, which pages cannot parse", async (at) => {
  const id = await addEvent(database, "an-event");
  const change = "update public.events set date_precision = 'exact', starts_at = $2::timestamptz where id = $1";
  await expect(database.as("admin", change, id, at)).rejects.toMatchObject({
    code: expect.stringMatching(/^(23514|22008)$/),
  });
});

it("search_text folds title, place, summary and key, follows a change, and is denied to strangers", async () => {
  const id = await addEvent(database, "an-event");
  await database.as("admin", "update public.events set title = 'Hoʻolauleʻa', place = 'Kāneʻohe' where id = $1", id);
  expect(await database.sql("select search_text from public.events where id = $1", id)).toEqual([
    { search_text: "hoolaulea kaneohe a summary. an-event" },
  ]);
  await expect(database.as("stranger", "select search_text from public.events")).rejects.toMatchObject({
    code: denied,
  });
});
