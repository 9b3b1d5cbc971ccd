import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
let event: string;

const foreignKeyViolation = "23503";
const names = ["", "Ana", "Ben", "Cy", "Dee", "Eve"];
const digest = (number: number) => number.toString(16).padStart(64, "0");
const emailOf = (number: number) => `guest-${number}@example.org`;
const set = (assignments: string) => sql(`update public.events set ${assignments} where id = $1`, event);
const admin = <Value = string>(text: string, ...parameters: unknown[]) =>
  database.call<Value>("admin", `public.${text}`, ...parameters);
const visitor = <Value = string>(text: string, number: number, ...parameters: unknown[]) =>
  database.call<Value>("worker", `public.${text}`, digest(number), ...parameters);
const join = (number: number, { party = 1, mails = true, spam = false, attends = "room" } = {}) =>
  database.call(
    "worker",
    "public.join_waitlist('luau', $1, $2, '1', $3, false, $4, $5, null, $6)",
    names[number],
    emailOf(number),
    spam,
    mails ? key(number) : null,
    party,
    attends,
  );
const idOf = async (number: number) =>
  (await sql<{ id: string }>("select id from public.waitlist_entries where email = $1", emailOf(number)))[0]
    ?.id as string;
const link = async (number: number) =>
  sql(
    "insert into private.waitlist_links (token_digest, entry_id) values ($1, $2) on conflict do nothing",
    digest(number),
    await idOf(number),
  );
const confirm = async (number: number) => {
  await link(number);
  return visitor("confirm_entry($1)", number);
};
/** Asks to attend; the address is confirmed. @returns the id of the entry */
const ask = async (number: number, given: Parameters<typeof join>[1] = {}) => {
  expect(await join(number, given)).toBe("asked");
  await confirm(number);
  await sql("delete from public.mails");
  return idOf(number);
};
const stage = (verb: string, people: string[]) => admin("stage_bulk_action($1, $2, $3)", event, verb, people);
const apply = (action: string, { mails = true, words = "", line = false } = {}) =>
  admin("apply_bulk_action($1, $2, false, $3, $4)", action, mails, words, line);
const act = async (verb: string, people: string[], given: Parameters<typeof apply>[1] = {}) => {
  const action = await stage(verb, people);
  await apply(action, given);
  return action;
};
interface Page {
  can_undo_until: string | null;
  people: { name: string; outcome: string }[];
}
const outcomes = async (action: string, mails = true) =>
  Object.fromEntries(
    (await admin<Page>("bulk_action_page($1, $2)", action, mails)).people.map(({ name, outcome }) => [name, outcome]),
  );
const states = async () =>
  Object.fromEntries(
    (
      await sql<{ name: string; state: string }>(
        "select w.name, r.state from public.reservations r join public.waitlist_entries w on w.id = r.id order by w.name",
      )
    ).map(({ name, state }) => [name, state]),
  );
const spots = async (attends = "room") =>
  (await sql("select taken, waiting from public.event_spots where event_id = $1 and attends = $2", event, attends))[0];
/** The emails that would leave now: to whom, and what each is about. */
const mails = async () =>
  (
    await sql<{ name: string; purpose: string; queue: string | null }>(
      `select w.name, m.purpose, m.queue from public.mails m join public.waitlist_entries w on w.id = m.person
       where m.next_attempt_at is not null and private.mail_content(m.purpose, m.person, m.occurrence) is not null
       order by w.name`,
    )
  ).map(({ name, purpose, queue }) => [name, purpose, queue].filter(Boolean));
const own = async (number: number) => {
  await link(number);
  return (await visitor<{ reservation: Row }>("status_page($1)", number)).reservation;
};

beforeEach(async () => {
  await database.signIn();
  event = await addEvent(database, "luau");
  await set(
    `starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact', attendee_limit = 2, party_limit = 3,
     takes_reservations = true, admission = 'asked'`,
  );
});

