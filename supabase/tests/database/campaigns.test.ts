import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

interface Claim extends Row {
  id: number;
  purpose: string;
  attempts: number;
  sealed: string | null;
  content: { email: string; kind: string; words: string | null; event: { title: string } };
}

let event: string;
const digest = (number: number) => number.toString(16).padStart(64, "0");
const unseen = async (table: string, sql: string) => {
  await database.sql(`alter table public.${table} disable trigger user`);
  await database.sql(sql);
  await database.sql(`alter table public.${table} enable trigger user`);
};
/** Sets the event as SQL says, a minute after all that was before; `dated_at` may be said. */
const make = async (set: string, at = "now()") => {
  const aMinuteAgo = (column: string) => `${column} = ${column} - interval '1 minute'`;
  await unseen("events", `update public.events set ${aMinuteAgo("news_at")}`);
  await unseen("campaigns", `update public.campaigns set ${aMinuteAgo("started_at")}`);
  await unseen("waitlist_entries", `update public.waitlist_entries set ${aMinuteAgo("notified_at")}`);
  await database.sql(`update public.events set ${set} where id = $1`, event);
  await unseen("events", `update public.events set dated_at = ${at}, news_at = least(news_at, ${at})`);
};
const onSale =
  "starts_at = now() + interval '9 days', date_precision = 'exact', ticket_url = 'https://tickets.example/'";
let joined = 0;
const join = async (name: string, more: { at?: string; told?: boolean; spam?: boolean } = {}) => {
  joined += 1;
  const { at = `now() - interval '2 hours' + interval '${joined} seconds'`, told = false, spam = false } = more;
  const [row] = await database.sql<{ id: string }>(
    `insert into public.waitlist_entries (event_id, name, email, consent_version, created_at, updated_at, tickets_notified_at, suspected_spam)
     values ($1, $2, $2 || '@example.org', '1', ${at}, ${at}, case when $3 then now() end, $4) returning id`,
    event,
    name,
    told,
    spam,
  );
  return row?.id as string;
};
const queued = async (kind: string) =>
  (
    await database.sql<{ name: string }>(
      `select w.name from private.recipients_of_news($1, $2) with ordinality o (id, place) join public.waitlist_entries w using (id) order by o.place`,
      kind,
      event,
    )
  ).map(({ name }) => name);
const versions = async (kind: string) => {
  const [row] = await database.sql<{ event: string; draft: string | null }>(
    `select e.updated_at::text as event,
       (select t.updated_at::text from public.campaigns t where t.event_id = e.id and t.kind = $2 and t.started_at is null) as draft
     from public.events e where e.id = $1`,
    event,
    kind,
  );
  return row as { event: string; draft: string | null };
};
const start = async (kind: string, at?: { event?: string; draft?: string | null }) => {
  const seen = { ...(await versions(kind)), ...at };
  return database.call("admin", "public.start_campaign($1, $2, $3, $4)", event, kind, seen.event, seen.draft);
};
const news = () =>
  database.call<{
    kinds: { kind: string; queued: number; words: string | null; is_off: boolean }[] | null;
    campaigns: (Row & { id: number })[] | null;
    troubles: Row[] | null;
  }>("admin", "public.event_news($1)", event);
const latest = async () => {
  const { campaigns } = await news();
  return campaigns?.[0] as Row & { id: number };
};
const claim = (limit = 100) => database.as<Claim>("worker", "select * from public.claim_mails($1, 60, 86400)", limit);
const freeze = (claimed: Claim[]) =>
  database.call<number[]>(
    "worker",
    "public.freeze_mails($1)",
    JSON.stringify(
      claimed.map(({ id, purpose, attempts }) => ({
        ...{ id, attempt: attempts, sealed: `sealed ${id}`, payload_digest: digest(id) },
        ...{ address_key: key(id), token_digest: purpose === "event-news" ? digest(1000 + id) : null },
      })),
    ),
  );
const settle = ({ id, attempts }: Claim, outcome: string, more: object = {}) =>
  database.call("worker", "public.settle_mails($1)", JSON.stringify([{ id, attempt: attempts, outcome, ...more }]));
const send = async (outcome = "accepted") => {
  const claimed = await claim();
  await freeze(claimed.filter(({ sealed }) => !sealed));
  for (const each of claimed) await settle(each, outcome);
  return claimed.map(({ content }) => content?.email.split("@")[0]);
};
const leaseOver = () => database.sql("update public.mails set claimed_until = now() where claimed_until is not null");
const notifiedAt = async (name: string) =>
  (
    await database.sql(
      "select tickets_notified_at is not null as told from public.waitlist_entries where name = $1",
      name,
    )
  )[0]?.told;

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await database.sql("update public.events set created_at = now() - interval '9 days' where id = $1", event);
});

