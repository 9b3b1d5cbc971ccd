import { beforeEach, describe, expect, it } from "vitest";
import { ticketPath } from "../../../app/features/attendance/letters/status-link.ts";
import { digestOf } from "../../../app/platform/text/link-token.ts";
import { addEvent, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const own = digest(1);
let event: string;

const join = (name: string, email: string, forward = false) =>
  database.call(
    "worker",
    "public.join_waitlist('luau', $1, $2, '1', false, $3, $4)",
    name,
    email,
    forward,
    key(email.startsWith("kai") ? 1 : 9),
  );
const link = (token: string, email: string) =>
  database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    token,
    email,
  );
const place = (token = own) => database.call<Row>("worker", "public.status_page($1)", token);
const leave = (reason = "left", mailKey: string | null = null) =>
  database.call<boolean>("worker", "public.leave_waitlist($1, $2, $3)", own, reason, mailKey);
const undo = () => database.call("worker", "public.return_to_waitlist($1)", own);
const entries = () =>
  database.sql("select * from public.waitlist_entries where event_id = $1 order by created_at, id", event);

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await join("Noe", "noe@example.org");
  await database.sql(
    "update public.waitlist_entries set created_at = created_at - interval '1 hour' where event_id = $1",
    event,
  );
  await join("Kai", "kai@example.org", true);
  await link(own, "kai@example.org");
});

describe("an entry on its status page", () => {
  it("has a position among those who have not been notified", async () => {
    expect(await place()).toMatchObject({
      state: "waiting",
      name: "Kai",
      email: "kai@example.org",
      position: 2,
      confirmed_at: null,
      event: { key: "luau" },
    });
    await database.sql(
      "update public.waitlist_entries set tickets_notified_at = now() where email = 'noe@example.org'",
    );
    expect(await place()).toMatchObject({ position: 1 });
  });

  it("has no position once the person was notified or has a reservation", async () => {
    const entry = "(select id from public.waitlist_entries where email = 'kai@example.org')";
    await database.sql(`update public.waitlist_entries set tickets_notified_at = now() where id = ${entry}`);
    expect(await place()).toMatchObject({ tickets_notified_at: expect.anything(), position: null });
    await database.sql(`update public.waitlist_entries set tickets_notified_at = null where id = ${entry}`);
    await database.sql(
      "update public.events set attendee_limit = 3, takes_reservations = true, ticket_url = null where id = $1",
      event,
    );
    await database.sql(
      `insert into public.reservations (id, event_id, state, line) values (${entry}, $1, 'placed', 100) on conflict (id) do update set state = 'placed'`,
      event,
    );
    expect(await place()).toMatchObject({ position: null, reservation: { state: "placed", in_line: null } });
  });

  it("cannot be read or changed through an unknown link", async () => {
    expect(await place(digest(2))).toEqual({ state: "nowhere" });
    expect(await database.call("worker", "public.confirm_entry($1)", digest(2))).toBe(false);
    expect(await database.call("worker", "public.rename_entry($1, 'Kaʻi')", digest(2))).toBe(false);
    expect(await database.call("worker", "public.leave_waitlist($1, 'left')", digest(2))).toBe(false);
    expect(await database.call("worker", "public.return_to_waitlist($1)", digest(2))).toBe("too-late");
  });

  it("is confirmed once, on the first press", async () => {
    await database.call("worker", "public.confirm_entry($1)", own);
    await database.sql(
      "update public.waitlist_entries set confirmed_at = now() - interval '1 day' where email = 'kai@example.org'",
    );
    await database.call("worker", "public.confirm_entry($1)", own);
    const [kept] = await database.sql(
      "select confirmed_at < now() as first from public.waitlist_entries where email = 'kai@example.org'",
    );
    expect(kept).toEqual({ first: true });
  });

  it("is the only one that is renamed", async () => {
    await database.call("worker", "public.rename_entry($1, 'Kaʻi')", own);
    expect((await entries()).map(({ name }) => name)).toEqual(["Noe", "Kaʻi"]);
  });
});