describe("asking to attend", () => {
  it("holds no spot, has no position, and counts nowhere that visitors see", async () => {
    expect([await join(1), await join(2, { party: 3 })]).toEqual(["asked", "asked"]);
    expect(await states()).toEqual({ Ana: "asked", Ben: "asked" });
    expect(await spots()).toEqual({ taken: 0, waiting: 0 });
    expect(await own(1)).toMatchObject({
      state: "asked",
      in_line: null,
      code: null,
      hold_until: null,
      can_take: false,
    });
    const [seen] = await database.call<Row[]>("stranger", "public.read_events('luau')");
    expect(seen).toMatchObject({ admission: "asked", event_spots: [{ taken: 0, waiting: 0 }] });
    await expect(database.as("stranger", "select state from public.reservations")).rejects.toMatchObject({
      code: denied,
    });
  });

  it("is answered alike whether or not the address has asked before, by a letter of strangers", async () => {
    await join(1);
    expect(await mails()).toEqual([["Ana", "waitlist-receipt", "strangers"]]);
    await sql("delete from public.mails");
    expect(await join(1)).toBe("asked");
    expect(await states()).toEqual({ Ana: "asked" });
  });

  it.each([
    ["before it opens", "sign_up_opens_at = now() + interval '1 minute'", "early"],
    ["after it closes", "sign_up_closes_at = now()", "late"],
    ["of a canceled event", "status = 'cancelled'", "closed"],
  ])("is refused %s", async (_when, assignments, outcome) => {
    await set(assignments);
    expect(await join(1)).toBe(outcome);
    expect(await states()).toEqual({});
  });

  it("becomes neither a spot nor a position by confirming, by cron or by what visitors press", async () => {
    const id = await ask(1);
    expect(await states()).toEqual({ Ana: "asked" });
    expect(await mails(), "confirming brings no ticket").toEqual([]);
    await database.call("worker", "public.promote_lines()");
    await admin("fill_spots($1, true)", event);
    expect(await visitor("join_line($1, true)", 1)).toBe("asked");
    expect(await visitor("answer_offer($1, true, true)", 1)).toBe("asked");
    expect(await visitor("switch_place($1, 'online', true)", 1)).toBe("closed");
    expect(await admin("move_up($1, 'A friend', true)", id)).toBe("asked");
    expect(await admin("settle_offer($1, true, true)", id)).toBe("asked");
    for (const verb of ["give", "cancel", "check-in"]) await act(verb, [id]);
    expect(await states()).toEqual({ Ana: "asked" });
    expect(await visitor("change_party($1, 2, true)", 1)).toBe("changed");
    expect(await own(1)).toMatchObject({ state: "asked", party: 2 });
    expect(await mails()).toEqual([]);
  });

  it("can be for the other of room and online, and stays undecided", async () => {
    await set("meets = 'both', online_limit = 1");
    const id = await ask(1, { attends: "room" });
    expect(await own(1)).toMatchObject({ state: "asked", attends: "room", may_switch: true });
    expect(await visitor("switch_place($1, 'online', true)", 1)).toBe("switched");
    expect(await visitor("switch_place($1, 'online', true)", 1), "pressed twice").toBe("stays");
    expect(await own(1)).toMatchObject({ state: "asked", attends: "online", switches_to: null, in_line: null });
    expect([await spots("room"), await spots("online")]).toEqual([
      { taken: 0, waiting: 0 },
      { taken: 0, waiting: 0 },
    ]);
    await join(2, { attends: "online" });
    await link(2);
    expect(await visitor("switch_place($1, 'room', true)", 2), "not confirmed").toBe("closed");
    await act("accept", [id]);
    expect(await spots("online")).toEqual({ taken: 1, waiting: 0 });
    await set("sign_up_closes_at = now()");
    await confirm(2);
    expect(await visitor("switch_place($1, 'room', true)", 2), "sign-up is over").toBe("closed");
  });

  it("ends by withdrawing, which can be undone", async () => {
    await ask(1);
    expect(await visitor("leave_waitlist($1, 'left')", 1)).toBe(true);
    expect(await states()).toEqual({});
    expect(await visitor("return_to_waitlist($1)", 1)).toBe("back");
    expect(await states()).toEqual({ Ana: "asked" });
  });

  it("can be cleared of suspected spam, and then is still undecided", async () => {
    await join(1, { spam: true });
    expect(await states()).toEqual({ Ana: "set-aside" });
    await act("clear", [await idOf(1)]);
    expect(await states()).toEqual({ Ana: "asked" });
  });

  it("is not for people whom an admin adds by hand", async () => {
    await ask(2);
    expect(await admin("add_reservation($1, 'Ana', $2, 2, true)", event, emailOf(1))).toBe("placed");
    expect(await states()).toEqual({ Ana: "placed", Ben: "asked" });
  });
});