describe("who is queued what", () => {
  it("what changed: nobody who neither has a spot nor waits for one, also if that is so only when it leaves", async () => {
    await make(onSale);
    await database.sql(
      "update public.events set ticket_url = null, takes_reservations = true, attendee_limit = 50 where id = $1",
      event,
    );
    const reserved: Record<string, string> = {};
    for (const state of ["placed", "waiting", "offered", "asked", "declined", "lapsed", "canceled", "turned-down"]) {
      reserved[state] = await join(state);
      await database.sql(
        "insert into public.reservations (id, event_id, state, line) values ($1, $2, $3, $4)",
        ...[reserved[state], event, state, joined],
      );
    }
    await make("place = 'Hilo'");
    expect(await queued("changed")).toEqual(["placed", "waiting", "offered", "asked"]);
    expect(await start("changed")).toBe("started");
    await database.sql("update public.reservations set state = 'canceled' where id = $1", reserved.placed);
    expect(await send()).toEqual(["waiting", "offered", "asked"]);
  });

  it("tickets are open: everybody who has not been told by hand, first come first, unconfirmed ones too, never spam", async () => {
    await make(onSale);
    await join("noe", { at: "now()" });
    await join("kai", { at: "now() - interval '2 years'" });
    await join("told", { told: true });
    await join("robot", { spam: true });
    expect(await queued("tickets-open")).toEqual(["kai", "noe"]);
  });

  it("canceled, postponed, a date: who joined before it was so, and has no such news since another one", async () => {
    await join("kai");
    await make(`${onSale}, status = 'cancelled'`, "now() - interval '1 hour'");
    await join("later", { at: "now() - interval '1 minute'" });
    expect(await queued("cancelled")).toEqual(["kai"]);
    expect(await start("cancelled")).toBe("started");
    expect(await queued("cancelled")).toEqual([]);
    await send();
    await make("status = 'scheduled'");
    expect(await queued("changed"), "it takes place after all").toEqual(["kai", "later"]);
    await make("status = 'cancelled'");
    expect(await queued("cancelled"), "a slip costs no second mail, and who signed up since knew").toEqual([]);
    await make("status = 'scheduled'");
    await start("changed");
    await send();
    await make("status = 'cancelled'");
    expect(await queued("cancelled")).toEqual(["kai", "later"]);
  });

  it("a new date: again when it is moved again", async () => {
    await join("kai");
    await make(onSale);
    expect(await start("changed")).toBe("started");
    await send();
    expect(await start("changed")).toBe("nobody");
    await make("starts_at = starts_at + interval '1 day'");
    expect(await queued("changed")).toEqual(["kai"]);
  });

  it("a date: not to who was told of tickets since, by mail or by hand", async () => {
    await join("kai");
    await join("noe");
    await make(onSale, "now() - interval '1 hour'");
    expect(await queued("changed")).toEqual(["kai", "noe"]);
    await database.call("admin", "public.mark_waitlist_notified($1, now(), 1)", event);
    expect(await queued("changed")).toEqual(["noe"]);
    await start("tickets-open");
    await send();
    expect(await queued("changed")).toEqual([]);
    await make("starts_at = starts_at + interval '1 day'", "now() + interval '1 second'");
    expect(await queued("changed"), "moved since").toEqual(["kai", "noe"]);
  });

  describe("another place", () => {
    const knows = async (name: string) =>
      (await database.sql("select told ->> 'place' as place from public.waitlist_entries where name = $1", name))[0]
        ?.place;
    beforeEach(async () => {
      await make("starts_at = now() + interval '9 days', date_precision = 'exact', place = 'A'");
      await join("kai");
    });

    it("is owed to who knows another one; who signed up since knows the new one", async () => {
      await make("place = 'B'");
      await join("noe");
      expect(await queued("changed")).toEqual(["kai"]);
      expect(await start("changed")).toBe("started");
      expect(await queued("changed"), "on its way").toEqual([]);
      expect(await send()).toEqual(["kai"]);
      expect([await knows("kai"), await queued("changed")]).toEqual(["B", []]);
    });

    it("is owed to nobody who knew it: back again before anybody was told, or only to those who were told", async () => {
      await make("place = 'B'");
      await make("place = 'A'");
      expect(await queued("changed")).toEqual([]);
      await make("place = 'B'");
      await join("noe");
      await database.call("admin", "public.mark_waitlist_notified($1, now(), 1)", event);
      await join("lani");
      await make("place = 'A'");
      expect(await queued("changed")).toEqual(["kai", "noe", "lani"]);
      await start("changed");
      await send();
      expect(await queued("changed")).toEqual([]);
    });

    it("and another hour before anybody was told are one email, which says what the person knew", async () => {
      await make("place = 'B'");
      await make("starts_at = starts_at + interval '1 hour'");
      expect(await start("changed")).toBe("started");
      await make("place = 'C'");
      expect(await queued("changed"), "the email is made when it leaves").toEqual([]);
      const [mail, ...others] = await claim();
      expect(others).toEqual([]);
      expect(mail?.content).toMatchObject({ told: { place: "A" }, event: { place: "C" } });
      await freeze([mail as Claim]);
      await make("place = 'D'");
      expect(await queued("changed"), "the email on its way does not say it").toEqual(["kai"]);
      await settle(mail as Claim, "accepted");
      expect([await knows("kai"), await queued("changed")]).toEqual(["C", ["kai"]]);
    });

    it("is owed once to whom the email could not be sent at first and is tried again", async () => {
      await make("place = 'B'");
      await start("changed");
      const [mail] = await claim();
      await freeze([mail as Claim]);
      await settle(mail as Claim, "later", { wait: 60 });
      await make("place = 'C'");
      expect(await queued("changed"), "it is made anew when it leaves").toEqual([]);
    });

    it("is not sent any more once it is as the person knew it", async () => {
      await make("place = 'B'");
      await start("changed");
      await make("place = 'A'");
      expect(await send()).toEqual([]);
      expect(await latest()).toMatchObject({ people: 1, not_true: 1 });
    });

    it("is not owed to suspected spam, nor after the event", async () => {
      await join("robot", { spam: true });
      await make("place = 'B'");
      expect(await queued("changed")).toEqual(["kai"]);
      await make("starts_at = now() - interval '9 days'");
      expect(await start("changed")).toBe("not-true");
    });

    it("is shown with what most of them know", async () => {
      await join("noe");
      await make("place = 'B'");
      await join("lani");
      await make("place = 'C'");
      const { kinds } = await news();
      expect(kinds?.find(({ kind }) => kind === "changed")).toMatchObject({ queued: 3, told: { place: "A" } });
    });
  });

  it("what happened: who joined before it was over, once", async () => {
    await join("kai", { at: "now() - interval '9 days'" });
    await join("next", { at: "now()" });
    await make(
      "starts_at = now() - interval '2 days', ends_at = now() - interval '47 hours', date_precision = 'exact', recap = 'We danced.'",
    );
    expect(await queued("recap")).toEqual(["kai"]);
    expect(await start("recap")).toBe("started");
    expect(await start("recap")).toBe("nobody");
  });

  it.each([
    ["tickets-open", onSale, true],
    ["tickets-open", `${onSale}, status = 'postponed'`, false],
    ["tickets-open", "starts_at = now(), date_precision = 'exact', ticket_url = 'https://tickets.example/'", false],
    ["tickets-open", "ticket_url = 'https://tickets.example/'", false],
    ["tickets-open", "starts_at = now() + interval '9 days', date_precision = 'exact'", false],
    ["tickets-open", `${onSale}, is_published = false`, false],
    ["cancelled", "status = 'cancelled'", true],
    ["cancelled", "status = 'cancelled', starts_at = now() - interval '9 days', date_precision = 'exact'", false],
    ["postponed", `${onSale}, status = 'postponed'`, true],
    ["changed", onSale, true],
    ["changed", "place = 'Another room'", true],
    ["changed", `${onSale}, status = 'postponed', place = 'Another room'`, false],
    ["changed", "starts_at = now() - interval '9 days', date_precision = 'exact', place = 'Another room'", false],
    ["reminder", onSale, true],
    ["reminder", "starts_at = date_trunc('day', now() + interval '9 days'), date_precision = 'day'", false],
    ["recap", "starts_at = now() - interval '9 days', date_precision = 'exact', recap = 'We danced.'", true],
    ["recap", "starts_at = now() - interval '9 days', date_precision = 'exact'", false],
    ["recap", `${onSale}, recap = 'We danced.'`, false],
  ])("%s when %s: %s", async (kind, set, isTrue) => {
    await join("kai", { at: "now() - interval '20 days'" });
    await make(set);
    expect(await database.sql("select private.is_news($1, $2) as answer", kind, event)).toEqual([{ answer: isTrue }]);
    if (kind !== "reminder") expect(await start(kind)).toBe(isTrue ? "started" : "not-true");
  });
});

