import { describe, expect, it } from "vitest";
import { checkViolation, denied, key, prepareDatabase, type Row, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();

interface Claim {
  batch: number;
  attempt: number;
  key: string;
  letter: { subject: string };
  people?: { id: number; subscriber: string; email: string; generation: number }[];
  sealed?: string;
  recipients?: number[];
}

const day = 86_400; // s
const letter = { subject: "The first" };
const emailOf = (number: number) => `reader-${number.toString().padStart(4, "0")}@example.org`;
const digest = (number: number) => number.toString(16).padStart(64, "0");

/** Adds confirmed subscribers. */
const subscribe = (count: number) =>
  database.sql(
    `insert into public.newsletter_subscribers (email, confirmed_at)
     select 'reader-' || lpad(n::text, 4, '0') || '@example.org', now() from generate_series(1, $1) n`,
    count,
  );
const change = (email: string, assignment: string) =>
  database.sql(`update public.newsletter_subscribers set ${assignment} where email = $1`, email);

/** Adds a draft. @returns its row */
async function draft(fields: { slug?: string; cap?: number } = {}) {
  const [row] = await database.as<Row & { id: string; number: number; version: string }>(
    "admin",
    `insert into public.newsletter_issues (slug, subject, markdown, daily_cap)
     values ($1, 'The first', 'Aloha', $2) returning *, updated_at::text as version`,
    fields.slug ?? "the-first",
    fields.cap ?? null,
  );
  if (!row) throw new Error("no draft");
  return row;
}
type Draft = Awaited<ReturnType<typeof draft>>;

const schedule = ({ id, version }: Pick<Draft, "id" | "version">, at: string | null = null, drawn: object = letter) =>
  database.call(
    "worker",
    "public.schedule_issue($1, $2, $3, $4, '<p>Aloha</p>', 'markdown-1', $5)",
    database.idOf("admin"),
    id,
    version,
    at,
    JSON.stringify(drawn),
  );
const send = async (fields?: Parameters<typeof draft>[0]) => {
  const issue = await draft(fields);
  expect(await schedule(issue)).toBe("sent");
  return issue;
};
const claim = async (keySeconds = day): Promise<Claim | null> => {
  const claimed = await database.call<Claim | object>("worker", "public.claim_issue_batch(100, 60, $1)", keySeconds);
  return "batch" in claimed ? claimed : null;
};
const freeze = (claimed: Claim | null, keyOf = (_email: string, index: number) => key(index + 1)) =>
  database.call<number[]>(
    "worker",
    "public.freeze_issue_batch($1, $2, $3, $4)",
    claimed?.batch,
    claimed?.attempt,
    "sealed addresses",
    JSON.stringify(
      claimed?.people?.map(({ id, email }, index) => ({
        id,
        address_key: keyOf(email, index),
        token_digest: digest(id),
      })),
    ),
  );
const settle = (claimed: Claim | null, settled: object) =>
  database.call(
    "worker",
    "public.settle_issue_batch($1, $2, $3)",
    claimed?.batch,
    claimed?.attempt,
    JSON.stringify(settled),
  );
const answered = (ids: number[]) => ({
  outcome: "answered",
  results: ids.map((id) => ({ id, provider_id: `re_${id}` })),
});
/** Claims, freezes and settles one batch as accepted. @returns the number of its recipients */
const sendBatch = async () => {
  const claimed = await claim();
  if (!claimed) return 0;
  const ids = await freeze(claimed);
  await settle(claimed, answered(ids));
  return ids.length;
};
const states = async () =>
  Object.fromEntries(
    (
      await database.sql<{ state: string; count: number }>(
        "select state, count(*)::integer as count from public.mails group by state order by state",
      )
    ).map(({ state, count }) => [state, count]),
  );
const progress = ({ number }: Draft) =>
  database.call<Record<string, number>>("admin", "public.issue_progress($1)", number);
/** Moves everything that is waiting into the past by this interval. */
const later = (interval: string) =>
  database.sql(
    `with issues as (
       update public.newsletter_issues set next_batch_at = next_batch_at - interval '${interval}', scheduled_at = scheduled_at - interval '${interval}'
     ), batches as (
       update private.mail_batches set claimed_until = claimed_until - interval '${interval}', next_attempt_at = next_attempt_at - interval '${interval}',
         frozen_at = frozen_at - interval '${interval}', created_at = created_at - interval '${interval}'
     )
     update public.mails set claimed_until = claimed_until - interval '${interval}', frozen_at = frozen_at - interval '${interval}'`,
  );

describe("an issue", () => {
  it("can be written by admins, and read by visitors once it is sent", async () => {
    const issue = await draft();
    const read = "select slug, subject, preview_text, html, sent_at from public.newsletter_issues";
    expect(await database.as("stranger", read)).toEqual([]);
    expect(await database.as("member", read)).toEqual([]);
    await expect(database.as("stranger", "select markdown from public.newsletter_issues")).rejects.toMatchObject({
      code: denied,
    });
    await schedule(issue);
    expect(await database.as("stranger", read)).toMatchObject([{ slug: "the-first", html: "<p>Aloha</p>" }]);
    await expect(
      database.as("member", "insert into public.newsletter_issues (slug, subject, markdown) values ('a', 'A', 'A')"),
    ).rejects.toMatchObject({ code: denied });
  });

  it("takes HTML and letter only from the Worker, not from an admin's token, and the log names the admin", async () => {
    const issue = await draft();
    await database.addEditor();
    const raw = "<form action=/admin/admins/invite>";
    for (const actor of ["editor", "admin"] as const)
      for (const attempt of [
        `insert into public.newsletter_issues (slug, subject, markdown, html) values ('raw', 'Raw', 'Raw', '${raw}')`,
        `update public.newsletter_issues set html = '${raw}'`,
        "update public.newsletter_issues set renderer = 'raw'",
        `update public.newsletter_issues set letter = '{"html": "${raw}"}'`,
        "update public.newsletter_issues set scheduled_at = now()",
        `select public.schedule_issue('${database.idOf(actor)}', '${issue.id}', now(), null, '${raw}', 'raw', '{"html": "${raw}"}')`,
      ])
        await expect(database.as(actor, attempt), `${actor}: ${attempt}`).rejects.toMatchObject({ code: denied });
    expect(await schedule(issue)).toBe("sent");
    expect(
      await database.sql(
        "select actor_email, changes -> 'columns' ? 'letter' as is_letter from public.audit_log where table_name = 'newsletter_issues' and verb = 'update'",
      ),
    ).toContainEqual({ actor_email: "admin@example.org", is_letter: true });
  });

  it.each(["embed", "Aloha", "a--b", "a b", ""])("rejects the slug “%s”", async (slug) => {
    await expect(draft({ slug })).rejects.toMatchObject({ code: checkViolation });
  });

  it("has a unique slug", async () => {
    await draft();
    await expect(draft()).rejects.toMatchObject({ code: uniqueViolation });
  });

  it("is enqueued by the next claim, and not at once, if it has more than 5,000 readers", async () => {
    await database.sql(
      "insert into public.newsletter_subscribers (email, confirmed_at) select 'reader-' || n || '@example.org', now() from generate_series(1, 5001) n",
    );
    const issue = await draft();
    expect(await schedule(issue)).toBe("sent");
    expect(await database.sql("select 1 from public.mails where purpose = 'newsletter-issue'")).toEqual([]);
    expect(await claim()).not.toBeNull();
    expect(
      await database.sql(
        "select recipients >= 5001 as all_of_them from public.newsletter_issues where id = $1",
        issue.id,
      ),
    ).toEqual([{ all_of_them: true }]);
  });

  it("cannot be changed or deleted once it is scheduled, but can be unscheduled until it is sent", async () => {
    const issue = await draft();
    const changed = () =>
      database.as(
        "admin",
        "update public.newsletter_issues set subject = 'Another' where id = $1 returning id",
        issue.id,
      );
    const deleted = () =>
      database.as("admin", "delete from public.newsletter_issues where id = $1 returning id", issue.id);
    await database.sql("update public.newsletter_issues set updated_at = now()");
    expect(await schedule(issue, new Date(Date.now() + 3_600_000).toISOString())).toBe("scheduled");
    expect([await changed(), await deleted()]).toEqual([[], []]);
    expect(await schedule(issue)).toBe("already-scheduled");
    expect(await database.call("admin", "public.unschedule_issue($1)", issue.id)).toBe(true);
    expect(await database.sql("select html, renderer, letter from public.newsletter_issues")).toEqual([
      { html: null, renderer: null, letter: null },
    ]);
    expect(await changed()).toHaveLength(1);
    await schedule(issue);
    expect(await database.call("admin", "public.unschedule_issue($1)", issue.id)).toBe(false);
    expect([await changed(), await deleted()]).toEqual([[], []]);
  });

  it("is sent only as the admin saw it, and only by admins", async () => {
    const issue = await draft();
    expect(await schedule({ ...issue, version: "2020-01-01T00:00:00Z" })).toBe("changed");
    await expect(
      database.call(
        "worker",
        "public.schedule_issue($1, $2, now(), null, '', 'a', '{}')",
        database.idOf("member"),
        issue.id,
      ),
    ).rejects.toMatchObject({ code: denied });
    for (const call of [
      `public.unschedule_issue('${issue.id}')`,
      `public.pause_issue('${issue.id}', true)`,
      "public.issue_progress(1)",
    ])
      await expect(database.call("member", call)).rejects.toMatchObject({ code: denied });
  });
});

describe("the recipients of an issue", () => {
  it("are counted if they leave within a week, as the dashboard says of the latest issue", async () => {
    await subscribe(3);
    const issue = await send();
    await database.sql("select private.begin_issue($1)", issue.number);
    await change(emailOf(1), "left_at = now() + interval '6 days'");
    await change(emailOf(2), "left_at = now() + interval '8 days'");
    expect(await progress(issue)).toMatchObject({ due: 3, left_within_a_week: 1 });
    const { issue: shown } = await database.call<{ issue: unknown }>("admin", "public.dashboard()");
    expect(shown).toMatchObject({ id: issue.id, progress: { due: 3, left_within_a_week: 1 } });
    await database.sql(
      "update public.newsletter_issues set sent_at = sent_at - interval '8 days', scheduled_at = scheduled_at - interval '8 days'",
    );
    expect(await database.call("admin", "public.dashboard()")).toMatchObject({ issue: null });
  });

  it("are the confirmed subscribers at the time of sending, each of them once", async () => {
    await subscribe(4);
    await change(emailOf(1), "confirmed_at = null");
    await change(emailOf(2), "left_at = now()");
    await change(emailOf(3), "suspected_spam = true");
    const issue = await send();
    await database.sql("select private.begin_issue($1)", issue.number);
    await database.sql(
      "insert into public.newsletter_subscribers (email, confirmed_at) values ('late@example.org', now())",
    );
    const claimed = await claim();
    expect(claimed?.people?.map(({ email }) => email)).toEqual([emailOf(4)]);
    expect(claimed?.letter).toEqual(letter);
    await freeze(claimed);
    expect(await claim(), "nothing else is due").toBe(null);
  });

  it("are determined when a scheduled issue is due", async () => {
    const issue = await draft();
    await schedule(issue, new Date(Date.now() + 3_600_000).toISOString());
    expect(await claim()).toBe(null);
    await subscribe(2);
    await later("2 hours");
    expect((await claim())?.people).toHaveLength(2);
    expect(await database.sql("select recipients from public.newsletter_issues")).toEqual([{ recipients: 2 }]);
  });

  it("exclude people who leave, are erased or change address before the claim, or who leave before freezing", async () => {
    await subscribe(5);
    await send();
    await change(emailOf(1), "left_at = now()");
    await database.sql("delete from public.newsletter_subscribers where email = $1", emailOf(2));
    await change(emailOf(3), "email = 'corrected@example.org'");
    const claimed = await claim();
    expect(claimed?.people?.map(({ email }) => email).sort()).toEqual([emailOf(4), emailOf(5)]);
    await change(emailOf(4), "left_at = now()");
    expect(await freeze(claimed)).toHaveLength(1);
    expect(await states()).toEqual({ claimed: 1 });
  });

  it("exclude addresses that are suppressed for the newsletter, which count as suppressed", async () => {
    await subscribe(3);
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'newsletter', 'complained'), ($2, 'transactional', 'complained')",
      key(1),
      key(2),
    );
    const issue = await send();
    const claimed = await claim();
    const ids = await freeze(claimed, (email) => key(Number(email.slice(7, 11))));
    expect(ids).toHaveLength(2);
    expect(await progress(issue)).toMatchObject({ suppressed: 1, under_way: 2, refused: 0 });
    const links = await database.sql("select subscriber_id from private.newsletter_links");
    expect(links, "a link for each who gets it").toHaveLength(2);
  });

  it("do not form a batch if nobody is left", async () => {
    await subscribe(1);
    await send();
    await change(emailOf(1), "left_at = now()");
    expect(await claim()).toBe(null);
    expect(await database.sql("select from private.mail_batches")).toEqual([]);
    expect(await states()).toEqual({});
  });
});

