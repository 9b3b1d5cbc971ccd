import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, dropDatabase } from "../../harness/serving/databases.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, withDatabase } from "./tables.ts";

const entries = 50_000;
const formula = '=HYPERLINK("https://example.org")';
/** An event with only a few entries, which all differ. */
const few = "nft-art-showcase";

let stack: Stack;
let admin: Visitor;
/** path of the event with many people */
let bitcoin: string;

beforeAll(async () => {
  const template = await createDatabase(databaseTemplate());
  await withDatabase(template, async (sql) => {
    // Many share the same moment, as when a crowd joins: the order of ids decides where a batch ends.
    await sql(
      `insert into waitlist_entries (event_id, name, email, consent_version, created_at)
       select e.id, 'Kāne ' || n, 'person-' || n || '@example.org', '1', timestamptz '2026-01-01' + (n / 1500) * interval '1 minute'
       from events e, generate_series(1, $1::integer) n where e.key = 'bitcoin'`,
      entries,
    );
    await sql(
      `insert into waitlist_entries (event_id, name, email, consent_version, note, notified_at, suspected_spam, created_at)
       select e.id, v.name, v.email, '1', v.note, v.notified_at::timestamptz, v.spam, v.joined::timestamptz
       from events e, (values
         ($2, 'first@example.org', '+1 808', null, false, '2026-01-01'),
         ('Comma, "Quote"', 'second@example.org', E'two\\nlines', '2026-02-01T00:00:00.000Z', false, '2026-01-02'),
         ('@Robot', 'third@example.org', null, null, true, '2026-01-03'),
         ('-Late', '+fourth@example.org', null, null, false, '2026-01-04')
       ) v (name, email, note, notified_at, spam, joined)
       where e.key = $1`,
      few,
      formula,
    );
    await sql(
      `insert into newsletter_subscribers (email, created_at)
       select 'reader-' || n || '@example.org', timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 2500) n`,
    );
    await sql("insert into newsletter_subscribers (email, suspected_spam) values ('robot@example.org', true)");
  });
  stack = await startStack(template);
  await dropDatabase(template);
  admin = await signedIn("ADMIN");
  bitcoin = await placeOf(stack, "bitcoin");
});

afterAll(() => stack?.stop());

async function signedIn(who: "ADMIN" | "MEMBER"): Promise<Visitor> {
  const { settings } = stack;
  const fields = { email: settings[`LOCAL_${who}_EMAIL`] ?? "", password: settings[`LOCAL_${who}_PASSWORD`] ?? "" };
  return signIn(new Visitor(stack.url), fields);
}

const anyId = "00000000-0000-4000-8000-00000000ffff";

const quoted = (...fields: string[]) => fields.map((field) => `"${field}"`).join(",");
const head = `\ufeff${quoted("name", "email", "joined_at", "notified_at", "note", "consent_version", "consent_page", "came_by")}`;

/** The records of a file whose fields contain no line breaks. */
const linesOf = ({ body }: Answer) => body.split("\r\n").slice(0, -1);

test("a file of 50,000 entries has 50,001 lines, each entry once, in the order of joining", async () => {
  const answer = await admin.get(`${bitcoin}/people.csv`);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="people-bitcoin-\d{4}-\d\d-\d\d\.csv"$/);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const [first, ...lines] = linesOf(answer);
  expect(first).toBe(head);
  expect(lines).toHaveLength(entries);
  const fields = lines.map((line) => line.split(","));
  expect(new Set(fields.map(([, email]) => email)).size).toBe(entries);
  const joined = fields.map(([, , at]) => at ?? "");
  expect(joined).toEqual(joined.toSorted());
  expect(lines).toContainEqual(
    quoted("Kāne 1", "person-1@example.org", "2026-01-01T00:00:00.000Z", "", "", "1", "", ""),
  );
});