describe("is_to_notify", () => {
  const unnotified = async () =>
    (
      await database.sql<{ name: string }>(
        "select name from public.event_people($1) where not suspected_spam and is_to_notify order by created_at",
        event,
      )
    ).map(({ name }) => name);
  const tell = (at = "now()") => database.call<number>("admin", `public.mark_waitlist_notified($1, ${at})`, event);
  const calledOff = async () =>
    (await database.call<{ unnotified: Row[] }>("admin", "public.dashboard()")).unnotified.map(({ kind, count }) => [
      kind,
      count,
    ]);

  it("somebody who was mailed that it is canceled is to be notified of nothing older, by nobody", async () => {
    await join("kai");
    await join("noe");
    await make(onSale);
    expect(await unnotified()).toEqual(["kai", "noe"]);
    await make("status = 'cancelled'");
    expect(await calledOff()).toEqual([["cancelled", 2]]);
    await start("cancelled");
    expect(await calledOff(), "on its way").toEqual([]);
    expect(await unnotified(), "on its way").toEqual(["kai", "noe"]);
    await send();
    expect(await unnotified()).toEqual([]);
    expect(await notifiedAt("kai"), "of tickets").toBe(false);
  });

  it("what was written by hand about a cancellation is not queued by mail, nor counted, and says nothing of tickets", async () => {
    await join("kai");
    await make(onSale);
    await make("status = 'cancelled'");
    expect(await tell("now() - interval '1 second'"), "a list of before the cancellation").toBe(0);
    expect(await tell()).toBe(1);
    expect([await unnotified(), await queued("cancelled"), await calledOff()]).toEqual([[], [], []]);
    expect(await notifiedAt("kai")).toBe(false);
  });

  it("a mail that was made before the cancellation does not say it", async () => {
    await join("kai");
    await make(onSale);
    await start("tickets-open");
    const [mail] = await claim();
    await freeze([mail as Claim]);
    await make("status = 'cancelled'");
    await settle(mail as Claim, "accepted");
    expect(await unnotified()).toEqual(["kai"]);
  });

  it("each news is counted anew: tickets, a cancellation, a date, tickets again", async () => {
    await join("kai");
    await make("starts_at = now() + interval '9 days', date_precision = 'exact'");
    await start("changed");
    await send();
    expect(await unnotified(), "of the date").toEqual([]);
    await make("ticket_url = 'https://tickets.example/'");
    expect(await unnotified(), "of tickets").toEqual(["kai"]);
    expect(await tell()).toBe(1);
    expect([await unnotified(), await queued("tickets-open")]).toEqual([[], []]);
    await make("status = 'postponed'");
    expect(await unnotified(), "that it is postponed").toEqual(["kai"]);
    expect(await calledOff()).toEqual([["postponed", 1]]);
    await tell();
    await make("status = 'scheduled', starts_at = starts_at + interval '1 day'");
    expect(await unnotified(), "of the new date").toEqual(["kai"]);
    await start("changed");
    await send();
    expect(await unnotified()).toEqual([]);
    await make("ends_at = starts_at + interval '3 hours'");
    expect([await unnotified(), await queued("changed")], "of the end").toEqual([["kai"], ["kai"]]);
  });

  it("is a part of the query that lists and counts, and runs once for each entry nowhere", async () => {
    for (const query of [
      "select * from public.event_people($1) where is_to_notify and not suspected_spam order by created_at",
      "select count(*) from public.event_people($1) where not is_to_notify and notified_at is not null",
    ]) {
      const plan = await database.as<{ "QUERY PLAN": string }>("admin", `explain ${query}`, event);
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).toContain("waitlist_entries");
      expect(text).not.toMatch(/event_people|is_to_notify/);
    }
  });

  it("counts and lists say the same, of suspected spam apart, and nothing to who is no admin", async () => {
    await join("kai");
    await join("noe");
    await join("lani", { at: "now() - interval '1 hour'" });
    await make(onSale);
    await database.sql("update public.waitlist_entries set suspected_spam = true where name = 'noe'");
    await database.sql(
      `update public.waitlist_entries w set notified_at = now(), tickets_notified_at = now(), told = e.relied_on
       from public.events e where e.id = w.event_id and w.name = 'lani'`,
    );
    const figures = (actor: "admin" | "member") =>
      database.call<{ counts: object }>(actor, "public.event_figures($1)", event);
    expect((await figures("admin")).counts).toMatchObject({ people: 2, unnotified: 1, notified: 1, spam: 1 });
    await expect(figures("member")).rejects.toMatchObject({ code: "42501" });
    const names = (actor: "admin" | "member", condition = "true") =>
      database.as(actor, `select name from public.event_people($1) where ${condition} order by name`, event);
    expect(await names("admin", "is_to_notify")).toEqual([{ name: "kai" }, { name: "noe" }]);
    expect(await names("admin", "not is_to_notify")).toEqual([{ name: "lani" }]);
    expect(await names("admin")).toHaveLength(3);
    expect(await names("member")).toEqual([]);
  });

  it("whoever joined a postponed event has seen that it is", async () => {
    await join("kai");
    await make(`${onSale}, status = 'postponed'`, "now() - interval '1 hour'");
    await join("later", { at: "now() - interval '1 minute'" });
    expect(await unnotified()).toEqual(["kai"]);
    expect(await tell()).toBe(1);
  });

  it("a slip with the status, mended before anything was sent, is no news", async () => {
    await join("kai");
    await make(onSale);
    await start("tickets-open");
    await send();
    await make("status = 'cancelled'");
    expect(await unnotified()).toEqual(["kai"]);
    await make("status = 'scheduled'");
    expect([await unnotified(), await queued("changed")]).toEqual([[], []]);
  });
});