describe("a ticket", () => {
  it("has a token of its own, which follows from that of the page, and with which nothing else can be read or changed", async () => {
    const token = "abcdefghijklmnopqrstuvwxyz234567";
    await link(await digestOf(token), "kai@example.org");
    const ticket = await digestOf((await ticketPath(token)).replace("/t/", ""));
    const shown = () => database.call<Row>("worker", "public.ticket_page($1)", ticket);
    expect(await shown()).toMatchObject({ name: "Kai", event: { key: "luau" }, reservation: null });
    expect(JSON.stringify(await shown())).not.toContain("kai@");
    expect(await place(ticket)).toEqual({ state: "nowhere" });
    expect(await database.call("worker", "public.leave_waitlist($1, 'left', null)", ticket)).toBe(false);
    expect(await database.call("worker", "public.renew_status_link($1, $2)", ticket, key(1))).toBe("nowhere");
    expect(await entries()).toHaveLength(2);
    expect(await database.call("worker", "public.renew_status_link($1, $2)", own, key(1))).toBe("renewed");
    expect(await shown(), "ended with the link that it follows from").toEqual({});
  });
});

describe("leaving", () => {
  it("removes the entry with what is queued for it, and undoing restores all of it", async () => {
    await database.sql("update public.outbox set attempts = 3, last_error = 'status 500'");
    const before = await entries();
    const outbox = "select kind, waitlist_entry_id, idempotency_key, attempts, last_error from public.outbox";
    const queued = await database.sql(outbox);
    const total = () =>
      database.sql("select total from private.daily_totals where kind = 'waitlist' order by day desc limit 1");
    const counted = await total();
    expect(await leave()).toBe(true);
    expect(await entries()).toHaveLength(1);
    expect(await database.sql("select from public.outbox")).toEqual([]);
    expect(
      await database.sql("select from public.mails m join private.waitlist_departures d on d.entry_id = m.person"),
    ).toEqual([]);
    expect(await place()).toMatchObject({ state: "left", event: { key: "luau" } });
    expect(await leave(), "a second press").toBe(false);
    expect(await undo()).toBe("back");
    expect(await entries()).toEqual(before);
    expect(await database.sql(outbox)).toEqual(queued);
    expect(await total(), "nobody has joined by coming back").toEqual(counted);
    expect(await place()).toMatchObject({ state: "waiting", position: 2 });
    expect(await undo(), "a second press").toBe("too-late");
  });

  it("can be undone for 24 hours, and is no longer shown after that", async () => {
    await leave();
    await database.sql("update private.waitlist_departures set left_at = now() - interval '24 hours'");
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await undo()).toBe("too-late");
  });

  it("keeps the new entry if it is undone after joining again, and the link leads to it", async () => {
    await leave();
    await join("Kai again", "KAI@example.org");
    expect(await undo()).toBe("joined-again");
    expect(await place()).toMatchObject({ state: "waiting", name: "Kai again" });
  });

  it("can be followed by an erasure, which leaves nothing to undo and no address", async () => {
    await leave();
    expect(await leave("erased")).toBe(true);
    expect(await place()).toMatchObject({ state: "erased" });
    expect(await undo()).toBe("too-late");
    const rows = await database.sql("select to_jsonb(d)::text as row from private.waitlist_departures d");
    expect(JSON.stringify(rows)).not.toMatch(/kai@|Kai/);
  });

  it("as “not mine” stores a suppression by digest, so that no more emails are queued", async () => {
    expect(await leave("not-mine", key(1))).toBe(true);
    expect(await database.sql("select address_key, reason from private.mail_suppressions")).toEqual([
      { address_key: key(1), reason: "not-mine" },
    ]);
    await database.sql("delete from public.mails");
    expect(await join("Kai", "kai@example.org"), "the page answers as ever").toBe("joined");
    expect(await database.sql("select from public.mails")).toEqual([]);
  });
});

interface Claim extends Row {
  id: number;
  purpose: string;
  attempts: number;
  content: { email: string; generation?: number };
}

/** Claims the mails that are due. */
const claim = () => database.as<Claim>("worker", "select * from public.claim_mails(100, 60, 86400) order by id");
const freeze = (claimed: Claim[], tokenOf: (mail: Claim) => string | null) =>
  database.call<number[]>(
    "worker",
    "public.freeze_mails($1)",
    JSON.stringify(
      claimed.map((mail) => ({
        id: mail.id,
        attempt: mail.attempts,
        sealed: "sealed",
        payload_digest: digest(0),
        address_key: key(1),
        token_digest: tokenOf(mail),
      })),
    ),
  );
