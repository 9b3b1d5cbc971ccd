import { beforeEach, describe, expect, test } from "vitest";
import { key, manyConnections, tally } from "./at-once.ts";

const database = manyConnections();
const { sql, count, atOnce, callAtOnce } = database;

const anonymous = { visitor: null as string | null, address: key(1) };
const like = (resource: string, intent: string, { visitor, address }: typeof anonymous) => ({
  as: "worker" as const,
  text: "public.set_like($1, $2, null, $3, $4)",
  parameters: [resource, intent, visitor, address],
});

/** The likes of a resource: its rows and its counter. */
async function likesOf(resource: string) {
  const [row] = await sql<{ rows: number; counter: number }>(
    `select (select count(*)::int from public.resource_likes where resource_id = $1) as rows,
       (select coalesce(sum(likes), 0)::int from private.resource_like_counts where resource_id = $1) as counter`,
    resource,
  );
  return row;
}

const today = async (kind: string) => {
  const [row] = await sql<{ total: number }>(
    "select coalesce(sum(total), 0)::int as total from private.daily_totals where kind = $1",
    kind,
  );
  return row?.total ?? 0;
};

describe("likes", () => {
  let resource: string;
  let before: number;
  beforeEach(async () => {
    const [row] = await sql<{ id: string }>(
      `insert into public.education_resources (tab_key, title, description, url, is_published)
       values ('resources', 'A resource', 'About it.', 'https://example.org/', true) returning id`,
    );
    resource = row?.id ?? "";
    before = await today("like");
  });

  const visitors: [string, typeof anonymous][] = [
    ["with a cookie", { visitor: key(7), address: key(1) }],
    ["without one", anonymous],
  ];
  test.each(visitors)("one like sent 50 times at once by a visitor %s counts once", async (_, visitor) => {
    expect(tally(await atOnce(50, () => like(resource, "like", visitor)))).toEqual({ liked: 50 });
    expect(await likesOf(resource)).toEqual({ rows: 1, counter: 1 });
    expect(await today("like")).toBe(before + 1);
  });

  test("one visitor's cookie sent from 50 addresses at once counts as one like", async () => {
    const answers = await atOnce(50, (index) => like(resource, "like", { visitor: key(7), address: key(100 + index) }));
    expect(tally(answers)).toEqual({ liked: 50 });
    expect(await likesOf(resource)).toEqual({ rows: 1, counter: 1 });
  });

  test("concurrent likes and unlikes of one visitor leave one like or none, and both counts agree", async () => {
    for (let round = 0; round < 10; round += 1) {
      await atOnce(40, (index) => like(resource, index % 2 ? "like" : "unlike", { visitor: key(7), address: key(1) }));
      const left = await likesOf(resource);
      expect([0, 1]).toContain(left?.rows);
      expect(left?.counter).toBe(left?.rows);
      expect(await today("like")).toBe(before + (left?.rows ?? 0));
    }
  });

  /** Likes of today from one address, 50 below the limit for browsers that bring their cookie back. */
  const nearTheLimit = () =>
    sql(
      `insert into public.resource_likes (resource_id, visitor_key, ip_address, network_key)
       select $1, md5(n::text), $2, $2 from generate_series(1, 450) n`,
      resource,
      key(1),
    );

  test("60 concurrent likes from one address near its limit count 50 new visitors, and a second burst none", async () => {
    await nearTheLimit();
    const burst = (first: number) =>
      atOnce(60, (index) => like(resource, "like", { visitor: key(first + index), address: key(1) }));
    expect(tally([...(await burst(1000)), ...(await burst(2000))])).toEqual({ liked: 50, "too-many": 70 });
    expect(await likesOf(resource)).toEqual({ rows: 500, counter: 500 });
  });

  test("120 concurrent likes from one address near its limit count 50 new visitors over HTTP", async () => {
    await nearTheLimit();
    const answers = await callAtOnce(120, "set_like", (index) => ({
      p_resource: resource,
      p_intent: "like",
      p_visitor_key: key(3000 + index),
      p_ip_key: key(1),
    }));
    expect(tally(answers)).toEqual({ liked: 50, "too-many": 70 });
    expect(await likesOf(resource)).toEqual({ rows: 500, counter: 500 });
  });

  test("60 visitors who like and unlike many resources in any order lose no count and cause no deadlock", async () => {
    const many = (
      await sql<{ id: string }>("select id from public.education_resources where is_published limit 8")
    ).map(({ id }) => id);
    for (let round = 0; round < 15; round += 1) {
      await atOnce(60, (index) =>
        like(many[(index * 7 + round * 3) % many.length] ?? "", (index + round) % 3 ? "like" : "unlike", {
          visitor: key(5000 + (index % 20)),
          address: key(index % 6),
        }),
      );
    }
    const wrong = await sql(
      `select r.id from public.education_resources r
       where (select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id)
         <> (select count(*) from public.resource_likes l where l.resource_id = r.id)`,
    );
    expect(wrong).toEqual([]);
    expect(await today("like")).toBe(await count("from public.resource_likes"));
    expect(await today("like")).toBeGreaterThan(before);
  });

  test("a resource deleted while it is liked keeps the earlier likes, each counted once", async () => {
    const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
    const answers = await atOnce(41, (index) =>
      index === 20
        ? {
            as: { account: admin?.id ?? "" },
            text: "update public.education_resources set deleted_at = now() where id = $1 returning 'deleted' as answer",
            parameters: [resource],
          }
        : like(resource, "like", { visitor: key(6000 + index), address: key(6000 + index) }),
    );
    const { deleted, liked = 0, "not-found": late = 0 } = tally(answers);
    expect({ deleted, visitors: liked + late }).toEqual({ deleted: 1, visitors: 40 });
    expect(await likesOf(resource)).toEqual({ rows: liked, counter: liked });
  });
});