describe("an email in an admin's own words", () => {
  const keep = (audience = "everyone", words = "Bring an ID.") =>
    database.call("admin", "public.draft_own_words($1, $2, $3, $4)", event, audience, "What to bring", words);
  const own = () =>
    database.call<{ draft: Row | null; checked: number; people: Record<string, number>; left_today: number }>(
      "admin",
      "public.own_words($1)",
      event,
    );
  const startOwn = async (version?: unknown) =>
    database.call("admin", "public.start_own_words($1, $2)", event, version ?? (await own()).draft?.version);
  const confirmed = async (name: string) => {
    const id = await join(name);
    await database.sql("update public.waitlist_entries set confirmed_at = now() where id = $1", id);
    return id;
  };
  const reserved = async (name: string, state: string) => {
    const id = await confirmed(name);
    await database.sql(
      "insert into public.reservations (id, event_id, state, line) values ($1, $2, $3, $4)",
      ...[id, event, state, joined],
    );
    return id;
  };

  it("goes once to everyone with a confirmed address, and to nobody who is spam or wants none", async () => {
    await confirmed("kai");
    await join("unconfirmed");
    const quiet = await confirmed("quiet");
    await database.sql("insert into private.waitlist_links values ($1, $2)", digest(7), quiet);
    expect(await database.call("worker", "public.set_quiet($1, true)", digest(7))).toBe(true);
    await database.sql(
      "update public.waitlist_entries set suspected_spam = true where id = $1",
      await confirmed("robot"),
    );
    await keep();
    expect((await own()).people.everyone).toBe(1);
    expect(await startOwn()).toBe("started");
    expect(await send()).toEqual(["kai"]);
    expect(await latest()).toMatchObject({ kind: "own-words", subject: "What to bring", people: 1, accepted: 1 });
    for (const version of ["2027-01-01T00:00:00Z", null])
      expect(await startOwn(version), "sent already").toBe("not-true");
    expect(await database.call("worker", "public.set_quiet($1, false)", digest(7))).toBe(true);
    await keep();
    expect((await own()).people.everyone).toBe(2);
    expect(await startOwn("2027-01-01T00:00:00Z")).toBe("changed");
  });

  it("is listed while it is a draft, and deleted only as it was read, never once it is scheduled or sent", async () => {
    const remove = (version: unknown) => database.call("admin", "public.delete_own_words($1, $2)", event, version);
    expect(await news()).toMatchObject({ draft: null });
    await database.call("admin", "public.address_checked($1, $2)", event, [await confirmed("kai")]);
    expect(await news()).toMatchObject({ draft: { subject: null } });
    await keep();
    expect(await news()).toMatchObject({ draft: { subject: "What to bring" } });
    const { draft } = await own();
    expect(await remove("2027-01-01T00:00:00Z")).toBe(false);
    expect(await startOwn()).toBe("started");
    expect(await remove(draft?.version), "sent").toBe(false);
    await keep();
    expect(await remove((await own()).draft?.version)).toBe(true);
    expect(await news()).toMatchObject({ draft: null, campaigns: [{ subject: "What to bring" }] });
  });

  it("is dropped for who leaves, cancels or asks for no more before it is sent, and says nothing of what changed", async () => {
    const kai = await confirmed("kai");
    const noe = await confirmed("noe");
    await confirmed("lani");
    await make("place = 'B'");
    await keep();
    await startOwn();
    await database.sql("update public.waitlist_entries set quiet_at = now() where id = $1", kai);
    await database.sql("delete from public.waitlist_entries where id = $1", noe);
    expect(await send()).toEqual(["lani"]);
    expect(await queued("changed"), "still owed").toEqual(["kai", "lani"]);
  });

  it("is addressed to people with a spot, who wait, who came, or who did not", async () => {
    await database.sql(
      "update public.events set takes_reservations = true, attendee_limit = 50, ticket_url = null where id = $1",
      event,
    );
    await unseen(
      "events",
      "update public.events set starts_at = now() + interval '2 days', ends_at = null, date_precision = 'exact'",
    );
    await reserved("ana", "placed");
    await reserved("ben", "waiting");
    const cleo = await reserved("cleo", "placed");
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe' where id = $1",
      cleo,
    );
    await reserved("dora", "canceled");
    await reserved("eve", "asked");
    await reserved("finn", "turned-down");
    expect((await own()).people).toEqual({
      everyone: 4,
      spot: 2,
      waiting: 1,
      asked: 1,
      came: 1,
      "did-not-come": 0,
      unanswered: 0,
      checked: 0,
    });
    await unseen("events", "update public.events set starts_at = now() - interval '9 days'");
    expect((await own()).people["did-not-come"]).toBe(1);
  });

  it("goes to those who ask, and to nobody whose request is decided before it leaves", async () => {
    await database.sql("update public.events set takes_reservations = true, attendee_limit = 50 where id = $1", event);
    await reserved("ana", "placed");
    await reserved("ben", "asked");
    const cleo = await reserved("cleo", "asked");
    const dora = await reserved("dora", "asked");
    await keep("asked");
    expect(await startOwn()).toBe("started");
    await database.sql("update public.reservations set state = 'turned-down', decided_at = now() where id = $1", cleo);
    await database.sql("update public.reservations set state = 'placed', decided_at = now() where id = $1", dora);
    expect(await send()).toEqual(["ben"]);
  });

  describe("to people who are checked", () => {
    const check = (...people: string[]) => database.call("admin", "public.address_checked($1, $2)", event, people);

    it("goes to those with a confirmed address, and keeps words that were begun", async () => {
      const kai = await confirmed("kai");
      const unconfirmed = await join("unconfirmed");
      await confirmed("noe");
      await keep("everyone", "Bring an ID.");
      expect(await check(kai, unconfirmed)).toBe(true);
      expect(await own()).toMatchObject({
        draft: { audience: "checked", words: "Bring an ID." },
        checked: 2,
        people: { checked: 1, everyone: 2 },
      });
      expect(await startOwn()).toBe("started");
      expect(await send()).toEqual(["kai"]);
      expect((await own()).checked, "the next draft is for nobody yet").toBe(0);
    });

    it("is for the last ones checked, of this event alone, and cannot be sent without words", async () => {
      const kai = await confirmed("kai");
      const noe = await confirmed("noe");
      expect(await check(kai)).toBe(true);
      expect(await startOwn()).toBe("not-true");
      expect(await check(noe)).toBe(true);
      expect(await check(crypto.randomUUID())).toBe(false);
      expect((await own()).draft).toMatchObject({ subject: null, words: null });
      await keep("checked");
      expect(await startOwn()).toBe("started");
      expect(await send()).toEqual(["noe"]);
      await database.sql("delete from public.waitlist_entries where id = $1", noe);
      expect(await database.sql("select from private.campaign_people")).toEqual([]);
    });
  });

  describe("that is scheduled", () => {
    const schedule = async () =>
      database.call(
        "admin",
        "public.start_own_words($1, $2, now() + interval '2 days')",
        event,
        (await own()).draft?.version,
      );
    const cron = () => database.call("worker", "public.start_reminders()");
    const itsHourComes = () =>
      unseen("campaigns", "update public.campaigns set send_at = now() where send_at is not null");
    const takeBack = (id: unknown) => database.call("admin", "public.take_back_own_words($1, $2)", event, id);

    it("goes at its hour, once, to who is addressed then, and leaves room for the next draft", async () => {
      await confirmed("kai");
      await keep();
      expect(await schedule()).toBe("scheduled");
      await cron();
      expect(await send()).toEqual([]);
      expect(await latest()).toMatchObject({ send_at: expect.any(String), people: 0, by: "admin@example.org" });
      await keep("everyone", "The next one.");
      await confirmed("noe");
      await itsHourComes();
      await cron();
      await cron();
      expect(await send()).toEqual(["kai", "noe"]);
      expect(await latest()).toMatchObject({ send_at: null, people: 2, accepted: 2 });
      expect((await own()).draft).toMatchObject({ words: "The next one." });
    });

    it("counts toward what may be sent in a day, is a draft again when taken back, and cannot be paused", async () => {
      await keep();
      const { left_today: before } = await own();
      expect(await schedule()).toBe("scheduled");
      await database.sql("update public.campaigns set started_at = now() - interval '3 days'");
      expect((await own()).left_today).toBe(before - 1);
      const { id } = await latest();
      expect(await database.call("admin", "public.pause_campaign($1, $2, true)", event, id)).toBe(false);
      await keep("everyone", "Another one.");
      expect(await takeBack(id)).toBe("has-draft");
      await database.sql("delete from public.campaigns where started_at is null");
      expect(await takeBack(id)).toBe("taken-back");
      expect(await takeBack(id)).toBe("sent");
      expect((await own()).draft).toMatchObject({ words: "Bring an ID." });
      expect((await own()).left_today).toBe(before);
    });

    it.each([
      ["is canceled", "status = 'cancelled'"],
      ["moves to another day", "starts_at = now() + interval '9 days', date_precision = 'day'"],
      ["moves to another place", "place = 'B'"],
      ["is no longer published", "is_published = false"],
    ])("is held when the event %s, until an admin makes it a draft again and sends it", async (_, change) => {
      await confirmed("kai");
      await keep();
      await schedule();
      await make("title = 'Another title'");
      expect(await latest(), "nobody relies on the title").toMatchObject({ paused_at: null });
      await make(change);
      await itsHourComes();
      await cron();
      expect(await send()).toEqual([]);
      const held = await latest();
      expect(held).toMatchObject({ send_at: expect.any(String), paused_at: expect.any(String), people: 0 });
      const { held: listed } = await database.call<{ held: Row[] }>("admin", "public.dashboard()");
      expect(listed).toEqual([{ id: event, title: "Another title", subject: "What to bring" }]);
      expect(await takeBack(held.id)).toBe("taken-back");
      await make("is_published = true");
      expect(await startOwn()).toBe("started");
      expect(await send()).toEqual(["kai"]);
    });

    it("goes out when only the words of an event that is over are changed", async () => {
      await confirmed("kai");
      await unseen(
        "events",
        "update public.events set starts_at = now() - interval '2 days', ends_at = null, date_precision = 'day'",
      );
      await keep();
      await schedule();
      await make("place = 'B'");
      await itsHourComes();
      await cron();
      expect(await send()).toEqual(["kai"]);
    });
  });

  it("can be sent by an owner 10 times within a day, and is refused to members and for drafts", async () => {
    await confirmed("kai");
    const before = (await own()).left_today;
    for (let sent = 0; sent < before; sent += 1) {
      await keep("everyone", `Words ${sent}`);
      expect(await startOwn()).toBe("started");
    }
    await keep();
    expect(await startOwn()).toBe("too-many");
    expect(before).toBe(10);
    await database.sql("update public.events set is_published = false where id = $1", event);
    expect(await startOwn()).toBe("not-true");
    const calls = [
      ...["own_words($1)", "draft_own_words($1, 'everyone', 's', 'w')", "start_own_words($1, null)"],
      ...["address_checked($1, '{}')", "take_back_own_words($1, 1)", "delete_own_words($1, now())"],
    ];
    for (const call of calls)
      await expect(database.call("member", `public.${call}`, event), call).rejects.toMatchObject({ code: denied });
  });
});

