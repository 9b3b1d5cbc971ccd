import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { rewritings, savedAgain } from "./rewritten-files.ts";
import { roleAskers } from "./role-askers.ts";
import { databaseTemplate } from "./tables.ts";

const form = "/admin/imports?of=subscribers";
const agreed_text = "Send me your news by email.";

let stack: Stack;
let admin: Visitor;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
});
afterAll(() => stack?.stop());

const csv = (content: string | Uint8Array, name = "people.csv") =>
  new File([content as BlobPart], name, { type: "text/csv" });

/** Sends the form with a file or with pasted text. */
async function send(fields: Record<string, string | Blob>, visitor = admin) {
  return visitor.postParts(form, { new_id: crypto.randomUUID(), source: "Mailchimp", agreed_text, ...fields });
}

/** Stages a file. @returns the path of its page */
async function staged(fields: Record<string, string | Blob>): Promise<string> {
  const answer = await send(fields);
  expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
  return (answer.headers.location ?? "").replace(/[?#].*/, "");
}

const look = async (path: string) => new Page((await admin.get(path)).body);
const subscribers = async () =>
  (await stack.query("select email, imported_from from public.newsletter_subscribers order by email", [])) as {
    email: string;
    imported_from: string | null;
  }[];
const forget = () => stack.query("delete from public.newsletter_subscribers", []);

test("the list of imports tells files from the same source apart by their names", async () => {
  const long = `${"Ka ʻaha kūkā o Hawaiʻi ".repeat(9)}.csv`;
  const first = await staged({ file: csv("email\nkai@example.org", "members <2026>.csv") });
  await staged({ file: csv("email\nnoa@example.org", long) });
  await staged({ text: "email\nlani@example.org" });
  const names = async () => (await look("/admin/imports")).texts("tbody th");
  const shown = [`Mailchimp${long.slice(0, 100).trim()}`, "Mailchimpmembers <2026>.csv"];
  expect(await names()).toEqual(["Mailchimp", ...shown]);

  expect((await admin.post(first, { intent: "columns", "column-email": "0" })).status).toBe(303);
  expect((await admin.post(first, { intent: "apply" })).status).toBe(303);
  expect(await names()).toEqual(["Mailchimp", ...shown]);
  expect((await look(first)).text(".admin-top .actions")).toContain("members <2026>.csv");
  await forget();
  await stack.query("delete from private.imports", []);
});

describe("the import form", () => {
  const refusals: [what: string, fields: Record<string, string | Blob>, words: string][] = [
    ["nothing", {}, "Choose a file, or paste its text."],
    ["an empty file", { file: csv("") }, "The file is empty."],
    ["no text", { file: csv(Uint8Array.from([0x65, 0, 0, 0])) }, "The file is not text that we can read."],
    ["a spreadsheet", { file: csv(Uint8Array.from([0x50, 0x4b, 3, 4])) }, "This is a spreadsheet or a ZIP file"],
    ["no first line", { text: "kai@example.org\nnoa@example.org" }, "The first line has to name the columns"],
    ["too many lines", { file: csv(`email\n${"x\n".repeat(5001)}`) }, "more than 5,000 lines below the first one"],
    ["no source", { text: "email\nkai@example.org", source: "" }, "Enter where the file comes from"],
    ["no consent", { text: "email\nkai@example.org", agreed_text: " " }, "Enter what the people of the file agreed to"],
  ];
  test.each(refusals)("refuses %s, says why, and keeps the source that was typed", async (_, fields, words) => {
    const answer = await send(fields);
    expect(answer.status).toBe(422);
    const page = new Page(answer.body);
    expect(page.text(".summary")).toContain(words);
    expect(page.attributes('input[name="source"]', "value")).toEqual(fields.source === "" ? [] : ["Mailchimp"]);
  });

  test("refuses more than 2 MiB", async () => {
    const answer = await send({ file: csv(`email\n${"x".repeat(2.1 * 1024 * 1024)}`) });
    expect([answer.status, answer.body.includes("(2048 KiB)")]).toEqual([413, true]);
  });
});

/** Imports a text of many or few lines, changes included. @returns the path of the import's page */
async function bring(kind: string, text: string, sender: Visitor): Promise<string> {
  const fields = { new_id: crypto.randomUUID(), source: "Luma", agreed_text, text };
  const answer = await sender.postParts(`/admin/imports?of=${kind}`, fields);
  const path = (answer.headers.location ?? "").replace(/[?#].*/, "");
  const applied = await sender.post(path, { intent: "apply", changes: "on" });
  expect([kind, text.length, answer.status, applied.status]).toEqual([kind, text.length, 303, 303]);
  return path;
}

/** Imports ten files of two lines through the connection that a large one takes next. */
async function bringSmallFiles(kind: "subscribers" | "resources" | "events", sender: Visitor): Promise<void> {
  const [head, line] = {
    subscribers: ["email,created_at", (name: string) => `${name}@example.org,2024-03-14`] as const,
    resources: ["title,url,summary", (name: string) => `${name},https://example.org/${name},About it.`] as const,
    events: ["title,start", (name: string) => `${name},2094-05-20`] as const,
  }[kind];
  for (let n = 0; n < 10; n += 1)
    await bring(kind, [head, line(`small-${n}-0`), line(`small-${n}-1`)].join("\n"), sender);
}

test("a file of 5,000 people after many small ones, sent twice, makes 5,000 rows and no email, and can be undone", async () => {
  await bringSmallFiles("subscribers", admin.atAnotherAddress());
  await forget();
  const people = Array.from({ length: 5000 }, (_, n) => `"Kāne, ${n}",person-${n}@example.org,2024-03-14 09:12:31`);
  const file = () => csv(`First Name,Email Address,OPTIN_TIME\r\n${people.join("\r\n")}\r\n`);
  const path = await staged({ file: file() });
  expect((await look(path)).text("#apply")).toBe("Import 5,000 people");
  expect((await admin.post(path, { intent: "apply" })).status).toBe(303);
  expect(await subscribers()).toHaveLength(5000);
  expect((await look(path)).text("#applied")).toBe("5,000 people imported from Mailchimp");
  const again = await staged({ file: file() });
  expect((await look(again)).text("#apply")).toBe("Nothing to import");
  expect((await admin.post(again, { intent: "apply" })).status).toBe(409);
  expect(await subscribers()).toHaveLength(5000);
  expect(await stack.query("select 1 from public.mails", [])).toEqual([]);
  expect((await admin.post(path, { intent: "undo" })).status).toBe(303);
  expect(await subscribers()).toEqual([]);
}, 120_000);

test("bad lines of a file are refused one by one, and the rest can be imported", async () => {
  const path = await staged({
    text: [
      "email,name",
      "kai@example.org,Kai",
      '"=HYPERLINK(""https://example.org"")",Robot',
      `${",".repeat(1_000_000)}x`,
      "KAI@example.org,Kai again",
    ].join("\n"),
  });
  const rows = (await look(path)).all("tbody tr");
  expect(rows).toHaveLength(4);
  const text = (await look(`${path}?state=refused`)).text("tbody");
  for (const words of [
    "begins with “=” or another character that spreadsheets read as a formula.",
    "It has more values than the first line has columns: 1,000,001 for 2.",
    "It is the same as line 2.",
  ])
    expect(text).toContain(words);
  await admin.post(path, { intent: "apply" });
  expect(await subscribers()).toEqual([{ email: "kai@example.org", imported_from: "Mailchimp" }]);
  await forget();
});

test("columns are guessed, can be changed, and the required one must be chosen", async () => {
  const text = 'Name;Contact;email\nKai;kai@example.org;other@example.org\nNoa;a;b;c\n"Noa"x;a;b';
  const path = await staged({ text });
  const chosen = async () => (await look(path)).attributes('select[name="column-email"] option[selected]', "value");
  expect(await chosen()).toEqual(["2"]);
  await admin.post(path, { intent: "columns", "column-email": "1" });
  expect(await chosen()).toEqual(["1"]);
  expect((await look(path)).text("tbody")).toContain("kai@example.org");
  const refused = (await look(`${path}?state=refused`)).text("tbody");
  expect(refused).toContain("It has more values than the first line has columns: 4 for 3.");
  expect(refused).toContain("There is text after a closing quotation mark.");
  await admin.post(path, { intent: "columns", "column-email": "" });
  const without = await look(path);
  expect(without.text(".notice.bad")).toContain("No column is chosen for: Email address.");
  expect(without.text("#apply")).toBe("Nothing to import");
  expect((await admin.post(path, { intent: "apply" })).status).toBe(409);
  expect(await subscribers()).toEqual([]);
  expect((await admin.post(path, { intent: "discard" })).status).toBe(303);
  expect((await admin.get(path)).status).toBe(404);
});

test("a form that is sent twice makes one import", async () => {
  const fields = { new_id: crypto.randomUUID(), text: "email\nkai@example.org" };
  const before = await stack.query("select id from private.imports", []);
  expect(await staged(fields)).toBe(await staged(fields));
  expect(await stack.query("select id from private.imports", [])).toHaveLength(before.length + 1);
});

test("an editor imports resources and events, also from a calendar file, as drafts, and can undo it", async () => {
  const { visitor } = await roleAskers.editor(stack);
  const bring = async (kind: string, fields: Record<string, string | Blob>) => {
    const more = { new_id: crypto.randomUUID(), source: "Raindrop", agreed_text: "What only people can" };
    const answer = await visitor.postParts(`/admin/imports?of=${kind}`, { ...more, ...fields });
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    return (answer.headers.location ?? "").replace(/[?#].*/, "");
  };
  const made = async (table: string) =>
    (await stack.query(
      `select title, is_published from public.${table} where title like 'Imported%' order by title`,
      [],
    )) as object[];

  const library = await bring("resources", {
    text: "title,url,excerpt,tags\nImported,https://example.org/imported,About it.,defi\nNo link,,About it.,\n",
  });
  const staged = new Page((await visitor.get(library)).body);
  expect(staged.text("#apply")).toBe("Import 1 resource");
  expect(staged.text("tbody")).toContain("Enter a link that starts with https:// or http://.");
  expect((await visitor.post(library, { intent: "apply" })).status).toBe(303);
  expect(await made("education_resources")).toEqual([{ title: "Imported", is_published: false }]);
  const admin = await visitor.get("/admin/resources?state=draft");
  expect(new Page(admin.body).text("main")).toContain("Imported");

  const calendar = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "SUMMARY:Imported talk",
    "DTSTART:20940521T040000Z",
    "END:VEVENT",
  ];
  const file = new File([[...calendar, "END:VCALENDAR", ""].join("\r\n")], "calendar.ics", { type: "text/calendar" });
  const events = await bring("events", { file });
  expect((await visitor.post(events, { intent: "apply" })).status).toBe(303);
  expect(await made("events")).toEqual([{ title: "Imported talk", is_published: false }]);
  for (const path of [library, events]) expect((await visitor.post(path, { intent: "undo" })).status).toBe(303);
  expect([...(await made("education_resources")), ...(await made("events"))]).toEqual([]);
});

test("existing rows are shown with their differences, changed only on request, and restored by undo", async () => {
  const bring = async (text: string, source = "Raindrop") => {
    const fields = { new_id: crypto.randomUUID(), source, text };
    const answer = await admin.postParts("/admin/imports?of=resources", fields);
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    return (answer.headers.location ?? "").replace(/[?#].*/, "");
  };
  const works = async () =>
    (await stack.query(
      "select title, tags from public.education_resources where url like '%/changed/%' order by url",
      [],
    )) as object[];
  const head = "title,url,summary,tags";
  const first = await bring(`${head}\nMālama,https://example.org/changed/1,About it.,defi`);
  await admin.post(first, { intent: "apply" });
  const before = await works();
  const path = await bring(`${head}\nMālama ʻāina,https://example.org/changed/1,About it.,`);
  const preview = await look(path);
  expect(preview.text("#apply")).toBe("Change 1 resource");
  expect(preview.text("main")).toContain("0 new, 1 different, 0 already there, 0 refused.");
  expect((await look(`${path}?state=changed`)).text("tbody")).toContain("Title: Mālama → Mālama ʻāina");
  const unasked = await admin.post(path, { intent: "apply" });
  expect([unasked.status, new Page(unasked.body).text(".notice.bad")]).toEqual([
    409,
    "Nothing was imported: no line of the file is new. To change what is there already, check that box.",
  ]);
  expect(await works()).toEqual(before);
  expect((await admin.post(path, { intent: "apply", changes: "on" })).status).toBe(303);
  expect(await works()).toEqual([{ title: "Mālama ʻāina", tags: ["defi"] }]);
  const applied = await look(path);
  expect(applied.text("#applied")).toBe("0 resources imported from Raindrop, 1 changed");
  expect(applied.text("tbody")).toContain("Title: Mālama → Mālama ʻāina");
  expect((await admin.post(path, { intent: "undo" })).status).toBe(303);
  expect(await works()).toEqual(before);
  expect((await look(path)).text("tbody")).toContain("As before");
  const stale = await bring(`${head}\nMālama ʻāina,https://example.org/changed/1,About it.,`);
  await stack.query("update public.education_resources set title = 'By hand' where url like '%/changed/1'", []);
  const late = await admin.post(stale, { intent: "apply", changes: "on" });
  expect(new Page(late.body).text(".notice.bad")).toContain("what is there was changed since you opened this page");
  expect(new Page(late.body).text("tbody")).toContain("Title: By hand → Mālama ʻāina");
  await stack.query("delete from public.education_resources where url like '%/changed/%'", []);
});

test("our own calendar, CSV and JSON files are recognized as already there", async () => {
  const bring = async (kind: string, file: File) => {
    const fields = { new_id: crypto.randomUUID(), source: "Ourselves", file };
    const answer = await admin.postParts(`/admin/imports?of=${kind}`, fields);
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    const page = await look((answer.headers.location ?? "").replace(/[?#].*/, ""));
    const open = page.all("tbody tr").map((row) => row.textContent ?? "");
    expect(open.length).toBeGreaterThan(0);
    return open.filter((text) => !text.endsWith("Already there"));
  };
  const { body } = await admin.get("/events.ics");
  expect(await bring("events", new File([body], "events.ics"))).toEqual([]);
  for (const [program, rewrite] of Object.entries(rewritings))
    expect(await bring("events", new File([rewrite(body)], "events.ics")), program).toEqual([]);
  for (const kind of ["events", "resources"])
    for (const format of ["csv", "json"]) {
      const name = `${kind}.${format}`;
      const own = (await admin.get(`/admin/${name}`)).body;
      expect(await bring(kind, csv(own, name)), name).toEqual([]);
      if (format === "csv")
        for (const [how, again] of Object.entries(savedAgain(own)))
          expect(await bring(kind, csv(again, name)), `${name} ${how}`).toEqual([]);
    }
});

test("what a visitor liked comes back from its bookmarks and its JSON, and a link without a description asks for it", async () => {
  const visitor = new Visitor(stack.url);
  const library = new Page((await visitor.get("/education")).body);
  const [id] = library.attributes('input[name="resource"]', "value");
  await visitor.post("/education", { resource: id ?? "", intent: "like" });
  const bring = async (file: File) => {
    const fields = { new_id: crypto.randomUUID(), source: "A browser", file };
    const answer = await admin.postParts("/admin/imports?of=resources", fields);
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    return (answer.headers.location ?? "").replace(/[?#].*/, "");
  };
  for (const name of ["liked.html", "liked.json"]) {
    const page = await look(await bring(new File([(await visitor.get(`/education/${name}`)).body], name)));
    expect(page.texts("tbody td:last-child"), name).toEqual(["Already there"]);
  }
  const html =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Sea</H3><DL><DT><A HREF="https://example.org/asks">Asks</A></DL></DL>';
  const path = await bring(new File([html], "bookmarks.html"));
  const asking = await look(path);
  expect(asking.text("tbody")).toContain("Not complete: It has no description.");
  expect(asking.attributes("tbody textarea", "aria-label")).toEqual(["Description of line 1"]);
  await admin.post(path, { intent: "complete", "line-1": "About the sea.", "line-7": "Nowhere" });
  const columns = {
    "column-title": "0",
    "column-url": "1",
    "column-summary": "2",
    "column-tags": "3",
    "column-tab": "4",
  };
  expect((await look(path)).text("#apply")).toBe("Import 1 resource");
  await admin.post(path, { intent: "columns", ...columns, folders: "tags" });
  await admin.post(path, { intent: "apply" });
  expect(
    await stack.query(
      "select title, description, tags from public.education_resources where url = 'https://example.org/asks'",
      [],
    ),
  ).toEqual([{ title: "Asks", description: "About the sea.", tags: ["Sea"] }]);
  await admin.post(path, { intent: "undo" });
});

test("5,000 resources and 5,000 events after many small files, and changes of 1,000, are imported within the time limit of a call", async () => {
  const undo = async (path: string) => expect((await admin.post(path, { intent: "undo" })).status).toBe(303);
  const rows = (count: number, row: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n)).join("\n");
  const works = (count: number, word: string) =>
    `title,url,summary\n${rows(count, (n) => `${word} ${n},https://example.org/many/${n},About it.`)}`;
  const evenings = (count: number, day: string) =>
    `uid,title,start\n${rows(count, (n) => `${n}@luma,Evening ${n},${day}`)}`;
  for (const [kind, many, changes] of [
    ["resources", works(5000, "Work"), works(1000, "Other")],
    ["events", evenings(5000, "2094-05-20"), evenings(1000, "2094-05-27")],
  ] as const) {
    const sender = admin.atAnotherAddress();
    await bringSmallFiles(kind, sender);
    const first = await bring(kind, many, sender);
    const second = await bring(kind, changes, sender);
    expect((await look(second)).text("#applied")).toContain("1,000 changed");
    await undo(second);
    await undo(first);
  }
  await stack.query("delete from public.education_resources where title like 'small-%'", []);
  await stack.query("delete from public.events where title like 'small-%'", []);
}, 120_000);

test("people who left a list stay out, and an unknown word is asked about once for the whole file", async () => {
  const path = await staged({
    text: "email,State\nkai@example.org,Active\nnoa@example.org,Weg\npua@example.org,Bounced",
  });
  const page = await look(path);
  expect(page.text("#apply")).toBe("Import 1 person");
  expect(page.text(".notice.bad")).toContain("Their lines are refused until you choose below");
  expect(page.text("tbody")).toContain("The file says that they left or did not agree: “Bounced” in “State”.");
  const choices = { intent: "columns", "column-email": "0", "departure-1": "word", "word-0": "1 weg" };
  expect((await admin.post(path, choices)).status).toBe(303);
  const again = await look(path);
  expect([again.text("#apply"), again.all(".notice.bad")]).toEqual(["Import 2 people", []]);
  await admin.post(path, { intent: "apply" });
  expect((await subscribers()).map(({ email }) => email)).toEqual(["kai@example.org", "noa@example.org"]);
  await forget();
});

/** Stages a file of events. @returns the path of its page */
async function stagedEvents(file: string | Uint8Array, name = "events.csv") {
  const fields = { new_id: crypto.randomUUID(), source: "The old site", file: csv(file, name) };
  const answer = await admin.postParts("/admin/imports?of=events", fields);
  expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
  return (answer.headers.location ?? "").replace(/[?#].*/, "");
}
const oldEvents = async () =>
  (await stack.query(
    "select title, starts_at, status, meets from public.events where title like '%of old%' order by title, starts_at",
    [],
  )) as { starts_at: string }[];
const forgetEvents = () => stack.query("delete from public.events where title like '%of old%'", []);

test("a file whose dates can be read in two ways is asked about once", async () => {
  const path = await stagedEvents("title,date\nTalk of old,5/6/2094\nDemo of old,7/7/2094");
  const page = await look(path);
  expect(page.text(".notice.bad")).toContain("No line tells whether 5/6 is May 6 or June 5.");
  expect(page.text("#apply")).toBe("Import 1 event");
  expect(page.text("tbody")).toContain("“5/6/2094” can be two days");
  const columns = { intent: "columns", "column-title": "0", "column-start": "1" };
  expect((await admin.post(path, { ...columns, day_order: "day-first" })).status).toBe(303);
  const read = await look(path);
  expect([read.text("#apply"), read.all(".notice.bad")]).toEqual(["Import 2 events", []]);
  expect(read.text("tbody")).toContain("Saturday, June 5, 2094.");
  await admin.post(path, { intent: "discard" });
});

test("the letters of a file in Windows-1252 are shown, and an admin says that they look right", async () => {
  const bytes = [..."title,date\nCaf\u00e9 of old,2094-05-20"].map((letter) => letter.charCodeAt(0));
  const path = await stagedEvents(Uint8Array.from(bytes));
  expect((await look(path)).text("main")).toContain("These look right: “Café of old”");
  expect((await admin.post(path, { intent: "apply" })).status).toBe(409);
  expect((await admin.post(path, { intent: "apply", "looks-right": "on" })).status).toBe(303);
  expect(await oldEvents()).toMatchObject([{ title: "Café of old" }]);
  await forgetEvents();
});

test("a cancellation comes in if it is asked for, and cancels the event that is here if changes are", async () => {
  const file = (status: string) => `uid,title,date,status\nold-1,Talk of old,2094-05-20,${status}`;
  const first = await stagedEvents(file("CANCELLED"));
  expect((await look(first)).text("tbody")).toContain("It is canceled in the file.");
  expect((await admin.post(first, { intent: "apply" })).status).toBe(409);
  const columns = { "column-uid": "0", "column-title": "1", "column-start": "2", "column-status": "3" };
  await admin.post(first, { intent: "columns", ...columns, with: "canceled" });
  expect((await look(first)).text("#apply")).toBe("Import 1 event");
  await admin.post(first, { intent: "discard" });

  await admin.post(await stagedEvents(file("CONFIRMED")), { intent: "apply" });
  expect(await oldEvents()).toMatchObject([{ status: "scheduled" }]);
  const again = await stagedEvents(file("CANCELLED"));
  expect((await look(again)).text("tbody")).toContain("Status: Scheduled → Canceled");
  await admin.post(again, { intent: "apply", changes: "on" });
  expect(await oldEvents()).toMatchObject([{ status: "cancelled" }]);
  await admin.post(again, { intent: "undo" });
  expect(await oldEvents()).toMatchObject([{ status: "scheduled" }]);
  await forgetEvents();
});

const calendar = (...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:old-2",
    "SUMMARY:Kanikapila of old",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");

test("a calendar again: a cancellation is offered, and an older version is refused", async () => {
  const version = (sequence: number, ...lines: string[]) =>
    stagedEvents(
      calendar(`SEQUENCE:${sequence}`, "DTSTART;TZID=Hawaiian Standard Time:20940520T180000", ...lines),
      "a.ics",
    );
  const mails = () => stack.query("select purpose from public.mails", []);
  const before = await mails();
  await admin.post(await version(1), { intent: "apply" });
  const moved = await version(2, "DURATION:PT2H", "LOCATION:Hilo");
  expect((await look(moved)).text("tbody")).toContain("Place: To be announced → Hilo");
  expect((await admin.post(moved, { intent: "apply", changes: "on" })).status).toBe(303);
  const older = await version(1, "LOCATION:Kona");
  expect((await look(older)).text("tbody")).toContain("It is an earlier version than the one that was imported.");
  const off = await version(3, "STATUS:CANCELLED");
  expect((await look(off)).text("tbody")).toContain("Status: Scheduled → Canceled");
  await admin.post(off, { intent: "apply", changes: "on" });
  expect(await oldEvents()).toMatchObject([{ status: "cancelled" }]);
  expect(await mails()).toEqual(before);
  await forgetEvents();
});

test("a calendar's rule becomes its dates, which are known again and undone", async () => {
  const weekly = calendar("DTSTART:20940521T040000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20940528T040000Z");
  const path = await stagedEvents(weekly, "a.ics");
  const page = await look(path);
  expect(page.text("#apply")).toBe("Import 2 events");
  expect(page.text("tbody")).toContain("Thursday, May 20, 2094, 6:00 PM HST.");
  await admin.post(path, { intent: "columns", "column-title": "0", "column-start": "1", "column-uid": "12" });
  expect((await look(path)).text("tbody")).toContain("Date 1 of 2 of the event on line 2, which repeats.");
  await admin.post(path, { intent: "apply" });
  expect((await oldEvents()).map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
    "2094-05-21T04:00:00.000Z",
    "2094-06-04T04:00:00.000Z",
  ]);
  expect((await look(await stagedEvents(weekly, "a.ics"))).text("main")).toContain(
    "0 new, 0 different, 2 already there",
  );
  await admin.post(path, { intent: "undo" });
  expect(await oldEvents()).toEqual([]);
});

test("a link in a place becomes the join link and is nowhere public", async () => {
  const link = "https://us02web.zoom.us/j/123?pwd=secret";
  await admin.post(await stagedEvents(`title,date,place\nCall of old,2094-05-20,${link}`), { intent: "apply" });
  expect(await oldEvents()).toMatchObject([{ meets: "online" }]);
  expect(await stack.query("select url from private.join_links where url = $1", [link])).toHaveLength(1);
  await stack.query("update public.events set is_published = true where title = 'Call of old'", []);
  const visitor = new Visitor(stack.url);
  for (const path of ["/events/call-of-old", "/events.ics", "/events.json", "/events"]) {
    const { status, body } = await visitor.get(path);
    expect([path, status, body.includes("zoom.us")]).toEqual([path, 200, false]);
  }
  await forgetEvents();
});

describe("people on paper", () => {
  const eventOf = async (key: string, start: string) => {
    const [event] = await stack.query(
      `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, takes_reservations)
        values ($1, 'Paper night', 'Hilo', 'A summary.', true, now() + $2::interval, 'exact', 2, true) returning id`,
      [key, start],
    );
    return String(event?.id);
  };
  const bring = async (event: string, fields: Record<string, string>) => {
    const address = `/admin/imports?of=guests&event=${event}`;
    const answer = await admin.postParts(address, {
      new_id: crypto.randomUUID(),
      source: "The list at the door",
      ...fields,
    });
    return { answer, path: (answer.headers.location ?? "").replace(/[?#].*/, "") };
  };
  const names = (event: string) =>
    stack.query(
      "select w.name, r.state, r.arrived from public.waitlist_entries w join public.reservations r using (id) where w.event_id = $1 order by r.line",
      [event],
    );

  test("who came are pasted, looked at, checked in and counted, and taken back", async () => {
    const event = await eventOf("paper-came", "30 days");
    await stack.query("select public.join_waitlist('paper-came', 'Kaʻi', 'kai@paper.example', '1', false, false)", []);
    await stack.query("update public.events set starts_at = now() - interval '1 hour' where id = $1", [event]);
    const people = new Page((await admin.get(`/admin/events/${event}/people`)).body);
    expect(people.attributes("main a", "href")).toContain(`/admin/imports?of=guests&event=${event}`);
    const { path } = await bring(event, { text: "1. kai\n2. Pua <pua@paper.example>, 3\n3. Lei +1" });
    const review = await look(path);
    expect(review.text('.admin-nav [aria-current="true"]')).toBe("Events");
    expect(review.text("#apply")).toBe("Apply the list of 3 lines");
    expect(review.text("main")).toContain("2 new, 1 known, 0 already there, 0 refused.");
    expect(review.text("tbody")).toContain("Check-in: Not checked in → Came");
    await admin.post(path, { intent: "apply" });
    expect((await look(path)).text("#applied")).toBe("2 lines imported from The list at the door, 1 checked in");
    expect(await names(event)).toEqual([
      { name: "Kaʻi", state: "placed", arrived: 1 },
      { name: "Pua", state: "placed", arrived: 3 },
    ]);
    expect(await stack.query("select people from public.walk_ins where event_id = $1", [event])).toEqual([
      { people: 2 },
    ]);
    await admin.post(path, { intent: "undo" });
    expect(await names(event)).toEqual([{ name: "Kaʻi", state: "placed", arrived: null }]);
    expect(await stack.query("select from public.walk_ins where event_id = $1", [event])).toEqual([]);
  });

  test("who are coming have agreed to something in words, and get spots up to the limit", async () => {
    const event = await eventOf("paper-coming", "30 days");
    const text = "name,email\nPua,pua@paper.example\nLei,lei@paper.example\nNoa,noa@paper.example\nAda,";
    expect((await bring(event, { text })).answer.status).toBe(422);
    const { path } = await bring(event, { text, agreed_text: "Keep me a spot." });
    expect((await look(path)).text("tbody")).toContain("Before the event a spot needs an email address");
    await admin.post(path, { intent: "apply" });
    expect((await names(event)).map(({ state }) => state)).toEqual(["placed", "placed", "waiting"]);
    expect((await look(path)).text("#applied")).toBe("3 lines imported from The list at the door");
    const [{ id } = { id: "" }] = await stack.query(
      "select id from public.waitlist_entries where name = 'Pua' and event_id = $1",
      [event],
    );
    expect(new Page((await admin.get(`/admin/events/${event}/people/${id}`)).body).text("main")).toContain(
      "Agreed on paper: Keep me a spot.",
    );
  });

  test("need an event that takes reservations", async () => {
    expect((await admin.get("/admin/imports?of=guests")).status).toBe(404);
    expect((await admin.get("/admin/imports")).body).not.toContain("of=guests");
  });
});

test("an editor may not import people, and is not offered it", async () => {
  const path = await staged({ text: "email\nkai@example.org" });
  const { visitor } = await roleAskers.editor(stack);
  expect((await visitor.get(form)).status).toBe(403);
  expect((await send({ text: "email\nkai@example.org" }, visitor)).status).toBe(403);
  expect((await visitor.get("/admin/imports")).body).not.toContain("Mailchimp");
  for (const answer of [await visitor.get(path), await visitor.post(path, { intent: "apply" })])
    expect(answer.status).toBe(403);
});
