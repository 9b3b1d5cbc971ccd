import { beforeEach, describe, expect, it } from "vitest";
import { answerExamples, offered } from "../../../app/features/questions/answers.fixture.ts";
import { type Actor, addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const digest = (number: number) => number.toString(16).padStart(64, "0");
let event: string;
let food: string;
let drinks: string;

const set = (assignments: string) => sql(`update public.events set ${assignments} where id = $1`, event);
async function ask(text: string, more: Row = {}): Promise<string> {
  const fields = { event_id: event, kind: "short", text, ...more };
  const [row] = await sql<{ id: string }>(
    `insert into public.event_questions (event_id, position, kind, text, options, is_required, asked_of, keep)
     select f.event_id, (select count(*) + 1 from public.event_questions), f.kind, f.text, coalesce(f.options, '{}'),
       coalesce(f.is_required, false), coalesce(f.asked_of, 'all'), coalesce(f.keep, 'evening')
     from jsonb_populate_record(null::public.event_questions, $1) f returning id`,
    JSON.stringify(fields),
  );
  return row?.id as string;
}
const join = (number: number, answers: Record<string, string[]> = {}, attends = "room") =>
  database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2, p_attends => $3, p_answers => $4)",
    `guest-${number}@example.org`,
    key(number),
    attends,
    JSON.stringify(answers),
  );
const stored = () =>
  sql<{ who: string; text: string; value: string[] }>(
    `select substr(w.email, 7, 1) as who, q.text, a.value from public.entry_answers a
     join public.event_questions q on q.id = a.question_id join public.waitlist_entries w on w.id = a.entry_id order by 1, q.position`,
  );
const link = async (number: number) => {
  await sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    digest(number),
    `guest-${number}@example.org`,
  );
  return digest(number);
};

beforeEach(async () => {
  await database.addEditor();
  event = await addEvent(database, "luau");
  await set(
    "takes_reservations = true, attendee_limit = 3, date_precision = 'exact', starts_at = now() + interval '20 days', ends_at = now() + interval '20 days 2 hours'",
  );
  food = await ask("Food?", { is_required: true });
  drinks = await ask("Drinks?", { kind: "several", options: ["Water", "Juice"], keep: "entry" });
});