describe("starting a campaign", () => {
  beforeEach(() => make(onSale));

  it("enqueues one mail to each, without an address, and none a second time but to who came since", async () => {
    await join("kai");
    await join("noe");
    expect(await start("tickets-open")).toBe("started");
    expect(await database.sql("select purpose, occurrence, state, address_key from public.mails")).toEqual(
      Array(2).fill({ purpose: "event-news", occurrence: (await latest()).id, state: "due", address_key: null }),
    );
    expect(await start("tickets-open")).toBe("nobody");
    await join("late");
    expect(await queued("tickets-open")).toEqual(["late"]);
    expect(await start("tickets-open")).toBe("started");
    expect(await send()).toEqual(["kai", "noe", "late"]);
    expect(await latest()).toMatchObject({ kind: "tickets-open", people: 1, accepted: 1, by: "admin@example.org" });
  });

  it("is refused when the event or the words are not as the admin has read them", async () => {
    await join("kai");
    expect(await start("tickets-open", { event: "2020-01-01" })).toBe("changed");
    await database.call("admin", "public.draft_campaign($1, 'tickets-open', 'See you.')", event);
    expect(await start("tickets-open", { draft: null })).toBe("changed");
    expect(await start("tickets-open")).toBe("started");
    expect((await claim())[0]?.content).toMatchObject({ words: "See you.", kind: "tickets-open" });
    expect((await news()).kinds?.[1], "the next one begins without words").toMatchObject({ words: null, queued: 0 });
  });

  it("is tried out on the admin who asks, once at a time, and on nobody of the list", async () => {
    await join("kai");
    const ask = () => database.call("admin", "public.test_campaign($1, 'tickets-open')", event);
    expect([await ask(), await ask()]).toEqual([true, true]);
    expect(await database.sql("select purpose, person, state from public.mails")).toEqual([
      { purpose: "event-news-test", person: database.idOf("admin"), state: "due" },
    ]);
    expect(await database.call("admin", "public.test_campaign($1, 'cancelled')", event)).toBe(false);
    await database.sql("delete from public.mails");
    await database.call("admin", "public.draft_own_words($1, 'spot', 's', 'w')", event);
    expect(await database.call("admin", "public.test_campaign($1, 'own-words')", event)).toBe(true);
    expect((await claim())[0]?.content).toMatchObject({ kind: "own-words", audience: "spot" });
  });

  it("is for admins, logged, and reminders go without them", async () => {
    await join("kai");
    for (const call of [
      "public.event_news($1)",
      "public.draft_campaign($1, 'recap')",
      "public.test_campaign($1, 'recap')",
      "public.start_campaign($1, 'tickets-open', now())",
      "public.pause_campaign($1, 1, true)",
    ])
      await expect(database.call("member", call, event), call).rejects.toMatchObject({ code: denied });
    expect(await database.as("member", "select * from public.campaigns")).toEqual([]);
    expect(await start("reminder")).toBe("not-true");
    await start("tickets-open");
    const log = await database.sql(
      "select verb, changes ->> 'kind' as kind from public.audit_log where table_name = 'campaigns'",
    );
    expect(log).toEqual([{ verb: "insert", kind: "tickets-open" }]);
  });

  it("takes words of a length that a letter bears", async () => {
    const draft = (words: string) => database.call("admin", "public.draft_campaign($1, 'recap', $2)", event, words);
    await expect(draft("a".repeat(2001))).rejects.toMatchObject({ code: checkViolation });
    await expect(draft(" ")).rejects.toMatchObject({ code: checkViolation });
    expect(await draft("a".repeat(2000))).toBe(true);
    expect(await database.call("admin", "public.draft_campaign(gen_random_uuid(), 'recap', 'a')")).toBe(false);
  });

  it("is one statement for 1,000 people, and a receipt is claimed before all of them", async () => {
    await database.sql(
      `insert into public.waitlist_entries (event_id, name, email, consent_version, created_at)
       select $1, 'Person', 'person-' || n || '@example.org', '1', now() - interval '1 hour' from generate_series(1, 1000) n`,
      event,
    );
    expect(await start("tickets-open")).toBe("started");
    expect(await latest()).toMatchObject({ people: 1000, to_go: 1000 });
    await database.sql("update public.mails set next_attempt_at = now() - interval '1 hour'");
    await database.call(
      "worker",
      "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', false, false, $1)",
      key(1),
    );
    expect((await claim(2)).map(({ purpose }) => purpose).sort()).toEqual(["event-news", "waitlist-receipt"]);
  });
});

