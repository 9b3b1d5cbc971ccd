import { beforeEach, describe, expect, it } from "vitest";
import { denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const kai = key(1);
const emailOf = (number: number) => `person-${number}@example.org`;

beforeEach(async () => {
  await database.sql("delete from public.mails");
  await database.sql("insert into public.series (key, name) values ('evenings', 'Evenings'), ('others', 'Others')");
  await addEdition("first");
});

const seriesId = async (series = "evenings") =>
  (await database.sql<{ id: string }>("select id from public.series where key = $1", series))[0]?.id ?? "";

/** Adds an edition in a week, published unless specified otherwise. @returns its id */
const addEdition = async (name: string, more: Row = {}, series = "evenings") => {
  const columns: Row = { is_published: true, date_precision: "exact", ...more };
  const [event] = await database.sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, series_id, starts_at, date_precision, is_published, status)
     values ($1::text, $1, 'Hilo', 'An evening', $2, now() + coalesce($3, '7 days')::interval, $4, $5, coalesce($6, 'scheduled')) returning id`,
    name,
    await seriesId(series),
    columns.starts_in,
    columns.date_precision,
    columns.is_published,
    columns.status,
  );
  return event?.id ?? "";
};
const change = (name: string, assignments: string) =>
  database.sql(`update public.events set ${assignments} where key = $1`, name);

const subscribe = (email = "kai@example.org", series = "evenings", addressKey: string | null = kai, sender?: Row) =>
  database.call(
    "worker",
    "public.subscribe_to_series($1, $2, 'v1', $3, $4::jsonb)",
    series,
    email,
    addressKey,
    sender ? JSON.stringify(sender) : null,
  );
const rowOf = async (email = "kai@example.org") =>
  (await database.sql<Row & { id: string }>("select * from private.series_subscriptions where email = $1", email))[0];
/** Makes the link in a mail valid, as sending it does. */
const link = async (token = 1, email = "kai@example.org") =>
  database.sql("select private.keep_mail_link('series-confirm', $1, $2)", (await rowOf(email))?.id, digest(token));
const page = (token = 1) => database.call<Row>("worker", "public.series_subscription($1)", digest(token));
const confirm = (token = 1) =>
  database.call<boolean>("worker", "public.confirm_series_subscription($1)", digest(token));
const leave = (token = 1, refused: string | null = null) =>
  database.call<boolean>("worker", "public.leave_series($1, $2)", digest(token), refused);

/** Adds a confirmed subscriber directly. */
const addSubscriber = async (number: number, series = "evenings") =>
  database.sql(
    `insert into private.series_subscriptions (series_id, email, consent_version, confirmed_at) values ($1, $2, 'v1', now() + $3 * interval '1 second')`,
    await seriesId(series),
    emailOf(number),
    number,
  );
const cron = () => database.call("worker", "public.make_editions()");
/** Moves waiting editions into the past by this interval, because `now()` does not advance during a test. */
const wait = (interval: string) =>
  database.sql("update private.announced_editions set seen_at = seen_at - $1::text::interval", interval);
const announce = async () => {
  await cron();
  await wait("10 minutes");
  await cron();
};
const news = () =>
  database.sql<{ email: string; titles: string[] | null }>(
    `select s.email, array(select jsonb_array_elements(c.content -> 'editions') ->> 'title') as titles
     from public.mails m
     join private.series_subscriptions s on s.id = m.person
     cross join lateral (select private.mail_content(m.purpose, m.person, m.occurrence) as content) c
     where m.purpose = 'series-editions' order by m.occurrence, s.email`,
  );
const confirmations = () =>
  database.sql("select person, address_key from public.mails where purpose = 'series-confirm' order by id");

describe("subscribing", () => {
  it("stores the address for 30 days and enqueues one email to confirm it, even if the form is sent twice", async () => {
    expect(await subscribe()).toBe("asked");
    expect(await subscribe("KAI@example.org")).toBe("asked");
    const row = await rowOf();
    expect(row).toMatchObject({ consent_version: "v1", confirmed_at: null });
    expect(Number(row?.confirm_by) - Number(row?.requested_at)).toBe(30 * 86_400_000);
    expect(await confirmations()).toEqual([{ person: row?.id, address_key: kai }]);
    expect(await database.sql("select from private.series_subscriptions")).toHaveLength(1);
  });

  it("to two series enqueues an email for each", async () => {
    await addEdition("of-others", {}, "others");
    await subscribe();
    await subscribe("kai@example.org", "others");
    expect(await confirmations()).toHaveLength(2);
  });

  it("returns the same for a confirmed subscriber, enqueues an email, and changes nothing", async () => {
    await subscribe();
    await link();
    expect(await confirm()).toBe(true);
    expect(await confirm(), "a second press").toBe(false);
    await database.sql(
      "update public.mails set state = 'accepted', next_attempt_at = null, created_at = now() - interval '1 hour'",
    );
    const before = await rowOf();
    expect(await subscribe()).toBe("asked");
    expect(await rowOf()).toEqual(before);
    expect(await confirmations()).toHaveLength(2);
  });

  it("enqueues nothing for a suppressed address, and returns the same", async () => {
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'bounced')",
      kai,
    );
    expect(await subscribe()).toBe("asked");
    expect(await confirmations()).toEqual([]);
  });

  it("enqueues at most three emails a day for one mailbox, across all series", async () => {
    for (const number of [1, 2, 3, 4]) {
      await database.sql("insert into public.series (key, name) values ($1::text, $1)", `more-${number}`);
      await addEdition(`of-more-${number}`, {}, `more-${number}`);
      expect(await subscribe("kai@example.org", `more-${number}`, kai, { recipient: key(9) })).toBe("asked");
    }
    expect(await confirmations()).toHaveLength(3);
  });

  it("stores everybody of a room, and queues their emails by what the room has caused", async () => {
    for (let number = 1; number <= 40; number += 1)
      expect(
        await subscribe(emailOf(number), "evenings", key(number), {
          far: key(77),
          near: key(77),
          recipient: key(number),
        }),
      ).toBe("asked");
    expect(await confirmations()).toHaveLength(40);
    expect(await database.sql("select max(rank) as most, queue from public.mails group by queue")).toEqual([
      { most: 39, queue: "strangers" },
    ]);
    await database.sql(
      "update private.series_subscriptions set confirmed_at = now(), confirm_by = null where email = $1",
      emailOf(1),
    );
    await subscribe(emailOf(1), "evenings", key(1), { far: key(78), recipient: key(100) });
    expect(
      await database.sql("select rank, queue from public.mails where queue = 'known'"),
      "who is confirmed is known",
    ).toEqual([{ rank: 0, queue: "known" }]);
  });

  it("is possible only for series that visitors see", async () => {
    expect(await subscribe("kai@example.org", "nothing")).toBe("not-found");
    expect(await subscribe("kai@example.org", "others"), "without an edition").toBe("not-found");
    await addEdition("draft", { is_published: false }, "others");
    expect(await subscribe("kai@example.org", "others"), "with a draft").toBe("not-found");
  });

  it.each(["stranger", "member", "admin"] as const)("is denied to a %s", async (actor) => {
    const call = (text: string) => database.call(actor, text);
    for (const text of [
      "public.subscribe_to_series('evenings', 'kai@example.org', 'v1', null)",
      "public.series_subscription('')",
      "public.confirm_series_subscription('')",
      "public.leave_series('')",
    ])
      await expect(call(text), text).rejects.toMatchObject({ code: denied });
    await expect(database.as(actor, "select from private.series_subscriptions")).rejects.toMatchObject({
      code: denied,
    });
  });
});

describe("leaving", () => {
  it("erases the subscription with its links and queued emails, once", async () => {
    await subscribe();
    await link(1);
    await link(2);
    expect(await page(2)).toMatchObject({ email: "kai@example.org", series: { key: "evenings", name: "Evenings" } });
    expect(await leave(2)).toBe(true);
    expect(await leave(1)).toBe(false);
    expect(await page(1)).toEqual({ state: "nowhere" });
    expect(await rowOf()).toBeUndefined();
    expect(await database.sql("select from public.mails")).toEqual([]);
    expect(await database.sql("select from private.mail_suppressions")).toEqual([]);
  });

  it("by a person who did not subscribe suppresses other emails that strangers cause", async () => {
    await subscribe();
    await link();
    await leave(1, kai);
    expect(await database.sql("select address_key, stream, reason from private.mail_suppressions")).toEqual([
      { address_key: kai, stream: "transactional", reason: "not-mine" },
    ]);
    await subscribe();
    expect(await confirmations()).toEqual([]);
  });

  it("one series keeps a subscription to another", async () => {
    await addEdition("of-others", {}, "others");
    await subscribe();
    await link();
    await database.sql("delete from public.mails");
    await database.sql("update private.series_subscriptions set email = 'gone@example.org'");
    await subscribe("kai@example.org", "others");
    expect(await leave()).toBe(true);
    expect(await rowOf()).toBeDefined();
  });
});

describe("a new edition", () => {
  beforeEach(async () => {
    await addSubscriber(1);
    await addSubscriber(2);
    await addSubscriber(3, "others");
  });

  it("is announced ten minutes after it is published, once to each confirmed subscriber and to nobody else", async () => {
    await subscribe();
    await cron();
    await wait("9 minutes 59 seconds");
    await cron();
    expect(await news()).toEqual([]);
    await wait("1 second");
    await cron();
    const all = [1, 2].map((number) => ({ email: emailOf(number), titles: ["first"] }));
    expect(await news()).toEqual(all);
    await announce();
    expect(await database.sql("select from public.mails where purpose = 'series-editions'")).toHaveLength(2);
  });

  it("is announced in one email with all others published since", async () => {
    await cron();
    await addEdition("third", { starts_in: "21 days" });
    await addEdition("second", { starts_in: "14 days" });
    await announce();
    expect((await news()).map(({ titles }) => titles)).toEqual(Array(2).fill(["first", "second", "third"]));
  });

  it("is announced by the job that makes it if the series publishes automatically", async () => {
    await announce();
    await database.sql(
      `update public.series set template_id = (select id from public.events where key = 'first'), frequency = 'weeks', weekday = 1,
         every_weeks = 1, first_day = '2020-01-01', editions_ahead = 3, publishes = true where key = 'evenings'`,
    );
    await announce();
    const [, , later] = await news();
    expect(later?.titles?.length).toBeGreaterThanOrEqual(2);
    expect(await news()).toHaveLength(4);
  });

  it("is not announced to a person who confirms afterward", async () => {
    await announce();
    await addSubscriber(4);
    await announce();
    expect((await news()).map(({ email }) => email)).toEqual([emailOf(1), emailOf(2)]);
  });

  it("is announced when it is published if it was a draft", async () => {
    await announce();
    await addEdition("draft", { is_published: false });
    await announce();
    expect(await database.sql("select from public.mails")).toHaveLength(2);
    await change("draft", "is_published = true");
    await announce();
    expect((await news()).slice(2).map(({ titles }) => titles)).toEqual(Array(2).fill(["draft"]));
  });

  it("is not announced if it is unpublished in time, and waits again when it is published again", async () => {
    await cron();
    await change("first", "is_published = false");
    await wait("1 day");
    await cron();
    expect(await news()).toEqual([]);
    await change("first", "is_published = true");
    await cron();
    expect(await news(), "not at once").toEqual([]);
    await wait("10 minutes");
    await cron();
    expect(await news()).toHaveLength(2);
  });

  it.each([
    ["unpublished and published again", "is_published = false", "is_published = true"],
    ["canceled and held after all", "status = 'cancelled'", "status = 'scheduled'"],
    ["moved", "starts_at = starts_at + interval '1 day'", "place = 'Kona'"],
  ])("is not announced again when it is %s", async (_what, first, then) => {
    await announce();
    await change("first", first);
    await announce();
    await change("first", then);
    await announce();
    expect(await database.sql("select from public.mails")).toHaveLength(2);
  });

  it("is not announced again when it moves to another series", async () => {
    await announce();
    await change("first", `series_id = '${await seriesId("others")}'`);
    await announce();
    expect(await database.sql("select from public.mails")).toHaveLength(2);
  });

  it("is announced to the subscribers of another series if it moves there in time", async () => {
    await cron();
    await change("first", `series_id = '${await seriesId("others")}'`);
    await announce();
    await announce();
    expect(await news()).toEqual([{ email: emailOf(3), titles: ["first"] }]);
  });

  it.each([
    ["has begun", { starts_in: "-1 minute" }],
    ["was over long ago", { starts_in: "-30 days" }],
    ["is canceled", { status: "cancelled" }],
    ["is postponed", { status: "postponed" }],
    ["has no day yet", { date_precision: "month" }],
  ])("is not announced if it %s", async (_what, more) => {
    await change("first", "is_published = false");
    await addEdition("other", more);
    await announce();
    expect(await database.sql("select from public.mails")).toEqual([]);
  });

  it("is not announced if it is a sample", async () => {
    await database.sql("insert into private.samples (event_id) select id from public.events where key = 'first'");
    await announce();
    expect(await database.sql("select from public.mails")).toEqual([]);
  });

  it("is left out of the email if it is unpublished or canceled since; one without editions is dropped", async () => {
    await addEdition("second", { starts_in: "14 days" });
    await announce();
    await change("first", "status = 'cancelled'");
    expect((await news()).map(({ titles }) => titles)).toEqual(Array(2).fill(["second"]));
    await change("second", "is_published = false");
    expect(
      await database.sql("select private.mail_content(purpose, person, occurrence) as content from public.mails"),
    ).toEqual(Array(2).fill({ content: null }));
    expect(await database.as("worker", "select * from public.claim_mails(100, 60, 86400)")).toEqual([]);
    expect(await database.sql("select from public.mails")).toEqual([]);
  });

  it("is not announced to a person who leaves before the email is sent", async () => {
    await database.sql(
      "select private.keep_mail_link('series-editions', id, $1) from private.series_subscriptions where email = $2",
      digest(1),
      emailOf(1),
    );
    await announce();
    await leave(1);
    expect((await news()).map(({ email }) => email)).toEqual([emailOf(2)]);
  });

  it("is not sent to a suppressed address, and otherwise has a link that is stored", async () => {
    await announce();
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'complained')",
      kai,
    );
    const claimed = await database.as<{ id: number; purpose: string; attempts: number }>(
      "worker",
      "select id::int, purpose, attempts from public.claim_mails(100, 60, 86400)",
    );
    expect(claimed.map(({ purpose }) => purpose)).toEqual(["series-editions", "series-editions"]);
    const frozen = claimed.map(({ id, attempts }, index) => ({
      ...{ id, attempt: attempts, sealed: "x", payload_digest: digest(5) },
      ...{ address_key: key(index + 1), token_digest: digest(index + 1) },
    }));
    await database.call("worker", "public.freeze_mails($1::jsonb)", JSON.stringify(frozen));
    expect(await database.sql("select state from public.mails order by id")).toEqual([
      { state: "refused" },
      { state: "claimed" },
    ]);
    expect(await page(1)).toEqual({ state: "nowhere" });
    expect(await page(2)).toMatchObject({ email: emailOf(2) });
  });
});

it("deleting a series deletes its subscriptions, and leaves no emails to send", async () => {
  await subscribe();
  await database.sql("delete from public.series where key = 'evenings'");
  expect(await rowOf()).toBeUndefined();
  expect(await database.as("worker", "select * from public.claim_mails(100, 60, 86400)")).toEqual([]);
});

it("admins see the number of confirmed subscribers", async () => {
  await addSubscriber(1);
  await subscribe();
  const [listed] = await database.call<Row[]>("admin", "public.list_series($1)", await seriesId());
  expect(listed).toMatchObject({ subscribers: 1 });
});

it("a subscription is part of the person's data, and is erased with it", async () => {
  await subscribe();
  const keys = [key(1), key(2), kai];
  const held = await database.call<Row>("admin", "public.personal_data('KAI@example.org', $1, $2, $3)", ...keys);
  expect(held).toMatchObject({ series: [{ series: "Evenings", email: "kai@example.org", consent_version: "v1" }] });
  expect((held.mails as Row[]).map(({ purpose }) => purpose)).toEqual(["series-confirm"]);
  const answer = await database.call<Row>(
    "worker",
    "public.erase_person($1, 'kai@example.org', $2, $3, $4)",
    database.idOf("admin"),
    ...keys,
  );
  expect(answer).toMatchObject({ outcome: "erased", erased: { series_subscriptions: 1, mails: 1 } });
  expect(await rowOf()).toBeUndefined();
});

it("an unconfirmed subscription is purged after its deadline, and a confirmed one is kept", async () => {
  await subscribe();
  await addSubscriber(1);
  await database.sql("update private.series_subscriptions set confirm_by = now() where confirm_by is not null");
  const purged = await database.call<Record<string, number>>("worker", "public.purge()");
  expect(purged.unconfirmedSubscriber).toBe(1);
  expect(await rowOf()).toBeUndefined();
  expect(await rowOf(emailOf(1))).toBeDefined();
});
