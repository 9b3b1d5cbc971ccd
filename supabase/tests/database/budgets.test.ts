import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase({ alone: true });
let event: string;

const set = (assignments: string) => database.sql(`update public.events set ${assignments} where id = $1`, event);
const spend = (what: string[], keys: object, amount = 1) =>
  database.sql<{ next: Date | null; now: Date }>(
    "select private.spend($1, $2, $3) as next, now() as now",
    what,
    JSON.stringify(keys),
    amount,
  );
/** Whether something could be spent. */
const isSpent = async (...given: Parameters<typeof spend>) => (await spend(...given))[0]?.next === null;
const networkOf = (number: number) => ({ near: key(900 + number), far: key(900 + number) });
const join = (number: number, { network = 1, party = 1, list = "luau", mailbox = number } = {}) =>
  database.call<string>(
    "worker",
    "public.join_waitlist($1, 'Kai', $2, '1', false, false, $3, $4, $5)",
    list,
    `guest-${number}@example.org`,
    key(number),
    party,
    JSON.stringify({ recipient: key(mailbox), ...networkOf(network) }),
  );
const write = (number: number, { network = 1, message = "Aloha", mailbox = number } = {}) =>
  database.call<string>(
    "worker",
    "(public.send_message('Kai', $1, $2, false, false, $3, true, $4)).outcome",
    `guest-${number}@example.org`,
    message,
    key(number),
    JSON.stringify({ recipient: key(mailbox), ...networkOf(network) }),
  );
const subscribe = (number: number, network = 1) =>
  database.call<string>(
    "worker",
    "public.subscribe($1, false, '1', '/', $2, $3)",
    `guest-${number}@example.org`,
    key(number),
    JSON.stringify({ recipient: key(number), ...networkOf(network) }),
  );
const lose = (number: number, network = 1, mailbox = number) =>
  database.call<string>(
    "worker",
    "public.resend_status_link('luau', $1, $2, $3)",
    `guest-${number}@example.org`,
    key(number),
    JSON.stringify({ recipient: key(mailbox), ...networkOf(network) }),
  );
const queued = async (purpose: string) =>
  (await database.sql("select from public.mails where purpose = $1", purpose)).length;
const stateOf = async (number: number) =>
  (
    await database.sql(
      "select r.state, r.party, r.hold_until is not null as is_held from public.reservations r join public.waitlist_entries w on w.id = r.id where w.email = $1",
      `guest-${number}@example.org`,
    )
  )[0];
const confirm = async (number: number) => {
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) select lpad($1, 64, '0'), id from public.waitlist_entries where email = $2",
    String(number),
    `guest-${number}@example.org`,
  );
  await database.call("worker", "public.confirm_entry(lpad($1, 64, '0'))", String(number));
};
const times = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await set(
    "starts_at = now() + interval '10 days', ends_at = now() + interval '11 days', date_precision = 'exact', attendee_limit = 20, party_limit = 10, takes_reservations = true",
  );
});

it("are the rows of docs/limits.md", async () => {
  const words: Record<string, string> = {
    recipient: "mailbox",
    near: "network, near",
    far: "network, far",
    account: "admin's account",
    entry: "entry",
    site: "site",
  };
  const rules = await database.sql<{ what: string; who: string; minutes: number; most: number | null }>(
    "select what, who, (extract(epoch from period) / 60)::int as minutes, most::int from private.budget_rules",
  );
  const rows = rules.map(({ what, who, minutes, most }) => {
    const time = minutes === 1 ? "a minute" : `${minutes / 60} hours`;
    return `| \`${what}\` | ${words[who]} | ${most ? most.toLocaleString("en-US") : "counted"} in ${time} |`;
  });
  const found =
    readFileSync("docs/limits.md", "utf8").match(/^\| `[a-z-]+` \| [^|]+ \| (?:[\d,]+|counted) in [^|]+ \|/gm) ?? [];
  expect(found.toSorted()).toEqual(rows.toSorted());
});