describe("accepting", () => {
  it("gives what is free, whole parties in the order in which they asked, and says who is left out", async () => {
    const people = [await ask(1), await ask(2, { party: 2 }), await ask(3)];
    await join(4);
    people.push(await idOf(4));
    const action = await stage("accept", people.reverse());
    const expected = { Ana: "done", Ben: "full", Cy: "done", Dee: "unconfirmed" };
    expect(await outcomes(action)).toEqual(expected);
    expect(await states(), "asking changes nothing").toMatchObject({ Ana: "asked", Cy: "asked" });
    await sql("delete from public.mails");
    expect(await apply(action, { words: "Bring an ID." })).toBe("applied");
    expect(await apply(action), "pressed twice").toBe("already-applied");
    expect(await states()).toEqual({ Ana: "placed", Ben: "asked", Cy: "placed", Dee: "asked" });
    expect(await spots()).toEqual({ taken: 2, waiting: 0 });
    expect(await mails()).toEqual([
      ["Ana", "reservation-ticket"],
      ["Cy", "reservation-ticket"],
    ]);
    expect(await own(1)).toMatchObject({ state: "placed", words: "Bring an ID.", hold_until: null });
    expect(await outcomes(action)).toEqual(expected);
  });

  it("accepts nobody twice when two admins press at once", async () => {
    const people = [await ask(1), await ask(2)];
    const [first, second] = [await stage("accept", people), await stage("accept", people)];
    await apply(first);
    await apply(second);
    expect(await outcomes(second)).toEqual({ Ana: "has-spot", Ben: "has-spot" });
    expect(await mails()).toHaveLength(2);
    expect(await spots()).toEqual({ taken: 2, waiting: 0 });
  });

  it("counts the room and online apart", async () => {
    await set("meets = 'both', attendee_limit = 1, online_limit = 1");
    const people = [await ask(1), await ask(2), await ask(3, { attends: "online" })];
    const action = await act("accept", people);
    expect(await outcomes(action)).toEqual({ Ana: "done", Ben: "full", Cy: "done" });
    expect([await spots("room"), await spots("online")]).toEqual([
      { taken: 1, waiting: 0 },
      { taken: 1, waiting: 0 },
    ]);
  });

  it("puts those who do not fit in line if the admin wants that, with an email, and they get what is free later", async () => {
    const people = [await ask(1, { party: 2 }), await ask(2), await ask(3)];
    const action = await act("accept", people, { line: true });
    expect(await outcomes(action)).toEqual({ Ana: "done", Ben: "in-line", Cy: "in-line" });
    expect(await spots()).toEqual({ taken: 2, waiting: 2 });
    expect(await own(3)).toMatchObject({ state: "waiting", in_line: 2 });
    expect(await mails()).toEqual([
      ["Ana", "reservation-ticket"],
      ["Ben", "request-answered"],
      ["Cy", "request-answered"],
    ]);
    await visitor("leave_waitlist($1, 'left', null, true)", 1);
    expect(await states()).toEqual({ Ben: "offered", Cy: "offered" });
  });

  it("is possible after sign-up has closed, and in line is nobody put then", async () => {
    const people = [await ask(1, { party: 2 }), await ask(2)];
    await set("sign_up_closes_at = now()");
    expect(await outcomes(await act("accept", people, { line: true }))).toEqual({ Ana: "done", Ben: "full" });
  });

  it.each([
    ["is over", "starts_at = now() - interval '2 hours', ends_at = now()"],
    ["is canceled", "status = 'cancelled'"],
    ["has no date", "starts_at = null, date_precision = 'tba'"],
    ["is a draft", "is_published = false"],
  ])("is refused once the event %s", async (_what, assignments) => {
    const id = await ask(1);
    await set(assignments);
    expect(await outcomes(await act("accept", [id]))).toEqual({ Ana: "no-date" });
    expect(await states()).toMatchObject({ Ana: "asked" });
  });

  it("is for admins alone", async () => {
    const id = await ask(1);
    const action = await stage("accept", [id]);
    for (const actor of ["stranger", "member", "worker"] as const)
      await expect(
        database.call(actor, "public.apply_bulk_action($1, true, false, 'Hi', false)", action),
      ).rejects.toMatchObject({ code: denied });
    expect(await states()).toEqual({ Ana: "asked" });
  });

  it("says its words in the first ticket alone", async () => {
    await act("accept", [await ask(1)], { words: "Welcome." });
    const decided = () =>
      sql<{ now: boolean }>(
        `select (private.mail_content(purpose, person, occurrence) ->> 'is_decided_now')::boolean as now
         from public.mails where purpose = 'reservation-ticket' order by occurrence`,
      );
    expect(await decided()).toEqual([{ now: true }]);
    await sql("update public.mails set state = 'accepted', next_attempt_at = null, settled_at = now()");
    await admin("change_party_of($1, 2, true)", await idOf(1));
    expect(await decided()).toEqual([{ now: true }, { now: false }]);
  });

  it("needs no confirmed address where no emails are sent, and can be undone there", async () => {
    expect(await join(1, { mails: false })).toBe("asked");
    const action = await act("accept", [await idOf(1)], { mails: false, words: "Hi" });
    expect(await states()).toEqual({ Ana: "placed" });
    expect(await admin("undo_bulk_action($1)", action)).toBe("undone");
    expect(await states()).toEqual({ Ana: "asked" });
    expect(await spots()).toEqual({ taken: 0, waiting: 0 });
    expect(await own(1)).toMatchObject({ words: null, decided_at: null });
  });
});

