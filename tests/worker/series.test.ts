import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { ask, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let template: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
  // A day before the first date of the rule: on it, it would be that edition.
  template = await addEvent("evening", "2097-01-02 18:00-10");
});
afterAll(() => stack?.stop());

const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const look = async (path: string) => new Page((await admin.get(path)).body);
const wrong = (body: string) => new Page(body).texts(".field .error");

async function addEvent(key: string, startsAt: string, series: string | null = null): Promise<string> {
  const [event] = await rows<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, is_published, series_id)
     values ($1, 'An evening', 'Hilo', 'It is one.', $2::timestamptz, $2::timestamptz + interval '2 hours', 'exact', true, $3) returning id`,
    key,
    startsAt,
    series,
  );
  return event?.id ?? "";
}

/** The form of a series that takes place every Thursday from 2097 on, far from the date of the test run. */
const weekly = (more: Record<string, string> = {}) => ({
  name: "Evenings",
  template,
  rhythm: "weeks",
  weekday: "4",
  first_day: "2097-01-01",
  editions_ahead: "3",
  publishes: "on",
  intent: "save",
  ...more,
});
const newSeries = (fields: Record<string, string>, id = crypto.randomUUID()) =>
  admin.post("/admin/series/new", { ...weekly(fields), new_id: id });

describe("a new series", () => {
  test("previews its next twelve dates before it has a name or a template, and saves nothing", async () => {
    const answer = await newSeries({
      intent: "preview",
      name: "",
      template: "",
      about: "By the sea",
      left_out: "2097-01-10",
    });
    const page = new Page(answer.body);
    expect(answer.status).toBe(200);
    const dates = page.texts("form [data-focus] li");
    expect(dates).toHaveLength(12);
    expect([dates[0], dates[1]]).toEqual(["January 3, 2097", "January 17, 2097"]);
    expect([page.value("about"), page.value("first_day"), page.value("left_out")]).toEqual([
      "By the sea",
      "2097-01-01",
      "2097-01-10",
    ]);
    expect(await rows("select from public.series")).toHaveLength(0);
  });

  test.each([
    ["a name that is missing", { name: "" }, "Enter a name"],
    ["a rule without its template", { template: "" }, "Choose the event that editions are copied from"],
    ["a rule without a day", { weekday: "" }, "Choose a day of the week"],
    ["400 weeks", { every_weeks: "400" }, "Enter a whole number from 1 to 52"],
    ["a year 10000", { first_day: "10000-01-01" }, "Enter a date that exists"],
    ["a day that does not exist", { left_out: "2097-02-30" }, "“2097-02-30” is a day that does not exist."],
    [
      "a rule without dates",
      { last_day: "2097-01-02" },
      "This rule has no dates: enter a later day, or leave out fewer",
    ],
    ["an end before its start", { last_day: "2096-12-01" }, "Enter a last day after the first one"],
    [
      "a template that is gone",
      { template: crypto.randomUUID() },
      "This event was deleted in the meantime. Choose another one",
    ],
    ["a name of signs alone, without a key", { name: "!!!" }, "Enter a key: none can be made from this name"],
  ])("reports %s at its field, and keeps what was typed", async (_what, fields, message) => {
    const answer = await newSeries({ about: "By the sea", ...fields });
    expect([answer.status, wrong(answer.body)]).toEqual([422, [message]]);
    expect(new Page(answer.body).value("about")).toBe("By the sea");
    expect(await rows("select from public.series")).toHaveLength(0);
  });

  test("takes the dates left out as people write them, and says which days it read", async () => {
    const typed = "1/10/2097\nJanuary 17, 2097, Thursday, January 24, 2097";
    const preview = await newSeries({ intent: "preview", left_out: typed });
    const page = new Page(preview.body);
    expect(page.texts("form [data-focus] li").slice(0, 3)).toEqual([
      "January 3, 2097",
      "January 31, 2097",
      "February 7, 2097",
    ]);
    expect(page.text("form [data-focus] p")).toBe(
      "Left out: Thursday, January 10, 2097; Thursday, January 17, 2097; Thursday, January 24, 2097.",
    );
    expect(page.value("left_out")).toBe(typed);

    const created = await newSeries({ left_out: typed });
    expect(await rows("select left_out::text from public.series")).toEqual([
      { left_out: "{2097-01-10,2097-01-17,2097-01-24}" },
    ]);
    expect(new Page((await admin.get(created.headers.location ?? "")).body).value("left_out")).toBe(
      "Thursday, January 10, 2097\nThursday, January 17, 2097\nThursday, January 24, 2097",
    );
    await rows("delete from public.series");
  });

  test("reports the same mistakes in its rule when its dates are previewed", async () => {
    const answer = await newSeries({ intent: "preview", name: "", template: "", weekday: "", every_weeks: "400" });
    expect([answer.status, wrong(answer.body)]).toEqual([
      422,
      ["Choose a day of the week", "Enter a whole number from 1 to 52"],
    ]);
  });

  test("is created once when sent twice, and refused if its name differs only in spelling", async () => {
    const id = crypto.randomUUID();
    const [one, two] = [await newSeries({ name: "Pō Mahina" }, id), await newSeries({ name: "Pō Mahina" }, id)];
    const made = await rows("select id, key from public.series");
    expect(made).toEqual([{ id: expect.anything(), key: "po-mahina" }]);
    for (const { status, headers } of [one, two]) {
      const to = `/admin/series/${made[0]?.id}?done=created`;
      expect([status, withoutSignature(headers.location ?? "")]).toEqual([303, to]);
    }
    const again = await newSeries({ name: "PO-mahina", key: "another" });
    expect([again.status, wrong(again.body)]).toEqual([
      422,
      ["There is a series of this name already, perhaps in another spelling. Choose that one, or another name"],
    ]);
    const taken = await newSeries({ name: "Another", key: "po-mahina" });
    expect([taken.status, wrong(taken.body)]).toEqual([422, ["Another series has this key"]]);
  });

  test("is not overwritten when changed in two tabs at once, nor deleted from a stale page", async () => {
    const [{ id } = { id: "" }] = await rows<{ id: string }>("select id from public.series where key = 'po-mahina'");
    const path = `/admin/series/${id}`;
    const version = (await look(path)).value("version") ?? "";
    expect((await admin.post(path, { ...weekly({ name: "Pō Mahina" }), version, about: "First" })).status).toBe(303);
    const second = await admin.post(path, { ...weekly({ name: "Pō Mahina" }), version, about: "Second" });
    expect(second.status).toBe(409);
    const page = new Page(second.body);
    expect(page.texts(".summary td")).toEqual(["First", "Second"]);
    expect(page.value("about")).toBe("Second");
    const old = await admin.post(path, { intent: "delete", version });
    expect([old.status, new Page(old.body).text("main")]).toEqual([
      409,
      expect.stringContaining("Check it again before you delete it."),
    ]);
    const latest = page.value("version") ?? "";
    expect(
      (await admin.post(path, { ...weekly({ name: "Pō Mahina" }), version: latest, about: "Second" })).status,
    ).toBe(303);
    const asks = await look(`${path}?confirm=delete`);
    expect(asks.text("main")).toContain("Delete “Pō Mahina”?");
    const gone = await admin.post(path, { intent: "delete", version: asks.value("version") ?? "" });
    expect(withoutSignature(gone.headers.location ?? "")).toBe("/admin/series?done=deleted");
    expect((await admin.get(path)).status).toBe(404);
  });
});

describe("the editions of a series", () => {
  let path: string;
  const days = async () =>
    (
      await rows<{ day: string }>(
        "select (starts_at at time zone 'Pacific/Honolulu')::date::text as day from public.events where key like 'evenings-%' order by 1",
      )
    ).map(({ day }) => day);
  const idOf = async (key: string) =>
    (await rows<{ id: string }>("select id from public.events where key = $1", key))[0]?.id ?? "";
  const states = async () => (await look(path)).texts('[aria-labelledby="dates"] td').slice(0, 4);

  test("are made by cron; if left out, moved or deleted they do not come back, and the page says what became of each", async () => {
    const created = await newSeries({ left_out: "2097-01-10" });
    expect(created.status).toBe(303);
    path = (created.headers.location ?? "").replace(/[?].*/, "");
    await cron();
    expect(await days()).toEqual(["2097-01-03", "2097-01-17", "2097-01-24"]);
    await rows(
      "update public.events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where key = 'evenings-2097-01-17'",
    );
    const last = `/admin/events/${await idOf("evenings-2097-01-24")}/details`;
    const version = (await look(last)).value("version") ?? "";
    expect((await admin.post(last, { intent: "delete", version })).status).toBe(303);
    await cron();
    expect(await days()).toEqual(["2097-01-03", "2097-01-18"]);
    expect(await states()).toEqual([
      "An evening Published",
      expect.stringMatching(/^An evening Published Moved to .*Friday, January 18, 2097$/),
      "Its edition was deleted, and is not made again",
      "Will be made later",
    ]);
  });

  test("are not made where another event has the key, which the list of series says too", async () => {
    await addEvent("evenings-2097-01-31", "2097-05-01 18:00-10");
    const form = await look(path);
    const version = form.value("version") ?? "";
    expect(
      (await admin.post(path, { ...weekly({ left_out: "2097-01-10", editions_ahead: "4" }), version })).status,
    ).toBe(303);
    await cron();
    expect(await days()).toEqual(["2097-01-03", "2097-01-18", "2097-05-01"]);
    expect((await states())[3]).toBe("Not made: another event has the key evenings-2097-01-31");
    expect((await look("/admin/series")).text("tbody")).toContain("Not made: another event has the key");
    await rows("delete from public.events where key = 'evenings-2097-01-31'");
    await cron();
    expect(await days()).toEqual(["2097-01-03", "2097-01-18", "2097-01-31"]);
  });

  const fieldsOf = async (event: string) => {
    const form = await look(event);
    const names = ["title", "version", "date", "start", "end", "place", "summary"];
    return {
      ...Object.fromEntries(names.map((name) => [name, form.value(name) ?? ""])),
      ...{ date_precision: "exact", status: "scheduled", is_published: "on" },
      series_id: form.attribute('select[name="series_id"] option[selected]', "value") ?? "",
    };
  };
  const places = async () =>
    (
      await rows<{ place: string }>("select place from public.events where key like 'evenings-%' order by starts_at")
    ).map(({ place }) => place);

  test("are changed alone or with all later ones; those edited by hand are listed first and kept unless chosen", async () => {
    const first = `/admin/events/${await idOf("evenings-2097-01-03")}/details`;
    const moved = await idOf("evenings-2097-01-17");
    const page = await look(first);
    expect(page.attributes('input[name="scope"][checked]', "value")).toEqual(["this"]);
    const alone = await admin.post(first, { ...(await fieldsOf(first)), place: "Kona", scope: "this" });
    expect(withoutSignature(alone.headers.location ?? "")).toBe(`${first}?done=saved`);
    expect(await places()).toEqual(["Kona", "Hilo", "Hilo"]);

    const fields = { ...(await fieldsOf(first)), place: "Waimea", scope: "later" };
    const asks = await admin.post(first, fields);
    const question = new Page(asks.body);
    expect(asks.status).toBe(200);
    expect(question.text("form [data-focus]")).toContain("Nothing is saved yet.");
    expect(question.texts("form [data-focus] label")).toEqual([
      "An evening, Friday, January 18, 2097 (edited by hand)",
    ]);
    expect(question.attributes('input[name="chosen"]', "value")).toEqual([moved]);
    expect(question.all('input[name="chosen"][checked]')).toHaveLength(0);
    expect([question.value("place"), question.attribute('input[name="scope"][checked]', "value")]).toEqual([
      "Waimea",
      "later",
    ]);
    expect(await places()).toEqual(["Kona", "Hilo", "Hilo"]);

    const kept = await admin.post(first, { ...fields, asked: moved });
    expect(withoutSignature(kept.headers.location ?? "")).toBe(`${first}?done=saved-later`);
    expect(await places()).toEqual(["Waimea", "Hilo", "Waimea"]);
    // From a page that is stale by now.
    expect((await admin.post(first, { ...fields, asked: moved })).status).toBe(409);

    const again = { ...(await fieldsOf(first)), place: "Lāʻie", scope: "later" };
    expect((await admin.post(first, { ...again, asked: moved, chosen: moved })).status).toBe(303);
    expect(await places()).toEqual(["Lāʻie", "Lāʻie", "Lāʻie"]);
    const version = (await look(path)).value("version") ?? "";
    expect(
      (await admin.post(path, { ...weekly({ left_out: "2097-01-10", editions_ahead: "5" }), version })).status,
    ).toBe(303);
    await cron();
    expect(await places()).toEqual(["Lāʻie", "Lāʻie", "Lāʻie", "Lāʻie"]);
  });

  test("cannot leave their series and change its later editions at once", async () => {
    const first = `/admin/events/${await idOf("evenings-2097-01-03")}/details`;
    const answer = await admin.post(first, { ...(await fieldsOf(first)), series_id: "", scope: "later" });
    expect([answer.status, wrong(answer.body)]).toEqual([
      422,
      ["This event is to be in another series now. Save that first, for this edition alone"],
    ]);
  });

  test("do not change with the event that they are copied from, unless it is copied again", async () => {
    await rows("update public.events set place = 'Pāhoa' where id = $1", template);
    const save = async (more: Record<string, string>) => {
      const version = (await look(path)).value("version") ?? "";
      expect((await admin.post(path, { ...weekly({ left_out: "2097-01-10", ...more }), version })).status).toBe(303);
      await cron();
      return (await places()).at(-1);
    };
    expect(await save({ editions_ahead: "6" })).toBe("Lāʻie");
    expect(await save({ editions_ahead: "7", copies_again: "on" })).toBe("Pāhoa");
  });

  test("remain when their series is deleted", async () => {
    const count = (await days()).length;
    const version = (await look(path)).value("version") ?? "";
    expect((await admin.post(path, { intent: "delete", version })).status).toBe(303);
    await cron();
    expect(await days()).toHaveLength(count);
    expect((await new Visitor(stack.url).get("/series/evenings", madeAnew)).status).toBe(404);
  });
});

describe("the page of a series", () => {
  const page = "/series/moon-walks";
  const visit = (path: string) => new Visitor(stack.url).get(path, madeAnew);
  beforeAll(async () => {
    const [series] = await rows<{ id: string }>(
      "insert into public.series (key, name, about) values ('moon-walks', 'Moon walks', 'We walk.') returning id",
    );
    await rows("insert into public.series (key, name) values ('never-read', 'Never read')");
    await addEvent("moon-walk", "2097-03-01 18:00-10", series?.id);
  });

  test("is in the site map once it has a published edition, and its link preview shows the picture of events", async () => {
    const map = (await visit("/sitemap.xml")).body;
    expect(map).toContain(`<loc>${stack.url}${page}</loc>`);
    expect(map).not.toContain("never-read");
    const shown = new Page((await visit(page)).body);
    expect(shown.attribute('link[rel="canonical"]', "href")).toBe(stack.url + page);
    expect(shown.attribute('meta[property="og:image"]', "content")).toBe(`${stack.url}/Images/cards/events.png`);
    await rows("update public.events set is_published = false where key = 'moon-walk'");
    expect((await visit("/sitemap.xml")).body).not.toContain(page);
    await rows("update public.events set is_published = true where key = 'moon-walk'");
    await visit(page);
  });

  test("is shown from its copy while the database is down, or responds 503 if it was never read", async () => {
    await stack.stopSupabase();
    const copy = await visit(page);
    expect(copy.status).toBe(200);
    expect(new Page(copy.body).text("main .notice")).toContain("We can’t reach our records right now.");
    expect(new Page(copy.body).text("main")).toContain("We walk.");
    const unread = await visit("/series/never-read");
    expect([unread.status, unread.headers["retry-after"]]).toEqual([503, "60"]);
    const said = new Page(unread.body);
    expect(said.text("h1")).toBe("Temporarily unavailable");
    expect(said.all('nav[aria-label="Main"] a').length).toBeGreaterThan(5);
    expect((await visit("/series/never-read.ics")).status).toBe(503);
  });
});
