import { beforeEach, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
let event: string;

beforeEach(async () => {
  await database.addEditor();
  event = await addEvent(database, "luau");
});

const add = (slug: string, name = slug) =>
  sql("insert into public.named_links (event_id, slug, name) values ($1, $2, $3)", event, slug, name);
const join = (number: number, link: string | null, isSpam = false) =>
  database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', $2, false, $3, p_from => $4)",
    `guest-${number}@example.org`,
    isSpam,
    key(number),
    link,
  );
const counted = () =>
  database.as<{ slug: string; sign_ups: number; confirmed: number }>(
    "editor",
    "select slug, sign_ups::int, confirmed::int from public.counted_links($1, null)",
    event,
  );
const cameBy = (number: number) =>
  sql("select came_by from public.waitlist_entries where email = $1", `guest-${number}@example.org`);

it("counts 200 sign-ups at once by the link that led to each, and takes names that do not exist for none", async () => {
  const names = ["library-flyer", "radio", "unknown", null, "Library-Flyer", "x' or true --"];
  await add("library-flyer", "Library flyer");
  await add("radio");
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, number) => join(number, names[number % names.length] ?? null)),
  );
  expect(new Set(outcomes)).toEqual(new Set(["joined"]));
  await sql("update public.waitlist_entries set confirmed_at = now() where email ~ '^guest-.?@'");
  expect(await counted()).toEqual([
    { slug: "library-flyer", sign_ups: 34, confirmed: 2 },
    { slug: "radio", sign_ups: 34, confirmed: 2 },
  ]);
  expect(
    await sql("select came_by, count(*)::int as people from public.waitlist_entries group by came_by order by came_by"),
  ).toEqual([
    { came_by: "library-flyer", people: 34 },
    { came_by: "radio", people: 34 },
    { came_by: null, people: 132 },
  ]);
});

it("keeps the first link of a person, counts no spam, and knows a deleted name again", async () => {
  await add("radio");
  await add("flyer");
  await join(1, "radio");
  await join(1, "flyer");
  await join(2, "flyer", true);
  expect(await cameBy(1)).toEqual([{ came_by: "radio" }]);
  expect(await counted()).toEqual([
    { slug: "flyer", sign_ups: 0, confirmed: 0 },
    { slug: "radio", sign_ups: 1, confirmed: 0 },
  ]);
  await sql("delete from public.named_links where slug = 'radio'");
  await join(3, "radio");
  expect(await cameBy(3)).toEqual([{ came_by: null }]);
  await add("radio");
  expect((await counted()).find(({ slug }) => slug === "radio")?.sign_ups).toBe(1);
});

it("takes a name only for its own event, once, and well-formed", async () => {
  await add("radio");
  const other = await addEvent(database, "other");
  await sql("update public.named_links set event_id = $1", other);
  await join(1, "radio");
  expect(await cameBy(1)).toEqual([{ came_by: null }]);
  await add("radio");
  const refused: [slug: string, name: string, code: string][] = [
    ["radio", "Radio, again", uniqueViolation],
    ["Radio", "Radio", checkViolation],
    ["tv", " ", checkViolation],
  ];
  const insertion = "insert into public.named_links (event_id, slug, name) values ($1, $2, $3)";
  for (const [slug, name, code] of refused)
    await expect(database.as("editor", insertion, event, slug, name)).rejects.toMatchObject({ code });
});

it("comes back with a person who left and returned", async () => {
  await add("radio");
  await join(1, "radio");
  const digest = "1".padStart(64, "0");
  await sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries",
    digest,
  );
  expect(await database.call("worker", "public.leave_waitlist($1, 'left')", digest)).toBe(true);
  expect(await counted()).toEqual([{ slug: "radio", sign_ups: 0, confirmed: 0 }]);
  expect(await database.call("worker", "public.return_to_waitlist($1)", digest)).toBe("back");
  expect(await counted()).toEqual([{ slug: "radio", sign_ups: 1, confirmed: 0 }]);
});

it("is read and written by admins alone", async () => {
  await add("radio");
  const all = "select slug from public.named_links";
  await expect(database.as("stranger", all)).rejects.toMatchObject({ code: denied });
  expect(await database.as("member", all)).toEqual([]);
  const insertion = "insert into public.named_links (event_id, slug, name) values ($1, 'tv', 'TV')";
  await expect(database.as("member", insertion, event)).rejects.toMatchObject({ code: denied });
  expect(await database.as("member", "delete from public.named_links returning slug")).toEqual([]);
  expect(await database.as("editor", all)).toEqual([{ slug: "radio" }]);
});

it("counts subscriptions to a series and to the newsletter by links of their own, with the same name", async () => {
  const [series] = await sql<{ id: string }>(
    "insert into public.series (key, name) values ('evenings', 'Evenings') returning id",
  );
  await sql("update public.events set series_id = $1", series?.id);
  await add("radio");
  await sql("insert into public.named_links (series_id, slug, name) values ($1, 'radio', 'Radio')", series?.id);
  await sql("insert into public.named_links (slug, name) values ('radio', 'Radio'), ('flyer', 'Flyer')");
  const ofSeries = (number: number, link: string) =>
    database.call(
      "worker",
      "public.subscribe_to_series('evenings', $1, 'v1', $2, p_from => $3)",
      `guest-${number}@example.org`,
      key(number),
      link,
    );
  const ofNewsletter = (number: number, link: string, isSpam = false) =>
    database.call(
      "worker",
      "public.subscribe($1, $2, 'v1', '/insights', $3, p_from => $4)",
      `guest-${number}@example.org`,
      isSpam,
      key(number),
      link,
    );
  for (const number of [1, 2]) expect(await ofSeries(number, "radio")).toBe("asked");
  expect(await ofSeries(3, "flyer"), "a name of the newsletter").toBe("asked");
  for (const number of [1, 2, 3]) expect(await ofNewsletter(number, "radio")).toBe("subscribed");
  await ofNewsletter(4, "flyer", true);
  await ofNewsletter(5, "unknown");
  await sql("update private.series_subscriptions set confirm_by = null, confirmed_at = now() where email ~ '1'");
  await sql("update public.newsletter_subscribers set left_at = now() where email ~ '3'");
  const numbers = (target: string | null | undefined) =>
    database.as(
      "editor",
      "select slug, sign_ups::int, confirmed::int from public.counted_links(null, $1) order by slug",
      target,
    );
  expect(await numbers(series?.id)).toEqual([{ slug: "radio", sign_ups: 2, confirmed: 1 }]);
  expect(await numbers(null)).toEqual([
    { slug: "flyer", sign_ups: 0, confirmed: 0 },
    { slug: "radio", sign_ups: 2, confirmed: 0 },
  ]);
  expect(await counted(), "of the event").toEqual([{ slug: "radio", sign_ups: 0, confirmed: 0 }]);
  const again = "insert into public.named_links (slug, name) values ('radio', 'Radio')";
  await expect(database.as("editor", again)).rejects.toMatchObject({ code: uniqueViolation });
  await expect(database.as("member", "select from public.counted_links(null, null)")).rejects.toMatchObject({
    code: denied,
  });
});