describe("the answers of a sign-up", () => {
  it("are stored with it, and refused together with it", async () => {
    expect(await join(1)).toBe("not-answered");
    expect(await join(1, { [food]: [" "] })).toBe("not-answered");
    expect(await join(1, { [food]: ["No nuts"], [drinks]: ["Wine"] })).toBe("not-answered");
    expect(await sql("select from public.waitlist_entries where event_id = $1", event)).toEqual([]);
    expect(await join(1, { [food]: ["No nuts"], [drinks]: ["Juice", "Water"], [digest(1)]: ["?"] })).toBe("placed");
    expect(await join(2, { [food]: ["Poi"] })).toBe("placed");
    expect(await stored()).toEqual([
      { who: "1", text: "Food?", value: ["No nuts"] },
      { who: "1", text: "Drinks?", value: ["Juice", "Water"] },
      { who: "2", text: "Food?", value: ["Poi"] },
    ]);
    expect(await join(2, { [food]: ["Something else"] })).toBe("placed");
    expect(await stored(), "an entry that was there keeps its answers").toHaveLength(3);
  });

  it.each([
    ...answerExamples.map(([kind, sent, becomes]) =>
      becomes instanceof RegExp ? ([kind, sent, false] as const) : ([kind, becomes, true] as const),
    ),
    ["short", ["a\nb"], false] as const,
    ["short", [], false] as const,
  ])("of kind %s: %j", async (kind, value, isRight) => {
    const id = await ask("This?", { kind, options: kind === "one" || kind === "several" ? offered : [] });
    expect(await join(1, { [food]: ["Poi"], [id]: [...value] })).toBe(isRight ? "placed" : "not-answered");
  });

  it("are asked only of people in the place that they are about, and not for closed questions", async () => {
    await set("meets = 'both', online_limit = 5");
    const room = await ask("Chair?", { asked_of: "room", is_required: true });
    const closed = await ask("Old?", { is_required: true });
    await sql("update public.event_questions set closed_at = now() where id = $1", closed);
    expect(await join(1, { [food]: ["Poi"] })).toBe("not-answered");
    expect(await join(2, { [food]: ["Poi"], [room]: ["Yes"], [closed]: ["x"] }, "online")).toBe("placed");
    expect((await stored()).map(({ text }) => text)).toEqual(["Food?"]);
    expect(await join(3, { [food]: ["Poi"], [room]: ["Yes"] })).toBe("placed");
  });

  it("are asked on a plain waitlist, too, but not for the next edition", async () => {
    await set("takes_reservations = false");
    expect(await join(1)).toBe("not-answered");
    expect(await join(1, { [food]: ["Poi"] })).toBe("joined");
    await set("starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'");
    expect(await join(2)).toBe("joined");
    expect(await stored()).toHaveLength(1);
  });

  it("count as bytes of what nobody has confirmed", async () => {
    await join(1, { [food]: ["n".repeat(200)] });
    await join(2, { [food]: ["n"] });
    const [bytes] = await sql<{ more: number }>(
      "select (max(bytes) - min(bytes))::int as more from private.unconfirmed_rows where kind = 'entry'",
    );
    expect(bytes?.more).toBe(2 * 199);
  });

  it("are on the person's own page and in their data, come back with them, and go with them", async () => {
    await join(1, { [food]: ["Poi"], [drinks]: ["Juice"] });
    const own = await link(1);
    const page = await database.call<{ answers: Row[] }>("worker", "public.status_page($1)", own);
    expect(page.answers).toEqual([
      { id: food, question: "Food?", kind: "short", options: [], keep: "evening", value: ["Poi"] },
      {
        id: drinks,
        question: "Drinks?",
        kind: "several",
        options: ["Water", "Juice"],
        keep: "entry",
        value: ["Juice"],
      },
    ]);
    const data = () =>
      sql<{ data: Record<string, { answers: Row[] }[]> }>(
        "select private.waitlist_personal_data('guest-1@example.org') as data",
      ).then(([row]) => row?.data);
    expect((await data())?.waitlists?.[0]?.answers).toMatchObject([{ value: ["Poi"] }, { value: ["Juice"] }]);
    await database.call("worker", "public.leave_waitlist($1, 'left')", own);
    expect(await stored()).toEqual([]);
    expect((await data())?.left_waitlists?.[0]?.answers).toMatchObject([{ value: ["Poi"] }, { value: ["Juice"] }]);
    await database.call("worker", "public.return_to_waitlist($1)", own);
    expect(await stored()).toHaveLength(2);
    await database.call("worker", "public.leave_waitlist($1, 'erased')", own);
    expect(await stored()).toEqual([]);
  });
});