describe("a campaign under way", () => {
  beforeEach(async () => {
    await make(onSale);
    await join("kai");
    await join("noe");
    await start("tickets-open");
  });

  it("pauses and resumes; what is under way is left alone, and stays when it comes back", async () => {
    const { id } = await latest();
    const pause = (isPaused: boolean) =>
      database.call("admin", "public.pause_campaign($1, $2, $3)", event, id, isPaused);
    const [first] = await claim(1);
    expect(await pause(true)).toBe(true);
    expect(await pause(true)).toBe(false);
    expect(await claim()).toEqual([]);
    expect(await freeze([first as Claim]), "goes on").toEqual([first?.id]);
    await settle(first as Claim, "later");
    await database.sql("update public.mails set next_attempt_at = now() where next_attempt_at is not null");
    expect(await claim()).toEqual([]);
    expect(await latest()).toMatchObject({ to_go: 2, paused_at: expect.anything() });
    expect(await pause(false)).toBe(true);
    expect(await pause(false)).toBe(false);
    expect(await send()).toEqual(["kai", "noe"]);
  });

  it("makes told who has got it, and nobody else", async () => {
    const [first, second] = await claim();
    await freeze([first as Claim, second as Claim]);
    await settle(first as Claim, "accepted");
    await settle(second as Claim, "refused", { error: "status 422" });
    expect([await notifiedAt("kai"), await notifiedAt("noe")]).toEqual([true, false]);
    expect(await latest()).toMatchObject({ accepted: 1, failed: 1, to_go: 0 });
    expect((await news()).troubles).toMatchObject([{ name: "noe", state: "refused", last_error: "status 422" }]);
    expect(await queued("tickets-open"), "an address that was refused is not tried again").toEqual([]);
    await database.sql("alter table public.waitlist_entries disable trigger set_updated_at");
    await database.sql(
      "update public.waitlist_entries set updated_at = now() + interval '1 minute' where name = 'noe'",
    );
    expect(await queued("tickets-open"), "but when it was corrected").toEqual(["noe"]);
  });

  it("drops what was told by hand, what is spam, and what is not true any more, and says how many", async () => {
    await join("spam");
    await start("tickets-open");
    await database.call("admin", "public.mark_waitlist_notified($1, now(), 1)", event);
    await database.sql("update public.waitlist_entries set suspected_spam = true where name = 'spam'");
    await database.sql("update public.events set ticket_url = null where id = $1", event);
    const [by] = await database.sql<{ name: string }>(
      "select name from public.waitlist_entries where tickets_notified_at is not null",
    );
    expect(by?.name).toBe("kai");
    expect(await claim()).toEqual([]);
    const { campaigns } = await news();
    expect(campaigns).toMatchObject([
      { spam: 1, not_true: 0 },
      { not_true: 2, notified_by_hand: 0, to_go: 0 },
    ]);
    await database.sql("update public.events set ticket_url = 'https://tickets.example/' where id = $1", event);
    expect(await queued("tickets-open"), "and it can be told when it is true again").toEqual(["noe"]);
  });

  it("says who was told by hand while it was under way", async () => {
    await database.call("admin", "public.mark_waitlist_notified($1, now(), 1)", event);
    expect(await send()).toEqual(["noe"]);
    expect(await latest()).toMatchObject({ notified_by_hand: 1, accepted: 1, not_true: 0 });
  });

  it("sends nothing to who has left, and freezes nothing that stopped being true", async () => {
    await database.sql("delete from public.waitlist_entries where name = 'kai'");
    const claimed = await claim();
    expect(claimed).toHaveLength(1);
    await database.sql("update public.events set status = 'postponed' where id = $1", event);
    expect(await freeze(claimed)).toEqual([]);
    await leaseOver();
    expect(await claim()).toEqual([]);
    expect(await latest()).toMatchObject({ people: 1, not_true: 1 });
  });

  it("keeps as uncertain what may have arrived, true or not", async () => {
    const [first] = await claim(1);
    await freeze([first as Claim]);
    await settle(first as Claim, "unknown", { error: "no answer" });
    await database.sql("update public.events set status = 'cancelled' where id = $1", event);
    await database.sql("update public.mails set next_attempt_at = now() where next_attempt_at is not null");
    expect(await claim()).toEqual([]);
    expect(await latest()).toMatchObject({ uncertain: 1, not_true: 1 });
    expect((await news()).troubles).toMatchObject([{ name: "kai", state: "unknown", last_error: "no answer" }]);
  });

  it("counts as told, by hand too, who may have got it and was left at that", async () => {
    const [first] = await claim(1);
    await freeze([first as Claim]);
    await settle(first as Claim, "unknown");
    await database.sql(
      "update public.mails set state = 'left', next_attempt_at = null, sealed = null, settled_at = now() where state = 'unknown'",
    );
    expect([await notifiedAt("kai"), await notifiedAt("noe")]).toEqual([true, false]);
    expect(await queued("tickets-open")).toEqual([]);
    expect(await latest()).toMatchObject({ left_uncertain: 1, uncertain: 0, to_go: 1 });
  });

  it("is of the list's event alone", async () => {
    const { id } = await latest();
    event = await addEvent(database, "other");
    expect(await database.call("admin", "public.pause_campaign($1, $2, true)", event, id)).toBe(false);
  });
});

