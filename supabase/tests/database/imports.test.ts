import { describe, expect, it } from "vitest";
import {
  addEvent,
  addResource,
  checkViolation,
  denied,
  invalidParameter,
  key,
  prepareDatabase,
  type Row,
} from "./prepared-database.ts";

const database = prepareDatabase();

const id = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
const agreed = "Send me your news by email.";

interface Line {
  line: number;
  cells: string[];
  email?: string;
  address_key?: string;
  checked?: Record<string, unknown>;
  reason?: string;
}

const person = (line: number, email: string, addressKey = key(line)): Line => ({
  line,
  cells: [email, "Kai"],
  email,
  address_key: addressKey,
  checked: { subscribed_at: "2026-05-20T00:00:00Z" },
});
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => person(at + 2, `person-${at + 1}@example.org`));

const stage = (lines: Line[], actor: "admin" | "editor" = "admin", staged = id) =>
  database.call(
    actor,
    "public.stage_import($1, 'subscribers', 'Mailchimp', $2, '{email,name}', $3, $4)",
    staged,
    agreed,
    JSON.stringify({ email: 0 }),
    JSON.stringify(lines),
  );
const apply = (staged = id) => database.call("admin", "public.apply_import($1)", staged);
const undo = (staged = id) => database.call("admin", "public.undo_import($1)", staged);
const page = (staged = id, state = "", number = 1) =>
  database.call<Row & { counts: Row; rows: Row[] }>("admin", "public.import_page($1, $2, $3)", staged, state, number);
const subscribers = () =>
  database.sql(
    "select email, imported_from, confirmed_at, confirm_by from public.newsletter_subscribers order by email",
  );
