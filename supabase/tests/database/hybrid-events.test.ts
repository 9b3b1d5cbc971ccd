import { beforeEach, describe, expect, it } from "vitest";
import { attendances } from "../../../app/features/events/event/event-states.ts";
import { addEvent, checkViolation, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const url = "https://meet.example/secret-room";
let event: string;

const set = (assignments: string) => database.sql(`update public.events set ${assignments} where id = $1`, event);
const worker = (text: string, ...parameters: unknown[]) => database.call("worker", `public.${text}`, ...parameters);
const emailOf = (number: number) => `guest-${number}@example.org`;
async function join(number: number, attends: string | null, party = 1, isConfirmed = true) {
  const signUp = "join_waitlist('luau', 'Kai', $1, '1', false, false, $2, $3, p_attends => $4)";
  const outcome = await worker(signUp, emailOf(number), key(number), party, attends);
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    digest(number),
    emailOf(number),
  );
  if (isConfirmed) await worker("confirm_entry($1)", digest(number));
  return outcome;
}
const switchTo = (number: number, attends: string) => worker("switch_place($1, $2, true)", digest(number), attends);
const leave = (number: number) => worker("leave_waitlist($1, 'left', null, true)", digest(number));
const own = async (number: number) =>
  (await database.call<{ reservation: Row }>("worker", "public.status_page($1)", digest(number))).reservation;
/** Returns everyone's state: "placed room", "waiting online", or "placed room, online" for someone who is switching. */
const all = async () =>
  Object.fromEntries(
    (
      await database.sql<{ who: number; stands: string }>(
        `select substr(w.email, 7, 1)::int as who, concat_ws(', ', r.state || ' ' || r.attends, r.switches_to) as stands
         from public.reservations r join public.waitlist_entries w on w.id = r.id order by 1`,
      )
    ).map(({ who, stands }) => [who, stands]),
  );
const counts = () =>
  database.sql("select attends, taken, waiting from public.event_spots where event_id = $1 order by attends", event);
const mails = (purpose: string) =>
  database.sql<{ who: number; content: { reservation: Row } | null }>(
    `select substr(w.email, 7, 1)::int as who, private.mail_content(m.purpose, m.person, m.occurrence) as content
     from public.mails m join public.waitlist_entries w on w.id = m.person where m.purpose = $1 order by m.id`,
    purpose,
  );

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await set(
    "starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact', attendee_limit = 1, online_limit = 2, meets = 'both', party_limit = 3, takes_reservations = true",
  );
});