describe("a test", () => {
  it("goes to the admin who asks, one at a time, and tells nobody", async () => {
    await make(onSale);
    await join("kai");
    const test = (kind = "tickets-open") => database.call("admin", "public.test_campaign($1, $2)", event, kind);
    expect(await test("cancelled")).toBe(false);
    expect(await test()).toBe(true);
    expect(await test()).toBe(true);
    expect(await send()).toEqual(["admin"]);
    expect(await test(), "and again").toBe(true);
    expect(await send()).toEqual(["admin"]);
    expect(await queued("tickets-open")).toEqual(["kai"]);
    expect((await news()).campaigns).toBeNull();
    expect(await notifiedAt("kai")).toBe(false);
  });
});

describe("the reminder", () => {
  /** `now()` cannot be moved, so the hours are. */
  const pretend = (time: string) =>
    database.sql(
      `create or replace function private.waking_time(p_at timestamptz) returns timestamptz language sql stable set search_path = '' return ${time}`,
    );
  const remind = () => database.call<number>("worker", "public.start_reminders()");
  const begins = (interval: string) => make(`starts_at = now() + interval '${interval}', date_precision = 'exact'`);
  beforeEach(async () => {
    await pretend("p_at");
    await join("kai");
  });

  it.each([
    ["24 hours", 1],
    ["24 hours 1 second", 0],
    ["1 second", 1],
    ["0", 0],
    ["-1 hour", 0],
  ])("%s before the start: %i", async (interval, count) => {
    await begins(interval);
    expect(await remind()).toBe(count);
    expect(await remind(), "once").toBe(0);
    expect(await database.sql("select from public.mails")).toHaveLength(count);
  });

  it("goes to nobody who joined later, and not when nobody was there", async () => {
    await begins("20 hours");
    expect(await remind()).toBe(1);
    await join("late", { at: "now()" });
    expect(await remind()).toBe(0);
    expect(await send()).toEqual(["kai"]);
  });

  it.each([
    "status = 'cancelled'",
    "status = 'postponed'",
    "is_published = false",
    "date_precision = 'day', ends_at = null",
  ])("not when %s", async (set) => {
    await begins("20 hours");
    await database.sql(`update public.events set ${set} where id = $1`, event);
    expect(await remind()).toBe(0);
  });

  it("carries the words of an admin, or is switched off", async () => {
    await begins("20 hours");
    await database.call("admin", "public.draft_campaign($1, 'reminder', 'Bring a towel.', true)", event);
    expect(await remind()).toBe(0);
    expect((await news()).kinds).toContainEqual(expect.objectContaining({ kind: "reminder", is_off: true, queued: 1 }));
    await database.call("admin", "public.draft_campaign($1, 'reminder', 'Bring a towel.', false)", event);
    expect(await remind()).toBe(1);
    expect((await claim())[0]?.content).toMatchObject({ kind: "reminder", words: "Bring a towel." });
    expect(await latest()).toMatchObject({ kind: "reminder", by: null });
  });

  it("is dropped when the event has begun or was moved, and goes again for the new date", async () => {
    await begins("20 hours");
    await remind();
    await begins("10 days");
    expect(await claim()).toEqual([]);
    await begins("21 hours");
    expect(await remind()).toBe(1);
    await database.sql("update public.events set starts_at = now() where id = $1", event);
    await database.sql(
      "update public.campaigns set starts_at = now() where started_at is not null and starts_at > now() + interval '20 hours 30 minutes'",
    );
    expect(await claim()).toEqual([]);
    expect((await news()).campaigns).toMatchObject([{ not_true: 1 }, { not_true: 1 }]);
  });

  it("waits for the morning at night, with what is left of one", async () => {
    await begins("20 hours");
    await remind();
    await pretend("p_at + interval '3 hours'");
    expect(await remind()).toBe(0);
    expect(await claim()).toEqual([]);
    expect(
      await database.sql("select next_attempt_at = now() + interval '3 hours' as waits from public.mails"),
    ).toEqual([{ waits: true }]);
    await begins("19 hours");
    expect(await remind(), "and none is started").toBe(0);
  });
});

