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
    "public.join_waitlist($1, 'Kai', $2, '1', false, false, $3, $4, null, $5)",
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
const lose = (number: number, network = 1) =>
  database.call<string>(
    "worker",
    "public.resend_status_link('luau', $1, $2, $3)",
    `guest-${number}@example.org`,
    key(number),
    JSON.stringify({ recipient: key(number), ...networkOf(network) }),
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
    site: "site",
  };
  const rules = await database.sql<{ what: string; who: string; hours: number; most: number }>(
    "select what, who, (extract(epoch from period) / 3600)::int as hours, most::int from private.budget_rules",
  );
  const rows = rules.map(
    ({ what, who, hours, most }) =>
      `| \`${what}\` | ${words[who]} | ${most.toLocaleString("en-US")} in ${hours === 1 ? "an hour" : `${hours} hours`} |`,
  );
  const found = readFileSync("docs/limits.md", "utf8").match(/^\| `[a-z-]+` \| [^|]+ \| [\d,]+ in [^|]+ \|/gm) ?? [];
  expect(found.toSorted()).toEqual(rows.toSorted());
});

describe("spending", () => {
  it("counts against all budgets or none, and says when the next is possible", async () => {
    for (const _ of times(10)) expect(await isSpent(["receipt", "stranger"], { near: key(1) })).toBe(true);
    const [refused] = await spend(["receipt", "stranger"], { near: key(1), recipient: key(2) });
    const minutes = ((refused?.next?.getTime() ?? 0) - (refused?.now.getTime() ?? 0)) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(60);
    expect(minutes).toBeLessThan(61);
    expect(await isSpent(["receipt"], { recipient: key(2) }), "nothing was counted").toBe(true);
    await database.sql("update private.spending set at = at - interval '61 minutes'");
    expect(await isSpent(["stranger"], { near: key(1) })).toBe(true);
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
      "insert into private.spending (what, who, key, at, amount, number) select 'bytes', 'site', 'site', now() + interval '5 minutes', 1000000, n from generate_series(0, 15) n",
    );
    expect(await isSpent(["bytes"], {}, 4_000_001)).toBe(false);
    expect(await isSpent(["bytes"], {}, 4_000_000)).toBe(true);
    expect(await isSpent(["bytes"], {}, 1)).toBe(false);
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

  it("causes 10 of these an hour from one network and 34 on the site, and reads that no more go", async () => {
    const [first, second] = [times(12), times(12).map((number) => number + 20)];
    expect(
      (await Promise.all(first.map((number) => subscribe(number)))).filter((said) => said === "not-now"),
    ).toHaveLength(2);
    expect(
      (await Promise.all(second.map((number) => subscribe(number, 2)))).filter((said) => said === "not-now"),
    ).toHaveLength(2);
    expect(await lose(99)).toBe("not-now");
    for (const network of [3, 4]) for (const number of times(10)) await subscribe(network * 100 + number, network);
    expect(await queued("newsletter-confirm")).toBe(34);
    expect(await subscribe(500, 5)).toBe("not-now");
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
    await database.sql("update private.budget_rules set most = 1 where what = 'bytes-reserve' and who = 'site'");
    expect(await write(1, { message: "One more" })).toBe("full");
    expect(await subscribe(2)).toBe("full");
    expect(await join(3)).toBe("full");
    expect(await database.sql("select from public.contact_messages")).toHaveLength(2);
  });
});

describe("a rush on a plain waitlist", () => {
  const claim = async () =>
    (await database.as<{ id: number }>("worker", "select id from public.claim_mails(100, 60, 86400) order by id")).map(
      ({ id }) => id,
    );
  const claimAll = async () => {
    const all: number[] = [];
    for (let some = await claim(); some.length > 0; some = await claim()) all.push(...some);
    return all;
  };

  it("from 1,000 networks is 1,000 entries, and 250 receipts an hour in their order", async () => {
    await addEvent(database, "hula");
    const joined = await database.as<{ said: string; entries: number }>(
      "worker",
      `select public.join_waitlist('hula', 'Kai', n || '@example.org', '1', false, false, lpad(n::text, 32, '0'), 1, null,
         jsonb_build_object('recipient', lpad(n::text, 32, '0'), 'near', lpad(n::text, 32, 'a'), 'far', lpad(n::text, 32, 'a'))) as said, count(*)::int as entries
       from generate_series(1, 1000) n group by 1`,
    );
    expect(joined).toEqual([{ said: "joined", entries: 1000 }]);
    const first = await claimAll();
    expect(first).toHaveLength(250);
    expect(await join(1), "a place has no such limit").toBe("placed");
    expect(await claim()).toHaveLength(1);

    await database.sql("update private.spending set at = at - interval '61 minutes' where what = 'list-sent'");
    await database.sql("update public.mails set claimed_until = now() where id = any ($1)", first.slice(0, 40));
    const second = await claimAll();
    expect(second, "what was tried before does not count again").toHaveLength(290);
    expect(Math.min(...second.filter((id) => !first.includes(id)))).toBeGreaterThan(Math.max(...first));
    await database.sql(
      "update public.mails set state = 'accepted', next_attempt_at = null, claimed_until = null where state = 'claimed'",
    );
    const [doctor] = await database.as<{ mails: object }>("worker", "select public.doctor() -> 'mails' as mails");
    expect(doctor?.mails).toMatchObject({ due: 0, oldest: null, in_turn: 500 });
    await database.sql("update private.spending set at = at - interval '61 minutes' where what = 'list-sent'");
    const [stuck] = await database.as<{ mails: object }>("worker", "select public.doctor() -> 'mails' as mails");
    expect(stuck?.mails, "where none goes, they are overdue").toMatchObject({ due: 500, in_turn: 0 });
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
    expect(await database.sql("select from private.reservation_networks"), "of the unconfirmed alone").toHaveLength(2);
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

  it("none is held that nobody can confirm", async () => {
    await database.sql(
      "insert into private.spending (what, who, key, at, amount) values ('reservation', 'recipient', $1, now(), 5)",
      key(1),
    );
    expect(await join(1)).toBe("unmailed");
    expect(await join(1), "the same to whoever asks again").toBe("unmailed");
    expect(await stateOf(1)).toMatchObject({ state: "waiting" });
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'not-mine')",
      key(2),
    );
    expect(await join(2)).toBe("unmailed");
    expect(await stateOf(2)).toMatchObject({ state: "waiting" });
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

  it.each([
    ["was tried", "attempts = 1", "now() - interval '1 minute'", "waiting"],
    ["was never tried", "attempts = 0", "now() - interval '5 hours'", "placed"],
    ["was not tried for 6 hours", "attempts = 0", "now() - interval '6 hours'", "waiting"],
  ])("a hold whose mail %s", async (_what, mail, until, state) => {
    await join(1);
    await database.sql(`update public.mails set ${mail}`);
    await database.sql(`update public.reservations set hold_until = ${until}`);
    await database.call("worker", "public.promote_lines()");
    expect(await stateOf(1)).toMatchObject({ state });
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
