import { beforeEach, describe, expect, test } from "vitest";
import { manyConnections } from "./at-once.ts";

const { sql, count, atOnce } = manyConnections();
const cron = { as: "worker" as const, text: "public.make_editions()" };

beforeEach(async () => {
  await sql(
    "delete from public.waitlist_entries w using public.events e where e.id = w.event_id and e.key like 'evening%'",
  );
  await sql("delete from public.events where key like 'evening%'");
  await sql("delete from public.series");
});

/** Adds weekly series, each with its own template. */
const addSeries = (series: number) =>
  sql(
    `with template as (
       insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision)
       select 'evening-template-' || n, 'Evening', 'Hilo', 'It is one.', date_trunc('week', now()) + interval '8 days 20 hours', date_trunc('week', now()) + interval '8 days 22 hours', 'exact'
       from generate_series(1, $1::int) n
       returning id, key
     )
     insert into public.series (key, name, template_id, frequency, weekday, every_weeks, first_day, editions_ahead, publishes)
     select 'evenings-' || id, 'Evenings ' || key, id, 'weeks', 1, 1, '2020-01-01', 12, true from template`,
    series,
  );

describe("the job that creates event editions", () => {
  test("creates no occurrence twice when two Workers run it at once, 50 times", async () => {
    for (let time = 1; time <= 50; time += 1) {
      await sql("delete from public.events where key like 'evening%'");
      await sql("delete from public.series");
      await addSeries(3);
      const made = await atOnce<number>(2, () => cron);
      expect(made.reduce((sum, each) => sum + each)).toBe(36);
      expect(await count("from public.events where key like 'evenings-%'")).toBe(36);
      expect(await count("from private.occurrences where event_id is not null")).toBe(36);
    }
  });

  test("creates each edition once in 40 Workers while an admin renames the series, and the new name stays", async () => {
    await addSeries(3);
    const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
    const [series] = await sql<{ id: string; updated_at: string }>(
      "select id, updated_at::text from public.series limit 1",
    );
    const answers = await atOnce(41, (index) =>
      index === 0
        ? {
            as: { account: admin?.id ?? "" },
            text: "update public.series set name = 'Renamed' where id = $1 and updated_at::text = $2 returning name as answer",
            parameters: [series?.id ?? "", series?.updated_at ?? ""],
          }
        : cron,
    );
    expect(answers[0]).toBe("Renamed");
    await sql("select public.make_editions()");
    expect(await count("from public.events where key like 'evenings-%'")).toBe(36);
    expect(await count("from public.series where name = 'Renamed'")).toBe(1);
  });

  test("runs while 20 admins change all later editions and people sign up: one admin succeeds, completely", async () => {
    await addSeries(1);
    await sql("update public.series set editions_ahead = 9");
    await sql("select public.make_editions()");
    await sql("update public.series set editions_ahead = 12");
    const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
    const editions = await sql<{ id: string; key: string; updated_at: string }>(
      "select id, key, updated_at::text from public.events where key like 'evenings-%' order by starts_at",
    );
    const [first] = editions;
    const last = editions.at(-1);
    const outcomes = await atOnce<string>(50, (index) => {
      if (index % 5 > 2) return cron;
      if (index % 5 === 2) {
        const text = "public.join_waitlist($1, 'Kai', $2, '1', false, false)";
        return { as: "worker", text, parameters: [last?.key, `kai-${index}@example.org`] };
      }
      return {
        as: { account: admin?.id ?? "" },
        text: "public.change_editions($1, $2::text::timestamptz, jsonb_build_object('place', $3::text), array[$4::uuid], '{}') ->> 'outcome'",
        parameters: [first?.id, first?.updated_at, `Place ${index}`, last?.id],
      };
    });
    const ofAdmins = outcomes.filter((_outcome, index) => index % 5 < 2).sort();
    expect(ofAdmins).toEqual([...Array(19).fill("changed"), "saved"]);
    expect(outcomes.filter((outcome) => outcome === "joined")).toHaveLength(10);
    await sql("select public.make_editions()");
    const places = await sql<{ id: string; place: string }>(
      "select id, place from public.events where key like 'evenings-%' order by starts_at",
    );
    const [changed] = places;
    expect(places).toHaveLength(12);
    expect(changed?.place).toMatch(/^Place /);
    // The last edition changes with the others if nobody had signed up for it yet.
    for (const { id, place } of places) if (id !== last?.id) expect(place).toBe(changed?.place);
  });

  test("causes no deadlock while one admin deletes the template and others save it, 30 times", async () => {
    for (let time = 1; time <= 30; time += 1) {
      await sql("delete from public.events where key like 'evening%'");
      await sql("delete from public.series");
      await addSeries(1);
      await sql("select public.make_editions()");
      await sql("update public.events e set series_id = s.id from public.series s where s.template_id = e.id");
      const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
      const [template] = await sql<{ id: string; updated_at: string }>(
        "select e.id, e.updated_at::text from public.events e join public.series s on s.template_id = e.id",
      );
      const as = { account: admin?.id ?? "" };
      const parameters = [template?.id, template?.updated_at];
      const outcomes = await atOnce<string>(12, (index) => {
        if (index % 3 === 0) return cron;
        if (index % 3 === 1) return { as, text: "public.delete_event($1, $2::text::timestamptz)::text", parameters };
        const fields = "jsonb_build_object('place', 'Kona'), '{}', '{}'";
        return { as, text: `public.change_editions($1, $2::text::timestamptz, ${fields}) ->> 'outcome'`, parameters };
      });
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      expect([count("saved"), count("deleted")].sort(), outcomes.join()).toEqual([0, 1]);
    }
  });

  test("tells each subscriber only once about new editions when two Workers run it at once, 20 times", async () => {
    for (let time = 1; time <= 20; time += 1) {
      await sql("delete from public.events where key like 'evening%'");
      await sql("delete from public.series");
      await sql("delete from public.mails where purpose = 'series-editions'");
      await addSeries(2);
      await sql("select public.make_editions()");
      await sql(
        `insert into private.series_subscriptions (series_id, email, consent_version, confirmed_at)
         select s.id, 'kai-' || n || '@example.org', '1', now() from public.series s, generate_series(1, 20) n`,
      );
      await sql("update private.announced_editions set seen_at = seen_at - interval '10 minutes'");
      await atOnce<number>(2, () => cron);
      await sql("select public.make_editions()");
      expect(await count("from public.mails where purpose = 'series-editions'")).toBe(40);
      expect(await count("from private.announced_editions where announcement is not null")).toBe(24);
    }
  });

  test("leaves 50 series with 12 editions each that can be listed within 50 ms", async () => {
    await addSeries(50);
    await sql("select public.make_editions()");
    for (const table of ["public.events", "public.series", "private.occurrences"]) await sql(`analyze ${table}`);
    const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
    const times: number[] = [];
    for (let time = 1; time <= 10; time += 1) {
      const [taken = 0] = await atOnce<number>(1, () => ({
        as: { account: admin?.id ?? "" },
        text: `(select extract(epoch from clock_timestamp() - t.begun)::float8 * 1000
          from (select b.begun, jsonb_array_length(public.list_series()) as listed from (select clock_timestamp() as begun) b offset 0) t
          where t.listed = 50)`,
      }));
      times.push(taken);
    }
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