describe("the batches of an issue", () => {
  it("have at most 100 readers, reach each of them once, and are not claimed as single mails", async () => {
    await subscribe(230);
    const issue = await send();
    expect(await database.as("worker", "select * from public.claim_mails(10, 60, $1)", day)).toEqual([]);
    expect([await sendBatch(), await sendBatch(), await sendBatch(), await sendBatch()]).toEqual([100, 100, 30, 0]);
    expect(await progress(issue)).toMatchObject({ accepted: 230, due: 0 });
    expect(await database.sql("select from private.mail_batches")).toEqual([]);
  });

  it("are smaller for a long letter", async () => {
    await subscribe(100);
    const issue = await draft();
    await schedule(issue, null, { html: "a".repeat(200_000) });
    expect((await claim())?.people).toHaveLength(19);
  });

  it("cannot be claimed twice while under way, and are due again if they were never frozen", async () => {
    await subscribe(3);
    await send();
    const first = await claim();
    expect(await claim()).toBe(null);
    await later("61 seconds");
    const second = await claim();
    expect(second).toMatchObject({ attempt: 1 });
    expect(second?.people).toHaveLength(3);
    expect(await freeze(first), "who claimed too long ago freezes nothing").toEqual([]);
    expect(await freeze(second)).toHaveLength(3);
  });

  it("are claimed again with the same key, addresses and order if they were frozen but not settled", async () => {
    await subscribe(3);
    await send();
    const first = await claim();
    const ids = await freeze(first);
    await later("61 seconds");
    const again = await claim();
    expect(again).toMatchObject({
      batch: first?.batch,
      attempt: 2,
      key: first?.key,
      sealed: "sealed addresses",
      recipients: ids,
      letter,
    });
    expect(await settle(first, answered(ids)), "the first attempt is over").toBe("not-under-way");
    expect(await settle(again, answered(ids))).toBe("answered");
    expect(await states()).toEqual({ accepted: 3 });
  });

  it("are sent again without a response while the provider remembers the key, before any other batch", async () => {
    await subscribe(150);
    const issue = await send();
    const first = await claim();
    const ids = await freeze(first);
    expect(await settle(first, { outcome: "unknown", error: "no answer" })).toBe("unknown");
    expect(await progress(issue)).toMatchObject({ under_way: 100, uncertain: 0, due: 50 });
    expect(await claim(), "a pause").toBe(null);
    await later("61 seconds");
    const again = await claim();
    expect(again).toMatchObject({ key: first?.key, attempt: 2, recipients: ids });
    await settle(again, answered(ids));
    expect(await sendBatch()).toBe(50);
    expect(await states()).toEqual({ accepted: 150 });
  });

  it("stay uncertain and are never sent again once the provider has forgotten the key", async () => {
    await subscribe(3);
    const issue = await send();
    const first = await claim();
    await freeze(first);
    await settle(first, { outcome: "unknown", error: "status 500" });
    await later("86341 seconds");
    expect(await claim()).toBe(null);
    expect(await progress(issue)).toMatchObject({ uncertain: 3, under_way: 0 });
    expect(await database.sql("select distinct last_error, next_attempt_at from public.mails")).toEqual([
      { last_error: "status 500", next_attempt_at: null },
    ]);
    expect(await database.sql("select from private.mail_batches")).toEqual([]);
    await later("3 days");
    expect(await claim()).toBe(null);
  });

  it("are not sent again without a response if the provider has no keys", async () => {
    await subscribe(1);
    await send();
    const first = await claim(0);
    await freeze(first);
    await settle(first, { outcome: "unknown", error: "no answer" });
    await later("61 seconds");
    expect(await claim(0)).toBe(null);
    expect(await states()).toEqual({ unknown: 1 });
  });

  it("have their remaining readers due again after a pause if certainly not accepted", async () => {
    await subscribe(3);
    await send();
    const first = await claim();
    await freeze(first);
    expect(await settle(first, { outcome: "later", error: "status 429", wait: 120 })).toBe("later");
    expect(await states()).toEqual({ due: 3 });
    await later("119 seconds");
    expect(await claim()).toBe(null);
    await change(emailOf(1), "left_at = now()");
    await later("1 second");
    const second = await claim();
    expect(second?.people).toHaveLength(2);
    expect(second?.key).not.toBe(first?.key);
  });

  it("pause the issue if refused as a whole, and are due again when an admin resumes it", async () => {
    await subscribe(3);
    const issue = await send();
    const first = await claim();
    await freeze(first);
    await settle(first, { outcome: "refused", error: "status 422 validation_error" });
    await later("1 hour");
    expect(await claim()).toBe(null);
    expect(
      await database.sql("select paused_at is not null as paused, last_error from public.newsletter_issues"),
    ).toEqual([{ paused: true, last_error: "status 422 validation_error" }]);
    await database.call("admin", "public.pause_issue($1, false)", issue.id);
    expect(await sendBatch()).toBe(3);
  });

  it("record an outcome for each mail, including an earlier event from the provider", async () => {
    await subscribe(3);
    const issue = await send();
    const claimed = await claim();
    const [a, b, c] = (await freeze(claimed)) as [number, number, number];
    await database.call("worker", "public.note_mail_event('e1', $1, 'bounced', now())", `re_${c}`);
    await settle(claimed, {
      outcome: "answered",
      results: [
        { id: a, provider_id: `re_${a}` },
        { id: b, error: "invalid address" },
        { id: c, provider_id: `re_${c}` },
      ],
    });
    expect(await progress(issue)).toMatchObject({ accepted: 1, refused: 1, bounced: 1 });
    await database.call("worker", "public.note_mail_event('e2', $1, 'complained', now())", `re_${a}`);
    expect(await progress(issue)).toMatchObject({ complained: 1 });
    expect(await database.sql("select stream from private.mail_suppressions where reason = 'complained'")).toEqual([
      { stream: "newsletter" },
    ]);
  });

  it("are not claimed while the issue is paused, and reach everyone once it is resumed", async () => {
    await subscribe(150);
    const issue = await send();
    expect(await sendBatch()).toBe(100);
    await database.call("admin", "public.pause_issue($1, true)", issue.id);
    expect(await claim()).toBe(null);
    await database.call("admin", "public.pause_issue($1, false)", issue.id);
    expect(await sendBatch()).toBe(50);
    expect(await states()).toEqual({ accepted: 150 });
  });

  it("keep to the daily cap across all issues", async () => {
    await subscribe(130);
    await send({ cap: 110 });
    expect([await sendBatch(), await sendBatch(), await sendBatch()]).toEqual([100, 10, 0]);
    await send({ slug: "the-second", cap: 120 });
    expect([await sendBatch(), await sendBatch()]).toEqual([10, 0]);
    await later("24 hours");
    expect(await sendBatch()).toBe(20);
  });
});