describe("joining a waitlist", () => {
  const joined = (email: string) =>
    count("from public.waitlist_entries where lower(email) = lower($1) and not suspected_spam", email);
  const queued = (email: string) =>
    count(
      "from public.outbox o join public.waitlist_entries w on w.id = o.waitlist_entry_id where lower(w.email) = lower($1)",
      email,
    );
  const args = (email: string) => ({
    p_event: "ethereum",
    p_name: "Somebody",
    p_email: email,
    p_consent_version: "1",
    p_suspected_spam: false,
    p_forward: true,
  });
  const join = (email: string, spam = false) => ({
    as: "worker" as const,
    text: "public.join_waitlist('ethereum', 'Somebody', $1, '1', $2, true)",
    parameters: [email, spam],
  });

  test("the same address sent 50 times at once, in any letter case, gives one row and one delivery", async () => {
    const answers = await atOnce(50, (index) => join(index % 2 ? "Twin@example.org" : "twin@EXAMPLE.org"));
    expect(tally(answers)).toEqual({ joined: 1, "already-joined": 49 });
    expect([await joined("twin@example.org"), await queued("twin@example.org")]).toEqual([1, 1]);
  });

  test("the same address sent 50 times at once over HTTP gives one row and one delivery", async () => {
    const answers = await callAtOnce(50, "join_waitlist", () => args("http-twin@example.org"));
    expect(tally(answers)).toEqual({ joined: 1, "already-joined": 49 });
    expect([await joined("http-twin@example.org"), await queued("http-twin@example.org")]).toEqual([1, 1]);
  });

  test("200 people at once over HTTP get 200 rows with 200 delivery keys, and the day's total counts each", async () => {
    const before = await today("waitlist");
    const answers = await callAtOnce(200, "join_waitlist", (index) => args(`crowd-${index}@example.org`));
    expect(tally(answers)).toEqual({ joined: 200 });
    const keys = await sql<{ keys: number }>(
      `select count(distinct o.idempotency_key)::int as keys from public.outbox o
       join public.waitlist_entries w on w.id = o.waitlist_entry_id where w.email like 'crowd-%'`,
    );
    expect(keys).toEqual([{ keys: 200 }]);
    expect(await today("waitlist")).toBe(before + 200);
  });

  test("concurrent suspected and honest entries get one row each, and only the honest one is enqueued", async () => {
    await atOnce(40, (index) => join("both@example.org", index % 2 === 0));
    expect(await count("from public.waitlist_entries where email = 'both@example.org'")).toBe(2);
    expect([await joined("both@example.org"), await queued("both@example.org")]).toEqual([1, 1]);
  });

  test("an event deleted while people join is either deleted or kept because people joined, never both", async () => {
    const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
    const seen = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      // Deleting checks the admin's session first; every other round gives it the time for that.
      const headStart = (round % 2) * 0.003; // s
      const event = `short-lived-${round}`;
      const [row] = await sql<{ id: string; version: string }>(
        `insert into public.events (key, title, place, summary, is_published)
         values ($1, 'An event', 'Honolulu', 'A summary.', true) returning id, updated_at::text as version`,
        event,
      );
      const answers = await atOnce(6, (index) =>
        index === round % 6
          ? {
              as: { account: admin?.id ?? "" },
              text: "public.delete_event($1, $2::text::timestamptz)",
              parameters: [row?.id, row?.version],
            }
          : {
              as: "worker",
              text: "(select public.join_waitlist($1, 'Somebody', $2, '1', false, true) from pg_sleep($3))",
              parameters: [event, `late-${index}@example.org`, headStart],
            },
      );
      const { deleted = 0, "somebody-waits": waits = 0, joined = 0, "not-found": late = 0 } = tally(answers);
      expect({ deleted, waits, joined, late }).toEqual(
        deleted ? { deleted: 1, waits: 0, joined: 0, late: 5 } : { deleted: 0, waits: 1, joined: 5, late: 0 },
      );
      expect(await count("from public.waitlist_entries where event_id = $1", row?.id)).toBe(joined);
      seen.add(deleted ? "deleted" : "waits");
    }
    expect([...seen].sort()).toEqual(["deleted", "waits"]);
  });
});

