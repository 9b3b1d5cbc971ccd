import { expect, it } from "vitest";
import { addEvent, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;

/** Columns that belong to one edition or are filled by the database, and so are not copied to another edition. */
const ofOneEdition = [
  ...["id", "key", "series_id", "created_at", "updated_at", "search_text", "sequence"],
  ...["starts_at", "ends_at", "previous_starts_at", "dated_at", "news_at", "relied_on", "over_at", "date_precision"],
  ...["address", "is_listed", "link_secret"],
  ...["sign_up_opens_at", "sign_up_closes_at", "waitlist_closed", "for_people_of", "answers_until"],
  // written from the place that is copied
  "place_details",
  ...["status", "is_published", "tab_order", "tab_label", "ticket_url", "recap", "recap_url"],
];

const [hall, lanai] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

type Values = Record<string, { first: unknown; second: unknown }>;

/** Values of the columns that the next edition copies, for those whose type does not say what they may hold. */
const chosen: Values = {
  place: { first: "Kaimukī Library, Honolulu", second: "Lānai, Hilo" },
  place_id: { first: hall, second: lanai },
  meets: { first: "both", second: "room" },
  online_limit: { first: 30, second: null },
  co_hosts: { first: [{ name: "Hui o Kai" }], second: [] },
  takes_reservations: { first: true, second: true },
  admission: { first: "asked", second: "open" },
  visibility: { first: "link", second: "public" },
};

/** Returns two values for each column that the next edition copies, the first of which no new event has. */
async function valuesOfCopied(): Promise<Values> {
  const columns = await sql<{ name: string; type: string; at: number }>(
    `select c.column_name as name, c.data_type as type,
       row_number() over (partition by c.data_type in ('integer', 'smallint') order by c.ordinal_position)::integer as at
     from information_schema.columns c
     where c.table_name = 'events' and c.column_name = any (private.copied_settings())`,
  );
  const ofType = (name: string, type: string, at: number) => {
    if (type === "text") return { first: name, second: `${name}-2` };
    if (type === "boolean") return { first: true, second: false };
    return { first: at, second: at + 1 };
  };
  return Object.fromEntries(columns.map(({ name, type, at }) => [name, chosen[name] ?? ofType(name, type, at)]));
}

const only = (values: Values, which: "first" | "second"): Row =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value[which]]));
const said = (values: Values, [event = {}]: Row[]) =>
  Object.fromEntries(Object.keys(values).map((column) => [column, event[column]]));
const eventAt = (key: string) => sql("select * from public.events where key = $1", key);
const editable = `select column_name as name from information_schema.column_privileges
  where grantee = 'authenticated' and table_name = 'events' and privilege_type = 'UPDATE'`;

it("every column is either copied to the next edition or listed here as not copied", async () => {
  const columns = await sql<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'public.events'::regclass and attnum > 0 and not attisdropped",
  );
  const [settings] = await sql<{ names: string[] }>("select private.copied_settings() as names");
  expect([...ofOneEdition, ...(settings?.names ?? [])].sort()).toEqual(columns.map(({ name }) => name).sort());
});

/** Adds an event with the first of all of these values, and its series. @returns its id */
async function addFilled(values: Values): Promise<string> {
  await database.signIn();
  await sql(
    `insert into public.places (id, key, name, city, island) values
       ($1, 'library', 'Kaimukī Library', 'Honolulu', 'oahu'), ($2, 'lanai', 'Lānai', 'Hilo', 'hawaii')`,
    hall,
    lanai,
  );
  const id = await addEvent(database, "first", true);
  const untouched = said(values, await eventAt("first"));
  const columns = Object.keys(values);
  for (const column of columns) expect(values[column]?.first, column).not.toEqual(untouched[column]);
  await sql(
    `update public.events e set (starts_at, date_precision, ${columns.join(", ")}) =
       (select now() + interval '3 days', 'exact', ${columns.map((column) => `f.${column}`).join(", ")} from jsonb_populate_record(e, $1) f)
     where key = 'first'`,
    JSON.stringify(only(values, "first")),
  );
  await sql("insert into public.series (key, name) values ('kaulana', 'Kaulana')");
  await sql(
    "update public.events e set series_id = s.id from public.series s where e.key = 'first' and s.key = 'kaulana'",
  );
  return id;
}

it("copy_event and make_editions copy all of these values", async () => {
  const values = await valuesOfCopied();
  const id = await addFilled(values);
  await database.call("admin", "public.copy_event($1, 'second', now() + interval '10 days', null)", id);
  expect(said(values, await eventAt("second"))).toEqual(only(values, "first"));
  await sql(
    `update public.series set template_id = $1, frequency = 'weeks', weekday = 4, every_weeks = 1, first_day = now() + interval '20 days',
       editions_ahead = 1
     where key = 'kaulana'`,
    id,
  );
  expect(await database.call("worker", "public.make_editions()")).toBe(1);
  const [made] = await sql<{ key: string }>(
    "select key from public.events where key not in ('first', 'second') order by created_at desc limit 1",
  );
  expect(said(values, await eventAt(made?.key ?? ""))).toEqual(only(values, "first"));
});

it("change_editions saves every column of the event form", async () => {
  const values = await valuesOfCopied();
  await addFilled(values);
  const [event] = await sql<{ id: string; updated_at: string }>(
    "select id, updated_at::text from public.events where key = 'first'",
  );
  const fields: Row = {
    ...only(values, "second"),
    ...{ date_precision: "day", starts_at: "2035-01-01T10:00:00+00:00", ends_at: "2035-01-02T10:00:00+00:00" },
    ...{ sign_up_opens_at: "2034-01-01T10:00:00+00:00", sign_up_closes_at: "2034-12-01T10:00:00+00:00" },
    ...{ status: "postponed", is_published: false, tab_order: 77, tab_label: "Kai" },
    ...{ recap: "We ate.", recap_url: "https://photos.example/1" },
  };
  // Set in other forms, or in conflict with the values above (`ticket_url` and `for_people_of`).
  const others = ["answers_until", "waitlist_closed", "series_id", "ticket_url", "for_people_of"];
  expect([...Object.keys(fields), ...others].sort()).toEqual(
    (await sql<{ name: string }>(editable)).map(({ name }) => name).sort(),
  );
  const before = (await eventAt("first"))[0] ?? {};
  const answer = await database.call(
    "admin",
    "public.change_editions($1, $2, $3, '{}', '{}')",
    event?.id,
    event?.updated_at,
    JSON.stringify(fields),
  );
  expect(answer).toMatchObject({ outcome: "saved" });
  const [after = {}] = await sql("select to_jsonb(e) as event from public.events e where key = 'first'");
  for (const [column, value] of Object.entries(fields)) {
    expect((after.event as Row)[column], column).toEqual(value);
    if (column !== "takes_reservations") expect(before[column], column).not.toEqual(value);
  }
});