/** Sends everything that is due, with the given token for each purpose; a minute passes. @returns what was sent */
async function send(tokens: Record<string, string> = {}) {
  const claimed = await claim();
  await freeze(claimed, ({ purpose, id }) =>
    purpose === "waitlist-old-address" ? null : (tokens[purpose] ?? digest(10_000 + id)),
  );
  const settled = claimed.map(({ id, attempts }) => ({
    id,
    attempt: attempts,
    outcome: "accepted",
    provider_id: `re_${id}`,
  }));
  await database.call("worker", "public.settle_mails($1)", JSON.stringify(settled));
  await database.sql("update public.mails set created_at = created_at - interval '1 minute'");
  return claimed.map(({ purpose, content }) => ({ purpose, email: content.email }));
}
/** Uses up the daily limit of mails to the address. */
const useUp = (address = key(1)) =>
  database.sql(
    `insert into private.spending (what, who, key, at, amount)
       select r.what, r.who, k.key, now(), r.most
       from private.budget_rules r
       cross join lateral (
         values ($1::text), (private.keys_at_event(jsonb_build_object('recipient', $1::text), $2::uuid) ->> 'recipient')
       ) k (key)
       where r.what = 'lost-link' and r.who = 'recipient'
       on conflict (what, who, key, at, number) do update set amount = excluded.amount`,
    address,
    event,
  );
const entryOf = async (email: string) =>
  (await database.sql("select * from public.waitlist_entries where email = $1", email))[0];

describe("requesting a lost link", () => {
  const ask = (email: string, list = "luau", address = key(1)) =>
    database.call<string>("worker", "public.resend_status_link($1, $2, $3)", list, email, address);
  const queued = async () => {
    const rows = await database.sql(
      "select w.email from public.mails m left join public.waitlist_entries w on w.id = m.person where m.state = 'due' order by m.id",
    );
    return rows.map(({ email }) => email);
  };
  beforeEach(async () => {
    await send();
  });

  it("enqueues the link, once for a form that is sent twice", async () => {
    expect(await ask("KAI@example.org")).toBe("asked");
    expect(await ask("kai@example.org")).toBe("asked");
    expect(await queued()).toEqual(["kai@example.org"]);
  });

  it("returns the same for a person on no waitlist, with as much work, and does not charge the address", async () => {
    const before = await database.sql("select * from private.spending");
    expect(await ask("nobody@example.org", "luau", key(5))).toBe("asked");
    expect(await queued()).toEqual([]);
    const after = await database.sql("select * from private.spending");
    expect(after, "the same rows are written").toHaveLength(before.length + 1);
    expect(after).not.toContainEqual(expect.objectContaining({ key: key(5) }));
  });

  it("enqueues nothing beyond the daily limit, and returns the same", async () => {
    await useUp();
    expect(await ask("kai@example.org")).toBe("asked");
    expect(await queued()).toEqual([]);
  });

  it("enqueues nothing for suspected spam, or for an event that visitors cannot see", async () => {
    await database.call(
      "worker",
      "public.join_waitlist('luau', 'Robot', 'robot@example.org', '1', true, false, $1)",
      key(6),
    );
    expect(await ask("robot@example.org", "luau", key(6))).toBe("asked");
    expect(await queued()).toEqual([]);
    expect(await ask("kai@example.org", "no-such-event")).toBe("not-found");
    await database.sql("update public.events set is_published = false where id = $1", event);
    expect(await ask("kai@example.org")).toBe("not-found");
    expect(await queued()).toEqual([]);
  });
});