describe("spending", () => {
  it("counts against all budgets or none, and says when the next is possible", async () => {
    for (const _ of times(5)) expect(await isSpent(["receipt", "password-link"], { recipient: key(1) })).toBe(_ === 1);
    for (const _ of times(4)) expect(await isSpent(["password-link"], { recipient: key(1) })).toBe(true);
    const [refused] = await spend(["new-address", "password-link"], { recipient: key(1), account: key(2) });
    const hours = ((refused?.next?.getTime() ?? 0) - (refused?.now.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(24);
    expect(hours).toBeLessThan(24.2);
    expect(await isSpent(["new-address"], { account: key(2) }, 5), "nothing was counted").toBe(true);
    await database.sql("update private.spending set at = at - interval '25 hours'");
    expect(await isSpent(["password-link"], { recipient: key(1) })).toBe(true);
  });

  it("keeps at most 145 rows for a key, however much is spent", async () => {
    for (const _ of times(40)) await spend(["bytes"], { far: key(1) }, 100);
    expect(await database.sql("select amount::int from private.spending where who = 'far'")).toEqual([
      { amount: 4000 },
    ]);
    await expect(isSpent(["bytes"], { far: key(1) }, 996_001)).resolves.toBe(false);
    await expect(isSpent(["bytes"], { far: key(1) }, 996_000)).resolves.toBe(true);
  });

  it("counts the bytes of the site in up to 16 rows a part, which are one sum", async () => {
    await database.sql(
      "insert into private.spending (what, who, key, at, amount, number) select 'bytes-reserve', 'site', 'site', now() + interval '5 minutes', 2000000, n from generate_series(0, 15) n",
    );
    expect(await isSpent(["bytes-reserve"], {}, 8_000_001)).toBe(false);
    expect(await isSpent(["bytes-reserve"], {}, 8_000_000)).toBe(true);
    expect(await isSpent(["bytes-reserve"], {}, 1)).toBe(false);
  });
});

describe("a visitor", () => {
  it("causes one receipt, one confirmation and one lost link a day to one mailbox, however it is spelled", async () => {
    await join(1);
    await database.sql(
      "update public.mails set next_attempt_at = null, state = 'accepted', created_at = now() - interval '1 hour'",
    );
    for (const number of times(5)) await write(number + 10, { mailbox: 1, message: `Aloha ${number}` });
    expect(await queued("message-receipt")).toBe(1);
    for (const _ of times(3)) {
      await lose(1);
      await database.sql(
        "update public.mails set next_attempt_at = null, state = 'accepted', created_at = now() - interval '1 hour' where next_attempt_at is not null",
      );
    }
    expect([await queued("waitlist-receipt"), await queued("waitlist-lost-link")]).toEqual([1, 1]);
  });

  it("with a confirmed entry gets its link once a day, whatever is asked for other spellings of the mailbox", async () => {
    const sent = () =>
      database.sql(
        "update public.mails set next_attempt_at = null, state = 'accepted', created_at = now() - interval '1 hour' where next_attempt_at is not null",
      );
    await join(1);
    await confirm(1);
    await sent();
    for (const number of [2, 3, 2, 3]) {
      await join(number, { mailbox: 1, network: 9 });
      await lose(number, 9, 1);
      await sent();
    }
    const before = await queued("waitlist-lost-link");
    for (const _ of times(3)) {
      await lose(1);
      await sent();
    }
    expect((await queued("waitlist-lost-link")) - before).toBe(1);
    expect(await queued("waitlist-receipt"), "of a mailbox: a sign-up and a lost link a day").toBeLessThanOrEqual(2);
  });

  it("is never refused because of what others ask for, and each letter is ranked by what its network has caused", async () => {
    for (const number of times(40)) expect(await subscribe(number)).toBe("subscribed");
    expect(await lose(99), "to an address that is not on the list").toBe("asked");
    for (const number of times(40)) expect(await subscribe(number + 100, number + 100)).toBe("subscribed");
    const ranks = async (most: number) =>
      (
        await database.sql<{ rank: number }>(
          "select rank from public.mails where purpose = 'newsletter-confirm' order by id limit $1",
          most,
        )
      ).map(({ rank }) => rank);
    expect(await ranks(40)).toEqual(times(40).map((number) => number - 1));
    expect((await ranks(80)).slice(40)).toEqual(Array(40).fill(0));
  });

  it("moves a waiting letter to the better of both ranks by asking again, and never to a worse one", async () => {
    for (const number of times(5)) await subscribe(number);
    const rank = async () =>
      (
        await database.sql<{ rank: number; queue: string }>(
          "select m.rank, m.queue from public.mails m join public.newsletter_subscribers s on s.id = m.person where s.email = 'guest-5@example.org'",
        )
      )[0];
    expect(await rank()).toEqual({ rank: 4, queue: "strangers" });
    await subscribe(5, 2);
    expect(await rank()).toEqual({ rank: 0, queue: "strangers" });
    await subscribe(5);
    expect(await rank()).toEqual({ rank: 0, queue: "strangers" });
    await database.sql("update public.newsletter_subscribers set confirmed_at = now(), confirm_by = null");
    await subscribe(5);
    expect(await rank(), "known by now").toEqual({ rank: 0, queue: "known" });
  });

  it("takes nothing by messages from a place or a password link of somebody else", async () => {
    for (const number of times(8)) await write(number, { mailbox: 50, message: `Aloha ${number}` });
    expect(await join(50)).toBe("placed");
    expect(await queued("waitlist-receipt")).toBe(1);
    for (const number of times(8))
      await database.call(
        "worker",
        "(public.send_message('Kai', 'admin@example.org', $1, false, false, $2, true, null)).outcome",
        `Again ${number}`,
        key(60),
      );
    await database.call("worker", "public.ask_password_link('admin@example.org', $1)", key(60));
    expect(await queued("password-link")).toBe(1);
  });

  it("causes one notice in 10 minutes, which counts and lists the messages", async () => {
    for (const number of times(3)) await write(number, { message: `Aloha ${number}` });
    expect(await queued("message-notice")).toBe(1);
    await database.sql("delete from public.mails where purpose <> 'message-notice'");
    const [notice] = await database.as<{ content: { count: number; messages: { message: string }[] } }>(
      "worker",
      "select content from public.claim_mails(5, 60, 86400)",
    );
    expect(notice?.content.count).toBe(3);
    expect(notice?.content.messages.map(({ message }) => message)).toEqual(["Aloha 1", "Aloha 2", "Aloha 3"]);
    await database.sql(
      "update public.mails set frozen_at = now(), state = 'accepted', next_attempt_at = null, claimed_until = null",
    );
    for (const number of [4, 5]) await write(number, { message: `Aloha ${number}` });
    const next = await database.sql(
      "select next_attempt_at = now() + interval '10 minutes' as is_later, private.mail_content(purpose, person, occurrence) ->> 'count' as count from public.mails where purpose = 'message-notice' order by id",
    );
    expect(next).toEqual([
      { is_later: null, count: "3" },
      { is_later: true, count: "2" },
    ]);
  });

  it("who writes more than a megabyte is kept as suspected spam without a receipt, and refused beyond the reserve", async () => {
    const keep = async (most: number) => {
      await database.sql("update private.budget_rules set most = $1 where what = 'bytes' and who = 'far'", most);
      return write(1, { message: `Aloha ${most}` });
    };
    expect(await keep(2000)).toBe("sent");
    expect(await keep(1)).toBe("sent");
    expect(
      await database.sql(
        "select suspected_spam, search_text like '%aloha%' as is_found from public.contact_messages order by number",
      ),
    ).toEqual([
      { suspected_spam: false, is_found: true },
      { suspected_spam: true, is_found: false },
    ]);
    expect([await queued("message-receipt"), await queued("message-notice")]).toEqual([1, 1]);
    await database.sql("update private.budget_rules set most = 1200 where what = 'bytes-reserve' and who = 'far'");
    expect(await write(1, { message: "One more" }), "what this network has sent").toBe("full");
    expect(await subscribe(2)).toBe("full");
    expect(await join(3)).toBe("full");
    expect(await write(1, { network: 2, message: "One more" }), "another network").toBe("sent");
    expect(await database.sql("select from public.contact_messages")).toHaveLength(3);
  });
});

describe("when the bytes of a day are used up", () => {
  const fill = (most: number) =>
    database.sql("update private.budget_rules set most = $1 where what = 'bytes-reserve' and who = 'site'", most);
  const subscribers = async () =>
    (await database.sql<{ email: string }>("select email from public.newsletter_subscribers order by email")).map(
      ({ email }) => Number(email.match(/\d+/)?.[0]),
    );
  const doctor = async () =>
    (await database.as<{ forms: object }>("worker", "select public.doctor() -> 'forms' as forms"))[0]?.forms;

  it("what nobody has confirmed makes room, first of networks that caused most", async () => {
    for (const number of times(6)) await subscribe(number, 1);
    for (const number of times(2)) await subscribe(number + 10, 2);
    await fill(8000);
    expect(await subscribe(20, 3)).toBe("subscribed");
    expect(await subscribers(), "room is made for many at once").toEqual([20]);
    expect(await queued("newsletter-confirm")).toBe(1);
    expect(await doctor()).toMatchObject({ made_room: 8, full: 0, stored: 1000 });
    await database.sql("update private.budget_rules set most = 1500 where what = 'bytes-reserve' and who = 'far'");
    await fill(1500);
    expect(await subscribe(21, 3), "what is too much of its own network").toBe("full");
    expect(await subscribers(), "makes no room at the cost of others").toEqual([20]);
  });

  it("nobody loses who is confirmed, whose letter was tried, who is on a waitlist, or who wrote", async () => {
    for (const number of times(6)) await subscribe(number);
    await database.sql(
      "update public.newsletter_subscribers set confirmed_at = now(), confirm_by = null where email = 'guest-1@example.org'",
    );
    await database.sql(
      "update public.mails set attempts = 1 where person = (select id from public.newsletter_subscribers where email = 'guest-2@example.org')",
    );
    await write(3);
    expect(await join(4)).toBe("placed");
    await fill(1);
    expect(await write(5, { network: 5, message: "More" }), "four could go, and it is not enough").toBe("full");
    expect(await subscribers()).toEqual([1, 2]);
    expect(await database.sql("select from public.contact_messages")).toHaveLength(1);
    expect(await stateOf(4)).toMatchObject({ state: "placed" });
    expect(await doctor()).toMatchObject({ made_room: 4, full: 1 });
  });

  it("confirming takes a row off the bytes of its network", async () => {
    await join(1);
    const bytes = async () =>
      Number(
        (
          await database.sql<{ bytes: string }>(
            "select sum(amount) as bytes from private.spending where what = 'bytes-reserve' and who = 'far'",
          )
        )[0]?.bytes,
      );
    expect(await bytes()).toBeGreaterThan(2000);
    await confirm(1);
    expect(await bytes()).toBe(0);
  });

  it("300 rows of a room survive 40 MB from 1,000 networks", async () => {
    await addEvent(database, "hula");
    const ask = (first: number, last: number, network: string, each: number) =>
      database.as(
        "worker",
        `select public.subscribe('n' || n || '@example.org', false, '1', '/', lpad(n::text, 32, '0'),
           jsonb_build_object('recipient', lpad(n::text, 32, '0'), 'far', ${network})) from generate_series($1::int, $2::int, $3::int) n`,
        first,
        last,
        each,
      );
    await database.sql("update private.budget_rules set most = 450000 where what = 'bytes-reserve' and who = 'site'");
    const network = "a".repeat(32);
    await database.sql(
      `with people as (
         insert into public.newsletter_subscribers (email, requested_at, confirm_by)
         select 'n' || n || '@example.org', now(), now() + interval '30 days' from generate_series(1, 300) n returning id
       ), letters as (
         insert into public.mails (purpose, person, occurrence, queue, rank) select 'newsletter-confirm', id, 1, 'strangers', 0 from people
       )
       insert into private.unconfirmed_rows (id, kind, network_key, bytes, may_go) select id, 'subscriber', $1, 1000, true from people`,
      network,
    );
    // 20 of them have confirmed their address.
    await spend(["bytes-reserve"], { far: network }, 300_000);
    await spend(["letter"], { far: network }, 300);
    await spend(["confirmed"], { far: network }, 20);
    // As 40 MB of 1,000 networks, which are 40 such forms of each, are to the limit of 40 MB.
    await ask(1001, 1400, "lpad((n % 20)::text, 32, 'b')", 1);
    const [room] = await database.sql(
      "select count(*)::int as people from public.newsletter_subscribers where substr(email, 2, strpos(email, '@') - 2)::int <= 300",
    );
    expect(room).toEqual({ people: 300 });
    const forms = (await doctor()) as { made_room: number; full: number };
    expect(forms.made_room).toBeGreaterThan(200);
    expect(forms.full).toBe(0);
  });
});

describe("a rush on a plain waitlist", () => {
  const claim = async (pace = 20) =>
    (
      await database.as<{ id: number }>(
        "worker",
        "select id from public.claim_mails(100, 60, 86400, null, $1) order by id",
        pace,
      )
    ).map(({ id }) => id);
  const aMinuteLater = () => database.sql("update private.spending set at = at - interval '61 seconds'");

  it("from 1,000 networks is 1,000 entries, and their receipts leave at a pace, by rank, then by time", async () => {
    await addEvent(database, "hula");
    const joined = await database.as<{ said: string; entries: number }>(
      "worker",
      `select public.join_waitlist('hula', 'Kai', n || '@example.org', '1', false, false, lpad(n::text, 32, '0'), 1,
         jsonb_build_object('recipient', lpad(n::text, 32, '0'), 'near', lpad((n % 500)::text, 32, 'a'), 'far', lpad((n % 500)::text, 32, 'a'))) as said, count(*)::int as entries
       from generate_series(1, 1000) n group by 1`,
    );
    expect(joined).toEqual([{ said: "joined", entries: 1000 }]);
    const first = await claim();
    expect(first).toHaveLength(20);
    expect(await claim(), "the minute is used up").toEqual([]);
    expect(await join(1), "a spot has no such pace").toBe("placed");
    expect(await claim()).toHaveLength(1);

    await aMinuteLater();
    await database.sql("update public.mails set claimed_until = now() where id = any ($1)", first.slice(0, 5));
    const second = await claim();
    expect(second, "what was tried before does not count again").toHaveLength(25);
    expect(Math.min(...second.filter((id) => !first.includes(id)))).toBeGreaterThan(Math.max(...first));

    const [last] = await database.sql<{ id: number }>(
      "update public.mails set rank = 0, next_attempt_at = next_attempt_at - interval '1 second' where id = (select max(id) from public.mails where rank = 1) returning id",
    );
    await aMinuteLater();
    expect(await claim(1), "a better rank leaves before").toEqual([last?.id]);

    await database.sql(
      "update public.mails set state = 'accepted', next_attempt_at = null, claimed_until = null where state = 'claimed'",
    );
    const [doctor] = await database.as<{ mails: object }>("worker", "select public.doctor() -> 'mails' as mails");
    expect(doctor?.mails).toMatchObject({ due: 0, oldest: null, in_turn: 959 });
    await database.sql("update private.spending set at = at - interval '61 minutes' where what = 'strangers-sent'");
    const [stuck] = await database.as<{ mails: object }>("worker", "select public.doctor() -> 'mails' as mails");
    expect(stuck?.mails, "where none goes, they are overdue").toMatchObject({ due: 959, in_turn: 0 });
  });

  it("the page knows how long the letter waits: what is in front of it, at the pace", async () => {
    const wait = async (network: number, ...pace: (number | null)[]) =>
      database.call<number>("worker", "public.letter_wait($1, $2, $3)", JSON.stringify(networkOf(network)), ...pace);
    expect(await wait(1, null, 20)).toBe(0);
    for (const number of times(100)) await subscribe(number, 1);
    await subscribe(200, 2);
    expect(await wait(1, null, 20), "the last of 100").toBe(6);
    expect(await wait(2, null, 20), "the first of its network").toBe(1);
    expect(await wait(1, null, 1)).toBe(101);
    expect(await wait(1, 1000, 20), "within the half of a day").toBe(0);
    expect(await wait(1, 100, 20), "1 day for 50").toBe(1469);
  });
});

describe("spots", () => {
  it("from one network at most half of them are held unconfirmed; the next are in line and have one by confirming", async () => {
    expect(await join(1, { party: 10 })).toBe("placed");
    expect(await join(2, { party: 1 })).toBe("to-confirm");
    expect(await join(3, { party: 1, network: 2 })).toBe("placed");
    expect(await stateOf(2)).toMatchObject({ state: "waiting" });
    expect(await join(2), "the same to whoever asks again").toBe("to-confirm");
    await confirm(2);
    expect(await stateOf(2)).toMatchObject({ state: "placed", is_held: false });
    await confirm(1);
    expect(await join(4, { party: 10 }), "what is confirmed is not held").toBe("waiting");
    expect(await database.sql("select from private.unconfirmed_rows"), "of the unconfirmed alone").toHaveLength(2);
  });

  it("50 people behind one address who reserve at once are all queued their mail", async () => {
    await set("attendee_limit = 50");
    for (const number of times(50)) expect(["placed", "to-confirm"]).toContain(await join(number));
    expect(await queued("waitlist-receipt")).toBe(50);
    for (const number of times(50)) await confirm(number);
    expect(
      await database.sql("select taken from public.event_spots where event_id = $1 and attends = 'room'", event),
    ).toEqual([{ taken: 50 }]);
  });

  it("what a sign-up is answered depends neither on the mailbox nor on whether it wants emails", async () => {
    for (const number of times(5)) await addEvent(database, `hula-${number}`);
    for (const number of times(5)) expect(await join(1, { list: `hula-${number}`, network: number })).toBe("joined");
    await lose(1, 9);
    expect(await join(1), "after five sign-ups and a lost link in their name").toBe("placed");
    expect(await stateOf(1)).toMatchObject({ state: "placed", is_held: true });
    expect(await queued("waitlist-receipt"), "one for each event and day").toBe(6);
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'not-mine')",
      key(2),
    );
    expect(await join(2)).toBe("placed");
    expect(await join(2), "the same to whoever asks again").toBe("placed");
    expect(await queued("waitlist-receipt"), "but no email goes").toBe(6);
  });

  it("one mailbox gets one email for an event and day, however its address is spelled", async () => {
    for (const number of times(3)) expect(await join(number, { mailbox: 1 })).not.toBe("full");
    expect(await queued("waitlist-receipt")).toBe(1);
  });

  it.each(["canceled", "declined", "lapsed", "past"])("the form leaves whoever is %s as they are", async (state) => {
    await join(1, { party: 2 });
    await confirm(1);
    await database.sql("update public.reservations set state = $1", state);
    await database.sql("delete from public.mails");
    expect(await join(1, { party: 9 }), "as anybody").toBe("placed");
    expect(await stateOf(1)).toMatchObject({ state, party: 2 });
    expect([await queued("waitlist-receipt"), await queued("reservation-ticket")]).toEqual([1, 0]);
  });

  const held = async () =>
    (
      await database.sql<{ minutes: number; state: string }>(
        "select round(extract(epoch from hold_until - now()) / 60)::int as minutes, state from public.reservations",
      )
    )[0];

  it("a hold's two hours begin when its email has been handed to the sender, and end 8 hours after the sign-up", async () => {
    await join(1);
    expect(await held()).toEqual({ minutes: 480, state: "placed" });
    await database.sql(
      "update public.mails set state = 'claimed', attempts = 1, claimed_until = now() + interval '1 minute'",
    );
    expect(await held()).toEqual({ minutes: 480, state: "placed" });
    await database.sql("update public.mails set state = 'accepted', claimed_until = null, next_attempt_at = null");
    expect(await held()).toEqual({ minutes: 120, state: "placed" });
    await database.sql("update public.reservations set hold_until = now() - interval '1 second'");
    await database.call("worker", "public.promote_lines()");
    expect(await held()).toEqual({ minutes: null, state: "waiting" });
  });

  it("a hold whose email leaves late is no longer for that, and never goes beyond the start", async () => {
    await join(1);
    await database.sql("update public.reservations set hold_until = now() + interval '30 minutes'");
    await database.sql("update public.mails set state = 'accepted', next_attempt_at = null, attempts = 1");
    expect(await held()).toEqual({ minutes: 30, state: "placed" });
    await set("starts_at = now() + interval '90 minutes'");
    await join(2);
    expect(
      await database.sql("select from public.reservations where hold_until > now() + interval '90 minutes'"),
    ).toEqual([]);
  });
});