test("formulas are escaped, line breaks and quotes are kept, and suspected spam is separate", async () => {
  const told = "2026-02-01T00:00:00.000Z";
  const answer = await admin.get(`${await placeOf(stack, few)}/people.csv`);
  expect(answer.body).toBe(
    [
      head,
      quoted(
        `'=HYPERLINK(""https://example.org"")`,
        "first@example.org",
        "2026-01-01T00:00:00.000Z",
        "",
        "'+1 808",
        "1",
        "",
        "",
      ),
      quoted('Comma, ""Quote""', "second@example.org", "2026-01-02T00:00:00.000Z", told, "two\nlines", "1", "", ""),
      quoted("'-Late", "'+fourth@example.org", "2026-01-04T00:00:00.000Z", "", "", "1", "", ""),
      "",
    ].join("\r\n"),
  );
  const spam = await admin.get(`${await placeOf(stack, few)}/people.csv?state=spam`);
  expect(linesOf(spam).slice(1)).toEqual([
    quoted("'@Robot", "third@example.org", "2026-01-03T00:00:00.000Z", "", "", "1", "", ""),
  ]);
});

test("a time selects those who waited then or were notified then, and an invalid time is a 404", async () => {
  const waiting = await admin.get(`${await placeOf(stack, few)}/people.csv?until=2026-01-03T12:00:00.000Z`);
  expect(linesOf(waiting)).toHaveLength(2);
  expect(waiting.body).toContain("first@example.org");
  const told = await admin.get(`${await placeOf(stack, few)}/people.csv?told=2026-02-01T00:00:00.000Z`);
  expect(linesOf(told)).toHaveLength(2);
  expect(told.body).toContain("second@example.org");
  for (const query of ["until=soon", "told=", "until=2999-01-01T00:00:00.000Z"])
    expect.soft((await admin.get(`${await placeOf(stack, few)}/people.csv?${query}`)).status).toBe(404);
});

test("the file of subscribers has more than the 1,000 rows that one select returns", async () => {
  const lines = linesOf(await admin.get("/admin/subscribers.csv"));
  expect(lines).toHaveLength(2501);
  expect(lines.slice(0, 2)).toEqual([
    `\ufeff${quoted("email", "subscribed_at", "imported_from")}`,
    quoted("reader-1@example.org", "2026-01-01T00:00:01.000Z", ""),
  ]);
  const spam = linesOf(await admin.get("/admin/subscribers.csv?state=spam"));
  expect(spam).toHaveLength(2);
  expect(spam[1]).toMatch(/^"robot@example\.org",/);
  expect(linesOf(await admin.get("/admin/subscribers.csv?q=robot")), "spam is another list").toHaveLength(1);
  expect(linesOf(await admin.get("/admin/subscribers.csv?q=reader-2500"))).toHaveLength(2);
  const page = (await admin.get("/admin/subscribers?q=reader-2500&sort=address")).body;
  expect(page).toContain("Export those found");
  expect(page).toContain('href="/admin/subscribers.csv?q=reader-2500"');
});

test("an event that does not exist has no file", async () => {
  for (const format of ["csv", "json"])
    expect((await admin.get(`/admin/events/${anyId}/people.${format}`)).status).toBe(404);
});

test("a waitlist and the subscribers are also available as JSON, with formulas as they were typed", async () => {
  const answer = await admin.get(`${await placeOf(stack, few)}/people.json`);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="people-nft-art-showcase-.*\.json"$/);
  expect(JSON.parse(answer.body)[0]).toEqual({
    name: formula,
    email: "first@example.org",
    joined_at: "2026-01-01T00:00:00.000Z",
    notified_at: null,
    note: "+1 808",
    consent_version: "1",
    consent_page: null,
    came_by: null,
  });
  const subscribers = JSON.parse((await admin.get("/admin/subscribers.json?state=spam")).body);
  expect(subscribers).toEqual([{ email: "robot@example.org", subscribed_at: expect.any(String), imported_from: null }]);
});

