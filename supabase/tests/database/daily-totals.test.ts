import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, addResource, denied, invalidParameter, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Analytics {
  since: string;
  until: string;
  days: { day: string; likes: number; waitlist: number; subscriptions: number; messages: number }[];
  top: { id: string; title: string; likes: number }[];
}

const totals = async () =>
  Object.fromEntries(
    (
      await database.sql(
        `select kind || ' ' || ((now() at time zone 'Pacific/Honolulu')::date - day) as name, sum(total)::integer as total
         from private.daily_totals group by 1 order by 1`,
      )
    ).map((row) => [row.name, row.total]),
  );
const setLike = (intent: string, number: number) =>
  database.call("worker", "public.set_like($1, $2, null, null, $3)", resource, intent, key(number));
const analytics = (days: number | null) => database.call<Analytics>("admin", "public.analytics($1)", days);
const likeOfDay = (day: string, number: number) =>
  database.sql(
    `insert into public.resource_likes (resource_id, ip_address, created_at) values ($1, $2, now() - interval '${day}')`,
    resource,
    key(number),
  );

let resource: string;
beforeEach(async () => {
  await database.sql("delete from private.daily_totals");
  await database.sql("delete from public.resource_likes");
  resource = await addResource(database, { title: "Most liked" });
  await addEvent(database, "luau");
});

describe("daily_totals", () => {
  it("count likes, entries, subscriptions and messages, suspected spam left out, repetitions once", async () => {
    for (const spam of [true, false, false]) {
      await database.call("worker", "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', $1, false)", spam);
      await database.call("worker", "public.subscribe('kai@example.org', $1)", spam);
      await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', $1)", spam);
    }
    for (const number of [1, 1, 2]) await setLike("like", number);
    expect(await totals()).toEqual({ "like 0": 2, "message 0": 1, "subscription 0": 1, "waitlist 0": 1 });
  });

  it.each([
    ["2026-07-01 09:59:59+00", "2026-06-30"],
    ["2026-07-01 10:00:00+00", "2026-07-01"],
  ])("days are Honolulu's: %s is %s", async (at, day) => {
    await database.sql(
      "insert into public.newsletter_subscribers (email, created_at) values ('a@example.org', $1)",
      at,
    );
    expect(await database.sql("select day::text from private.daily_totals")).toEqual([{ day }]);
  });

  it("an unlike takes one back on the day of the like, and later never", async () => {
    await setLike("like", 1);
    await setLike("unlike", 1);
    await setLike("unlike", 1);
    await likeOfDay("1 day", 2);
    expect(await setLike("unlike", 2)).toBe("unliked");
    expect(await totals()).toEqual({ "like 0": 0, "like 1": 1 });
  });

  it("a purge never rewrites a day", async () => {
    await setLike("like", 1);
    await database.call("worker", "public.set_like($1, 'like', $2)", resource, database.idOf("member"));
    await database.call("worker", "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', false, false)");
    await database.call("worker", "public.subscribe('kai@example.org', false)");
    await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', false)");
    const before = await totals();
    await database.sql(
      "update public.resource_likes set retired_at = now(), ip_address = null, network_key = null where user_id is null",
    );
    await database.sql("delete from auth.users where id = $1", database.idOf("member"));
    await database.sql("delete from public.education_resources where id = $1", resource);
    for (const table of ["waitlist_entries", "newsletter_subscribers", "contact_messages"]) {
      await database.sql(`delete from public.${table} where email = 'kai@example.org'`);
    }
    expect(await totals()).toEqual(before);
    expect(before).toEqual({ "like 0": 2, "message 0": 1, "subscription 0": 1, "waitlist 0": 1 });
  });

  it("are readable by nobody directly", async () => {
    await setLike("like", 1);
    for (const actor of ["stranger", "member", "admin", "worker"] as const) {
      await expect(database.as(actor, "select from private.daily_totals")).rejects.toMatchObject({ code: denied });
    }
    await database.sql("grant usage on schema private to anon, authenticated");
    await database.sql("grant all on private.daily_totals to anon, authenticated");
    for (const actor of ["stranger", "member", "admin"] as const) {
      expect(await database.as(actor, "select * from private.daily_totals")).toEqual([]);
      expect(await database.as(actor, "delete from private.daily_totals returning day")).toEqual([]);
    }
  });
});

