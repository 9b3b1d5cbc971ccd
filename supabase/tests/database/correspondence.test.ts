import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();

let event: string;
beforeEach(async () => {
  await database.sql("delete from public.outbox");
  event = await addEvent(database, "luau");
});

const join = async (email: string, { spam = false, at = "now()", name = "Kai" } = {}) => {
  const [row] = await database.sql<{ id: string }>(
    `insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam, created_at)
     values ($1, $2, $3, '1', $4, ${at}) returning id`,
    event,
    name,
    email,
    spam,
  );
  return row?.id as string;
};

describe("lost updates: a change names the version that was read", () => {
  it.each([
    ["waitlist_entries", "note = 'x'"],
    ["newsletter_subscribers", "suspected_spam = true"],
    ["contact_messages", "note = 'x'"],
  ])("%s", async (table, assignment) => {
    await join("kai@example.org");
    await database.sql("insert into public.newsletter_subscribers (email) values ('kai@example.org')");
    await database.sql(
      "insert into public.contact_messages (name, email, message) values ('K', 'kai@example.org', 'A')",
    );
    await database.sql(`alter table public.${table} disable trigger set_updated_at`);
    await database.sql(`update public.${table} set updated_at = '2026-01-02 03:04:05.678901+00'`);
    await database.sql(`alter table public.${table} enable trigger set_updated_at`);
    const [row] = await database.as<{ id: string; version: string }>(
      "admin",
      `select id, updated_at::text as version from public.${table} where email = 'kai@example.org'`,
    );
    const change = () =>
      database.as(
        "admin",
        `update public.${table} set ${assignment} where id = $1 and updated_at = $2 returning id`,
        row?.id,
        row?.version,
      );
    expect(await change()).toHaveLength(1);
    expect(await change()).toEqual([]);
  });
});

describe("search finds with and without kahakō and ʻokina", () => {
  const find = (table: string, text: string) =>
    database.as("admin", `select id from public.${table} where strpos(search_text, public.fold($1)) > 0`, text);

  it("name, address and note of a waitlist", async () => {
    await join("kai@example.org", { name: "Kaʻiulani Pā" });
    await database.as("admin", "update public.waitlist_entries set note = 'From Hawaiʻi'");
    for (const text of ["kaiulani", "PA", "kai@EXAMPLE", "hawaii"])
      expect(await find("waitlist_entries", text)).toHaveLength(1);
    expect(await find("waitlist_entries", "nobody")).toEqual([]);
  });

  it("subscribers", async () => {
    await database.sql("insert into public.newsletter_subscribers (email) values ('Lani@example.org')");
    expect(await find("newsletter_subscribers", "lani@")).toHaveLength(1);
  });

  it("name, address, text and note of a message", async () => {
    await database.call("worker", "public.send_message('Noʻe', 'noe@example.org', 'Aloha kākou', false)");
    await database.as("admin", "update public.contact_messages set note = 'Answered'");
    for (const text of ["noe", "noe@example", "kakou", "answered"]) {
      expect(await find("contact_messages", text)).toHaveLength(1);
    }
  });
});

describe("contact_messages.handled_at", () => {
  const set = async (assignment: string) =>
    (
      await database.as(
        "admin",
        `update public.contact_messages set ${assignment} returning handled_at = now() as handled`,
      )
    )[0];

  beforeEach(async () => {
    await database.sql(
      "insert into public.contact_messages (name, email, message) values ('K', 'kai@example.org', 'A')",
    );
  });

  it("is the time when the status became done, until it is something else", async () => {
    expect(await set("status = 'open'")).toEqual({ handled: null });
    expect(await set("status = 'done'")).toEqual({ handled: true });
    expect(await set("status = 'open'")).toEqual({ handled: null });
    await set("status = 'done'");
    expect(await set("status = 'spam'")).toEqual({ handled: null });
  });

  it("stays when a message that is done gets a note", async () => {
    await database.sql("alter table public.contact_messages disable trigger set_handled_at");
    await database.sql("update public.contact_messages set status = 'done', handled_at = '2026-01-01'");
    await database.sql("alter table public.contact_messages enable trigger set_handled_at");
    expect(await set("note = 'x'")).toEqual({ handled: false });
    expect(await set("status = 'done'")).toEqual({ handled: false });
  });

  it("is written by nobody", async () => {
    await expect(set("handled_at = now()")).rejects.toMatchObject({ code: denied });
  });
});