describe("a sign-up for an event in a room and online", () => {
  it("gets a spot or a waitlist position for the room or online, as chosen", async () => {
    expect([await join(1, "room"), await join(2, "room"), await join(3, "online"), await join(4, null)]).toEqual([
      ...["placed", "waiting", "placed", "waiting"],
    ]);
    expect(await all()).toEqual({ 1: "placed room", 2: "waiting room", 3: "placed online", 4: "waiting room" });
    expect((await own(4)).in_line).toBe(2);
    expect(await counts()).toEqual([
      { attends: "online", taken: 1, waiting: 0 },
      { attends: "room", taken: 1, waiting: 2 },
    ]);
    await expect(join(5, "moon")).rejects.toMatchObject({ code: checkViolation });
  });

  it("holds spots for unconfirmed addresses up to half of the room or online limit", async () => {
    await set("attendee_limit = 20, online_limit = 2");
    const sender = { recipient: key(1), near: key(7), far: key(7) };
    const ask = (number: number, attends: string) =>
      worker(
        "join_waitlist('luau', 'Kai', $1, '1', false, false, $2, 3, p_attends => $3, p_sender => $4)",
        emailOf(number),
        key(number),
        attends,
        JSON.stringify({ ...sender, recipient: key(number) }),
      );
    // At most half of 20 may be held for one network.
    expect([await ask(1, "room"), await ask(2, "room"), await ask(3, "room"), await ask(4, "room")]).toEqual([
      ...["placed", "placed", "placed", "to-confirm"],
    ]);
    await set("online_limit = 6");
    expect([await ask(5, "online"), await ask(6, "online")], "4 people of 6").toEqual(["placed", "to-confirm"]);
  });

  it("ignores the choice if the event is only online", async () => {
    await set("meets = 'online', online_limit = null");
    await join(1, "room");
    expect(await all()).toEqual({ 1: "placed online" });
  });

  it.each(["online_limit = null", "online_limit = 0", "meets = 'room'"])(
    "needs limits that match where the event meets: rejects %s",
    async (assignments) => {
      await expect(set(assignments)).rejects.toMatchObject({ code: checkViolation });
    },
  );

  it("can be made by an admin for the room or online", async () => {
    const add = (number: number, attends: string) =>
      database.call("admin", "public.add_reservation($1, 'Noe', $2, 1, true, $3)", event, emailOf(number), attends);
    expect([await add(1, "room"), await add(2, "room"), await add(3, "online")]).toEqual([
      "placed",
      "waiting",
      "placed",
    ]);
    const { places } = await database.call<{ places: Row[] }>("admin", "public.event_figures($1)", event);
    const people = (condition = "true") =>
      database.as<Row>("admin", `select * from public.event_people($1) where ${condition} order by line`, event);
    expect(places).toMatchObject([
      { attends: "room", spots: 1, free: 0, taken: 1, waiting: 1, confirmed: 1 },
      { attends: "online", spots: 2, free: 1, taken: 1, waiting: 0, confirmed: 1 },
    ]);
    expect((await people()).map(({ attends, position }) => [attends, position])).toEqual([
      ["room", null],
      ["room", 1],
      ["online", null],
    ]);
    const shown = async (condition: string) => (await people(condition)).map(({ email }) => email);
    expect(await shown("attends = 'online'")).toEqual([emailOf(3)]);
    await database.sql("update public.reservations set switches_to = 'room' where attends = 'online'");
    expect(await shown("switches_to is not null")).toEqual([emailOf(3)]);
    expect(await shown("state = 'waiting'")).toEqual([emailOf(2)]);
  });
});