describe("on their own page people", () => {
  const change = async (number: number, answers: Record<string, string[]>) =>
    database.call("worker", "public.change_answers($1, $2)", digest(number), JSON.stringify(answers));
  const asks = async (number: number) =>
    (
      await database.call<{ asks: { until: string | null; questions: Row[] } }>(
        "worker",
        "public.status_page($1)",
        digest(number),
      )
    ).asks;
  const changedAt = async () =>
    (await sql("select answers_changed_at from public.waitlist_entries where event_id = $1", event))[0]
      ?.answers_changed_at;
  beforeEach(async () => {
    await join(1, { [food]: ["Poi"], [drinks]: ["Juice"] });
    await link(1);
  });

  it("change what they answered, as strictly as at sign-up, and admins see that they did", async () => {
    expect(await change(9, { [food]: ["Fish"] })).toBe("nowhere");
    expect(await change(1, {})).toBe("not-answered");
    expect(await change(1, { [food]: ["Fish"], [drinks]: ["Wine"] })).toBe("not-answered");
    expect(await change(1, { [food]: ["Poi"], [drinks]: ["Juice"] })).toBe("changed");
    expect(await changedAt(), "nothing has changed").toBe(null);
    expect(await change(1, { [food]: ["Fish"] })).toBe("changed");
    expect(await stored()).toEqual([{ who: "1", text: "Food?", value: ["Fish"] }]);
    expect(await changedAt()).not.toBe(null);
    expect(
      await database.as(
        "editor",
        `select answers_changed_at is not null as changed from public.event_people('${event}')`,
      ),
    ).toEqual([{ changed: true }]);
  });

  it("keep an option that is no longer offered, and cannot answer what is closed", async () => {
    await sql("update public.event_questions set options = '{Water,Tea}' where id = $1", drinks);
    expect((await asks(1)).questions[1]).toMatchObject({ value: ["Juice"], kept: ["Juice"] });
    expect(await change(1, { [food]: ["Poi"], [drinks]: ["Juice", "Tea"] })).toBe("changed");
    expect(await change(1, { [food]: ["Poi"], [drinks]: ["Tea"] })).toBe("changed");
    expect(await change(1, { [food]: ["Poi"], [drinks]: ["Juice"] })).toBe("not-answered");
    await sql("update public.event_questions set closed_at = now() where id = $1", drinks);
    expect((await asks(1)).questions.map(({ text }) => text)).toEqual(["Food?"]);
    expect(await change(1, { [food]: ["Poi"], [drinks]: ["Water"] })).toBe("changed");
    expect(await stored()).toContainEqual({ who: "1", text: "Drinks?", value: ["Tea"] });
  });

  it.each([
    ["until the start", "starts_at = now() + interval '1 minute'", "starts_at = now() - interval '1 minute'"],
    [
      "until the end of a day in Honolulu",
      "answers_until = (now() at time zone 'Pacific/Honolulu')::date, dated_at = now() - interval '2 days'",
      "answers_until = (now() at time zone 'Pacific/Honolulu')::date - 1, dated_at = now() - interval '2 days'",
    ],
    ["while it takes place", "status = 'postponed'", "status = 'cancelled'"],
    [
      "until the start, even if a later day is set",
      "answers_until = '2999-01-01'",
      "answers_until = '2999-01-01', starts_at = now() - interval '1 minute'",
    ],
    [
      "until the start, if the day was set for another date",
      "answers_until = (now() at time zone 'Pacific/Honolulu')::date - 1, dated_at = now()",
      "answers_until = '2020-01-01', starts_at = now() - interval '1 minute'",
    ],
  ])("can do so %s", async (_when, before, after) => {
    await sql("set local session_replication_role = replica");
    await set(before);
    expect((await asks(1)).questions).toHaveLength(2);
    expect(await change(1, { [food]: ["Fish"] })).toBe("changed");
    await set(after);
    expect((await asks(1)).questions).toEqual([]);
    expect(await change(1, { [food]: ["Poi"] })).toBe("closed");
    await sql("set local session_replication_role = origin");
  });

  it("answer what is asked where they attend, and nothing once they neither have a spot nor wait for one", async () => {
    await set("meets = 'both', online_limit = 5");
    const room = await ask("Chair?", { asked_of: "room" });
    expect((await asks(1)).questions.map(({ id }) => id)).toEqual([food, drinks, room]);
    await sql("update public.reservations set attends = 'online'");
    expect((await asks(1)).questions.map(({ id }) => id)).toEqual([food, drinks]);
    await sql("update public.reservations set state = 'canceled', hold_until = null");
    expect((await asks(1)).questions).toEqual([]);
    expect(await change(1, { [food]: ["Fish"] })).toBe("closed");
  });

  it("answer on a plain waitlist, too", async () => {
    await sql("delete from public.reservations");
    await set("takes_reservations = false");
    expect(await change(1, { [food]: ["Fish"] })).toBe("changed");
    expect(await stored()).toHaveLength(1);
  });

  it("who were added by hand read in their receipt that they can answer, until they have", async () => {
    await database.call("editor", "public.add_reservation($1, 'Lani', 'guest-2@example.org', 1, true)", event);
    await link(2);
    const receipt = () =>
      sql<{ asks: boolean }>(
        `select (private.mail_content(m.purpose, m.person, m.occurrence) ->> 'asks')::boolean as asks
         from public.mails m join public.waitlist_entries w on w.id = m.person
         where m.purpose = 'waitlist-receipt' and w.email = 'guest-2@example.org'`,
      );
    expect(await receipt()).toEqual([{ asks: true }]);
    expect(await change(2, { [food]: ["Poi"], [drinks]: ["Juice"] })).toBe("changed");
    expect(await receipt()).toEqual([{ asks: false }]);
  });
});

