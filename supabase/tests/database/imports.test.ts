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
  refusal?: string;
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
const apply = (staged = id, withChanges = false) =>
  database.call("admin", "public.apply_import($1, $2)", staged, withChanges);
const undo = (staged = id) => database.call("admin", "public.undo_import($1)", staged);
const page = (staged = id, state = "", number = 1) =>
  database.call<Row & { counts: Row; rows: Row[] }>("admin", "public.import_page($1, $2, $3)", staged, state, number);
const subscribers = () =>
  database.sql(
    "select email, imported_from, confirmed_at, confirm_by from public.newsletter_subscribers order by email",
  );
const count = async (table: string) =>
  (await database.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;
/** Moves earlier changes one minute into the past, because `now()` does not advance during a test. */
const aMinuteLater = async () => {
  await database.sql("set local session_replication_role = replica");
  for (const table of ["newsletter_subscribers", "education_resources", "events"])
    await database.sql(`update public.${table} set updated_at = updated_at - interval '1 minute'`);
  await database.sql("update private.import_rows set made_at = made_at - interval '1 minute'");
  await database.sql("set local session_replication_role = origin");
};

describe("an import of people", () => {
  it("adds 5,000 rows, two log entries, no email and no daily subscriptions, even when run twice", async () => {
    const before = await count("public.audit_log");
    expect(await stage(people(5000))).toBe("staged");
    expect((await page()).counts).toEqual({
      new: 5000,
      there: 0,
      changed: 0,
      refused: 0,
      made: 0,
      rewritten: 0,
      departed: 0,
    });
    expect(await count("public.newsletter_subscribers")).toBe(0);
    expect(await apply()).toBe("applied");
    expect(await apply()).toBe("already-applied");
    expect(await stage(people(5000), "admin", other)).toBe("staged");
    expect((await page(other)).counts).toEqual({
      new: 0,
      there: 5000,
      changed: 0,
      refused: 0,
      made: 0,
      rewritten: 0,
      departed: 0,
    });
    expect(await apply(other)).toBe("nothing");
    expect(await apply(other, true)).toBe("nothing");
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

  it("adds people as unconfirmed, with source, consent text and the date from the file", async () => {
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

  it("refuses people who left or are suppressed, and leaves existing subscribers unchanged", async () => {
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
      { line: 7, cells: ["=HYPERLINK(1)", ""], refusal: "unfit", reason: "The email address is not one." },
      person(8, "new@example.org"),
    ]);
    const before = await subscribers();
    const judged = (await page()).rows.map(({ line, state, refusal }) => [line, state, refusal]);
    expect(judged).toEqual([
      [2, "refused", "left"],
      [3, "there", null],
      [4, "there", null],
      [5, "refused", "suppressed"],
      [6, "refused", "suppressed"],
      [7, "refused", "unfit"],
      [8, "new", null],
    ]);
    expect(await apply()).toBe("applied");
    const after = await subscribers();
    expect(after.filter(({ email }) => email !== "new@example.org")).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });

  it("lets people leave who were imported before and left according to a later file, and undoes that", async () => {
    await stage([1, 2, 3, 4].map((line) => person(line, `person-${line}@example.org`)));
    await apply();
    await database.sql(
      "update public.newsletter_subscribers set confirmed_at = now() where email = 'person-2@example.org'",
    );
    await database.sql(
      "update public.newsletter_subscribers set consent_version = 'v1' where email = 'person-3@example.org'",
    );
    await aMinuteLater();
    const departed = (line: number) => ({
      ...person(line, `Person-${line}@example.org`),
      checked: undefined,
      refusal: "departed",
    });
    await stage([1, 2, 3, 9].map(departed), "admin", other);
    expect((await page(other)).counts).toMatchObject({ new: 0, refused: 4, departed: 1 });
    expect(await apply(other)).toBe("applied");
    const gone = () => database.sql("select email from public.newsletter_subscribers where left_at is not null");
    expect(await gone(), "not who confirmed or signed up here").toEqual([{ email: "person-1@example.org" }]);
    expect(await database.call("admin", "public.ask_to_confirm()")).toBe(2);
    expect(
      await database.sql(
        "select s.email from public.mails m join public.newsletter_subscribers s on s.id = m.person order by s.email",
      ),
    ).toEqual([{ email: "person-3@example.org" }, { email: "person-4@example.org" }]);
    expect(await undo(other)).toBe("undone");
    expect(await gone()).toEqual([]);
    expect(await count("public.newsletter_subscribers")).toBe(4);
  });

  it("checks again when it is applied: a person who left in the meantime is not added", async () => {
    await stage([person(2, "kai@example.org"), person(3, "noa@example.org")]);
    await database.sql("insert into public.newsletter_subscribers (email, left_at) values ('kai@example.org', now())");
    await apply();
    expect((await page()).counts).toMatchObject({ new: 1, there: 0, refused: 1, made: 1 });
    expect(await count("public.newsletter_subscribers")).toBe(2);
  });

  it("is one transaction: if one row fails, none is added", async () => {
    await stage([person(2, "kai@example.org"), { ...person(3, "x"), email: "no address" }]);
    await expect(apply()).rejects.toMatchObject({ code: checkViolation });
    expect(await count("public.newsletter_subscribers")).toBe(0);
    expect(await page()).toMatchObject({ applied_at: null });
  });

  it("clears the contents of the file once it is applied, and cannot be staged again", async () => {
    await stage([
      person(2, "kai@example.org"),
      { line: 3, cells: ["kai@@x", ""], refusal: "unfit", reason: "The email address is not one." },
    ]);
    await apply();
    expect(
      await database.sql("select line, cells, email, address_key, checked from private.import_rows order by line"),
    ).toEqual([
      { line: 2, cells: null, email: null, address_key: null, checked: null },
      { line: 3, cells: null, email: null, address_key: null, checked: null },
    ]);
    expect((await page()).rows[1]).toMatchObject({
      state: "refused",
      refusal: "unfit",
      reason: "The email address is not one.",
    });
    expect(await stage([person(2, "noa@example.org")])).toBe("already-applied");
  });

  it("accepts at most 5,000 lines, is replaced when staged again, and can be discarded", async () => {
    await expect(stage(people(5001))).rejects.toMatchObject({ code: invalidParameter });
    await stage(people(120));
    expect((await page(id, "new", 3)).rows).toHaveLength(20);
    expect(await database.call<Row[]>("admin", "public.import_lines($1)", id)).toHaveLength(120);
    await stage([person(2, "kai@example.org")]);
    expect((await page()).counts).toMatchObject({ new: 1 });
    expect(await database.call("admin", "public.discard_import($1)", id)).toBe(true);
    expect(await page()).toBeNull();
  });

  it("is only for owners", async () => {
    await database.addEditor();
    await stage([person(2, "kai@example.org")]);
    await expect(stage([person(2, "kai@example.org")], "editor", other)).rejects.toMatchObject({ code: denied });
    for (const call of ["import_page", "import_lines", "apply_import", "undo_import", "discard_import"])
      await expect(database.call("editor", `public.${call}($1)`, id), call).rejects.toMatchObject({ code: denied });
    expect(await database.call("editor", "public.list_imports()")).toEqual([]);
    expect(await database.call("admin", "public.list_imports()")).toHaveLength(1);
  });
});

describe("imported people", () => {
  const ask = () => database.call<number>("admin", "public.ask_to_confirm()");

  it("are asked to confirm once, and have 30 days from then on", async () => {
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

  it("get a deadline to confirm when someone enters their address in the form", async () => {
    await stage([person(2, "kai@example.org")]);
    await apply();
    await database.call("worker", "public.subscribe('kai@example.org', false, 'v1', '/insights', $1)", key(1));
    expect((await subscribers())[0]?.confirm_by).toBeInstanceOf(Date);
  });
});

describe("undoing an import", () => {
  it("removes untouched people, and keeps those who were asked, confirmed, left or were corrected", async () => {
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

  it("is possible for less than an hour, and only if the import was applied", async () => {
    await stage(people(1));
    expect(await undo()).toBe("too-late");
    await apply();
    await database.sql("update private.imports set applied_at = now() - interval '60 minutes'");
    expect(await undo()).toBe("too-late");
    expect(await undo(other)).toBe("gone");
    expect(await count("public.newsletter_subscribers")).toBe(1);
  });
});

describe("the staged lines of a person", () => {
  const held = (email: string) =>
    database.call<Record<string, Row[]>>("admin", "public.personal_data($1, $2, $3)", email, key(1), key(2));

  it("are in the person's data whichever column has the address, and are erased as a whole", async () => {
    await stage([
      person(2, "kai@example.org"),
      {
        line: 3,
        cells: ["noa@example.org", "bought by KAI@example.org"],
        refusal: "unfit",
        reason: "It has no email address.",
      },
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
const stageDrafts = (kind: "resources" | "events", lines: Line[], actor: "admin" | "editor" = "editor", staged = id) =>
  database.call(
    actor,
    "public.stage_import($1, $2, 'Raindrop', null, '{title}', '{}', $3)",
    staged,
    kind,
    JSON.stringify(lines),
  );
const statesOf = async () => (await page()).rows.map(({ state, refusal }) => [state, refusal]);
const changesOf = async () => (await page()).rows.map(({ changes }) => changes);

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

  it("adds drafts at the end of the tab that a line names, and skips existing works", async () => {
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

  it("is undone except for drafts that were published; a changed order does not keep one", async () => {
    await stageDrafts(
      "resources",
      [2, 3, 4].map((line) => resource(line, `https://example.org/${line}`)),
      "admin",
    );
    await apply();
    await aMinuteLater();
    await database.sql("update public.education_resources set is_published = true where title = 'Work 3'");
    await database.sql("update public.education_resources set display_order = 1 where title = 'Work 4'");
    expect(await undo()).toBe("undone");
    expect(await database.sql("select title from public.education_resources where title like 'Work%'")).toEqual([
      { title: "Work 3" },
    ]);
  });

  const library = (titles = "Work%") =>
    database.sql(
      "select title, description, icon_name, tags, tab_key, display_order, is_published from public.education_resources where title like $1 order by url",
      titles,
    );
  const there = (n: number, more: Row = {}) => ({
    ...{ title: `Work ${n}`, description: "About.", icon_name: "BookText", tags: ["defi"], tab_key: "resources" },
    ...{ display_order: n, is_published: true },
    ...more,
  });
  const addWorks = (...numbers: number[]) =>
    database.sql(
      `insert into public.education_resources (title, description, url, icon_name, tags, tab_key, display_order, is_published)
         select 'Work ' || n, 'About.', 'https://example.org/' || n, 'BookText', '{defi}', 'resources', n, true from unnest($1::int[]) n`,
      numbers,
    );
  const says = (...more: string[]) => ({ says: ["title", "description", ...more] });

  it("shows what a line would change in existing works, except for fields that it does not set", async () => {
    await addWorks(2, 3, 4, 5, 6);
    await database.sql("update public.education_resources set deleted_at = now() where title = 'Work 6'");
    await stageDrafts(
      "resources",
      [
        resource(2, "http://www.example.org/2/", says("icon_name", "tags")),
        resource(3, "https://example.org/3", { ...says("tags"), title: "Kāne", tags: ["nft"], icon_name: "Youtube" }),
        resource(4, "https://example.org/4", { ...says(), title: "Work 4", tags: [], tab: "Media" }),
        resource(5, "https://example.org/5", { ...says(), title: "One" }),
        resource(6, "https://example.org/5", { ...says(), title: "Another" }),
        resource(7, "https://example.org/5", { ...says(), title: "Work 5" }),
        resource(8, "https://example.org/6", { ...says(), title: "Deleted" }),
      ],
      "admin",
    );
    expect(await statesOf()).toEqual([
      ["there", null],
      ["changed", null],
      ["changed", null],
      ["changed", null],
      ["refused", "twin"],
      ["there", null],
      ["there", null],
    ]);
    expect((await changesOf()).slice(0, 4)).toEqual([
      null,
      { title: ["Work 3", "Kāne"], tags: [["defi"], ["nft"]] },
      { tab_key: ["resources", "media"], display_order: [4] },
      { title: ["Work 5", "One"] },
    ]);
    expect((await page()).counts).toMatchObject({ new: 0, changed: 3, there: 3, refused: 1 });
  });

  it("does not change existing works unless requested", async () => {
    await addWorks(2);
    await stageDrafts("resources", [resource(2, "https://example.org/2", { ...says(), title: "Work two" })], "admin");
    expect(await apply()).toBe("nothing");
    expect((await page()).counts).toMatchObject({ changed: 1 });
    await stageDrafts(
      "resources",
      [
        resource(2, "https://example.org/2", { ...says(), title: "Work two" }),
        resource(3, "https://example.org/3", says()),
      ],
      "admin",
    );
    expect(await apply()).toBe("applied");
    expect((await page()).counts).toMatchObject({ new: 1, changed: 0, there: 1, made: 1, rewritten: 0 });
    expect((await library())[0]).toEqual(there(2));
  });

  it("changes existing works on request, and restores them on undo", async () => {
    await addWorks(2, 3, 4);
    await stageDrafts(
      "resources",
      [
        resource(2, "https://example.org/2", {
          ...says("tags", "icon_name"),
          title: "Work ʻekahi",
          tags: ["nft", "x"],
        }),
        resource(3, "https://example.org/3", { ...says(), title: "Work 3", tab: "media" }),
        resource(4, "https://example.org/4", { ...says(), title: "Work 4", description: "Longer." }),
        resource(5, "https://example.org/5", says()),
      ],
      "admin",
    );
    expect(await apply(id, true)).toBe("applied");
    expect((await page()).counts).toMatchObject({ new: 1, changed: 3, made: 1, rewritten: 3 });
    const [last] = await database.sql<{ most: number }>(
      "select max(display_order) as most from public.education_resources where tab_key = 'media' and title <> 'Work 3'",
    );
    expect(await library()).toEqual([
      there(2, { title: "Work ʻekahi", tags: ["nft", "x"] }),
      there(3, { tab_key: "media", display_order: (last?.most ?? 0) + 1 }),
      there(4, { description: "Longer." }),
      expect.objectContaining({ title: "Work 5", is_published: false }),
    ]);
    await aMinuteLater();
    await database.sql("update public.education_resources set is_published = false where title = 'Work 4'");
    expect(await undo()).toBe("undone");
    expect(await library()).toEqual([there(2), there(3), there(4, { description: "Longer.", is_published: false })]);
    expect((await page()).counts).toMatchObject({ made: 0, rewritten: 1 });
    const log = await database.sql("select changes from public.audit_log where table_name = 'imports' order by id");
    expect(log.map(({ changes }) => changes)).toEqual([
      { kind: "resources", source: "Raindrop", rows: 1, changed: 3 },
      { kind: "resources", source: "Raindrop", rows: 1, changed: 2 },
    ]);
  });

  it("skips works that have changed since the preview, and previews them again", async () => {
    await addWorks(2, 3);
    const lines = [
      resource(2, "https://example.org/2", { ...says(), title: "Work two" }),
      resource(3, "https://example.org/3", { ...says(), title: "Work three" }),
      resource(4, "https://example.org/4", says()),
    ];
    await stageDrafts("resources", lines.slice(0, 1), "admin");
    await database.sql("update public.education_resources set title = 'Work II' where title = 'Work 2'");
    expect(await apply(id, true)).toBe("nothing");
    expect(await changesOf()).toEqual([{ title: ["Work II", "Work two"] }]);
    await stageDrafts("resources", lines, "admin");
    await database.sql("update public.education_resources set title = 'Work III' where title = 'Work 3'");
    await addWorks(4);
    await database.sql("update public.education_resources set title = 'Work IV' where title = 'Work 4'");
    expect(await apply(id, true)).toBe("applied");
    expect((await library()).map(({ title }) => title)).toEqual(["Work two", "Work III", "Work IV"]);
    expect((await page()).counts).toMatchObject({ new: 0, changed: 1, there: 2, made: 0, rewritten: 1 });
  });

  it("keeps old values for the undo, and erases them with a person named in them", async () => {
    await addWorks(2);
    await database.sql("update public.education_resources set description = 'By kai@example.org.'");
    await stageDrafts("resources", [resource(2, "https://example.org/2", says())], "admin");
    await apply(id, true);
    const person = await database.call<Record<string, Row[]>>(
      ...(["admin", "public.personal_data($1, $2, $3)", "kai@example.org", key(1), key(2)] as const),
    );
    expect(person.imports).toEqual([
      expect.objectContaining({ line: null, changes: { description: ["By kai@example.org.", "About."] } }),
    ]);
    await database.sql("select private.erase_import_rows('kai@example.org')");
    expect((await page()).rows).toEqual([]);
  });

  it("asks for a description of new works alone", async () => {
    const there = await addResource(database);
    await database.sql(
      "update public.education_resources set title = 'Work 2', url = 'https://example.org/there' where id = $1",
      there,
    );
    const undescribed = { description: null, says: ["title"] };
    await stageDrafts(
      "resources",
      [resource(2, "https://example.org/there", undescribed), resource(3, "https://example.org/new", undescribed)],
      "admin",
    );
    expect(await statesOf()).toEqual([
      ["there", null],
      ["refused", "undescribed"],
    ]);
    expect(await apply()).toBe("nothing");
  });

  it("makes a hidden tab of each folder that has none, and takes it back with its resources", async () => {
    await database.addEditor();
    const tabs = () =>
      database.sql(
        "select tab_key, label, is_active from public.education_tabs where label like 'Fo%' order by tab_key",
      );
    const inFolder = (line: number, label: string, tabKey: string) =>
      resource(line, `https://example.org/${line}`, { tab: label, new_tab: { key: tabKey, label } });
    await stageDrafts("resources", [
      inFolder(2, "Folder A", "folder-a"),
      inFolder(3, "Folder A", "folder-a"),
      inFolder(4, "Fold", "fold"),
      inFolder(5, "Media", "media-2"),
    ]);
    expect(await database.call("editor", "public.apply_import($1)", id)).toBe("applied");
    expect(await tabs()).toEqual([
      { tab_key: "fold", label: "Fold", is_active: false },
      { tab_key: "folder-a", label: "Folder A", is_active: false },
    ]);
    const placed =
      "select title, tab_key from public.education_resources where url ~ '^https://example.org/[2-5]$' order by title";
    expect((await database.sql<{ tab_key: string }>(placed)).map(({ tab_key }) => tab_key)).toEqual([
      ...["folder-a", "folder-a", "fold", "media"],
    ]);
    await aMinuteLater();
    await database.sql("update public.education_resources set is_published = true where url = 'https://example.org/4'");
    expect(await undo()).toBe("undone");
    expect(await tabs(), "one has a published resource").toEqual([
      { tab_key: "fold", label: "Fold", is_active: false },
    ]);
  });

  it("finds no change in a description that differs in line breaks alone", async () => {
    const there = await addResource(database);
    await database.sql(
      "update public.education_resources set title = 'Work 2', description = E'Two\\nlines.', url = 'https://example.org/there' where id = $1",
      there,
    );
    await stageDrafts(
      "resources",
      [resource(2, "https://example.org/there", { description: "Two lines.", says: ["title", "description"] })],
      "admin",
    );
    expect(await statesOf()).toEqual([["there", null]]);
  });

  it("is refused in a library without tabs", async () => {
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
      ...{ title, key: "talk-story", starts_at: "2094-05-20T04:00:00Z", ends_at: null, date_precision: "exact" },
      ...{ place: "Hilo", summary: "Aloha.", about: "", ticket_url: null },
      ...more,
    });

  it("adds drafts with free keys, and skips events with the same title and time", async () => {
    await database.addEditor();
    await addEvent(database, "talk-story");
    await database.sql(
      "update public.events set title = 'Kona nui', starts_at = '2094-05-20T04:00:00Z', date_precision = 'exact' where key = 'talk-story'",
    );
    await stageDrafts("events", [
      event(2, "Kōna nui"),
      event(3, "Talk story"),
      event(4, "Talk story", { starts_at: "2094-06-20T04:00:00Z", ticket_url: "https://example.org/tickets" }),
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

  it("knows two events of one title and hour in two rooms again by their UIDs", async () => {
    const rooms = () => [
      event(2, "Workshop", { uid: "1@x.example", is_ours: false, place: "Room 1" }),
      event(3, "Workshop", { uid: "2@x.example", is_ours: false, place: "Room 2" }),
    ];
    await stageDrafts("events", rooms(), "admin");
    expect(await statesOf()).toEqual([
      ["new", null],
      ["new", null],
    ]);
    await apply();
    await stageDrafts("events", rooms(), "admin", other);
    const again = (await page(other)).rows.map(({ state }) => state);
    expect(again).toEqual(["there", "there"]);
  });

  const says = ["title", "dates", "place", "summary", "about", "ticket_url"];
  const addTalk = async (more: Row = {}) => {
    const row = {
      ...{ key: "talk-story", title: "Talk story", starts_at: "2094-05-20T04:00:00Z", ends_at: "2094-05-20T06:00:00Z" },
      ...{ date_precision: "exact", place: "Hilo", summary: "Aloha.", about: "Longer.", is_published: true },
      ...more,
    };
    const names = Object.keys(row).join(", ");
    const [made] = await database.sql<{ id: string }>(
      `insert into public.events (${names}) select ${names} from jsonb_populate_record(null::public.events, $1) returning id`,
      JSON.stringify(row),
    );
    return made?.id as string;
  };
  const columns =
    "title, starts_at, ends_at, date_precision, place, summary, about, ticket_url, previous_starts_at, news_at";
  const talk = async () => (await database.sql(`select ${columns} from public.events where key = 'talk-story'`))[0];
  const stageOne = (more: Row, staged = id) => stageDrafts("events", [event(2, "Talk story", more)], "admin", staged);

  it("recognizes an event by the UID it was imported with, by our UID, and by its key", async () => {
    await stageOne({ uid: "1@luma" });
    await apply();
    const [made] = await database.sql("select id from public.events where key = 'talk-story'");
    for (const uid of ["1@luma", `${made?.id}@example.org`, "talk-story"]) {
      await stageOne({ uid, title: "Moved", starts_at: "2094-06-20T04:00:00Z", says: ["title", "dates"] }, other);
      const { rows } = await page(other);
      expect(rows[0], uid).toMatchObject({ state: "changed", changes: { title: ["Talk story", "Moved"] } });
    }
    await stageDrafts(
      "events",
      [event(2, "One", { uid: "2@luma" }), event(3, "Two", { uid: "2@luma" })],
      "admin",
      other,
    );
    expect((await page(other)).rows.map(({ state }) => state)).toEqual(["new", "refused"]);
  });

  it("shows what a line would change, with the dates as one field, except for fields that it does not set", async () => {
    await addTalk();
    const changes = async (more: Row) => {
      await stageOne({ uid: "talk-story", ...more });
      return (await changesOf())[0];
    };
    expect(await changes({ says, about: "Longer." })).toBeNull();
    expect(
      await changes({ says: ["title"], place: "To be announced", summary: "Made up", ticket_url: null }),
    ).toBeNull();
    expect(await changes({ says: ["title", "place"], place: "Kona" })).toEqual({ place: ["Hilo", "Kona"] });
    expect(
      await changes({
        says: ["title", "dates"],
        starts_at: "2094-05-20T14:00:00+10:00",
        ends_at: "2094-05-20T07:00:00Z",
      }),
    ).toEqual({
      dates: [
        {
          ...{ starts_at: "2094-05-20T04:00:00+00:00", ends_at: "2094-05-20T06:00:00+00:00", date_precision: "exact" },
          ...{ previous_starts_at: null, news_at: null },
        },
        expect.objectContaining({ ends_at: "2094-05-20T07:00:00+00:00", date_precision: "exact" }),
      ],
    });
    expect(await changes({ says, starts_at: "2094-06-20T04:00:00Z", about: "Longer." })).toMatchObject({
      dates: [{}, { starts_at: "2094-06-20T04:00:00+00:00", ends_at: null }],
    });
  });

  it("finds no change in an event that comes back from our own calendar", async () => {
    const made = await addTalk({ meets: "both" });
    const own = { uid: `${made}@example.org`, says, place: "Hilo, and online", about: "Aloha.\n\nLonger." };
    const back = { ...own, ticket_url: "https://example.org/events/talk-story" };
    await stageOne(back);
    expect(await statesOf()).toEqual([["there", null]]);
    await stageOne({ ...back, about: "Aloha.\n\nhttp://localhost/events/talk-story" });
    expect(await statesOf()).toEqual([["there", null]]);
    await stageOne({ ...back, uid: "talk-story" });
    expect(Object.keys((await changesOf())[0] as Row)).toEqual(["about", "place", "ticket_url"]);
  });

  it("changes an existing event on request, and restores it with its news about the date on undo", async () => {
    await addTalk();
    const before = await talk();
    const line = {
      ...{
        uid: "talk-story",
        says,
        title: "Mo‘olelo",
        starts_at: "2094-06-20T04:00:00Z",
        ends_at: "2094-06-20T06:00:00Z",
      },
      ...{ place: "Kona", summary: "E komo mai.", about: "Longer still.", ticket_url: "https://example.org/tickets" },
    };
    await stageOne(line);
    expect(await apply()).toBe("nothing");
    expect(await talk()).toEqual(before);
    expect(await apply(id, true)).toBe("applied");
    expect(await talk()).toMatchObject({
      ...{ title: "Mo‘olelo", starts_at: new Date("2094-06-20T04:00:00Z"), place: "Kona", summary: "E komo mai." },
      ...{ about: "Longer still.", ticket_url: "https://example.org/tickets" },
      ...{ previous_starts_at: new Date("2094-05-20T04:00:00Z"), news_at: expect.any(Date) },
    });
    await aMinuteLater();
    expect(await undo()).toBe("undone");
    expect(await talk()).toEqual(before);
    expect((await page()).counts).toMatchObject({ changed: 1, made: 0, rewritten: 0 });
    const log = await database.sql("select 1 from public.audit_log where table_name = 'events' and verb = 'update'");
    expect(log).toHaveLength(2);
  });

  it("marks the restored date as news if a campaign has announced the other one", async () => {
    const made = await addTalk();
    await stageOne({ uid: "talk-story", says: ["dates"], starts_at: "2094-06-20T04:00:00Z" });
    await apply(id, true);
    await aMinuteLater();
    await database.sql(
      `insert into public.campaigns (event_id, kind, starts_at, started_by, started_at)
         values ($1, 'changed', '2094-06-20T04:00:00Z', $2, now() + interval '1 second')`,
      made,
      database.idOf("admin"),
    );
    await undo();
    expect(await talk()).toMatchObject({
      ...{ starts_at: new Date("2094-05-20T04:00:00Z"), previous_starts_at: new Date("2094-06-20T04:00:00Z") },
      news_at: expect.any(Date),
    });
  });

  it("does not undo an event that was edited since, and never deletes an existing one", async () => {
    await addTalk({ is_published: false });
    await stageOne({ uid: "talk-story", says: ["place"], place: "Kona" });
    await apply(id, true);
    await aMinuteLater();
    await database.sql("update public.events set about = 'By hand.' where key = 'talk-story'");
    expect(await undo()).toBe("undone");
    expect(await talk()).toMatchObject({ place: "Kona", about: "By hand." });
    expect((await page()).counts).toMatchObject({ rewritten: 1 });
  });

  it("refuses to change the date of an event with reservations, but changes its venue", async () => {
    await addTalk({ attendee_limit: 10, takes_reservations: true });
    const moved = { uid: "talk-story", starts_at: "2094-06-20T04:00:00Z" };
    const judged = async (more: Row) => {
      await stageOne({ ...moved, ...more });
      return (await statesOf())[0];
    };
    expect(await judged({ says: ["dates"] })).toEqual(["refused", "by-hand"]);
    expect(await judged({ says: ["ticket_url"], ticket_url: "https://example.org/t" })).toEqual(["refused", "by-hand"]);
    expect(await judged({ says: ["place"], place: "Kona" })).toEqual(["changed", null]);
    expect(await apply(id, true)).toBe("applied");
    expect(await talk()).toMatchObject({ place: "Kona" });
  });

  it("refuses to change the date of a past event, but changes its venue", async () => {
    const made = await addTalk({ attendee_limit: 10 });
    const moved = { uid: "talk-story", starts_at: "2094-06-20T04:00:00Z" };
    const judged = async (more: Row) => {
      await stageOne({ ...moved, ...more });
      return (await statesOf())[0];
    };
    await database.sql(
      `update public.events set takes_reservations = false, starts_at = '2026-05-20T04:00:00Z', ends_at = null where id = $1`,
      made,
    );
    expect(await judged({ says: ["dates"] })).toEqual(["refused", "by-hand"]);
    expect(await judged({ says: ["place"], place: "Kona" })).toEqual(["changed", null]);
  });

  const rule = {
    ...{ name: "First Thursday", frequency: "month", weekday: 4, every_weeks: null, week_of_month: 1 },
    ...{ first_day: "2094-05-06", last_day: "2094-08-05", left_out: ["2094-06-03"] },
  };
  const edition = (line: number, day: string, more: Row = {}) =>
    event(line, "First Thursday", {
      ...{ starts_at: `${day}T18:00:00-10:00`, ends_at: `${day}T20:00:00-10:00`, key: `first-thursday-${day}` },
      ...{ uid: `series ${line}`, is_ours: false, series: rule, series_key: "first-thursday", series_day: day },
      ...more,
    });
  const series = () =>
    database.sql(
      `select key, frequency, week_of_month, first_day::text, last_day::text, left_out::text, template_id is not null as copies
        from public.series where name = 'First Thursday'`,
    );

  it("makes a series with its editions, which the series does not make again, and undoes both", async () => {
    await database.addEditor();
    await stageDrafts("events", [
      edition(2, "2094-05-06"),
      edition(3, "2094-07-01", { starts_at: "2094-07-02T18:00:00-10:00", ends_at: null }),
      edition(4, "2094-08-05", { held: "canceled", status: "cancelled" }),
      edition(5, "2094-09-02", { held: "later" }),
    ]);
    expect(await statesOf()).toEqual([
      ["new", null],
      ["new", null],
      ["refused", "canceled"],
      ["refused", "later"],
    ]);
    expect(await database.call("editor", "public.apply_import($1)", id)).toBe("applied");
    expect(await series()).toEqual([
      {
        ...{ key: "first-thursday", frequency: "month", week_of_month: 1, copies: true },
        ...{ first_day: "2094-05-06", last_day: "2094-08-05", left_out: "{2094-06-03,2094-08-05}" },
      },
    ]);
    const planned = await database.sql(
      `select p.day::text, p.state from public.series s, private.plan_of_series(s, 10) p where s.name = 'First Thursday'`,
    );
    expect(planned).toEqual([
      { day: "2094-05-06", state: "made" },
      { day: "2094-07-01", state: "made" },
    ]);
    expect(await database.call("worker", "public.make_editions()")).toBe(0);
    expect(await undo()).toBe("undone");
    expect(await series()).toEqual([]);
    expect(await count("public.events where title = 'First Thursday'")).toBe(0);
  });

  it("keeps the series while an edition is left, and joins one that is here already", async () => {
    await stageDrafts("events", [edition(2, "2094-05-06"), edition(3, "2094-07-01")], "admin");
    await apply();
    await stageDrafts(
      "events",
      [edition(2, "2094-05-06"), edition(3, "2094-07-01"), edition(4, "2094-08-05")],
      "admin",
      other,
    );
    await apply(other);
    expect(await count("public.series where name = 'First Thursday'")).toBe(1);
    expect(await count("public.events where series_id is not null and title = 'First Thursday'")).toBe(3);
    await database.sql("update public.events set is_published = true where key = 'first-thursday-2094-07-01'");
    expect(await undo()).toBe("undone");
    expect(await count("public.series where name = 'First Thursday'")).toBe(1);
  });

  it("is undone with the join link that it has brought", async () => {
    await stageDrafts(
      "events",
      [event(2, "Online", { join_link: "https://meet.example/abc", meets: "online" })],
      "admin",
    );
    await apply();
    expect(await count("private.join_links")).toBe(1);
    expect(await undo()).toBe("undone");
    expect([await count("private.join_links"), await count("public.events where title = 'Online'")]).toEqual([0, 0]);
  });

  it("another calendar cannot name an event of ours by its id or key", async () => {
    const made = await addTalk({});
    for (const uid of [`${made}@friendly-group.example`, "talk-story"]) {
      await stageOne({ uid, is_ours: false, says: ["title"], title: "Theirs" });
      expect(await statesOf()).toEqual([["new", null]]);
    }
    await stageOne({ uid: `${made}@community.example`, is_ours: true, says: ["title"], title: "Ours" });
    expect(await statesOf()).toEqual([["changed", null]]);
  });

  it.each([
    ["a speaker", "program", "insert into public.speakers (event_id, name) values ($1, 'Noa')"],
    ["a room", "program", "insert into public.rooms (event_id, name) values ($1, 'Lānai')"],
    [
      "a door pass",
      "passes",
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Door', repeat('e', 64))",
    ],
    [
      "a join link",
      "join-link",
      "insert into private.join_links (event_id, url, set_at) values ($1, 'https://example.org/room', now() + interval '1 minute')",
    ],
  ])("undo keeps an event that got %s since, and says %s", async (_, why, statement) => {
    await stageOne({ title: "Imported", uid: "luma-1" });
    expect(await apply()).toBe("applied");
    const [event] = await database.sql<{ id: string }>("select id from public.events where title = 'Imported'");
    await database.sql(statement, event?.id);
    expect(await undo()).toBe("undone");
    expect(await database.sql("select title from public.events where title = 'Imported'")).toHaveLength(1);
    expect(await page()).toMatchObject({
      counts: { made: 1 },
      stayed: [{ id: event?.id, title: "Imported", why: [why] }],
    });
  });

  it("an undone import says of an event that was only edited that nothing was added to it", async () => {
    await stageOne({ title: "Imported", uid: "luma-1" });
    await apply();
    expect((await page()).stayed).toBeNull();
    await aMinuteLater();
    await database.sql("update public.events set about = 'By hand.' where title = 'Imported'");
    await undo();
    expect((await page()).stayed).toMatchObject([{ title: "Imported", why: [] }]);
  });

  it.each([true, false])("a line says whether what it would change is public: %s", async (isPublished) => {
    const made = await addTalk({ is_published: isPublished });
    await stageOne({
      uid: `${made}@community.example`,
      is_ours: true,
      says: ["ticket_url"],
      ticket_url: "https://evil.example/",
    });
    expect((await page()).rows).toMatchObject([{ state: "changed", is_public: isPublished }]);
  });
});