describe("newsletter and contact", () => {
  test("the same address subscribed 50 times at once gives one row", async () => {
    const answers = await atOnce(50, (index) => ({
      as: "worker",
      text: "public.subscribe($1, false)",
      parameters: [index % 2 ? "Reader@example.org" : "reader@example.org"],
    }));
    expect(tally(answers)).toEqual({ subscribed: 1, "already-subscribed": 49 });
    expect(await count("from public.newsletter_subscribers where lower(email) = 'reader@example.org'")).toBe(1);
  });

  test("50 concurrent requests for one address reach the newsletter provider only 3 times", async () => {
    const answers = await atOnce(50, () => ({
      as: "worker",
      text: "public.begin_newsletter_request($1) ->> 'allowed'",
      parameters: [key(8000)],
    }));
    expect(tally(answers)).toEqual({ true: 3, false: 47 });
  });

  const message = (text: string, notify = false) => ({
    as: "worker" as const,
    text: "(select m.outcome from public.send_message('Somebody', 'writer@example.org', $1, false, $2) m)",
    parameters: [text, notify],
  });

  test("the same text sent 50 times at once gives one message", async () => {
    expect(tally(await atOnce(50, () => message("Aloha")))).toEqual({ sent: 1, "already-sent": 49 });
    expect(await count("from public.contact_messages where message = 'Aloha'")).toBe(1);
  });

  test("the same text sent 50 times at once over HTTP gives one message", async () => {
    const answers = await callAtOnce<[{ outcome: string; number: number }]>(50, "send_message", () => ({
      p_name: "Somebody",
      p_email: "writer@example.org",
      p_message: "Aloha over HTTP",
      p_suspected_spam: false,
    }));
    expect(tally(answers.map(([{ outcome }]) => outcome))).toEqual({ sent: 1, "already-sent": 49 });
    expect(new Set(answers.map(([{ number }]) => number)).size).toBe(1);
  });

  test("40 different messages at once give 40 rows and one notice to the organization", async () => {
    await sql("delete from public.outbox where kind = 'notice'");
    expect(tally(await atOnce(40, (index) => message(`Message ${index}`, true)))).toEqual({ sent: 40 });
    expect(await count("from public.contact_messages where message like 'Message %'")).toBe(40);
    expect(await count("from public.outbox where kind = 'notice'")).toBe(1);
  });
});