describe("mark_waitlist_notified", () => {
  const tell = (actor: "admin" | "member" = "admin", at = "now()") =>
    database.call<number>(actor, `public.mark_waitlist_notified($1, ${at})`, event);
  const told = async () =>
    (
      await database.sql<{ email: string }>(
        "select email from public.waitlist_entries where notified_at is not null order by email",
      )
    ).map((row) => row.email);

  it("marks who was not told yet, with the time, and says how many", async () => {
    await join("a@example.org");
    await join("b@example.org");
    expect(await tell()).toBe(2);
    expect(await told()).toEqual(["a@example.org", "b@example.org"]);
    expect(await database.sql("select from public.waitlist_entries where notified_at = now()")).toHaveLength(2);
    await join("c@example.org");
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
  });

  it("leaves suspected spam and other events alone", async () => {
    await join("spam@example.org", { spam: true });
    const first = event;
    event = await addEvent(database, "another");
    await join("other@example.org");
    event = first;
    expect(await tell()).toBe(0);
    expect(await told()).toEqual([]);
  });

  it("who joined after the addresses were listed has not been told", async () => {
    await join("early@example.org", { at: "now() - interval '2 hours'" });
    await join("late@example.org", { at: "now() - interval '1 minute'" });
    expect(await tell("admin", "now() - interval '1 hour'")).toBe(1);
    expect(await told()).toEqual(["early@example.org"]);
  });

  it("nobody was told in the future, or never", async () => {
    await join("a@example.org");
    expect(await tell("admin", "now() + interval '1 second'")).toBe(0);
    expect(await tell("admin", "null")).toBe(0);
  });

  it("marks the first to join when it is told how many at a time", async () => {
    for (const [index, email] of ["a", "b", "c"].entries()) {
      await join(`${email}@example.org`, { at: `now() - interval '${3 - index} hours'` });
    }
    const portion = () => database.call<number>("admin", "public.mark_waitlist_notified($1, now(), 2)", event);
    expect(await portion()).toBe(2);
    expect(await told()).toEqual(["a@example.org", "b@example.org"]);
    expect([await portion(), await portion()]).toEqual([1, 0]);
  });

  it("takes ten times as long for ten times as many, also where a single change was logged before", async () => {
    const timed = async (people: number) => {
      await database.sql(
        `insert into public.waitlist_entries (event_id, name, email, consent_version)
         select $1, 'Kai', 'person-' || n || '-' || $2 || '@example.org', '1' from generate_series(1, $2::integer) n`,
        event,
        people,
      );
      const started = performance.now();
      expect(await tell()).toBe(people);
      return performance.now() - started;
    };
    await timed(1);
    const few = await timed(500);
    expect((await timed(5000)) / few).toBeLessThan(30);
  });

  it("is for admins", async () => {
    await join("a@example.org");
    await expect(tell("member")).rejects.toMatchObject({ code: denied });
    await expect(database.call("stranger", "public.mark_waitlist_notified($1, now())", event)).rejects.toMatchObject({
      code: denied,
    });
    expect(await told()).toEqual([]);
  });
});