describe("a new link", () => {
  const fresh = digest(2);
  const renew = (token = own) => database.call("worker", "public.renew_status_link($1, $2)", token, key(1));
  beforeEach(async () => {
    await send();
  });

  it("ends earlier links at once, and its email has the new one", async () => {
    expect(await renew()).toBe("renewed");
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await renew(), "a second press").toBe("nowhere");
    const [mail] = await claim();
    expect(mail).toMatchObject({
      purpose: "waitlist-new-link",
      content: { email: "kai@example.org", generation: 1, is_confirmed: false },
    });
    await freeze([mail as Claim], () => fresh);
    expect(await place(fresh)).toMatchObject({ state: "waiting", name: "Kai" });
  });

  it("ends them even if the address takes no emails, and says so", async () => {
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'not-mine')",
      key(1),
    );
    expect(await renew()).toBe("unmailed");
    expect(await place()).toEqual({ state: "nowhere" });
    const claimed = await claim();
    expect(await freeze(claimed, () => fresh), "nothing goes to it").toEqual([]);
  });

  it("is used in event news too, and news that is under way with an old link is made again", async () => {
    await database.sql("update public.events set status = 'cancelled' where id = $1", event);
    await database.sql(
      `with told as (insert into public.campaigns (event_id, kind, started_at) values ($1, 'cancelled', now()) returning id)
       insert into public.mails (purpose, person, occurrence) select 'event-news', w.id, told.id from told, public.waitlist_entries w
       where w.email = 'kai@example.org'`,
      event,
    );
    const made = await claim();
    expect(made).toMatchObject([{ purpose: "event-news", content: { generation: 0, reservation: null } }]);
    expect(await renew()).toBe("renewed");
    expect(await freeze(made, () => own), "with the link that ends").toEqual([]);
    const news = (await claim()).filter(({ purpose }) => purpose === "event-news");
    expect(news).toMatchObject([{ content: { generation: 1 } }]);
    await freeze(news, () => fresh);
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await place(fresh)).toMatchObject({ state: "waiting" });
  });

  it("is made five times a day, whatever strangers ask for in this name; then nothing changes", async () => {
    for (const list of [1, 2, 3, 4, 5]) {
      await addEvent(database, `hula-${list}`);
      await database.call(
        "worker",
        "public.join_waitlist($1, 'Eve', 'kai@example.org', '1', false, false, $2)",
        `hula-${list}`,
        key(1),
      );
    }
    await useUp();
    const tokens = [own, ...[2, 3, 4, 5, 6].map(digest)];
    for (const [index, next] of tokens.slice(1).entries()) {
      expect(await renew(tokens[index])).toBe("renewed");
      await send({ "waitlist-new-link": next });
    }
    expect(await renew(digest(6))).toBe("not-now");
    expect(await place(digest(6))).toMatchObject({ state: "waiting" });
  });

  it("leaves the others valid if it is of the same generation, as after a rotation of the secret", async () => {
    await database.call("worker", "public.resend_status_link('luau', 'kai@example.org', $1)", key(1));
    await send({ "waitlist-lost-link": fresh });
    for (const token of [own, fresh]) expect(await place(token)).toMatchObject({ state: "waiting" });
  });

  it("keeps its generation when leaving is undone", async () => {
    await renew();
    await send({ "waitlist-new-link": fresh });
    await database.call("worker", "public.leave_waitlist($1, 'left')", fresh);
    expect(await database.call("worker", "public.return_to_waitlist($1)", fresh)).toBe("back");
    expect(await entryOf("kai@example.org")).toMatchObject({ link_generation: 1 });
    await database.call("worker", "public.resend_status_link('luau', 'kai@example.org', $1)", key(1));
    const [mail] = await claim();
    expect(mail?.content).toMatchObject({ generation: 1 });
    await freeze([mail as Claim], () => digest(4));
    expect(await place(fresh), "nothing has replaced it").toMatchObject({ state: "waiting" });
  });
});

