import { beforeEach, describe, expect, it } from "vitest";
import { durationText, retention } from "../../../app/features/retention/retention.ts";
import { addEvent, addResource, invalidParameter, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
type Counts = Record<string, number>;

const purge = (limit = 1000) => database.call<Counts>("worker", "public.purge($1)", limit);
const nothing = Object.fromEntries(Object.keys(retention).map((kind) => [kind, 0]));

let event: string;
beforeEach(async () => {
  event = await addEvent(database, "luau");
});

/** Makes the event, which takes reservations, end at the time of an SQL expression. */
const overAt = (at: string) =>
  database.sql(
    `update public.events set starts_at = ${at} - interval '1 hour', ends_at = ${at}, date_precision = 'exact', attendee_limit = 9, takes_reservations = true
     where id = $1`,
    event,
  );

/** Changes the date of the event, as an admin does; both dates count as set a year ago. */
const dateOf = async (days: number | null) => {
  await database.sql("update public.events set dated_at = now() - interval '1 year' where id = $1", event);
  await database.as(
    "admin",
    `update public.events set starts_at = now() + $2 * interval '1 day' - interval '1 hour', ends_at = now() + $2 * interval '1 day',
       date_precision = case when $2::integer is null then 'tba' else 'exact' end
     where id = $1`,
    event,
    days,
  );
  await database.sql("update public.events set dated_at = now() - interval '1 year' where id = $1", event);
};
/** Joins the waitlist this many days ago. */
const join = async (name: string, daysAgo: number, spam = false) => {
  await database.call(
    "worker",
    "public.join_waitlist('luau', $1, $2, '1', $3, true)",
    name,
    `${name.toLowerCase()}@example.org`,
    spam,
  );
  await database.sql(
    "update public.waitlist_entries set created_at = now() - $2 * interval '1 day' where event_id = $1 and name = $3",
    event,
    daysAgo,
    name,
  );
};
const waiting = async () =>
  (
    await database.sql<{ name: string }>(
      "select name from public.waitlist_entries where event_id = $1 order by name",
      event,
    )
  ).map(({ name }) => name);
/** Moves the event, its past editions and its entries this many days into the past. */
const later = async (days: number) => {
  await database.sql("set local session_replication_role = replica");
  const shifts: [string, string[]][] = [
    ["public.events", ["starts_at", "ends_at", "dated_at"]],
    ["private.past_editions", ["over_at"]],
    ["public.waitlist_entries", ["created_at"]],
  ];
  for (const [table, columns] of shifts) {
    const assignments = columns.map((column) => `${column} = ${column} - ${days} * interval '1 day'`).join(", ");
    await database.sql(
      `update ${table} set ${assignments} where ${table === "public.events" ? "id" : "event_id"} = $1`,
      event,
    );
  }
  await database.sql("set local session_replication_role = origin");
};

describe("retention, for exactly as long as the privacy policy says", () => {
  const rows: [string, keyof typeof retention, (at: string) => Promise<unknown>][] = [
    [
      "staged files",
      "stagedImport",
      (at) =>
        database.sql(
          `insert into private.imports (id, kind, source, columns, mapping, created_at) values (gen_random_uuid(), 'events', 'Luma', '{title}', '{}', ${at})`,
        ),
    ],
    [
      "imports that can be undone",
      "appliedImport",
      (at) =>
        database.sql(
          `insert into private.imports (id, kind, source, columns, mapping, applied_at) values (gen_random_uuid(), 'events', 'Luma', '{title}', '{}', ${at})`,
        ),
    ],
    [
      "what is done to several people at once",
      "bulkAction",
      (at) =>
        database.sql(`insert into private.bulk_actions (event_id, verb, made_at) values ($1, 'told', ${at})`, event),
    ],
    [
      "keys of likes",
      "likeKeys",
      async (at) =>
        database.sql(
          `insert into public.resource_likes (resource_id, ip_address, visitor_key, created_at) values ($1, $2, $3, ${at})`,
          await addResource(database),
          key(1),
          key(2),
        ),
    ],
    [
      "a waitlist entry",
      "waitlistEntry",
      (at) =>
        database.sql(
          `insert into public.waitlist_entries (event_id, name, email, consent_version, created_at) values ($1, 'Kai', 'kai@example.org', '1', ${at})`,
          event,
        ),
    ],
    [
      "suspected spam on a waitlist",
      "spam",
      (at) =>
        database.sql(
          `insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam, created_at)
           values ($1, 'Robot', 'robot@example.org', '1', true, ${at})`,
          event,
        ),
    ],
    [
      "suspected spam among subscribers",
      "spam",
      (at) =>
        database.sql(
          `insert into public.newsletter_subscribers (email, suspected_spam, created_at) values ('robot@example.org', true, ${at})`,
        ),
    ],
    [
      "an address that nobody confirmed for the newsletter",
      "unconfirmedSubscriber",
      (at) =>
        database.sql(
          `insert into public.newsletter_subscribers (email, confirm_by) values ('kai@example.org', ${at} + interval '30 days')`,
        ),
    ],
    [
      "an address that was not confirmed for a series",
      "unconfirmedSubscriber",
      async (at) => {
        await database.sql(
          "insert into public.series (key, name) values ('evenings', 'Evenings') on conflict do nothing",
        );
        await database.sql(
          `insert into private.series_subscriptions (series_id, email, consent_version, confirm_by)
           select id, gen_random_uuid() || '@example.org', '1', ${at} + interval '30 days' from public.series where key = 'evenings'`,
        );
      },
    ],
    [
      "an address that the newsletter provider could not take",
      "keptForProvider",
      (at) =>
        database.sql(
          `insert into public.newsletter_subscribers (email, keep_until) values ('kai@example.org', ${at} + interval '30 days')`,
        ),
    ],
    [
      "who has left the newsletter",
      "departedSubscriber",
      (at) =>
        database.sql(
          `insert into public.newsletter_subscribers (email, confirmed_at, left_at) values ('kai@example.org', now(), ${at})`,
        ),
    ],
    [
      "an address that was to take the place of another one",
      "addressChange",
      (at) =>
        database.sql(
          `with subscriber as (insert into public.newsletter_subscribers (email, confirmed_at) values ('kai@example.org', now()) returning id)
           insert into private.newsletter_address_changes (subscriber_id, email, requested_at) select id, 'new@example.org', ${at} from subscriber`,
        ),
    ],
    [
      "an invitation to become an admin",
      "adminInvitation",
      (at) =>
        database.sql(
          `insert into private.admin_invitations (email, role, invited_by, invited_at) values ('new@example.org', 'editor', $1, ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "that an admin asked for a new password",
      "passwordLink",
      (at) =>
        database.sql(
          `insert into private.password_links (user_id, keys, asked_at) values ($1, private.credentials_digest($1), ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "what an admin changed, in the log",
      "logEntry",
      (at) =>
        database.sql(
          `insert into public.audit_log (at, verb, table_name, row_id, changes) values (${at}, 'update', 'events', $1, '{}')`,
          database.idOf("admin"),
        ),
    ],
    [
      "how an admin came in, in the log",
      "signIn",
      (at) =>
        database.sql(
          `insert into public.audit_log (at, verb, table_name, row_id, changes) values (${at}, 'access', 'access', $1, '{"event": "signed-in"}')`,
          database.idOf("admin"),
        ),
    ],
    [
      "a wrong password in the log",
      "refusedSignIn",
      (at) =>
        database.sql(
          `insert into public.audit_log (at, verb, table_name, row_id, changes) values (${at}, 'access', 'access', $1, '{"event": "sign-in-refused"}')`,
          database.idOf("admin"),
        ),
    ],
    [
      "an address that an admin wants to sign in with",
      "adminAddressChange",
      (at) =>
        database.sql(
          `insert into private.admin_address_changes (user_id, email, previous_email, keys, asked_at)
           values ($1, 'new@example.org', 'admin@example.org', private.credentials_digest($1), ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "a suspected message",
      "spam",
      (at) =>
        database.sql(
          `insert into public.contact_messages (name, email, message, suspected_spam, created_at) values ('Robot', 'r@example.org', 'Buy', true, ${at})`,
        ),
    ],
    [
      "a message that an admin calls spam",
      "spam",
      (at) =>
        database.sql(
          `insert into public.contact_messages (name, email, message, status, created_at, updated_at)
           values ('Robot', 'r@example.org', 'Buy', 'spam', now() - interval '1 year', ${at})`,
        ),
    ],
    [
      "a message that is done with",
      "handledMessage",
      (at) =>
        database.sql(
          `insert into public.contact_messages (name, email, message, status, created_at, handled_at)
           values ('Kai', 'kai@example.org', 'Aloha', 'done', now() - interval '5 years', ${at})`,
        ),
    ],
    [
      "a suspected suggestion",
      "spam",
      (at) =>
        database.sql(
          `insert into public.suggestions (kind, title, url, about, suspected_spam, created_at)
           values ('resource', 'A book', 'https://example.org/', 'Buy', true, ${at})`,
        ),
    ],
    [
      "a suggestion that was declined",
      "handledSuggestion",
      (at) =>
        database.sql(
          `insert into public.suggestions (kind, title, url, about, status, created_at, handled_at)
           values ('resource', 'A book', 'https://example.org/', 'About it.', 'declined', now() - interval '5 years', ${at})`,
        ),
    ],
    [
      "a post to a channel",
      "channelPost",
      (at) =>
        database.sql(
          `insert into public.channel_posts (id, channel, text, event_id, state, settled_at)
           select gen_random_uuid(), 'discord', 'Aloha', id, 'sent', ${at} from public.events limit 1`,
        ),
    ],
    [
      "a failed sign-in",
      "signInFailure",
      (at) => database.sql(`insert into private.sign_in_failures (account_key, at) values ($1, ${at})`, key(3)),
    ],
    [
      "a known address",
      "knownAddress",
      (at) =>
        database.sql(
          `insert into private.known_addresses (account_key, address_key, last_used_at) values ($1, $2, ${at})`,
          key(3),
          key(4),
        ),
    ],
    [
      "a known browser",
      "knownDevice",
      (at) =>
        database.sql(
          `insert into private.known_devices (user_id, device_key, last_used_at) values ($1, md5(random()::text), ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "a session of an admin, after it began",
      "adminSession",
      (at) =>
        database.sql(
          `insert into private.admin_sessions (id, user_id, keys, device, started_at) values (gen_random_uuid(), $1, private.credentials_digest($1), 'A test', ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "a session of an admin, after its last request",
      "idleSession",
      (at) =>
        database.sql(
          `insert into private.admin_sessions (id, user_id, keys, device, seen_at) values (gen_random_uuid(), $1, private.credentials_digest($1), 'A test', ${at})`,
          database.idOf("admin"),
        ),
    ],
    [
      "a code that was tried",
      "codeTry",
      async (at) => {
        await database.sql(
          "insert into private.second_factors (user_id, sealed_secret, last_step) values ($1, 'Fe26.2*' || repeat('a', 60), 1) on conflict do nothing",
          database.idOf("admin"),
        );
        await database.sql(`insert into private.factor_tries (user_id, at) values ($1, ${at})`, database.idOf("admin"));
      },
    ],
    [
      "what the newsletter provider said",
      "newsletterRequest",
      (at) =>
        database.sql(
          `insert into private.newsletter_requests (email_key, asked_at, last_asked_at) values ($1, array[now()], ${at})`,
          key(5),
        ),
    ],
    [
      "a notice",
      "notice",
      (at) => database.sql(`insert into public.outbox (kind, created_at) values ('notice', ${at})`),
    ],
    [
      "a mail",
      "mail",
      (at) =>
        database.sql(
          `insert into public.mails (purpose, person, occurrence, address_key, created_at)
           select 'waitlist-receipt', gen_random_uuid(), 1, $1, ${at}`,
          key(6),
        ),
    ],
    [
      "what the mail provider told",
      "mail",
      (at) =>
        database.sql(
          `insert into private.mail_events (id, provider_id, kind, at, created_at) values (gen_random_uuid()::text, 're_1', 'bounced', now(), ${at})`,
        ),
    ],
    [
      "from which network an unconfirmed row came",
      "unconfirmedRow",
      (at) =>
        database.sql(
          `insert into private.unconfirmed_rows (id, kind, network_key, bytes, created_at) values (gen_random_uuid(), 'entry', $1, 1000, ${at})`,
          key(6),
        ),
    ],
    [
      "what was spent of a budget",
      "spending",
      (at) =>
        database.sql(
          `insert into private.spending (what, who, key, at, amount) values ('receipt', 'recipient', $1, ${at}, 1)`,
          key(6),
        ),
    ],
    [
      "an answer for the evening",
      "answer",
      async (at) => {
        await overAt(at);
        await database.sql(
          "insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1')",
          event,
        );
        await database.sql(
          `with question as (insert into public.event_questions (event_id, position, kind, text) values ($1, 1, 'short', 'Fish?') returning id)
           insert into public.entry_answers (entry_id, question_id, value) select w.id, q.id, '["No"]' from public.waitlist_entries w, question q`,
          event,
        );
      },
    ],
    [
      "a stored agenda",
      "agenda",
      async (at) => {
        await overAt(at);
        await database.sql(
          `with entry as (insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1') returning id, event_id),
             reservation as (insert into public.reservations (id, event_id, state, line) select id, event_id, 'placed', 1 from entry returning id)
           insert into private.agendas (entry_id, talks) select id, '{1}' from reservation`,
          event,
        );
      },
    ],
    [
      "the address of a speaker",
      "speakerContact",
      async (at) => {
        await overAt(at);
        await database.sql("delete from public.speakers");
        await database.sql(
          `with speaker as (insert into public.speakers (event_id, name) values ($1, 'Leilani') returning id)
           insert into private.speaker_contacts (speaker_id, email) select id, 'lei@example.org' from speaker`,
          event,
        );
      },
    ],
    [
      "a proposed talk that was declined",
      "proposal",
      (at) =>
        database.sql(
          `insert into private.talk_proposals (event_id, title, kind, abstract, name, email, state, confirmed_at, decided_at)
           values ($1, gen_random_uuid(), 'talk', 'It is.', 'Kai', 'kai@example.org', 'declined', now(), ${at})`,
          event,
        ),
    ],
    [
      "a proposed talk, after the event",
      "proposal",
      async (at) => {
        await overAt(at);
        await database.sql("delete from private.talk_proposals");
        await database.sql(
          `insert into private.talk_proposals (event_id, title, kind, abstract, name, email, confirmed_at)
           values ($1, 'A talk', 'talk', 'It is.', 'Kai', 'kai@example.org', now())`,
          event,
        );
      },
    ],
    [
      "a proposed talk whose address was not confirmed",
      "unconfirmedSubscriber",
      (at) =>
        database.sql(
          `insert into private.talk_proposals (event_id, title, kind, abstract, name, email, confirm_by)
           values ($1, gen_random_uuid(), 'talk', 'It is.', 'Kai', 'kai@example.org', ${at} + interval '30 days')`,
          event,
        ),
    ],
    [
      "people who walked in",
      "walkIn",
      (at) =>
        database.sql(
          `insert into public.walk_ins (id, event_id, people, helper, created_at) values (gen_random_uuid(), $1, 2, 'Noe', ${at})`,
          event,
        ),
    ],
    [
      "a door pass",
      "doorPass",
      async (at) => {
        await overAt(at);
        await database.sql(
          "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', repeat('a', 64)) on conflict do nothing",
          event,
        );
      },
    ],
    [
      "who has left a list",
      "departure",
      (at) =>
        database.sql(
          `insert into private.waitlist_departures (entry_id, event_id, token_digests, reason, left_at) values (gen_random_uuid(), $1, '{}', 'erased', ${at})`,
          event,
        ),
    ],
    [
      "a new address for a waitlist that was not confirmed",
      "waitlistAddressChange",
      (at) =>
        database.sql(
          `with entry as (insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1') returning id)
           insert into private.waitlist_address_changes (entry_id, email, asked_at) select id, 'new@example.org', ${at} from entry`,
          event,
        ),
    ],
    [
      "the address on a waitlist that a new one has replaced",
      "waitlistAddressChange",
      (at) =>
        database.sql(
          `with entry as (insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'new@example.org', '1') returning id)
           insert into private.waitlist_address_changes (entry_id, email, previous_email, asked_at, confirmed_at)
           select id, 'new@example.org', 'kai@example.org', now() - interval '9 days', ${at} from entry`,
          event,
        ),
    ],
  ];

  it("has the same periods in the database and in the policy, each of them tested here", async () => {
    const rules = await database.sql<{ kind: string; period: string }>(
      "select distinct kind, period::text from private.retention() order by kind",
    );
    const said = await database.sql<{ kind: string; period: string }>(
      "select key as kind, value::interval::text as period from jsonb_each_text($1) order by key",
      Object.fromEntries(Object.entries(retention).map(([kind, period]) => [kind, durationText(period)])),
    );
    expect(rules).toEqual(said);
    expect([...new Set(["afterEdition", ...rows.map(([, kind]) => kind)])].sort()).toEqual(
      Object.keys(retention).sort(),
    );
  });

  it.each(rows)("%s", async (_what, kind, add) => {
    const age = durationText(retention[kind]);
    await database.sql("delete from public.outbox where kind = 'notice'");
    await add(`now() - interval '${age}' + interval '1 minute'`);
    expect(await purge()).toEqual(nothing);
    await database.sql("delete from public.outbox where kind = 'notice'");
    await database.sql(
      "truncate private.newsletter_requests, private.newsletter_address_changes, private.known_addresses, public.mails, private.mail_events, private.spending, private.waitlist_departures, private.waitlist_address_changes, private.admin_invitations, private.password_links, private.admin_address_changes",
    );
    await database.sql("delete from public.waitlist_entries");
    await database.sql("delete from public.newsletter_subscribers");
    await add(`now() - interval '${age}'`);
    expect(await purge()).toEqual({ ...nothing, [kind]: 1 });
    expect(await purge()).toEqual(nothing);
  });

  it("keeps new and open messages, subscribers, members' likes and pending deliveries without a limit", async () => {
    const resource = await addResource(database);
    await database.sql(
      `insert into public.contact_messages (name, email, message, status, created_at, updated_at)
       select 'Kai', 'kai@example.org', s, s, now() - interval '9 years', now() - interval '9 years' from unnest(array['new', 'open']) s`,
    );
    await database.sql(
      "insert into public.newsletter_subscribers (email, created_at) values ('kai@example.org', now() - interval '9 years')",
    );
    await database.sql(
      "insert into public.resource_likes (resource_id, user_id, created_at) values ($1, $2, now() - interval '9 years')",
      resource,
      database.idOf("member"),
    );
    await join("Kai", 1);
    await database.sql("update public.outbox set created_at = now() - interval '9 years'");
    expect(await purge()).toEqual(nothing);
  });
});

describe("a waitlist entry, kept until 90 days after the end of the edition that it is for", () => {
  const { days } = retention.afterEdition;

  it("is for the event itself if the person joined before its end", async () => {
    await dateOf(-days + 1);
    await join("Before", days);
    expect(await purge()).toEqual(nothing);
    await later(1);
    expect(await purge()).toMatchObject({ afterEdition: 1 });
  });

  it("is for the next edition if the person joined after the end of the event", async () => {
    await dateOf(-400);
    await join("After", 200);
    expect(await purge()).toEqual(nothing);
    expect(await waiting()).toEqual(["After"]);

    await dateOf(20);
    expect(await purge()).toEqual(nothing);
    await later(20 + days - 1);
    expect(await purge()).toEqual(nothing);
    await later(1);
    expect(await purge()).toMatchObject({ afterEdition: 1 });
    expect(await waiting()).toEqual([]);
  });

  it("is not kept longer for the previous edition because of a new date", async () => {
    await dateOf(-10);
    await join("Before", 20);
    await join("After", 5);
    await dateOf(60);
    expect(await waiting()).toEqual(["After", "Before"]);
    await later(days - 10);
    expect(await purge()).toMatchObject({ afterEdition: 1 });
    expect(await waiting()).toEqual(["After"]);
  });

  it("is not kept longer if the date is removed and the event is unpublished", async () => {
    await dateOf(-10);
    await join("Before", 20);
    await join("After", 5);
    await dateOf(null);
    await database.as("admin", "update public.events set is_published = false where id = $1", event);
    await later(days);
    expect(await purge()).toMatchObject({ afterEdition: 1 });
    expect(await waiting()).toEqual(["After"]);
  });

  it("is for the first of several editions that ended after the person joined", async () => {
    await dateOf(-300);
    await join("First", 310);
    await join("Second", 250);
    await dateOf(-200);
    await dateOf(-50);
    await join("Third", 100);
    await dateOf(30);
    await join("Fourth", 1);
    await purge();
    expect(await waiting()).toEqual(["Fourth", "Third"]);
  });

  it("is kept if its edition was postponed", async () => {
    await dateOf(-200);
    await database.as("admin", "update public.events set status = 'postponed' where id = $1", event);
    await join("Kai", 250);
    await dateOf(-199);
    await dateOf(30);
    expect(await purge()).toEqual(nothing);
    expect(await waiting()).toEqual(["Kai"]);
  });

  it("is kept if a wrong year is corrected within a day", async () => {
    await dateOf(30);
    await join("Kai", 500);
    const set = (days: number) =>
      database.as(
        "admin",
        "update public.events set starts_at = now() + $2 * interval '1 day', ends_at = null where id = $1",
        event,
        days,
      );
    await set(30 - 365);
    expect(await purge()).toEqual(nothing);
    await set(30);
    await database.sql("update public.events set dated_at = now() - interval '2 days' where id = $1", event);
    expect(await purge()).toEqual(nothing);
    expect(await waiting()).toEqual(["Kai"]);
  });

  it("is deleted along with its outbox row", async () => {
    await join("Kai", 800);
    expect(await database.sql("select 1 from public.outbox")).toHaveLength(1);
    expect(await purge()).toMatchObject({ waitlistEntry: 1 });
    expect(await database.sql("select 1 from public.outbox")).toEqual([]);
  });
});

describe("a purge", () => {
  it("clears the keys of likes, which still count in the library and in the totals", async () => {
    const resource = await addResource(database);
    for (const number of [1, 2, 3]) {
      await database.call("worker", "public.set_like($1, 'like', null, $2, $3)", resource, key(number), key(9));
    }
    await database.sql(
      "update public.resource_likes set created_at = now() - interval '14 months' where visitor_key <> $1",
      key(3),
    );
    const counted = async () => [
      await database.sql(
        "select sum(likes)::integer as likes from private.resource_like_counts where resource_id = $1",
        resource,
      ),
      await database.sql("select day, shard, total from private.daily_totals where kind = 'like' order by day, shard"),
    ];
    const before = await counted();
    expect(await purge()).toEqual({ ...nothing, likeKeys: 2 });
    expect(await counted()).toEqual(before);
    expect(before[0]).toEqual([{ likes: 3 }]);
    expect(
      await database.sql(
        `select ip_address, visitor_key, retired_at = now() as retired from public.resource_likes
         where resource_id = $1 and retired_at is not null`,
        resource,
      ),
    ).toEqual(Array<Row>(2).fill({ ip_address: null, visitor_key: null, retired: true }));
  });

  it("changes no daily totals, and adds no entries to the log", async () => {
    await join("Kai", 800);
    await database.sql(
      `insert into public.contact_messages (name, email, message, status, handled_at)
       values ('Kai', 'kai@example.org', 'Aloha', 'done', now() - interval '2 years')`,
    );
    const [logged] = await database.sql("select count(*) from public.audit_log");
    const totals = await database.sql("select * from private.daily_totals order by day, kind, shard");
    expect(await purge()).toMatchObject({ waitlistEntry: 1, handledMessage: 1 });
    expect(await database.sql("select count(*) from public.audit_log")).toEqual([logged]);
    expect(await database.sql("select * from private.daily_totals order by day, kind, shard")).toEqual(totals);
  });

  it("works in batches up to a limit, and refuses an invalid one", async () => {
    for (const number of [1, 2, 3]) await join(`Person${number}`, 800);
    expect([await purge(2), await purge(2), await purge(2)].map((counts) => counts.waitlistEntry)).toEqual([2, 1, 0]);
    for (const limit of [0, 10_001, null]) {
      await expect(database.call("worker", "public.purge($1)", limit)).rejects.toMatchObject({
        code: invalidParameter,
      });
    }
  });
});