describe("marking suspected spam as not spam", () => {
  const clear = (id: string, forward = false) => database.actOn("clear", id, { forward });
  const outbox = () => database.sql("select waitlist_entry_id from public.outbox");

  it("lets the person wait, and forwards the entry where one is told to", async () => {
    const [quiet, forwarded] = [
      await join("a@example.org", { spam: true }),
      await join("b@example.org", { spam: true }),
    ];
    expect(await clear(quiet)).toBe("done");
    expect(await outbox()).toEqual([]);
    expect(await clear(forwarded, true)).toBe("done");
    expect(await outbox()).toEqual([{ waitlist_entry_id: forwarded }]);
    expect(await database.sql("select from public.waitlist_entries where suspected_spam")).toEqual([]);
  });

  it("twice is once", async () => {
    const id = await join("a@example.org", { spam: true });
    await clear(id, true);
    expect(await clear(id, true)).toBe("not-spam");
    expect(await outbox()).toHaveLength(1);
  });

  it("what was no spam is not forwarded again", async () => {
    expect(await clear(await join("a@example.org"), true)).toBe("not-spam");
    expect(await outbox()).toEqual([]);
  });

  it("an address that waits already is a duplicate, and both entries stay as they are", async () => {
    await join("a@example.org");
    const id = await join("A@example.org", { spam: true });
    expect(await clear(id, true)).toBe("duplicate");
    expect(await database.sql("select suspected_spam from public.waitlist_entries where id = $1", id)).toEqual([
      { suspected_spam: true },
    ]);
    expect(await outbox()).toEqual([]);
  });
});

it("a subscriber who was no spam is cleared by the row itself, once per address", async () => {
  await database.call("worker", "public.subscribe('a@example.org', true)");
  await database.call("worker", "public.subscribe('a@example.org', false)");
  const clear = "update public.newsletter_subscribers set suspected_spam = false where suspected_spam";
  await expect(database.as("admin", clear)).rejects.toMatchObject({ code: uniqueViolation });
});

describe("retry_outbox", () => {
  let id: number;
  beforeEach(async () => {
    await database.call("worker", "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', false, true)");
    const [row] = await database.sql<{ id: number }>(
      "update public.outbox set attempts = 9, failed_at = now(), next_attempt_at = now() + interval '6 hours' returning id",
    );
    id = row?.id as number;
  });
  const retry = (actor: "admin" | "member" | "stranger" | "worker" = "admin", which = id) =>
    database.call<boolean>(actor, "public.retry_outbox($1)", which);

  it("makes a delivery that was given up due at once", async () => {
    expect(await database.as("worker", "select * from public.claim_outbox(10, 60)")).toEqual([]);
    expect(await retry()).toBe(true);
    expect(await database.as("worker", "select * from public.claim_outbox(10, 60)")).toMatchObject([
      { id, attempts: 10 },
    ]);
  });

  it("what has arrived is not sent again, and what is not there neither", async () => {
    await database.sql("update public.outbox set failed_at = null, delivered_at = now()");
    expect(await retry()).toBe(false);
    expect(await retry("admin", id + 1000)).toBe(false);
    expect(await database.as("worker", "select * from public.claim_outbox(10, 60)")).toEqual([]);
  });

  it.each(["stranger", "member", "worker"] as const)("is refused to a %s", async (actor) => {
    await expect(retry(actor)).rejects.toMatchObject({ code: denied });
  });
});

describe("an admin's event", () => {
  const poster = (path: string) =>
    database.as(
      "admin",
      `insert into public.events (key, title, place, summary, poster_path, poster_alt, poster_width, poster_height)
       values ('block-party', 'Block party', 'Hilo', 'A summary.', $1, 'A poster', 800, 1000) returning sequence`,
      path,
    );

  it("is made with its key, and may show a picture of the bucket", async () => {
    for (const path of [
      "https://project.supabase.co/storage/v1/object/public/event-images/0b5a4a34-3f0c-4e7f-9d53-3f1d6a1c8a55-1440.webp",
      "http://127.0.0.1:54321/storage/v1/object/public/event-images/block-party/poster.png",
    ]) {
      expect(await poster(path)).toEqual([{ sequence: 0 }]);
      await database.as("admin", "delete from public.events where key = 'block-party'");
    }
    await expect(poster("javascript:alert(1)")).rejects.toMatchObject({ code: checkViolation });
  });

  it.each(["Block", "block party", "-block", ""])("its key is a slug, which %j is not", async (key) => {
    const add = "insert into public.events (key, title, place, summary) values ($1, 'A', 'B', 'C')";
    await expect(database.as("admin", add, key)).rejects.toMatchObject({ code: checkViolation });
  });
});