describe("a new address", () => {
  const [confirming, fresh] = [digest(2), digest(3)];
  const newKey = key(2);
  const ask = (email = "new@example.org") =>
    database.call("worker", "public.ask_address_change($1, $2, $3)", own, email, newKey);
  const change = (token = confirming) => database.call<Row>("worker", "public.address_change($1)", token);
  const confirm = () => database.call("worker", "public.confirm_address_change($1, $2)", confirming, newKey);
  const takeBack = () => database.call("worker", "public.take_back_address_change($1)", own);
  const tokens = { "waitlist-new-address": confirming, "waitlist-address-confirmed": fresh };
  beforeEach(async () => {
    await send();
    await database.sql(
      "update public.waitlist_entries set confirmed_at = now() - interval '1 day' where email = 'kai@example.org'",
    );
  });

  it("can be requested only once the current one is confirmed", async () => {
    await database.sql("update public.waitlist_entries set confirmed_at = null");
    expect(await ask()).toBe("unconfirmed");
    expect(await send()).toEqual([]);
    expect(await place()).toMatchObject({ address_change: null });
  });

  it("gets an email, and is shown masked beside the old one until it is confirmed", async () => {
    expect(await ask()).toBe("asked");
    expect(await ask("NEW@example.org"), "sent twice").toBe("asked");
    expect(await place()).toMatchObject({
      email: "kai@example.org",
      address_change: { email: "n…@example.org", asked_at: expect.any(String) },
    });
    expect(await send(tokens)).toEqual([{ purpose: "waitlist-new-address", email: "new@example.org" }]);
    expect(await change()).toMatchObject({ state: "asked", email: "new@example.org", event: { key: "luau" } });
    expect(await place()).toMatchObject({ email: "kai@example.org" });
  });

  it("must differ from the current one", async () => {
    expect(await ask("KAI@example.org")).toBe("same");
    expect(await place()).toMatchObject({ address_change: null });
  });

  it("keeps the position when confirmed, gets a link that replaces the others, and the old one is notified", async () => {
    await database.sql("update public.waitlist_entries set tickets_notified_at = null");
    const before = await entryOf("kai@example.org");
    await ask();
    await send(tokens);
    expect(await confirm()).toBe("changed");
    expect(await entryOf("new@example.org")).toMatchObject({
      id: before?.id,
      created_at: before?.created_at,
      confirmed_at: expect.any(Date),
    });
    expect(await place(), "the old links end at once").toEqual({ state: "nowhere" });
    expect(await send(tokens)).toEqual([
      { purpose: "waitlist-old-address", email: "kai@example.org" },
      { purpose: "waitlist-address-confirmed", email: "new@example.org" },
    ]);
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await place(fresh)).toMatchObject({ email: "new@example.org", position: 2 });
    expect(await change()).toMatchObject({ state: "changed" });
    expect(await confirm(), "a second press").toBe("nowhere");
    expect(await send(), "a second press").toEqual([]);
  });

  it("ends the earlier links and gets its own, whatever strangers asked for in its name", async () => {
    await ask();
    await send(tokens);
    await useUp(newKey);
    await useUp(key(1));
    expect(await confirm()).toBe("changed");
    expect(await place()).toEqual({ state: "nowhere" });
    expect(await send(tokens)).toEqual([
      { purpose: "waitlist-old-address", email: "kai@example.org" },
      { purpose: "waitlist-address-confirmed", email: "new@example.org" },
    ]);
  });

  it("can be asked for three times a day for one entry, in the queue of strangers", async () => {
    await useUp(newKey);
    for (const _ of [1, 2, 3]) expect(await ask()).toBe("asked");
    expect(await ask()).toBe("too-many");
    expect(await database.sql("select queue from public.mails where purpose = 'waitlist-new-address'")).toEqual([
      { queue: "strangers" },
    ]);
  });

  it("can be confirmed for 24 hours", async () => {
    await ask();
    await send(tokens);
    await database.sql("update private.waitlist_address_changes set asked_at = now() - interval '24 hours'");
    expect(await change()).toEqual({ state: "nowhere" });
    expect(await confirm()).toBe("nowhere");
    expect(await place()).toMatchObject({ email: "kai@example.org", address_change: null });
  });

  it("can be withdrawn, which drops its email, or replaced, which ends its link", async () => {
    await ask();
    expect(await takeBack()).toBe(true);
    expect(await takeBack(), "a second press").toBe(false);
    expect(await send()).toEqual([]);
    await ask();
    await send(tokens);
    await ask("newer@example.org");
    expect(await change()).toEqual({ state: "nowhere" });
    expect(await confirm()).toBe("nowhere");
    expect(await place()).toMatchObject({ address_change: { email: "n…@example.org" } });
  });

  it("leaves both entries as they are if it has one already", async () => {
    expect(await ask("noe@example.org")).toBe("asked");
    await send(tokens);
    const before = await entries();
    expect(await change()).toMatchObject({ state: "already-listed" });
    expect(await confirm()).toBe("already-listed");
    expect(await entries()).toEqual(before);
    expect(await send()).toEqual([]);
  });

  it("is deleted with the entry", async () => {
    await ask();
    await send(tokens);
    await leave();
    expect(await change()).toEqual({ state: "nowhere" });
    expect(await undo()).toBe("back");
    expect(await place()).toMatchObject({ address_change: null });
  });

  it("is found by either address, and erased with the old one", async () => {
    const keys = [key(7), key(8), newKey];
    const of = (email: string) => database.call<Row>("admin", "public.personal_data($1, $2, $3, $4)", email, ...keys);
    const erase = (email: string) =>
      database.call<Row>("worker", "public.erase_person($1, $2, $3, $4, $5)", database.idOf("admin"), email, ...keys);
    await ask();
    for (const email of ["kai@example.org", "new@example.org"])
      expect(await of(email)).toMatchObject({
        waitlist_changes: [{ event: "An event", confirmed_at: null }],
        mentions: [],
      });
    await send(tokens);
    await confirm();
    expect((await of("kai@example.org")).mails, "what tells the old one").toContainEqual(
      expect.objectContaining({ purpose: "waitlist-old-address" }),
    );
    expect(await erase("kai@example.org")).toMatchObject({ outcome: "erased", erased: { waitlist_changes: 1 } });
    expect(await entryOf("new@example.org"), "the place belongs to the new one").toBeDefined();
    expect(await database.sql("select from public.mails where purpose = 'waitlist-old-address'")).toEqual([]);
    expect(await database.sql("select from private.waitlist_address_changes")).toEqual([]);
  });
});