describe("analytics", () => {
  const today = async () =>
    (await database.sql<{ day: string }>("select (now() at time zone 'Pacific/Honolulu')::date::text as day"))[0]?.day;

  it("gives every day, zeros included", async () => {
    await setLike("like", 1);
    await likeOfDay("2 days", 2);
    const { since, until, days } = await analytics(7);
    expect(days).toHaveLength(7);
    expect([since, until]).toEqual([days[0]?.day, await today()]);
    expect(days.map((day) => day.likes)).toEqual([0, 0, 0, 0, 1, 0, 1]);
    expect(days[0]).toEqual({ day: since, likes: 0, waitlist: 0, subscriptions: 0, messages: 0 });
  });

  it("tells likes, entries, subscriptions and messages apart", async () => {
    await database.sql(
      `insert into private.daily_totals (day, kind, total)
       values ($1, 'like', 4), ($1, 'waitlist', 3), ($1, 'subscription', 2), ($1, 'message', 1)`,
      await today(),
    );
    expect((await analytics(1)).days).toEqual([
      { day: await today(), likes: 4, waitlist: 3, subscriptions: 2, messages: 1 },
    ]);
  });

  it("all of it begins with the first day that has anything", async () => {
    await likeOfDay("40 days", 1);
    const { since, days } = await analytics(null);
    expect(days).toHaveLength(41);
    expect(days[0]).toMatchObject({ day: since, likes: 1 });
  });

  it("with nothing yet is today", async () => {
    expect(await analytics(null)).toEqual({
      since: await today(),
      until: await today(),
      days: [{ day: await today(), likes: 0, waitlist: 0, subscriptions: 0, messages: 0 }],
      top: [],
      attendance: [],
      still_coming: [],
    });
  });

  it("shows the ten most liked resources of the days, without deleted ones", async () => {
    await likeOfDay("20 days", 1);
    await likeOfDay("20 days", 2);
    const mostLiked = resource;
    for (let number = 1; number <= 11; number += 1) {
      resource = await addResource(database, { title: `Number ${number}` });
      await likeOfDay("1 hour", 1);
    }
    const all = await analytics(null);
    expect(all.top).toHaveLength(10);
    expect(all.top[0]).toEqual({ id: mostLiked, title: "Most liked", likes: 2 });
    expect((await analytics(7)).top.map((row) => row.id)).not.toContain(mostLiked);
    expect((await analytics(30)).top[0]?.id).toBe(mostLiked);
    await database.as("admin", "update public.education_resources set deleted_at = now() where id = $1", mostLiked);
    for (const days of [30, null]) expect((await analytics(days)).top.map((row) => row.id)).not.toContain(mostLiked);
  });

  it.each([0, -1, 3661])("refuses %s days", async (days) => {
    await expect(analytics(days)).rejects.toMatchObject({ code: invalidParameter });
  });

  it.each(["stranger", "member", "worker"] as const)("is refused to a %s", async (actor) => {
    await expect(database.call(actor, "public.analytics(7)")).rejects.toMatchObject({ code: denied });
  });
});