describe("erasing a reader", () => {
  it("deletes a batch whose outcome is unknown, so that nothing is sent again", async () => {
    await subscribe(3);
    const issue = await send();
    const claimed = await claim();
    await freeze(claimed);
    await settle(claimed, { outcome: "unknown", error: "no answer" });
    await database.sql("delete from public.mails where id = $1", claimed?.people?.[0]?.id);
    expect(await database.sql("select from private.mail_batches")).toEqual([]);
    expect(await progress(issue)).toMatchObject({ uncertain: 2, under_way: 0 });
    await later("1 hour");
    expect(await claim()).toBe(null);
  });

  it("clears the sealed addresses of a batch under way, and still records the others' outcomes", async () => {
    await subscribe(3);
    const issue = await send();
    const claimed = await claim();
    const ids = await freeze(claimed);
    await database.sql("delete from public.mails where id = $1", ids[0]);
    expect(await database.sql("select sealed from private.mail_batches")).toEqual([{ sealed: "" }]);
    await settle(claimed, answered(ids));
    expect(await progress(issue)).toMatchObject({ accepted: 2 });
  });

  it("leaves the others uncertain if a batch under way gets no response", async () => {
    await subscribe(3);
    const issue = await send();
    const ids = await freeze(await claim());
    await database.sql("delete from public.mails where id = $1", ids[0]);
    await later("61 seconds");
    expect(await claim()).toBe(null);
    expect(await progress(issue)).toMatchObject({ uncertain: 2 });
  });
});