test("the files of the library and the events contain drafts, and no personal data", async () => {
  const counted = async (table: string) =>
    Number((await stack.query(`select count(*) from public.${table}`, []))[0]?.count);
  await stack.query("update public.education_resources set tags = '{defi, nft}', title = '=1+1' where true", []);
  await stack.query("update public.events set is_published = false where key = $1", [few]);
  const library = JSON.parse((await admin.get("/admin/resources.json")).body);
  expect(library).toHaveLength(await counted("education_resources"));
  expect(library[0]).toMatchObject({ title: "=1+1", tags: ["defi", "nft"], url: expect.stringMatching(/^https?:/) });
  const [head, line] = linesOf(await admin.get("/admin/resources.csv"));
  expect(head).toBe(
    `\ufeff${quoted("title", "url", "summary", "tags", "tab", "icon", "layout", "is_published", "added_at", "changed_at")}`,
  );
  expect(line).toMatch(/^"'=1\+1","https?:.*,"defi, nft",/);
  const events = JSON.parse((await admin.get("/admin/events.json")).body);
  expect(events).toHaveLength(await counted("events"));
  const draft = events.find(({ title }: { title: string }) => title.startsWith("NFT Art"));
  expect(draft).toMatchObject({ is_published: false, page: null });
  expect((await admin.get("/admin/events.csv")).body).not.toContain("@example.org");
  await stack.query("update public.events set is_published = true where key = $1", [few]);
});

describe("the files of the admin area", () => {
  const files = [
    ...[`/admin/events/${anyId}/people.csv`, "/admin/waitlists/bitcoin.csv", "/admin/subscribers.csv"],
    ...[`/admin/events/${anyId}/people.json`, "/admin/subscribers.json", "/admin/events.csv", "/admin/resources.json"],
  ];

  test.each(files)("redirect strangers and members from %s to the sign-in", async (path) => {
    const member = await signedIn("MEMBER");
    for (const answer of [await ask(stack.url, path), await member.get(path)]) {
      expect.soft(answer.status).toBe(302);
      expect.soft(answer.headers.location).toBe("/admin/login");
      expect.soft(answer.headers["cache-control"]).toBe("private, no-store");
      expect.soft(answer.body).toBe("");
    }
  });
});

test("the list has 50 entries a page, and a page after the last one is the first", async () => {
  const look = async (query: string) => new Page((await admin.get(`${bitcoin}/people${query}`)).body);
  const last = await look("?state=unnotified&page=1000");
  expect(last.text("caption")).toBe("50,000 people");
  expect(last.all("tbody tr")).toHaveLength(50);
  expect(last.text(".pages span")).toBe("Page 1000 of 1000");
  expect(last.attributes(".pages a", "href")).toEqual([`${bitcoin}/people?sort=line&state=unnotified&page=999`]);
  expect((await look("?page=1001")).text(".pages span")).toBe("Page 1 of 1000");
  const nobody = await look("?q=nobody-like-this");
  expect(nobody.text(".no-match")).toBe("Nobody matches. Show everyone");
});

test("the addresses of 50,000 people fill 50 pages of 20 batches, all as of the same moment", async () => {
  const page = new Page((await admin.get(`${bitcoin}/emails/by-hand`)).body);
  expect(page.all("textarea[readonly]")).toHaveLength(20);
  expect(page.text(".pages span")).toBe("Page 1 of 50");
  const next = page.attribute(".pages a", "href") ?? "";
  const [, until] = /\/emails\/by-hand\?until=([\d:.TZ-]+)&page=2$/.exec(next) ?? [];
  const asking = new Page((await admin.get(`${bitcoin}/emails/by-hand?until=${until}&confirm=told`)).body);
  expect(asking.value("until")).toBe(until);
  const second = new Page((await admin.get(next)).body);
  expect(second.text("textarea")?.split(", ")).toHaveLength(50);
  expect(second.texts("label")).toContain("Addresses 1001 to 1050");
});

test("lists of 50,000 entries respond quickly, search included", async () => {
  const times: number[] = [];
  for (const query of [
    "",
    "?q=person-49999",
    "?q=kane+4999",
    "?page=1000",
    "?state=unnotified&sort=latest",
    "?page=999999",
  ]) {
    const started = performance.now();
    const answer = await admin.get(`${bitcoin}/people${query}`);
    times.push(performance.now() - started);
    expect.soft({ query, status: answer.status }).toEqual({ query, status: 200 });
  }
  expect(times.toSorted((one, other) => one - other)[3]).toBeLessThan(2000);
});
