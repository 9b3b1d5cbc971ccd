import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addEvent, addResource, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

const personal = ["contact_messages", "newsletter_subscribers", "outbox", "resource_likes", "waitlist_entries"];
const published = ["education_resources", "education_tabs", "events"];
const everything = [...personal, ...published, "admin_users"].sort();

/** Returns the rows that an actor gets, or none if access is denied. */
async function rowsFor(actor: Actor, text: string, ...parameters: unknown[]): Promise<Row[]> {
  try {
    return await database.as(actor, text, ...parameters);
  } catch (error) {
    if ((error as { code?: string }).code === denied) return [];
    throw error;
  }
}

const contentOf = async (table: string) =>
  (await database.sql(`select coalesce(jsonb_agg(to_jsonb(t) order by t), '[]') as rows from public.${table} t`))[0]
    ?.rows as Row[];

let open: string;
let draft: string;
let entry: string;

const insertions: Record<string, () => [text: string, ...parameters: unknown[]]> = {
  admin_users: () => ["insert into public.admin_users (id) values ($1)", database.idOf("member")],
  contact_messages: () => [
    "insert into public.contact_messages (name, email, message) values ('A', 'a@example.org', 'B')",
  ],
  education_resources: () => [
    "insert into public.education_resources (tab_key, title, description, url) values ('open', 'A', 'B', 'https://example.org')",
  ],
  education_tabs: () => ["insert into public.education_tabs (tab_key, label) values ('another', 'Another')"],
  events: () => ["insert into public.events (key, title, place, summary) values ('another', 'A', 'B', 'C')"],
  newsletter_subscribers: () => ["insert into public.newsletter_subscribers (email) values ('b@example.org')"],
  outbox: () => ["insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', $1)", entry],
  resource_likes: () => ["insert into public.resource_likes (resource_id, ip_address) values ($1, $2)", open, key(2)],
  waitlist_entries: () => [
    "insert into public.waitlist_entries (event_id, name, email, consent_version) select id, 'A', 'b@example.org', '1' from public.events limit 1",
  ],
};

const changes: Record<string, string> = {
  admin_users: "update public.admin_users set id = id",
  contact_messages: "update public.contact_messages set note = 'changed'",
  education_resources: "update public.education_resources set title = 'changed'",
  education_tabs: "update public.education_tabs set label = 'changed'",
  events: "update public.events set title = 'changed'",
  newsletter_subscribers: "update public.newsletter_subscribers set suspected_spam = true",
  outbox: "update public.outbox set last_error = 'changed'",
  resource_likes: "update public.resource_likes set created_at = 'epoch'",
  waitlist_entries: "update public.waitlist_entries set note = 'changed'",
};