describe("answers are read", () => {
  const sees = async (actor: Actor, query: string) => {
    try {
      return (await database.as(actor, query)).length;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  it("by owners and editors alone, and questions by whoever sees their event, while they are open", async () => {
    await join(1, { [food]: ["Poi"] });
    const answers = "select * from public.entry_answers";
    expect([await sees("admin", answers), await sees("editor", answers)]).toEqual([1, 1]);
    expect([await sees("stranger", answers), await sees("member", answers), await sees("worker", answers)]).toEqual([
      denied,
      0,
      denied,
    ]);
    const questions = "select id, text, keep from public.event_questions";
    expect([await sees("stranger", questions), await sees("member", questions)]).toEqual([2, 2]);
    await sql("update public.event_questions set closed_at = now() where id = $1", drinks);
    expect([await sees("stranger", questions), await sees("editor", questions)]).toEqual([1, 2]);
    await set("is_published = false");
    expect([await sees("stranger", questions), await sees("member", questions)]).toEqual([0, 0]);
  });

  it("by nobody at the door but a yes or no that is for it, and by nobody in an email or in the log", async () => {
    const photos = await ask("Photos?", { kind: "yes-no" });
    const first = await ask("Welcome tour?", { kind: "yes-no" });
    await sql("update public.event_questions set for_door = true where id = $1", first);
    await join(1, { [food]: ["Secret poi"], [photos]: ["no"], [first]: ["yes"] });
    await database.call("worker", "public.confirm_entry($1)", await link(1));
    await sql(
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)",
      event,
      digest(9),
    );
    await set("starts_at = now() + interval '10 minutes', ends_at = now() + interval '2 hours'");
    const [code] = await sql<{ code: string }>("select code from public.reservations");
    const ticket = await database.call<{ ticket: Row }>("worker", "public.door_ticket($1, $2)", digest(9), code?.code);
    expect(ticket.ticket.answers).toEqual([{ question: "Welcome tour?", value: "yes" }]);
    for (const actor of ["stranger", "member", "editor", "admin"] as const)
      await expect(
        database.call(actor, "public.door_ticket($1, $2)", digest(9), code?.code),
        actor,
      ).rejects.toMatchObject({ code: denied });
    const others = [
      await database.call("worker", "public.door($1)", digest(9)),
      await database.call("worker", "public.door_names($1)", digest(9)),
      await database.call("worker", "public.phone_list($1)", digest(9)),
      await sql("select * from public.audit_log"),
      await sql("select private.mail_content(m.purpose, m.person, m.occurrence) from public.mails m"),
      await sql("select * from public.outbox"),
    ];
    expect(JSON.stringify(others)).toContain("Kai");
    expect(JSON.stringify(others)).not.toContain('"answers"');
    // The log keeps what was asked, but not what was answered.
    const logged = await sql("select * from public.audit_log where table_name = 'entry_answers'");
    expect(logged).toEqual([]);
    expect(JSON.stringify([others, ticket])).not.toMatch(/Secret|Photos/);
    await expect(sql("update public.event_questions set for_door = true where id = $1", food)).rejects.toMatchObject({
      code: checkViolation,
    });
  });

  it("as counts by those who read them, without a name or a text", async () => {
    await set("meets = 'both', online_limit = 5, attendee_limit = 5");
    const number = await ask("How many?", { kind: "number", asked_of: "room" });
    await join(1, { [food]: ["Poi"], [drinks]: ["Water", "Juice"], [number]: ["2"] });
    await join(2, { [food]: ["Fish"], [drinks]: ["Juice"], [number]: ["5"] });
    await join(3, { [food]: ["Rice"] });
    await join(4, { [food]: ["Rice"] }, "online");
    const counts = async (actor: Actor) =>
      database
        .as(actor, `select * from public.question_counts('${event}')`)
        .then((rows) => Object.fromEntries(rows.map(({ question_id: id, ...row }) => [String(id), row])));
    const none = { chosen: {}, total: null, smallest: null, largest: null };
    for (const actor of ["admin", "editor"] as const)
      expect(await counts(actor)).toEqual({
        [food]: { asked: 4, answered: 4, ...none },
        [drinks]: { asked: 4, answered: 2, ...none, chosen: { Water: 1, Juice: 2 } },
        [number]: { asked: 3, answered: 2, chosen: {}, total: 7, smallest: 2, largest: 5 },
      });
    expect(await counts("member")).toMatchObject({ [food]: { asked: 0, answered: 0, ...none } });
    for (const actor of ["stranger", "worker"] as const)
      await expect(counts(actor)).rejects.toMatchObject({ code: denied });
  });

  it("as missing by a filter and by the email to those people alike, until the event is over", async () => {
    await join(1, { [food]: ["Poi"] });
    await join(2, { [food]: ["Poi"] });
    await sql("update public.waitlist_entries set confirmed_at = now()");
    await ask("Dance?", { kind: "yes-no", is_required: true });
    await ask("Sing?", { kind: "yes-no" });
    await join(3, {
      [food]: ["Poi"],
      [(await ask("Chairs?", { asked_of: "online", is_required: true })) ?? ""]: ["1"],
    });
    const missing = async () => [
      (await database.as("editor", `select name from public.event_people('${event}') where is_unanswered`)).length,
      (await database.call<{ people: Record<string, number> }>("editor", "public.own_words($1)", event)).people
        .unanswered,
    ];
    expect(await missing()).toEqual([2, 2]);
    await link(1);
    const [dance] = await sql<{ id: string }>("select id from public.event_questions where text = 'Dance?'");
    await database.call(
      "worker",
      "public.change_answers($1, $2)",
      digest(1),
      JSON.stringify({ [food]: ["Poi"], [dance?.id ?? ""]: ["yes"] }),
    );
    expect(await missing()).toEqual([1, 1]);
    await sql("set local session_replication_role = replica");
    await set("starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'");
    await sql("set local session_replication_role = origin");
    expect(await missing()).toEqual([0, 0]);
  });
});

describe("a question", () => {
  const save = (id: string | null, version: string | null, fields: Row, agreed = 0, actor: Actor = "editor") =>
    database.call<Row>(
      actor,
      "public.save_question($1, $2, $3, $4, $5)",
      event,
      id ?? crypto.randomUUID(),
      JSON.stringify(fields),
      version,
      agreed,
    );
  const change = (id: string, act: string, actor: Actor = "editor") =>
    database.call(actor, "public.change_question($1, $2)", id, act);
  const rowOf = async (id: string) =>
    (await sql<Row>("select *, updated_at::text as version from public.event_questions where id = $1", id))[0];
  const versionOf = async (id: string) => (await rowOf(id))?.version as string;
  const fields = { kind: "short", text: "Why?", options: [], is_required: false, asked_of: "all", keep: "evening" };
  const order = async () =>
    (await sql("select text from public.event_questions order by position")).map(({ text }) => text);

  it("is added at the end by an admin, once, and ten at most are open", async () => {
    const id = crypto.randomUUID();
    expect(await save(id, null, fields)).toEqual({ outcome: "saved" });
    expect(await save(id, null, fields)).toEqual({ outcome: "saved" });
    expect(await order()).toEqual(["Food?", "Drinks?", "Why?"]);
    for (let number = 4; number <= 10; number += 1) await save(null, null, fields);
    expect(await save(null, null, fields)).toEqual({ outcome: "too-many" });
    expect(await change(id, "close")).toBe("done");
    expect(await save(null, null, fields)).toEqual({ outcome: "saved" });
    expect(await change(id, "open")).toBe("too-many");
    for (const actor of ["member", "stranger"] as const) {
      await expect(save(null, null, fields, 0, actor)).rejects.toMatchObject({ code: denied });
      await expect(change(food, "delete", actor)).rejects.toMatchObject({ code: denied });
    }
    await expect(sql("update public.event_questions set ready = 'food', keep = 'entry'")).rejects.toMatchObject({
      code: checkViolation,
    });
  });

  it("moves, and is deleted only without answers", async () => {
    expect(await change(drinks, "up")).toBe("done");
    expect(await change(drinks, "up")).toBe("done");
    expect(await order()).toEqual(["Drinks?", "Food?"]);
    expect(await change(drinks, "down")).toBe("done");
    expect(await order()).toEqual(["Food?", "Drinks?"]);
    await join(1, { [food]: ["Poi"] });
    expect([await change(food, "delete"), await change(drinks, "delete")]).toEqual(["answered", "done"]);
    expect(await change(drinks, "close")).toBe("not-found");
    expect(await order()).toEqual(["Food?"]);
  });

  it("with answers can be worded better, and asks before it touches them", async () => {
    await join(1, { [food]: ["Poi"], [drinks]: ["Juice"] });
    await join(2, { [food]: ["Poi"], [drinks]: ["Water"] });
    const now = {
      ...fields,
      kind: "several",
      text: "Which drinks?",
      options: ["Water", "Juice", "Tea"],
      keep: "entry",
    };
    expect(await save(drinks, await versionOf(drinks), now)).toEqual({ outcome: "saved" });
    const less = { ...now, options: ["Water", "Tea"] };
    expect(await save(drinks, await versionOf(drinks), less)).toEqual({ outcome: "asks", answers: 1 });
    expect(await rowOf(drinks)).toMatchObject({ options: ["Water", "Juice", "Tea"] });
    expect(await save(drinks, await versionOf(drinks), less, 1)).toEqual({ outcome: "saved" });
    expect(await stored()).toContainEqual({ who: "1", text: "Which drinks?", value: ["Juice"] });
    expect(await save(drinks, await versionOf(drinks), { ...less, keep: "evening" })).toEqual({
      outcome: "asks",
      answers: 2,
    });
    expect(await save(food, await versionOf(food), { ...fields, keep: "entry" })).toEqual({
      outcome: "answered",
      answers: 2,
    });
    expect(await save(food, await versionOf(food), { ...fields, kind: "long" })).toMatchObject({ outcome: "answered" });
    const tour = await ask("Tour?", { kind: "yes-no" });
    const forDoor = { ...fields, kind: "yes-no", for_door: true };
    await join(3, { [food]: ["Poi"], [tour]: ["yes"] });
    expect(await save(tour, await versionOf(tour), forDoor)).toMatchObject({ outcome: "answered" });
    expect(await save(food, "2026-01-01T00:00:00Z", fields)).toEqual({ outcome: "changed" });
  });

  it("goes along into the next edition while it is open, without its answers", async () => {
    await join(1, { [food]: ["Poi"] });
    await sql("update public.event_questions set closed_at = now() where id = $1", drinks);
    const copy = await database.call<Row>(
      "editor",
      "public.copy_event($1, 'luau-2', now() + interval '50 days', now() + interval '50 days 1 hour')",
      event,
    );
    expect(
      await sql(
        "select q.text, q.is_required, (select count(*)::int from public.entry_answers a where a.question_id = q.id) as answers from public.event_questions q where q.event_id = $1",
        copy.id,
      ),
    ).toEqual([{ text: "Food?", is_required: true, answers: 0 }]);
  });
});

describe("answers are erased", () => {
  const purge = () => database.call("worker", "public.purge(1000)");
  /** Moves the clock by moving the event, which was given its date long ago. */
  const endsBefore = async (days: number) => {
    await sql("set local session_replication_role = replica");
    await set(
      `starts_at = now() - interval '${days} days 2 hours', ends_at = now() - interval '${days} days', dated_at = now() - interval '1 year'`,
    );
    await sql("set local session_replication_role = origin");
  };

  it("for the evening after 7 days, for the entry with it after 90, whatever the event takes", async () => {
    await join(1, { [food]: ["Poi"], [drinks]: ["Juice"] });
    await sql("update public.waitlist_entries set created_at = now() - interval '120 days'");
    await sql("update public.entry_answers set answered_at = now() - interval '120 days'");
    await endsBefore(6);
    await purge();
    expect(await stored()).toHaveLength(2);
    await endsBefore(8);
    await purge();
    expect((await stored()).map(({ text }) => text)).toEqual(["Drinks?"]);
    await endsBefore(89);
    await purge();
    expect(await stored()).toHaveLength(1);
    await endsBefore(91);
    await purge();
    expect(await stored()).toEqual([]);
    expect(await sql("select from public.waitlist_entries where event_id = $1", event)).toEqual([]);
  });

  it("for the evening that they were given for, if the event has another date now", async () => {
    await join(1, { [food]: ["Poi"] });
    await sql("update public.entry_answers set answered_at = now() - interval '30 days'");
    await sql("insert into private.past_editions (event_id, over_at) values ($1, now() - interval '8 days')", event);
    await join(2, { [food]: ["Fish"] });
    await purge();
    expect((await stored()).map(({ who }) => who)).toEqual(["2"]);
  });
});