describe("switching between the room and online", () => {
  it("takes a free spot at once, and offers the old one to the next person in the same step", async () => {
    await join(1, "room");
    await join(2, "room");
    await database.call("admin", "public.set_join_link($1, $2, true)", event, url);
    expect(await own(1)).toMatchObject({ code: expect.any(String), join_url: null, may_switch: true });
    expect(await switchTo(1, "online")).toBe("switched");
    expect(await all()).toEqual({ 1: "placed online", 2: "offered room" });
    expect(await own(1)).toMatchObject({ code: null, join_url: url, attends: "online" });
    expect((await mails("reservation-ticket")).map(({ who, content }) => [who, content?.reservation.attends])).toEqual([
      [1, "online"],
    ]);
    expect((await mails("reservation-offer")).map(({ who }) => who)).toEqual([2]);
    // Switching back has to wait: the room is taken by now.
    expect(await switchTo(1, "room")).toBe("waits");
    await worker("answer_offer($1, false, true)", digest(2));
    expect(await all()).toEqual({ 1: "placed room", 2: "declined room" });
    expect(await own(1)).toMatchObject({ code: expect.any(String), join_url: null });
  });

  it("keeps the spot until the other is free, and the position when requested again", async () => {
    for (const number of [1, 2]) await join(number, "online");
    await join(3, "room");
    await join(4, "online");
    expect(await switchTo(3, "online")).toBe("waits");
    expect(await switchTo(3, "online")).toBe("waits");
    expect(await all()).toMatchObject({ 3: "placed room, online", 4: "waiting online" });
    expect(await own(3)).toMatchObject({
      code: expect.any(String),
      switches_to: "online",
      in_line: 2,
      can_take: false,
    });
    expect(await counts()).toEqual([
      { attends: "online", taken: 2, waiting: 2 },
      { attends: "room", taken: 1, waiting: 0 },
    ]);
    await leave(1);
    expect(await all(), "one before them").toEqual({
      2: "placed online",
      3: "placed room, online",
      4: "offered online",
    });
    await leave(2);
    expect(await all()).toEqual({ 3: "placed online", 4: "offered online" });
    expect((await mails("reservation-ticket")).filter(({ who }) => who === 3)).toHaveLength(1);
    expect((await mails("reservation-offer")).map(({ who }) => who)).toEqual([4]);
  });

  it("trades the spots of two people who want each other's, and takes nothing from the waitlist", async () => {
    await join(1, "room");
    for (const number of [2, 3]) await join(number, "online");
    await join(4, "room");
    expect([await switchTo(1, "online"), await switchTo(2, "room")]).toEqual(["waits", "switched"]);
    expect(await all()).toEqual({ 1: "placed online", 2: "placed room", 3: "placed online", 4: "waiting room" });
    const tickets = (await mails("reservation-ticket")).map(({ who, content }) => [who, content?.reservation.attends]);
    expect(Object.fromEntries(tickets)).toEqual({ 1: "online", 2: "room", 3: "online" });
    expect(await counts()).toEqual([
      { attends: "online", taken: 2, waiting: 0 },
      { attends: "room", taken: 1, waiting: 1 },
    ]);
  });

  it("waits for its turn: a free spot is first offered to a person who waited before", async () => {
    await join(1, "room");
    for (const number of [2, 3]) await join(number, "online");
    await join(4, "room");
    expect(await switchTo(2, "room")).toBe("waits");
    await leave(1);
    expect(await all()).toEqual({ 2: "placed online, room", 3: "placed online", 4: "offered room" });
    await worker("answer_offer($1, false, true)", digest(4));
    expect(await all()).toEqual({ 2: "placed room", 3: "placed online", 4: "declined room" });
  });

  it("trades spots only if both parties fit", async () => {
    await set("attendee_limit = 2");
    await join(1, "room", 2);
    for (const number of [2, 3]) await join(number, "online");
    expect([await switchTo(1, "online"), await switchTo(2, "room")]).toEqual(["waits", "waits"]);
    await leave(3);
    expect(await all()).toEqual({ 1: "placed online", 2: "placed room" });
  });

  it("gives a single spot to the first of two, and the other keeps theirs", async () => {
    await set("attendee_limit = 2, online_limit = 1");
    for (const number of [1, 2]) await join(number, "room");
    expect([await switchTo(1, "online"), await switchTo(2, "online")]).toEqual(["switched", "waits"]);
    expect(await all()).toEqual({ 1: "placed online", 2: "placed room, online" });
    // A new person does not come before someone who is waiting, either.
    expect(await join(3, "online")).toBe("waiting");
    await leave(1);
    expect(await all()).toEqual({ 2: "placed online", 3: "waiting online" });
  });

  it("can be withdrawn by choosing the current option, even after sign-up has closed", async () => {
    await join(1, "room");
    await set("online_limit = 1");
    await join(2, "online");
    await switchTo(1, "online");
    await set("sign_up_closes_at = now() - interval '1 minute'");
    expect(await switchTo(1, "room")).toBe("stays");
    expect(await all()).toEqual({ 1: "placed room", 2: "placed online" });
    expect(await switchTo(1, "online"), "no more of it after sign-up").toBe("closed");
    expect(await worker("switch_place($1, 'online', true)", digest(9))).toBe("nowhere");
  });

  it("moves a waiting person to a free spot, or to the end of the other waitlist", async () => {
    await set("online_limit = 1");
    await join(1, "room");
    await join(2, "room");
    await join(3, "room");
    expect(await switchTo(2, "online")).toBe("switched");
    expect(await switchTo(3, "online")).toBe("waits");
    expect(await all()).toEqual({ 1: "placed room", 2: "placed online", 3: "waiting online" });
    expect((await own(3)).in_line).toBe(1);
  });

  it("waits until the whole party fits, which may be made smaller", async () => {
    await set("attendee_limit = 3");
    await join(1, "room", 3);
    expect(await switchTo(1, "online")).toBe("waits");
    expect(await worker("change_party($1, 2, true)", digest(1))).toBe("changed");
    expect(await all()).toEqual({ 1: "placed online" });
  });

  it("is refused with an unconfirmed address, with an open offer and after check-in", async () => {
    await join(1, "room", 1, false);
    await join(2, "room");
    expect(await switchTo(1, "online"), "held").toBe("closed");
    await leave(1);
    expect(await switchTo(2, "online"), "offered").toBe("closed");
    await worker("answer_offer($1, true, true)", digest(2));
    await database.sql("update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe'");
    expect(await switchTo(2, "online"), "in the room already").toBe("closed");
    expect(await all()).toEqual({ 2: "placed room" });
  });

  it("ends at check-in: a person in the room is not switched when an online spot becomes free", async () => {
    await set("starts_at = now() + interval '90 minutes', online_limit = 1");
    await join(1, "online");
    await join(2, "room");
    expect(await switchTo(2, "online")).toBe("waits");
    await database.sql(
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)",
      event,
      digest(99),
    );
    const [guest] = await database.sql<{ code: string }>("select code from public.reservations where attends = 'room'");
    expect(await worker("check_in($1, $2, 1, 'Noe')", digest(99), guest?.code)).toBe("in");
    await leave(1);
    await worker("promote_line($1, true)", event);
    expect(await all()).toEqual({ 2: "placed room" });
    expect(await counts()).toEqual([
      { attends: "online", taken: 0, waiting: 0 },
      { attends: "room", taken: 1, waiting: 0 },
    ]);
  });

  it("needs the person to take a free spot in the last hour of sign-up", async () => {
    await set("online_limit = 1");
    await join(1, "room");
    await join(2, "online");
    await switchTo(1, "online");
    await set("sign_up_closes_at = now() + interval '30 minutes'");
    await leave(2);
    expect(await all()).toEqual({ 1: "placed room, online" });
    expect((await own(1)).can_take).toBe(true);
    expect(await worker("join_line($1, true)", digest(1))).toBe("placed");
    expect(await all()).toEqual({ 1: "placed online" });
  });

  it("ends when the reservation is canceled, and is not restored by undoing that", async () => {
    await set("online_limit = 1");
    await join(1, "room");
    await join(2, "online");
    await switchTo(1, "online");
    await leave(1);
    expect(await worker("return_to_waitlist($1)", digest(1))).toBe("back");
    expect(await all()).toEqual({ 1: "placed room", 2: "placed online" });
    await switchTo(1, "online");
    const [{ id } = { id: "" }] = await database.sql<{ id: string }>(
      "select id from public.waitlist_entries where email = $1",
      emailOf(1),
    );
    expect(await database.call("admin", "public.move_up($1, 'Speaks', true)", id)).toBe("moved");
    await database.actOn("cancel", id, { mails: true });
    expect(await all()).toEqual({ 1: "canceled room", 2: "placed online" });
    expect(await counts()).toEqual([
      { attends: "online", taken: 1, waiting: 0 },
      { attends: "room", taken: 0, waiting: 0 },
    ]);
  });

  it("is done by an admin, in waitlist order, when no emails are sent", async () => {
    await set("online_limit = 1");
    await join(1, "room");
    await join(2, "online");
    await switchTo(1, "online");
    await worker("leave_waitlist($1, 'left', null, false)", digest(2));
    const next = async () =>
      (await database.call<{ next: Row | null }>("admin", "public.event_figures($1)", event)).next;
    expect(await next()).toMatchObject({ waits_for: "online" });
    await database.sql("delete from public.mails");
    expect(await database.actOn("give", String((await next())?.id))).toBe("done");
    expect(await database.sql("select purpose from public.mails")).toEqual([]);
    expect(await all()).toEqual({ 1: "placed online" });
  });
});