// On startup the embedded server grants every table of a schema to every API role, so only the policies protect them.
describe.each([
  ["with the privileges of the migrations", ""],
  [
    "when everything has been granted, as the embedded server does",
    "grant all on all tables in schema public to anon, authenticated, service_role; grant all on all sequences in schema public to anon, authenticated, service_role",
  ],
])("%s", (_, grants) => {
  beforeEach(async () => {
    for (const statement of grants.split("; ").filter(Boolean)) await database.sql(statement);
    for (const table of personal) await database.sql(`delete from public.${table}`);
    for (const table of published) await database.sql(`delete from public.${table}`);
    await database.sql(
      "insert into public.education_tabs (tab_key, label, is_active) values ('open', 'Open', true), ('closed', 'Closed', false)",
    );
    open = await addResource(database, { tab: "open" });
    draft = await addResource(database, { tab: "open", published: false });
    await addResource(database, { tab: "closed" });
    await addEvent(database, "open-event");
    await addEvent(database, "draft-event", false);
    await database.call("worker", "public.set_like($1, 'like', null, null, $2)", open, key(1));
    for (const forward of [true, false]) {
      const email = forward ? "first@example.org" : "second@example.org";
      await database.call("worker", "public.join_waitlist('open-event', 'Kai', $1, '1', false, $2)", email, forward);
    }
    const [second] = await database.sql<{ id: string }>(
      "select id from public.waitlist_entries where email = 'second@example.org'",
    );
    entry = second?.id as string;
    await database.call("worker", "public.subscribe('kai@example.org', false)");
    await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', false)");
  });

  describe.each(["stranger", "member"] as const)("a %s", (actor) => {
    it.each([
      ["who is on a waitlist", "waitlist_entries"],
      ["who has subscribed to the newsletter", "newsletter_subscribers"],
      ["messages", "contact_messages"],
      ["the outbox", "outbox"],
      ["like rows or anybody's keys", "resource_likes"],
      ["who is an admin", "admin_users"],
    ])("cannot read %s", async (_, table) => {
      expect(await contentOf(table)).not.toEqual([]);
      expect(await rowsFor(actor, `select * from public.${table}`)).toEqual([]);
    });

    it("reads only published events", async () => {
      expect(await rowsFor(actor, "select key from public.events")).toEqual([{ key: "open-event" }]);
    });

    it("reads only active tabs and their published resources", async () => {
      expect(await rowsFor(actor, "select tab_key from public.education_tabs")).toEqual([{ tab_key: "open" }]);
      expect(await rowsFor(actor, "select id from public.education_resources")).toEqual([{ id: open }]);
    });

    it.each(everything)("cannot add to, change or delete from %s", async (table) => {
      const before = await contentOf(table);
      await rowsFor(actor, ...(insertions[table]?.() ?? [""]));
      await rowsFor(actor, changes[table] ?? "");
      await rowsFor(actor, `delete from public.${table}`);
      expect(await contentOf(table)).toEqual(before);
    });

    it("cannot become an admin", async () => {
      await rowsFor(actor, "insert into public.admin_users (id) values (auth.uid())");
      if (actor === "member") expect(await database.call("member", "public.is_admin()")).toBe(false);
      expect(await database.sql("select from public.admin_users where id = $1", database.idOf("member"))).toEqual([]);
    });
  });

  describe("an admin", () => {
    it("is recognized as an admin", async () => {
      expect(await database.call("admin", "public.is_admin()")).toBe(true);
    });

    it("reads every row, including drafts, except for likes", async () => {
      for (const table of everything.filter((name) => name !== "resource_likes")) {
        expect(await rowsFor("admin", `select * from public.${table}`)).toHaveLength((await contentOf(table)).length);
      }
      expect(await rowsFor("admin", "select id from public.education_resources where id = $1", draft)).toHaveLength(1);
    });

    it.each(published)("adds and changes %s", async (table) => {
      const before = (await contentOf(table)).length;
      await database.as("admin", ...(insertions[table]?.() ?? [""]));
      expect(await contentOf(table)).toHaveLength(before + 1);
      await database.as("admin", changes[table] ?? "");
      expect(JSON.stringify(await contentOf(table))).toContain("changed");
    });

    it("deletes an empty tab and an event that nobody is waiting for", async () => {
      await database.sql("delete from public.waitlist_entries");
      await database.sql("delete from public.education_resources");
      for (const table of ["events", "education_tabs"]) {
        await database.as("admin", `delete from public.${table}`);
        expect(await contentOf(table)).toEqual([]);
      }
    });

    it("cannot delete an event that someone is waiting for, or a tab with resources", async () => {
      for (const table of ["events", "education_tabs"]) {
        const before = await contentOf(table);
        await expect(database.as("admin", `delete from public.${table}`)).rejects.toMatchObject({
          code: expect.stringMatching(/^23(001|503)$/),
        });
        expect(await contentOf(table)).toEqual(before);
      }
      expect(await contentOf("waitlist_entries")).toHaveLength(2);
    });

    it("cannot delete from education_resources", async () => {
      const before = await contentOf("education_resources");
      await rowsFor("admin", "delete from public.education_resources");
      expect(await contentOf("education_resources")).toEqual(before);
    });

    it.each(["contact_messages", "newsletter_subscribers"])("changes %s, but adds no rows", async (table) => {
      const before = await contentOf(table);
      await rowsFor("admin", ...(insertions[table]?.() ?? [""]));
      expect(await contentOf(table)).toEqual(before);
      await database.as("admin", changes[table] ?? "");
      expect(await contentOf(table)).not.toEqual(before);
    });

    it.each(["contact_messages", "newsletter_subscribers"])("deletes rows from %s", async (table) => {
      await database.as("admin", `delete from public.${table}`);
      expect(await contentOf(table)).toEqual([]);
    });

    it("changes and deletes waitlist entries along with their outbox rows, but adds none", async () => {
      await rowsFor("admin", ...(insertions.waitlist_entries?.() ?? [""]));
      expect(await contentOf("waitlist_entries")).toHaveLength(2);
      await database.as("admin", changes.waitlist_entries ?? "");
      expect(JSON.stringify(await contentOf("waitlist_entries"))).toContain("changed");
      await database.as("admin", "delete from public.waitlist_entries");
      expect(await contentOf("waitlist_entries")).toEqual([]);
      expect(await contentOf("outbox")).toEqual([]);
    });

    it.each(["admin_users", "outbox", "resource_likes"])("cannot write to %s", async (table) => {
      const before = await contentOf(table);
      await rowsFor("admin", ...(insertions[table]?.() ?? [""]));
      await rowsFor("admin", changes[table] ?? "");
      await rowsFor("admin", `delete from public.${table}`);
      expect(await contentOf(table)).toEqual(before);
    });

    it("cannot read likes", async () => {
      expect(await rowsFor("admin", "select * from public.resource_likes")).toEqual([]);
    });

    it("is no longer an admin once the row is deleted", async () => {
      await database.sql("insert into public.admin_users (id) values ($1)", database.idOf("member"));
      await database.sql("delete from public.admin_users where id = $1", database.idOf("admin"));
      expect(await database.call("admin", "public.is_admin()")).toBe(false);
      expect(await rowsFor("admin", "select * from public.waitlist_entries")).toEqual([]);
    });
  });
});

it("the secret key cannot read or write tables directly", async () => {
  for (const table of everything) {
    await expect(database.as("worker", `select from public.${table}`)).rejects.toMatchObject({ code: denied });
    await expect(database.as("worker", changes[table] ?? "")).rejects.toMatchObject({ code: denied });
    await expect(database.as("worker", `delete from public.${table}`)).rejects.toMatchObject({ code: denied });
  }
});

it("deleting an account deletes its admin row", async () => {
  await database.sql("insert into public.admin_users (id) values ($1)", database.idOf("member"));
  await database.sql("delete from auth.users where id = $1", database.idOf("admin"));
  expect(await database.sql("select from public.admin_users where id = $1", database.idOf("admin"))).toEqual([]);
});