describe("what a new issue can say", () => {
  interface Material {
    since: string;
    coming: { key: string }[];
    took_place: { key: string; has_recap: boolean }[];
    articles: { slug: string }[];
    works: { title: string }[];
    calls: { key: string; deadline: string }[];
  }
  const read = (weeks = 4) => database.call<Material>("admin", "public.issue_material($1)", weeks);
  const event = (key: string, starts: string, fields = "") =>
    database
      .sql(
        `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, is_published)
       values ($1::text, $1, now() + $2::interval, now() + $2::interval + interval '2 hours', 'exact', 'Hilo', 'Come.', true)`,
        key,
        starts,
      )
      .then(() => (fields ? database.sql(`update public.events set ${fields} where key = $1`, key) : undefined));
  const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);

  it("has the published events of the next weeks that take place, soonest first", async () => {
    await event("later", "27 days");
    await event("soon", "1 day");
    await event("far", "29 days");
    await event("off", "2 days", "status = 'cancelled'");
    await event("draft", "2 days", "is_published = false");
    expect(
      keysOf((await read()).coming).filter((key) => ["later", "soon", "far", "off", "draft"].includes(key)),
    ).toEqual(["soon", "later"]);
    expect(keysOf((await read(8)).coming)).toContain("far");
  });

  it("begins where the last sent issue ended, and three months ago if none was sent", async () => {
    await event("old", "-100 days");
    await event("told", "-10 days");
    await event("held", "-2 days", "recap = 'We ate.'");
    const before = await read();
    expect(keysOf(before.took_place)).toEqual(expect.arrayContaining(["told", "held"]));
    expect(keysOf(before.took_place)).not.toContain("old");
    await send();
    await database.sql("update public.newsletter_issues set sent_at = now() - interval '5 days'");
    const after = await read();
    expect(after.took_place.filter(({ key }) => ["told", "held"].includes(key))).toEqual([
      expect.objectContaining({ key: "held", has_recap: true }),
    ]);
    expect(Date.now() - Date.parse(after.since)).toBeGreaterThan(4 * day * 1_000);
  });

  it("has works and open calls that visitors can see, and nothing for people who are no admins", async () => {
    await database.sql("update public.education_resources set created_at = now() - interval '1 year'");
    const [shown] = await database.sql<{ id: string; title: string }>(
      "update public.education_resources set created_at = now() where id = (select id from public.education_resources where is_published limit 1) returning id, title",
    );
    await database.sql(
      "update public.education_resources set created_at = now(), is_published = false where id = (select id from public.education_resources where id <> $1 limit 1)",
      shown?.id,
    );
    await event("open", "60 days");
    await event("closed", "60 days");
    for (const [key, deadline] of [
      ["open", "1 day"],
      ["closed", "-1 day"],
    ] as const)
      await database.sql(
        `insert into private.talk_calls (event_id, deadline, accepted_text, declined_text)
         select id, now() + $2::interval, 'Yes', 'No' from public.events where key = $1`,
        key,
        deadline,
      );
    const { works, calls } = await read();
    expect(works.map(({ title }) => title)).toEqual([shown?.title]);
    expect(keysOf(calls)).toEqual(["open"]);
    for (const actor of ["stranger", "member", "worker"] as const)
      await expect(database.call(actor, "public.issue_material(4)")).rejects.toMatchObject({ code: denied });
  });
});