describe("turning down", () => {
  it("says its words to that person alone, by email only to a confirmed address", async () => {
    const people = [await ask(1)];
    await join(2);
    people.push(await idOf(2));
    await sql("delete from public.mails");
    await act("turn-down", people, { words: "Sorry." });
    expect(await states()).toEqual({ Ana: "turned-down", Ben: "turned-down" });
    expect(await mails()).toEqual([["Ana", "request-answered"]]);
    expect([await own(1), await own(2)]).toMatchObject([{ words: "Sorry." }, { words: "Sorry." }]);
    expect(await spots()).toEqual({ taken: 0, waiting: 0 });
  });

  it("needs no words", async () => {
    await act("turn-down", [await ask(1)], { words: "  " });
    expect(await own(1)).toMatchObject({ state: "turned-down", words: null });
  });

  it("is done once, and not to who has a spot", async () => {
    const people = [await ask(1), await ask(2)];
    await act("accept", people.slice(0, 1));
    const action = await act("turn-down", people);
    expect(await outcomes(action)).toEqual({ Ana: "not-asking", Ben: "done" });
    expect(await outcomes(await stage("accept", people))).toEqual({ Ana: "has-spot", Ben: "not-asking" });
  });

  it("is not taken back by signing up again, and ends what is written about the event", async () => {
    await act("turn-down", [await ask(1)]);
    expect(await join(1)).toBe("asked");
    expect(await visitor("join_line($1, true)", 1)).toBe("turned-down");
    expect(await states()).toEqual({ Ana: "turned-down" });
    await set("starts_at = now() + interval '40 days'");
    const owed = () => sql("select private.recipients_of_news('changed', $1)", event);
    expect(await owed()).toEqual([]);
    await sql("update public.reservations set state = 'asked'");
    expect(await owed(), "people who ask are told what changes").toHaveLength(1);
  });

  it("keeps words of at most 2,000 characters", async () => {
    const id = await ask(1);
    await expect(act("turn-down", [id], { words: "a".repeat(2001) })).rejects.toMatchObject({ code: checkViolation });
    expect(await states()).toEqual({ Ana: "asked" });
  });
});