describe("who holds a link", () => {
  const press = (people: number) =>
    database.call("worker", "public.change_party(lpad('1', 64, '0'), $1, true)", people);
  const tickets = () =>
    database.sql<{ minutes: number; state: string }>(
      "select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes, state from public.mails where purpose = 'reservation-ticket' order by id",
    );
  const deliverAll = () =>
    database.sql(
      "update public.mails set state = 'accepted', attempts = 1, next_attempt_at = null, claimed_until = null, sealed = null, created_at = created_at - interval '5 minutes'",
    );

  it("gets the first ticket at once, what they change in two minutes in one email, and five a day", async () => {
    await join(1);
    await confirm(1);
    expect(await tickets()).toEqual([{ minutes: 0, state: "due" }]);
    await deliverAll();
    for (const number of times(20)) expect(await press(1 + (number % 2))).toBe("changed");
    expect(await tickets()).toEqual([
      { minutes: null, state: "accepted" },
      { minutes: 2, state: "due" },
    ]);
    for (const number of times(20)) {
      await deliverAll();
      await press(1 + (number % 2));
    }
    expect(await tickets(), "the page alone says what is so").toHaveLength(5);
  });

  it("does not keep an admin's change waiting", async () => {
    await join(1);
    await confirm(1);
    await deliverAll();
    await press(2);
    const [entry] = await database.sql<{ id: string }>("select id from public.reservations");
    await database.sql("select set_config('status_page.holder', '', true)");
    await database.sql("select private.enqueue_ticket($1)", entry?.id);
    expect(await tickets()).toEqual([
      { minutes: null, state: "accepted" },
      { minutes: 0, state: "due" },
    ]);
  });

  it("gets no email that says what the last one said", async () => {
    await join(1);
    await confirm(1);
    const send = async (digest: string) => {
      const claimed = await database.as<{ id: number; attempts: number }>(
        "worker",
        "select id, attempts from public.claim_mails(10, 60, 86400)",
      );
      const frozen = claimed.map(({ id, attempts }) => ({
        id,
        attempt: attempts,
        sealed: "sealed",
        payload_digest: digest.padStart(64, "0"),
        address_key: key(1),
        token_digest: null,
      }));
      const kept = await database.call<number[]>("worker", "public.freeze_mails($1)", JSON.stringify(frozen));
      await deliverAll();
      return kept.length;
    };
    await database.sql("delete from public.mails where purpose <> 'reservation-ticket'");
    expect(await send("1")).toBe(1);
    for (const [people, digest, sent] of [
      [2, "2", 1],
      [1, "2", 0],
      [2, "1", 1],
    ] as const) {
      await press(people);
      await database.sql("update public.mails set next_attempt_at = now() where next_attempt_at is not null");
      expect(await send(digest), `a letter ${digest}`).toBe(sent);
    }
  });

  it("joins the waitlist again five times a day after declining", async () => {
    await join(1);
    await confirm(1);
    const said = [];
    for (const _ of times(6)) {
      await database.sql("update public.reservations set state = 'declined'");
      said.push(await database.call("worker", "public.join_line(lpad('1', 64, '0'), true)"));
    }
    expect(said.at(-1)).toBe("too-often");
    expect(said.filter((each) => each === "too-often")).toHaveLength(2);
  });
});