describe("dashboard", () => {
  interface Dashboard {
    counts: Record<string, number>;
    attention: Record<string, number>;
    own: Record<string, boolean>;
    failing: { id: string; count: number }[];
  }
  const dashboard = () => database.call<Dashboard>("admin", "public.dashboard()");
  /** What changed since `before`, by name. */
  const growth = async (before: Dashboard) => {
    const after = await dashboard();
    const of = (part: "counts" | "attention") =>
      Object.entries(after[part])
        .map(([name, value]) => [name, value - (before[part][name] ?? 0)] as const)
        .filter(([, value]) => value !== 0);
    return Object.fromEntries([...of("counts"), ...of("attention")]);
  };
  const grown = async (work: () => Promise<unknown>) => {
    const before = await dashboard();
    await work();
    return growth(before);
  };

  it("counts tabs, resources, events and admins; a deleted resource is none, an unpublished one a draft", async () => {
    expect(
      await grown(async () => {
        await database.sql("insert into public.education_tabs (tab_key, label) values ('reading', 'Reading')");
        await addResource(database);
        await addResource(database, { published: false });
        await database.sql("update public.education_resources set deleted_at = now() where id = $1", resource);
        await addEvent(database, "open");
        await addEvent(database, "draft", false);
        await database.call("admin", "public.add_admin('member@example.org')");
      }),
    ).toEqual({ tabs: 1, resources: 1, events: 2, admins: 1, owners: 1, draft_resources: 1, draft_events: 1 });
  });

  it("counts likes, entries, subscribers and messages, and suspected spam apart", async () => {
    expect(
      await grown(async () => {
        await setLike("like", 1);
        for (const spam of [true, false]) {
          await database.call("worker", "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', $1, false)", spam);
          await database.call("worker", "public.subscribe('kai@example.org', $1)", spam);
          await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', $1)", spam);
        }
      }),
    ).toEqual({
      likes: 1,
      waitlist: 1,
      subscribers: 1,
      messages: 1,
      new_messages: 1,
      spam_entries: 1,
      spam_subscribers: 1,
      spam_messages: 1,
    });
  });

  it("a message that somebody has seen to needs nobody", async () => {
    await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', false)");
    expect(
      await grown(() =>
        database.as("admin", "update public.contact_messages set status = 'open' where status = 'new'"),
      ),
    ).toMatchObject({ new_messages: expect.any(Number) });
    expect((await dashboard()).attention.new_messages).toBe(0);
  });

  it("deliveries that were given up or tried three times need somebody, delivered ones nobody; notices are counted apart", async () => {
    await database.sql("delete from public.outbox");
    for (const email of ["a", "b", "c", "d"]) {
      await database.call(
        "worker",
        "public.join_waitlist('luau', 'Kai', $1, '1', false, true)",
        `${email}@example.org`,
      );
    }
    const rows = await database.sql<{ id: number }>("select id from public.outbox order by id");
    const changes = [
      "attempts = 2",
      "attempts = 3",
      "attempts = 1, failed_at = now()",
      "attempts = 5, delivered_at = now()",
    ];
    for (const [index, change] of changes.entries()) {
      await database.sql(`update public.outbox set ${change} where id = $1`, rows[index]?.id);
    }
    await database.sql("insert into public.outbox (kind, attempts) values ('notice', 3)");
    const seen = await dashboard();
    expect(seen.attention).toMatchObject({ failing_notices: 1 });
    expect(seen.failing).toMatchObject([{ count: 2 }]);
  });

  it("an event that has passed needs nobody, so that the archive can stay", async () => {
    expect(
      await grown(async () => {
        const id = await addEvent(database, "past");
        await database.sql(
          "update public.events set starts_at = now() - interval '3 days', date_precision = 'day' where id = $1",
          id,
        );
      }),
    ).toEqual({ events: 1 });
  });

  it("the samples, and an admin who hides, closes, orders or deletes them, are nothing that the organization did", async () => {
    const [sample] = await database.sql<{ id: string }>("select id from public.events limit 1");
    await database.as("admin", "update public.events set is_published = not is_published where id = $1", sample?.id);
    await database.as("admin", "update public.events set status = 'postponed' where id = $1", sample?.id);
    await database.as("admin", "update public.events set waitlist_closed = true where id = $1", sample?.id);
    await database.as("admin", "update public.education_resources set is_published = false, display_order = 7");
    await database.as("admin", "update public.education_resources set deleted_at = now() where id = $1", resource);
    expect((await dashboard()).own).toEqual({ events: false, resources: false, test_email: false });
  });

  it.each([
    ["adds", "insert into public.events (key, title, place, summary) values ('luau-2', 'Luau', 'Hilo', 'Food.')"],
    ["rewrites", "update public.events set title = 'Our own' where key = 'luau'"],
  ])("an event that an admin %s is the organization’s own", async (_verb, change) => {
    await database.as("admin", change);
    expect((await dashboard()).own).toEqual({ events: true, resources: false, test_email: false });
  });

  it("a resource that an admin rewrites is the organization’s own", async () => {
    await database.as("admin", "update public.education_resources set title = 'Our own' where id = $1", resource);
    expect((await dashboard()).own).toEqual({ events: false, resources: true, test_email: false });
  });

  it.each(["stranger", "member", "worker"] as const)("is refused to a %s", async (actor) => {
    await expect(database.call(actor, "public.dashboard()")).rejects.toMatchObject({ code: denied });
  });
});