const count = async (table: string) =>
  (await database.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;
/** As if that had been a minute ago: `now()` stands still in a test. */
const aMinuteLater = async () => {
  await database.sql("set local session_replication_role = replica");
  await database.sql("update public.newsletter_subscribers set updated_at = updated_at - interval '1 minute'");
  await database.sql("update private.import_rows set made_at = made_at - interval '1 minute'");
  await database.sql("set local session_replication_role = origin");
};

describe("an import of people", () => {
  it("of 5,000, twice, makes 5,000 rows, no mail, two entries of the log and no subscription of the day", async () => {
    const before = await count("public.audit_log");
    expect(await stage(people(5000))).toBe("staged");
    expect((await page()).counts).toEqual({ new: 5000, there: 0, refused: 0, made: 0 });
    expect(await count("public.newsletter_subscribers")).toBe(0);
    expect(await apply()).toBe("applied");
    expect(await apply()).toBe("already-applied");
    expect(await stage(people(5000), "admin", other)).toBe("staged");
    expect((await page(other)).counts).toEqual({ new: 0, there: 5000, refused: 0, made: 0 });
    expect(await apply(other)).toBe("nothing");
    expect(await count("public.newsletter_subscribers")).toBe(5000);
    expect(await count("public.mails")).toBe(0);
    expect(await count("public.outbox")).toBe(0);
    const log = await database.sql("select verb, table_name, row_id, changes from public.audit_log order by id");
    expect(log.slice(before)).toEqual([
      { verb: "insert", table_name: "newsletter_subscribers", row_id: "many", changes: { columns: [], rows: 5000 } },
      {
        verb: "insert",
        table_name: "imports",
        row_id: id,
        changes: { kind: "subscribers", source: "Mailchimp", rows: 5000 },
      },
    ]);
    expect(await database.sql("select kind from private.daily_totals where kind = 'subscription'")).toEqual([]);
  });

  it("brings people in as not confirmed, with source, words and the day that the file names", async () => {
    await stage([person(2, "Kai@example.org")]);
    await apply();
    const [row] = await database.sql("select * from public.newsletter_subscribers");
    expect(row).toMatchObject({
      email: "Kai@example.org",
      imported_from: "Mailchimp",
      agreed_text: agreed,
      requested_at: new Date("2026-05-20T00:00:00Z"),
      ...{ confirmed_at: null, confirm_by: null, confirmation_asked_at: null, consent_version: null },
    });
  });

  it("revives nobody who has left or is suppressed, and leaves who is there as they are", async () => {
    await database.sql(
      `insert into public.newsletter_subscribers (email, confirmed_at, left_at, suspected_spam) values
         ('left@example.org', now(), now(), false), ('THERE@example.org', now(), null, false), ('robot@example.org', null, null, true)`,
    );
    await database.sql(
      `insert into private.mail_suppressions (address_key, stream, reason) values
         ($1, 'newsletter', 'erased'), ($2, 'transactional', 'bounced')`,
      key(5),
      key(6),
    );
    await stage([
      person(2, "left@example.org"),
      person(3, "there@example.org"),
      person(4, "robot@example.org"),
      person(5, "erased@example.org"),
      person(6, "bounced@example.org"),
      { line: 7, cells: ["=HYPERLINK(1)", ""], reason: "The email address is not one." },
      person(8, "new@example.org"),
    ]);
    const before = await subscribers();
    const judged = (await page()).rows.map(({ line, state, reason }) => [line, state, reason]);
    expect(judged).toEqual([
      [2, "refused", "left"],
      [3, "there", null],
      [4, "there", null],
      [5, "refused", "suppressed"],
      [6, "refused", "suppressed"],
      [7, "refused", "The email address is not one."],
      [8, "new", null],
    ]);
    expect(await apply()).toBe("applied");
    const after = await subscribers();
    expect(after.filter(({ email }) => email !== "new@example.org")).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });

  it("judges anew when it is applied: who left or subscribed meanwhile is not made again", async () => {
    await stage([person(2, "kai@example.org"), person(3, "noa@example.org")]);
    await database.sql("insert into public.newsletter_subscribers (email, left_at) values ('kai@example.org', now())");
    await apply();
    expect((await page()).counts).toEqual({ new: 1, there: 0, refused: 1, made: 1 });
    expect(await count("public.newsletter_subscribers")).toBe(2);
  });

  it("is one transaction: where one row cannot be, none is", async () => {
    await stage([person(2, "kai@example.org"), { ...person(3, "x"), email: "no address" }]);
    await expect(apply()).rejects.toMatchObject({ code: checkViolation });
    expect(await count("public.newsletter_subscribers")).toBe(0);
    expect(await page()).toMatchObject({ applied_at: null });
  });

  it("keeps nothing of what the file says once it is applied", async () => {
    await stage([
      person(2, "kai@example.org"),
      { line: 3, cells: ["kai@@x", ""], reason: "The email address is not one." },
    ]);
    await apply();
    expect(
      await database.sql("select line, cells, email, address_key, checked from private.import_rows order by line"),
    ).toEqual([
      { line: 2, cells: null, email: null, address_key: null, checked: null },
      { line: 3, cells: null, email: null, address_key: null, checked: null },
    ]);
    expect((await page()).rows[1]).toMatchObject({ state: "refused", reason: "The email address is not one." });
    expect(await stage([person(2, "noa@example.org")])).toBe("already-applied");
  });

  it("takes 5,000 lines at most, and is read again in place of what it had", async () => {
    await expect(stage(people(5001))).rejects.toMatchObject({ code: invalidParameter });
    await stage(people(120));
    expect((await page(id, "new", 3)).rows).toHaveLength(20);
    expect(await database.call<Row[]>("admin", "public.import_lines($1)", id)).toHaveLength(120);
    await stage([person(2, "kai@example.org")]);
    expect((await page()).counts).toMatchObject({ new: 1 });
    expect(await database.call("admin", "public.discard_import($1)", id)).toBe(true);
    expect(await page()).toBeNull();
  });

  it("is an owner's alone", async () => {
    await database.addEditor();
    await stage([person(2, "kai@example.org")]);
    await expect(stage([person(2, "kai@example.org")], "editor", other)).rejects.toMatchObject({ code: denied });
    for (const call of ["import_page", "import_lines", "apply_import", "undo_import", "discard_import"])
      await expect(database.call("editor", `public.${call}($1)`, id), call).rejects.toMatchObject({ code: denied });
    expect(await database.call("editor", "public.list_imports()")).toEqual([]);
    expect(await database.call("admin", "public.list_imports()")).toHaveLength(1);
  });
});

describe("people who were imported", () => {
  const ask = () => database.call<number>("admin", "public.ask_to_confirm()");

  it("are asked once, and have 30 days from then on", async () => {
    await stage([person(2, "kai@example.org")]);
    await apply();
    await database.sql("update public.newsletter_subscribers set created_at = now() - interval '1 year'");
    expect(await database.call<Row>("worker", "public.purge()")).toMatchObject({ unconfirmedSubscriber: 0 });
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    expect(await database.sql("select purpose from public.mails")).toEqual([{ purpose: "newsletter-confirm" }]);
    const [row] = await database.sql<{ days: number }>(
      "select extract(day from confirm_by - now())::int as days from public.newsletter_subscribers",
    );
    expect(row?.days).toBe(30);
    await database.sql("update public.newsletter_subscribers set confirm_by = confirm_by - interval '30 days'");
    expect(await database.call<Row>("worker", "public.purge()")).toMatchObject({ unconfirmedSubscriber: 1 });
  });

  it("have 30 days, too, where somebody enters the address in the form", async () => {
    await stage([person(2, "kai@example.org")]);
    await apply();
    await database.call("worker", "public.subscribe('kai@example.org', false, 'v1', '/insights', $1)", key(1));
    expect((await subscribers())[0]?.confirm_by).toBeInstanceOf(Date);
  });
});

describe("the undo of an import", () => {
  it("takes back what nobody has touched, and leaves who was asked, has confirmed, left or was corrected", async () => {
    await stage(people(6));
    await apply();
    await aMinuteLater();
    const touch = (what: string, who: number) =>
      database.sql(`update public.newsletter_subscribers set ${what} where email = $1`, `person-${who}@example.org`);
    await touch("confirmation_asked_at = now()", 1);
    await touch("confirmed_at = now()", 2);
    await touch("left_at = now()", 3);
    await touch("email = 'corrected@example.org'", 4);
    await database.sql("delete from public.newsletter_subscribers where email = 'person-5@example.org'");
    expect(await undo()).toBe("undone");
    expect((await subscribers()).map(({ email }) => email)).toEqual([
      ...["corrected@example.org", "person-1@example.org", "person-2@example.org", "person-3@example.org"],
    ]);
    expect((await page()).counts).toMatchObject({ made: 4 });
    expect(await undo()).toBe("already-undone");
    const log = await database.sql(
      "select verb, changes from public.audit_log where table_name = 'imports' order by id",
    );
    expect(log.at(-1)).toMatchObject({ verb: "delete", changes: { rows: 2 } });
  });

  it("is there for an hour, and only of what was applied", async () => {
    await stage(people(1));
    expect(await undo()).toBe("too-late");
    await apply();
    await database.sql("update private.imports set applied_at = now() - interval '60 minutes'");
    expect(await undo()).toBe("too-late");
    expect(await undo(other)).toBe("gone");
    expect(await count("public.newsletter_subscribers")).toBe(1);
  });
});

describe("what is staged of a person", () => {
  const held = (email: string) =>
    database.call<Record<string, Row[]>>("admin", "public.personal_data($1, $2, $3)", email, key(1), key(2));

  it("is told, in whatever column it stands, and erased with the whole line", async () => {
    await stage([
      person(2, "kai@example.org"),
      { line: 3, cells: ["noa@example.org", "bought by KAI@example.org"], reason: "It has no email address." },
      person(4, "noa@example.org"),
    ]);
    expect((await held("kai@example.org")).imports).toEqual([
      expect.objectContaining({ source: "Mailchimp", agreed_text: agreed, line: ["kai@example.org", "Kai"] }),
      expect.objectContaining({ line: ["noa@example.org", "bought by KAI@example.org"] }),
    ]);
    const erased = await database.call<Row>(
      "worker",
      "public.erase_person($1, $2, $3, $4)",
      database.idOf("admin"),
      "kai@example.org",
      key(1),
      key(2),
    );
    expect(erased).toMatchObject({ outcome: "erased", erased: { import_rows: 2 } });
    expect((await page()).rows.map(({ line }) => line)).toEqual([4]);
    expect((await held("kai@example.org")).imports).toEqual([]);
  });
});

const draft = (line: number, checked: Record<string, unknown>): Line => ({ line, cells: ["x"], checked });
const stageDrafts = (kind: "resources" | "events", lines: Line[], actor: "admin" | "editor" = "editor") =>
  database.call(
    actor,
    "public.stage_import($1, $2, 'Raindrop', null, '{title}', '{}', $3)",
    id,
    kind,
    JSON.stringify(lines),
  );
const statesOf = async () => (await page()).rows.map(({ state, reason }) => [state, reason]);

describe("an import of resources", () => {
  const resource = (line: number, url: string, more: Row = {}) =>
    draft(line, {
      title: `Work ${line}`,
      description: "About.",
      url,
      icon_name: "BookText",
      tags: ["defi"],
      tab: "",
      ...more,
    });

  it("makes drafts in the tab that a line names, behind the others, and leaves out what is there", async () => {
    await database.addEditor();
    const there = await addResource(database);
    await database.sql(
      "update public.education_resources set url = 'https://example.org/there', deleted_at = now() where id = $1",
      there,
    );
    await stageDrafts("resources", [
      resource(2, "http://www.example.org/there/"),
      resource(3, "https://example.org/one", { tab: "Media" }),
      resource(4, "https://example.org/two"),
      resource(5, "https://example.org/one?utm_source=x"),
    ]);
    expect(await statesOf()).toEqual([
      ["there", null],
      ["new", null],
      ["new", null],
      ["refused", "twin"],
    ]);
    expect(await database.call("editor", "public.apply_import($1)", id)).toBe("applied");
    const made = await database.sql(
      "select title, tab_key, is_published, tags, display_order from public.education_resources where title like 'Work%' order by title",
    );
    expect(made).toMatchObject([
      { title: "Work 3", tab_key: "media", is_published: false, tags: ["defi"] },
      { title: "Work 4", tab_key: "resources", is_published: false, tags: ["defi"] },
    ]);
    const [most] = await database.sql<{ most: number }>(
      "select max(display_order)::int as most from public.education_resources where tab_key = 'resources' and title <> 'Work 4'",
    );
    expect(made[1]?.display_order).toBe((most?.most ?? 0) + 1);
  });

  it("is undone but for what was changed or published", async () => {
    await stageDrafts(
      "resources",
      [2, 3, 4].map((line) => resource(line, `https://example.org/${line}`)),
      "admin",
    );
    await apply();
    await database.sql("set local session_replication_role = replica");
    await database.sql(
      "update public.education_resources set updated_at = updated_at - interval '1 minute' where title like 'Work%'",
    );
    await database.sql("update private.import_rows set made_at = made_at - interval '1 minute'");
    await database.sql("set local session_replication_role = origin");
    await database.sql("update public.education_resources set is_published = true where title = 'Work 3'");
    await database.sql("update public.education_resources set display_order = 1 where title = 'Work 4'");
    expect(await undo()).toBe("undone");
    expect(await database.sql("select title from public.education_resources where title like 'Work%'")).toEqual([
      { title: "Work 3" },
    ]);
  });

  it("has nowhere to go in a library without a tab", async () => {
    await database.sql("delete from public.education_resources");
    await database.sql("delete from public.education_tabs");
    await stageDrafts("resources", [resource(2, "https://example.org/one")], "admin");
    expect(await statesOf()).toEqual([["refused", "no-tab"]]);
    expect(await apply()).toBe("nothing");
  });
});

describe("an import of events", () => {
  const event = (line: number, title: string, more: Row = {}) =>
    draft(line, {
      ...{ title, key: "talk-story", starts_at: "2027-05-20T04:00:00Z", ends_at: null, date_precision: "exact" },
      ...{ place: "Hilo", summary: "Aloha.", about: "", ticket_url: null },
      ...more,
    });

  it("makes drafts whose keys are free, and leaves out those of the same title and time", async () => {
    await database.addEditor();
    await addEvent(database, "talk-story");
    await database.sql(
      "update public.events set title = 'Kona nui', starts_at = '2027-05-20T04:00:00Z', date_precision = 'exact' where key = 'talk-story'",
    );
    await stageDrafts("events", [
      event(2, "Kōna nui"),
      event(3, "Talk story"),
      event(4, "Talk story", { starts_at: "2027-06-20T04:00:00Z", ticket_url: "https://example.org/tickets" }),
      event(5, "Some day", { key: "some-day", starts_at: null, date_precision: "tba" }),
    ]);
    expect(await statesOf()).toEqual([["there", null], ...Array(3).fill(["new", null])]);
    expect(await database.call("editor", "public.apply_import($1)", id)).toBe("applied");
    const made = await database.sql(
      "select key, is_published, ticket_url from public.events where key ~ '^(talk-story-|some-day)' order by key",
    );
    expect(made).toEqual([
      { key: "some-day", is_published: false, ticket_url: null },
      { key: "talk-story-2", is_published: false, ticket_url: null },
      { key: "talk-story-3", is_published: false, ticket_url: "https://example.org/tickets" },
    ]);
    expect(await undo()).toBe("undone");
    expect(await database.sql("select key from public.events where key ~ '^(talk-story-|some-day)'")).toEqual([]);
    expect(await count("public.events where key = 'talk-story'")).toBe(1);
  });
});