describe("the room and online parts of an event", () => {
  beforeEach(async () => {
    await join(1, "room");
    await join(2, "online");
    await database.call("admin", "public.set_join_link($1, $2, true)", event, url);
  });

  it("show and email the join link only to people online", async () => {
    expect([(await own(1)).join_url, (await own(2)).join_url]).toEqual([null, url]);
    expect(await database.call("admin", "public.join_link($1)", event)).toEqual({ url, people: 1 });
    await database.call("admin", "public.set_join_link($1, $2, true)", event, `${url}-2`);
    await set("starts_at = now() + interval '1 hour'");
    await worker("start_reminders()");
    for (const purpose of ["join-link-replaced", "join-link"])
      expect(
        (await mails(purpose)).map(({ who }) => who),
        purpose,
      ).toEqual([2]);
  });

  it("limit the door to people in the room", async () => {
    await set("starts_at = now() + interval '1 hour'");
    await database.sql(
      "insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)",
      event,
      digest(99),
    );
    const [online] = await database.sql<{ code: string }>(
      "select code from public.reservations where attends = 'online'",
    );
    expect(await worker("door_names($1)", digest(99))).toHaveLength(1);
    expect(await worker("check_in($1, $2, 1, 'Noe')", digest(99), online?.code)).toBe("not-found");
    expect(await worker("door_ticket($1, $2)", digest(99), online?.code)).toMatchObject({ ticket: null });
    expect(await worker("door($1)", digest(99))).toMatchObject({ spots: 1, counts: { expected: 1, left: 1 } });
  });

  it("appear in a person's data, and attendance counts only the room", async () => {
    const [held] = await database.sql<{ waitlists: { reservation: Row }[] }>(
      "select private.waitlist_personal_data($1) -> 'waitlists' as waitlists",
      emailOf(2),
    );
    expect(held?.waitlists[0]?.reservation).toMatchObject({ attends: "online", switches_to: null, state: "placed" });
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe' where attends = 'room'",
    );
    await set("starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'");
    const counted = async () =>
      (await database.call<{ attendance: Row[] }>("admin", "public.analytics(null)")).attendance.map(
        ({ spots, expected, came }) => [spots, expected, came],
      );
    expect(await counted()).toEqual([[1, 1, 1]]);
    await database.sql("delete from public.waitlist_entries where email = $1", emailOf(1));
    expect(await counted(), "nobody had a spot in the room").toEqual([]);
  });

  it("are told what happened, and are not among those who had a spot and were not checked in", async () => {
    const letIn = "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe'";
    await set("starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'");
    const written = () =>
      database.sql(
        `select r.attends, private.concerns('recap', r.event_id, r.id) as told,
           private.is_addressed('did-not-come', null, w) as missed
         from public.reservations r join public.waitlist_entries w on w.id = r.id order by r.attends`,
      );
    expect(await written()).toEqual([
      { attends: "online", told: true, missed: false },
      { attends: "room", told: true, missed: true },
    ]);
    await database.sql(`${letIn} where attends = 'room'`);
    expect(await written()).toEqual([
      { attends: "online", told: true, missed: false },
      { attends: "room", told: true, missed: false },
    ]);
    await database.sql("update public.reservations set hold_until = now() where attends = 'online'");
    expect(await written()).toMatchObject([{ told: false }, { told: true }]);
  });

  it("are counted separately in public, and the event is listed under both", async () => {
    const read = await database.call<Row[]>("stranger", "public.read_events('luau')");
    expect(read).toMatchObject([
      {
        ...{ meets: "both", attendee_limit: 1, online_limit: 2 },
        event_spots: [
          { attends: "room", taken: 1, waiting: 0 },
          { attends: "online", taken: 1, waiting: 0 },
        ],
      },
    ]);
    for (const meets of attendances) {
      const page = await database.call<{ events: Row[] }>(
        "stranger",
        "public.read_events(p_page => 1, p_meets => $1)",
        meets,
      );
      expect(
        page.events.map((each) => each.key),
        meets,
      ).toContain("luau");
    }
    expect(JSON.stringify(read)).not.toContain("secret-room");
  });
});