describe("what is not decided", () => {
  const undecided = () => sql("select private.tell_undecided()");

  it("is told the day before, once, to confirmed addresses, if an admin wants that", async () => {
    const people = [await ask(1), await ask(2)];
    await join(3);
    await sql("delete from public.mails");
    await set("starts_at = now() + interval '24 hours'");
    await undecided();
    expect(await mails(), "nobody asked for it").toEqual([]);
    await set("tells_undecided = true");
    await act("turn-down", people.slice(1), { mails: false });
    await undecided();
    await undecided();
    expect(await mails()).toEqual([["Ana", "request-undecided"]]);
    await act("accept", people);
    expect(await mails(), "who is accepted meanwhile is not").toEqual([["Ana", "reservation-ticket"]]);
  });

  it("is not told earlier, after the start or of an event that does not take place", async () => {
    await ask(1);
    await set("tells_undecided = true, starts_at = now() + interval '25 hours'");
    await undecided();
    await set("starts_at = now()");
    await undecided();
    await set("starts_at = now() + interval '5 hours', status = 'cancelled'");
    await undecided();
    expect(await mails()).toEqual([]);
  });

  it("is past once the event has its next date, of which people can ask again", async () => {
    await ask(1);
    await set("starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'");
    await set("dated_at = now() - interval '2 days'");
    await set("starts_at = now() + interval '30 days', ends_at = null");
    expect(await states()).toEqual({ Ana: "past" });
    expect(await visitor("join_line($1, true)", 1)).toBe("asked");
  });

  it("is kept and erased as other sign-ups are, with its words", async () => {
    await act("turn-down", [await ask(1)], { words: "Not this time." });
    const stored = await admin<Row>("personal_data($1, $2, $3)", emailOf(1), key(1), "");
    expect(JSON.stringify(stored)).toContain("Not this time.");
    await set("starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'");
    await sql("update public.waitlist_entries set created_at = now() - interval '93 days'");
    await sql("update public.events set dated_at = now() - interval '2 days' where id = $1", event);
    await database.call("worker", "public.purge()");
    expect(await states()).toEqual({});
  });
});

describe("changing how people sign up", () => {
  it("lets nobody ask for a workshop, or where nobody signs up here", async () => {
    for (const assignments of ["takes_reservations = false", "for_people_of = id, party_limit = 1"])
      await expect(
        database.attempt(`update public.events set ${assignments} where id = $1`, event),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  it("keeps what people asked for undecided until an admin decides", async () => {
    const id = await ask(1);
    await set("admission = 'open'");
    expect(await states()).toEqual({ Ana: "asked" });
    expect(await join(2)).toBe("placed");
    await database.call("worker", "public.promote_lines()");
    expect(await states()).toEqual({ Ana: "asked", Ben: "placed" });
    await act("accept", [id]);
    expect(await states()).toEqual({ Ana: "placed", Ben: "placed" });
  });

  it("is refused to end reservations while people ask", async () => {
    await ask(1);
    await expect(
      database.attempt("update public.events set admission = 'open', takes_reservations = false where id = $1", event),
    ).rejects.toMatchObject({ code: foreignKeyViolation, constraint: "people_ask" });
    await act("turn-down", [await idOf(1)]);
    await set("admission = 'open', takes_reservations = false");
    expect(await states()).toEqual({});
  });

  it("leaves spots and positions as they are, and asks newcomers", async () => {
    await set("admission = 'open'");
    expect([await join(1, { party: 2 }), await join(2)]).toEqual(["placed", "waiting"]);
    await set("admission = 'asked'");
    expect(await join(3)).toBe("asked");
    expect(await states()).toEqual({ Ana: "placed", Ben: "waiting", Cy: "asked" });
  });

  it("asks people who were on a waitlist without reservations", async () => {
    await set("admission = 'open', takes_reservations = false");
    await join(1);
    await set("takes_reservations = true, admission = 'asked'");
    expect(await states()).toEqual({ Ana: "asked" });
  });
});

it("counts who asks for admins, confirmed addresses apart", async () => {
  await ask(1);
  await join(2);
  const { counts } = await admin<{ counts: Row }>("event_figures($1)", event);
  expect(counts).toMatchObject({ people: 2, asked: 1, asked_unconfirmed: 1 });
});
