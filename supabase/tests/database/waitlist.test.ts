import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Asked {
  event?: string;
  name?: string | null;
  email?: string | null;
  version?: string;
  spam?: boolean;
  forward?: boolean;
}

const join = ({
  event = "luau",
  name = "Kai",
  email = "kai@example.org",
  version = "1",
  spam = false,
  forward = false,
}: Asked = {}) =>
  database.call("worker", "public.join_waitlist($1, $2, $3, $4, $5, $6)", event, name, email, version, spam, forward);

const entries = () =>
  database.sql(
    `select w.name, w.email, w.consent_version, w.suspected_spam from public.waitlist_entries w
     join public.events e on e.id = w.event_id where e.key = 'luau' order by w.suspected_spam, w.email`,
  );

const forwarded = async () => (await database.sql("select kind from public.outbox")).length;

beforeEach(async () => {
  await database.sql("delete from public.outbox");
  await addEvent(database, "luau");
});

describe("join_waitlist", () => {
  it("stores an entry with the version of the consent", async () => {
    expect(await join({ version: "2026-11-1" })).toBe("joined");
    expect(await entries()).toEqual([
      { name: "Kai", email: "kai@example.org", consent_version: "2026-11-1", suspected_spam: false },
    ]);
  });

  it("keeps one row with the first name if the same address joins twice", async () => {
    await join();
    expect(await join({ name: "Somebody else", email: "KAI@Example.org", version: "2" })).toBe("already-joined");
    expect(await entries()).toEqual([
      { name: "Kai", email: "kai@example.org", consent_version: "1", suspected_spam: false },
    ]);
  });

  it("lets one address wait for two events", async () => {
    await addEvent(database, "another");
    expect([await join(), await join({ event: "another" })]).toEqual(["joined", "joined"]);
  });

  it("stores suspected spam separately, so that it does not block the person", async () => {
    expect(await join({ spam: true })).toBe("joined");
    expect(await join({ spam: true })).toBe("already-joined");
    expect(await join()).toBe("joined");
    expect(await entries()).toMatchObject([{ suspected_spam: false }, { suspected_spam: true }]);
  });

  it("returns not-found for unknown and unpublished events", async () => {
    await addEvent(database, "draft", false);
    expect(await join({ event: "no-such-event" })).toBe("not-found");
    expect(await join({ event: "draft" })).toBe("not-found");
    expect(await database.sql("select from public.waitlist_entries where email = 'kai@example.org'")).toEqual([]);
  });

  it("accepts people after the event is over, for the next edition", async () => {
    await database.sql("update public.events set date_precision = 'day', starts_at = '2020-01-01' where key = 'luau'");
    expect(await join()).toBe("joined");
  });

  it("returns closed to everyone if an admin has closed the waitlist or the event is canceled", async () => {
    await join();
    for (const closed of ["waitlist_closed = true", "status = 'cancelled'"]) {
      await database.sql(`update public.events set ${closed} where key = 'luau'`);
      expect(await join({ email: "late@example.org", forward: true })).toBe("closed");
      expect(await join(), "nobody can learn who is on the list").toBe("closed");
      expect(await join({ email: "robot@example.org", spam: true })).toBe("closed");
      await database.sql("update public.events set waitlist_closed = false, status = 'scheduled' where key = 'luau'");
    }
    expect(await entries()).toMatchObject([{ email: "kai@example.org" }]);
    expect(await forwarded()).toBe(0);
    expect(await join({ email: "late@example.org" }), "opened again").toBe("joined");
  });

  it("accepts people for a postponed event", async () => {
    await database.sql("update public.events set status = 'postponed' where key = 'luau'");
    expect(await join()).toBe("joined");
  });

  it("follows waitlist_closed, which admins change, visitors read and the log records", async () => {
    for (const closed of [true, false]) {
      await database.as("admin", "update public.events set waitlist_closed = $1 where key = 'luau'", closed);
      const shown = await database.call("stranger", "public.read_events('luau')");
      expect(shown).toMatchObject([{ waitlist_closed: closed }]);
    }
    const log = await database.sql<{ changes: unknown }>(
      "select changes from public.audit_log where table_name = 'events' and verb = 'update' order by id desc limit 2",
    );
    expect(log.map(({ changes }) => changes)).toEqual([
      { waitlist_closed: { old: true, new: false } },
      { waitlist_closed: { old: false, new: true } },
    ]);
    await database.as("member", "update public.events set waitlist_closed = true where key = 'luau'");
    expect(await join()).toBe("joined");
  });

  it("queues an entry for forwarding once", async () => {
    await join({ forward: true });
    await join({ forward: true });
    expect(await forwarded()).toBe(1);
  });

  it("forwards nothing without an endpoint, for suspected spam, or for a person who had joined before", async () => {
    await join();
    await join({ forward: true });
    await join({ forward: true, spam: true, email: "spam@example.org" });
    await join({ forward: true, event: "no-such-event" });
    expect(await forwarded()).toBe(0);
  });

  it("forwards nothing for an entry that was deleted", async () => {
    await join({ forward: true });
    await database.sql("delete from public.waitlist_entries");
    expect(await forwarded()).toBe(0);
  });
});

describe("names in any script are accepted", () => {
  it.each([
    "Kaʻiulani Kahananui",
    "ʻŌ",
    "山田太郎",
    "محمد",
    "\u{1F469}\u200D\u{1F469}\u200D\u{1F467} family",
    "a".repeat(100),
    `${"a".repeat(99)}\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}`,
  ])("%s", async (name) => {
    expect(await join({ name })).toBe("joined");
    expect(await entries()).toMatchObject([{ name }]);
  });
});

describe("the checks that the forms have too", () => {
  it.each([
    ["no name", { name: "" }],
    ["a blank name", { name: "   " }],
    ["a name of format characters", { name: "\u200B\u200D" }],
    ["a name of 101 letters", { name: "a".repeat(101) }],
    ["a line break in a name", { name: "Kai\r\nBcc: all@example.org" }],
    ["a line separator in a name", { name: "Kai\u2028" }],
    ["a C1 control character in a name", { name: "Kai\u0085" }],
    ["no address", { email: "" }],
    ["an address without @", { email: "example.org" }],
    ["an address with a space", { email: "kai @example.org" }],
    ["an address with a line break", { email: "kai@example.org\n" }],
    ["an address with two dots in its domain", { email: "kai@example..org" }],
    ["an address with a hyphen at the end of a label", { email: "kai@example-.org" }],
    ["an address with a label of 64 letters", { email: `kai@${"a".repeat(64)}.org` }],
    ["an address in another script", { email: "kai@exämple.org" }],
    ["an address of 255 characters", { email: `${"a".repeat(243)}@example.org` }],
    ["no version of the consent", { version: "" }],
  ])("reject %s", async (_, asked) => {
    await expect(join(asked)).rejects.toMatchObject({ code: checkViolation });
    expect(await entries()).toEqual([]);
  });

  it.each(["a@b", "o'hara+list@sub.example.org", `${"a".repeat(242)}@example.org`])(
    "accept the address %s",
    async (email) => {
      expect(await join({ email })).toBe("joined");
    },
  );

  it("reject an entry whose name or address is null", async () => {
    await expect(join({ name: null })).rejects.toThrow();
    await expect(join({ email: null })).rejects.toThrow();
  });
});