it("mails about accounts are claimed before those about spots, and these before the rest", async () => {
  await subscribe(1);
  await join(2);
  await database.call("worker", "public.ask_password_link('admin@example.org', $1)", key(3));
  const claim = async () =>
    (await database.as("worker", "select purpose from public.claim_mails(1, 60, 86400)")).map(({ purpose }) => purpose);
  expect([await claim(), await claim(), await claim()].flat()).toEqual([
    "password-link",
    "waitlist-receipt",
    "newsletter-confirm",
  ]);
});

it("of a day's mails strangers use half, spots nine tenths, and mails about accounts all", async () => {
  await database.sql("delete from public.mails");
  const claim = async (limit = 10) =>
    (await database.as("worker", "select purpose from public.claim_mails(100, 60, 86400, $1)", limit)).map(
      ({ purpose }) => purpose,
    );
  const add = (purpose: string, count: number, person = "gen_random_uuid()") =>
    database.sql(
      `insert into public.mails (purpose, person, occurrence) select '${purpose}', ${person}, n from generate_series(1, ${count}) n`,
    );
  const [plain] = await database.sql<{ id: string }>(
    "insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1') returning id",
    await addEvent(database, "hula"),
  );
  await add("waitlist-receipt", 8, `'${plain?.id}'`);
  await database.sql("update public.mails set queue = 'strangers', rank = occurrence");
  expect(await claim()).toEqual(Array(5).fill("waitlist-receipt"));
  expect(await claim(), "half of the day is used").toEqual([]);
  for (const number of times(6)) expect(await join(number)).toBe("placed");
  expect(await claim()).toEqual(Array(4).fill("waitlist-receipt"));
  expect(await claim(), "nine tenths are used").toEqual([]);
  await database.call("worker", "public.ask_password_link('admin@example.org', $1)", key(60));
  expect(await claim()).toEqual(["password-link"]);
  expect(await claim(), "the day is used up").toEqual([]);
  await database.sql(
    "update public.mails set state = 'accepted', claimed_until = null, next_attempt_at = null, frozen_at = now() - interval '25 hours' where state = 'claimed'",
  );
  expect(await claim(), "the next day, spots first").toHaveLength(5);
});