describe("the hours in which people in Honolulu are awake", () => {
  it.each([
    ["06:59:59", "2027-05-20 07:00"],
    ["07:00:00", "2027-05-20 07:00"],
    ["21:59:59", "2027-05-20 21:59:59"],
    ["22:00:00", "2027-05-21 07:00"],
    ["00:00:00", "2027-05-20 07:00"],
  ])("%s: sent at %s", async (at, sent) => {
    const [row] = await database.sql(
      "select private.waking_time(($1 || '-10')::timestamptz) = ($2 || '-10')::timestamptz as same",
      `2027-05-20 ${at}`,
      sent,
    );
    expect(row).toEqual({ same: true });
  });
});

describe("what is kept of it", () => {
  it("stays as long as the entry, and goes 30 days later with it", async () => {
    await make(onSale);
    await join("kai");
    await join("noe");
    await start("tickets-open");
    await send();
    await database.sql("update public.mails set created_at = now() - interval '31 days'");
    await database.sql("delete from public.waitlist_entries where name = 'noe'");
    await database.call("worker", "public.purge()");
    expect(await latest()).toMatchObject({ people: 1, accepted: 1 });
  });

  it("the words lose an address that is erased", async () => {
    await join("kai");
    await database.call("admin", "public.draft_campaign($1, 'recap', 'Ask kai@example.org.')", event);
    await database.call(
      "worker",
      "public.erase_person($1, 'kai@example.org', $2, $2, $2)",
      database.idOf("admin"),
      key(9),
    );
    expect(await database.sql("select words from public.campaigns")).toEqual([{ words: "Ask (erased)." }]);
  });
});