describe("an address that an admin corrects", () => {
  const correct = (email: string) =>
    database.as("admin", "update public.waitlist_entries set email = $1 where email = 'kai@example.org'", email);
  beforeEach(async () => {
    await database.sql(
      "update public.waitlist_entries set confirmed_at = now() - interval '1 day' where email = 'kai@example.org'",
    );
  });

  it("is no longer confirmed, and the links of the old one stay invalid", async () => {
    await send();
    await database.call("worker", "public.resend_status_link('luau', 'kai@example.org', $1)", key(1));
    await send({ "waitlist-lost-link": digest(2) });
    await database.call("worker", "public.ask_address_change($1, 'new@example.org', $2)", own, key(2));
    await correct("kaimana@example.org");
    expect(await entryOf("kaimana@example.org")).toMatchObject({ confirmed_at: null, link_generation: 1 });
    for (const token of [own, digest(2)]) expect(await place(token)).toEqual({ state: "nowhere" });
    await database.call("worker", "public.resend_status_link('luau', 'kaimana@example.org', $1)", key(3));
    const mails = await claim();
    expect(mails.map(({ content }) => content)).toMatchObject([{ email: "kaimana@example.org", generation: 1 }]);
  });

  it("gets the email that was under way to the old one", async () => {
    const made = (await claim()).filter(({ content }) => content.email === "kai@example.org");
    await correct("kaimana@example.org");
    expect(await freeze(made, () => digest(2)), "the one for the old address").toEqual([]);
    expect(await place(digest(2))).toEqual({ state: "nowhere" });
    expect(await send()).toContainEqual({ purpose: "waitlist-receipt", email: "kaimana@example.org" });
  });

  it("stays confirmed if only its case, or the name, is corrected", async () => {
    await correct("Kai@example.org");
    await database.as("admin", "update public.waitlist_entries set name = 'Kaʻi' where email = 'Kai@example.org'");
    expect(await place()).toMatchObject({ email: "Kai@example.org", confirmed_at: expect.any(String) });
  });
});

it("erasing a person deletes emails, links and departures, and keeps suppressions", async () => {
  const erase = () =>
    database.call<{ outcome: string; erased: Row }>(
      "worker",
      "public.erase_person($1, 'kai@example.org', $2, $3, $4)",
      database.idOf("admin"),
      key(7),
      key(8),
      key(1),
    );
  await database.sql(
    "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'complained')",
    key(1),
  );
  expect(
    await database.call<Row>("admin", "public.personal_data('kai@example.org', $1, $2, $3)", key(7), key(8), key(1)),
  ).toMatchObject({
    mails: [{ purpose: "waitlist-receipt", state: "due" }],
    left_waitlists: [],
    counters: { spending: 1, mail_suppressions: 1 },
  });
  await database.sql("update public.mails set state = 'accepted', attempts = 1, next_attempt_at = null");
  await leave();
  expect(
    await database.call<Row>("admin", "public.personal_data('kai@example.org', $1, $2, $3)", key(7), key(8), key(1)),
  ).toMatchObject({
    waitlists: [],
    left_waitlists: [{ name: "Kai", email: "kai@example.org", event: "An event" }],
    mentions: [],
  });
  expect(await erase()).toMatchObject({ outcome: "erased", erased: { departures: 1, mails: 1 } });
  for (const table of [
    `public.mails where address_key = '${key(1)}'`,
    `private.spending where who = 'recipient' and left(key, 32) = '${key(1)}'`,
    "private.waitlist_links",
    "private.waitlist_departures",
  ]) {
    expect(await database.sql(`select from ${table}`), table).toEqual([]);
  }
  expect(await database.sql("select from private.mail_suppressions")).toHaveLength(1);
});