describe("an event that changes where it meets", () => {
  it("keeps everyone in the room when it is also held online", async () => {
    await set("meets = 'room', online_limit = null");
    await join(1, null);
    await join(2, null);
    await set("meets = 'both', online_limit = 1");
    expect(await all()).toEqual({ 1: "placed room", 2: "waiting room" });
    expect(await switchTo(2, "online")).toBe("switched");
  });

  it.each([
    ["a spot", "online", "placed"],
    ["an offer", "online", "offered"],
    ["a spot", "room", "placed"],
  ])("cannot give up the room or online while someone has %s there (%s)", async (_what, attends, state) => {
    await join(1, attends);
    await database.sql("update public.reservations set state = $1", state);
    const other = attends === "room" ? "online" : "room";
    await expect(set(`meets = '${other}', online_limit = null`)).rejects.toMatchObject({
      code: "23503",
      message: expect.stringContaining("no longer meet"),
    });
  });

  it("merges both waitlists in the order in which people joined when it drops online", async () => {
    await set("online_limit = 1");
    await join(1, "online");
    await join(2, "online");
    await join(3, "room");
    await join(4, "room");
    await join(5, "online");
    await switchTo(3, "online");
    await leave(1);
    await leave(2);
    await leave(5);
    // 3 had the room and was next online by then.
    expect(await all()).toEqual({ 3: "placed online", 4: "offered room" });
    await worker("answer_offer($1, true, true)", digest(4));
    await join(6, "room");
    await join(7, "online");
    await join(8, "room");
    await leave(3);
    await worker("answer_offer($1, false, true)", digest(7));
    await join(9, "online");
    await switchTo(9, "room");
    await leave(9);
    await set("meets = 'room', online_limit = null");
    expect(await all()).toEqual({ 4: "placed room", 6: "waiting room", 7: "declined room", 8: "waiting room" });
    expect([(await own(6)).in_line, (await own(8)).in_line]).toEqual([1, 2]);
    expect(await counts()).toEqual([
      { attends: "online", taken: 0, waiting: 0 },
      { attends: "room", taken: 1, waiting: 2 },
    ]);
  });

  it("moves everyone along from the room to online", async () => {
    await set("meets = 'room', online_limit = null");
    await join(1, null);
    await join(2, null);
    await set("meets = 'online'");
    expect(await all()).toEqual({ 1: "placed online", 2: "waiting online" });
    expect(await counts()).toEqual([
      { attends: "online", taken: 1, waiting: 1 },
      { attends: "room", taken: 0, waiting: 0 },
    ]);
  });

  it("is copied with both limits, and change_editions refuses to drop online where it is taken", async () => {
    await database.sql("insert into public.series (key, name) values ('evenings', 'Evenings')");
    await set("series_id = (select id from public.series where key = 'evenings')");
    await database.call("admin", "public.copy_event($1, 'luau-2', now() + interval '60 days', null)", event);
    const [next] = await database.sql<Row & { id: string }>("select * from public.events where key = 'luau-2'");
    expect(next).toMatchObject({ meets: "both", attendee_limit: 1, online_limit: 2, takes_reservations: true });
    await database.sql("update public.events set is_published = true where key = 'luau-2'");
    await worker(
      "join_waitlist('luau-2', 'Kai', 'kai@example.org', '1', false, false, $1, p_attends => 'online')",
      key(1),
    );
    const [now] = await database.sql<{ at: string }>(
      "select updated_at::text as at from public.events where id = $1",
      event,
    );
    const change = (fields: object) =>
      database.call("admin", "public.change_editions($1, $2, $3, $4, $4)", event, now?.at, JSON.stringify(fields), [
        next?.id,
      ]);
    expect(await change({ meets: "room", online_limit: null })).toMatchObject({ outcome: "place-taken" });
    expect(await change({ online_limit: 5 })).toMatchObject({ outcome: "saved", changed: 1 });
    expect(await database.sql("select online_limit from public.events where key = 'luau-2'")).toEqual([
      { online_limit: 5 },
    ]);
  });
});
