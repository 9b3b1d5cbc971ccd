import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const foreignKeyViolation = "23503";
const digest = (number: number) => number.toString(16).padStart(64, "0");
const idFor = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
const emailOf = (number: number) => `guest-${number}@example.org`;
let main: string;
let workshop: string;

const worker = <Value = string>(text: string, ...parameters: unknown[]) =>
  database.call<Value>("worker", `public.${text}`, ...parameters);
const admin = (text: string, ...parameters: unknown[]) => database.call("admin", `public.${text}`, ...parameters);
const set = (event: string, assignments: string) => sql(`update public.events set ${assignments} where id = $1`, event);
const soon = "starts_at = now() + interval '30 days', date_precision = 'exact', takes_reservations = true";
const join = (number: number, event = "luau") =>
  worker("join_waitlist($1, 'Kaleo', $2, '1', false, false, $3)", event, emailOf(number), key(number));
/** Reserves at the main event. */
async function come(number: number, isConfirmed = true) {
  await join(number);
  await sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2 and event_id = $3",
    digest(number),
    emailOf(number),
    main,
  );
  if (isConfirmed) await worker("confirm_entry($1)", digest(number));
}
/** Reserves at a workshop. The number of the link to its status page is 1,000 higher. */
const press = (number: number, event = "poi", attends: string | null = null, id = number) =>
  worker(
    "reserve_workshop($1, $2, $3, '2', false, true, $4, $5, $6)",
    digest(number),
    event,
    attends,
    idFor(id),
    digest(1000 + id),
    JSON.stringify({ recipient: key(number) }),
  );
const cron = () => worker<number>("promote_lines()");
/** Returns each person's state at the workshop. */
const states = async (event = workshop) =>
  Object.fromEntries(
    (
      await sql<{ who: number; state: string }>(
        `select substr(split_part(w.email, '@', 1), 7)::int as who, r.state
         from public.reservations r join public.waitlist_entries w on w.id = r.id where r.event_id = $1 order by 1`,
        event,
      )
    ).map(({ who, state }) => [who, state]),
  );
const workshopsOf = async (number: number) =>
  (await worker<{ workshops: Row[] }>("status_page($1)", digest(number))).workshops;
const idOf = async (number: number, event = main) =>
  (
    await sql<{ id: string }>(
      "select id from public.waitlist_entries where email = $1 and event_id = $2",
      emailOf(number),
      event,
    )
  )[0]?.id;

beforeEach(async () => {
  main = await addEvent(database, "luau");
  await set(main, `${soon}, attendee_limit = 5, party_limit = 3`);
  workshop = await addEvent(database, "poi");
  await set(workshop, `${soon}, attendee_limit = 1, for_people_of = '${main}'`);
});

describe("an event for the people of another one", () => {
  it.each([
    ["itself", () => set(main, `for_people_of = '${main}'`), foreignKeyViolation],
    ["one that is nowhere", () => set(workshop, `for_people_of = '${idFor(1)}'`), foreignKeyViolation],
    ["interest only", () => set(workshop, "takes_reservations = false"), checkViolation],
    ["parties", () => set(workshop, "party_limit = 2"), checkViolation],
  ])("rejects %s", async (_what, change, code) => {
    await expect(change()).rejects.toMatchObject({ code });
  });

  it.each([
    ["below", () => sql("update public.events set for_people_of = $1 where key = 'third'", workshop)],
    [
      "above",
      () =>
        sql(
          "update public.events set for_people_of = (select id from public.events where key = 'third') where id = $1",
          main,
        ),
    ],
  ])("cannot have such an event itself: %s", async (_where, chain) => {
    const third = await addEvent(database, "third");
    await set(third, `${soon}, attendee_limit = 5`);
    await expect(chain()).rejects.toMatchObject({ code: foreignKeyViolation, constraint: "events_for_people_of_fkey" });
  });

  it("keeps the main event from being deleted until it is deleted itself", async () => {
    const remove = (event: string) =>
      admin("delete_event($1, (select updated_at from public.events where id = $1))", event);
    expect(await remove(main)).toBe("has-workshops");
    expect(await remove(workshop)).toBe("deleted");
    expect(await remove(main)).toBe("deleted");
  });

  it("keeps the main event from giving up reservations", async () => {
    await expect(set(main, "takes_reservations = false")).rejects.toMatchObject({
      code: foreignKeyViolation,
      constraint: "workshops_need_reservations",
    });
  });

  it("cannot be for the people of an event that takes no reservations", async () => {
    await set(workshop, "for_people_of = null");
    await set(main, "takes_reservations = false");
    await expect(set(workshop, `for_people_of = '${main}'`)).rejects.toMatchObject({
      constraint: "events_for_people_of_fkey",
    });
  });

  it("shows visitors the name of the main event, unless that is not published", async () => {
    const told = async () =>
      (await database.call<{ people_of: Row | null }[]>("stranger", "public.read_events('poi')"))[0]?.people_of;
    expect(await told()).toEqual({ key: "luau", title: "An event", status: "scheduled" });
    await set(main, "is_published = false");
    expect(await told()).toEqual({ key: null, title: null, status: null });
    await set(workshop, "for_people_of = null");
    expect(await told()).toBeNull();
  });

  it("can be changed only by admins", async () => {
    const change = "update public.events set for_people_of = null where key = 'poi' returning key";
    await expect(database.as("stranger", change)).rejects.toMatchObject({ code: denied });
    expect(await database.as("member", change)).toEqual([]);
    expect(await database.as("admin", change)).toEqual([{ key: "poi" }]);
  });

  it("is for everyone when it is copied", async () => {
    await admin("copy_event($1, 'poi-2', now() + interval '60 days', null)", workshop);
    expect(await sql("select for_people_of, takes_reservations from public.events where key = 'poi-2'")).toEqual([
      { for_people_of: null, takes_reservations: true },
    ]);
  });

  it("can be saved in a series for another event or for everyone, but not for an invalid event", async () => {
    await sql("insert into public.series (key, name) values ('poi', 'Poi')");
    await set(workshop, "series_id = (select id from public.series where key = 'poi')");
    const other = await addEvent(database, "other");
    await set(other, `${soon}, attendee_limit = 5`);
    const change = (for_people_of: string | null) =>
      admin(
        "change_editions($1, (select updated_at from public.events where id = $1), $2, '{}', '{}')",
        workshop,
        JSON.stringify({ for_people_of }),
      );
    for (const chosen of [other, null, main]) {
      expect(await change(chosen)).toMatchObject({ outcome: "saved" });
      expect(await sql("select for_people_of from public.events where id = $1", workshop)).toEqual([
        { for_people_of: chosen },
      ]);
    }
    for (const wrong of [workshop, idFor(1)]) expect(await change(wrong)).toMatchObject({ outcome: "no-main-event" });
  });

  it("takes over from a changed edition only what fits it", async () => {
    const [row] = await sql<{ edition: Row }>(
      `select to_jsonb(private.changed_edition(e, f, '{party_limit,title}')) as edition
       from public.events e, (select (jsonb_populate_record(o, '{"party_limit": 4, "title": "New"}')).* from public.events o where o.key = 'luau') f
       where e.key = 'poi'`,
    );
    expect(row?.edition).toMatchObject({ title: "New", party_limit: 1, for_people_of: main });
    const [off] = await sql<{ edition: Row }>(
      `select to_jsonb(private.changed_edition(e, f, '{takes_reservations}')) as edition
       from public.events e, (select (jsonb_populate_record(o, '{"takes_reservations": false}')).* from public.events o where o.key = 'luau') f
       where e.key = 'poi'`,
    );
    expect(off?.edition).toMatchObject({ takes_reservations: false, for_people_of: null });
  });
});

describe("the public form of a workshop", () => {
  it("is refused alike for people with a reservation and for strangers, and uses no budget", async () => {
    await come(1);
    const before = await sql("select purpose, person from public.mails order by id");
    const spent = await sql("select * from private.spending order by what, key");
    expect([await join(1, "poi"), await join(2, "poi")]).toEqual(["for-guests", "for-guests"]);
    await press(1);
    expect(await join(1, "poi")).toBe("for-guests");
    expect(
      await sql(
        "select purpose, person from public.mails where purpose <> 'reservation-ticket' or person not in (select id from public.waitlist_entries where event_id = $1) order by id",
        workshop,
      ),
    ).toEqual(before);
    expect(await sql("select * from private.spending where what <> 'workshop' order by what, key")).toEqual(spent);
    expect(await states()).toEqual({ 1: "placed" });
  });
});

describe("reserving a workshop on a status page", () => {
  it("gives a spot with a ticket, or a waitlist position, and returns the same a second time", async () => {
    await come(1);
    await come(2);
    expect([await press(1), await press(2)]).toEqual(["placed", "waiting"]);
    expect([await press(1, "poi", null, 11), await press(2, "poi", null, 12)]).toEqual(["placed", "waiting"]);
    expect(await states()).toEqual({ 1: "placed", 2: "waiting" });
    expect(
      await sql(
        `select w.name, w.email, w.consent_version, w.confirmed_at is not null as confirmed, w.for_entry = m.id as linked, r.party, r.hold_until, r.attends
         from public.waitlist_entries w join public.reservations r using (id) join public.waitlist_entries m on m.event_id = $1 and m.email = w.email
         where w.event_id = $2 order by r.line`,
        main,
        workshop,
      ),
    ).toEqual(
      [1, 2].map((number) => ({
        ...{ name: "Kaleo", email: emailOf(number), consent_version: "2", confirmed: true, linked: true },
        ...{ party: 1, hold_until: null, attends: "room" },
      })),
    );
    const tickets = "select person from public.mails where purpose = 'reservation-ticket' and person = any ($1)";
    const pressed = [idFor(1), idFor(2), idFor(11), idFor(12)];
    expect(await sql(tickets, pressed)).toEqual([{ person: idFor(1) }]);
    expect(await sql(tickets.replace("reservation-ticket", "waitlist-receipt"), pressed)).toEqual([
      { person: idFor(2) },
    ]);
    const [receipt] = await sql("select private.mail_content('waitlist-receipt', $1, 1) as content", idFor(2));
    expect(receipt?.content).toMatchObject({
      email: emailOf(2),
      is_confirmed: true,
      reservation: { state: "waiting", in_line: 1 },
    });
    expect(await worker("status_page($1)", digest(1001))).toMatchObject({
      state: "waiting",
      reservation: { state: "placed" },
    });
  });

  it("gives a spot in the room or online, as requested", async () => {
    await set(workshop, "meets = 'both', online_limit = 1");
    for (const number of [1, 2, 3]) await come(number);
    expect([await press(1, "poi", "online"), await press(2, "poi", "online"), await press(3, "poi", "room")]).toEqual([
      ...["placed", "waiting", "placed"],
    ]);
  });

  it("gives a waitlist position while the workshop has no date", async () => {
    await set(workshop, "starts_at = null, date_precision = 'tba'");
    await come(1);
    expect(await press(1)).toBe("waiting");
  });

  it.each([
    ["whoever has not confirmed", async () => come(1, false), "no-reservation"],
    [
      "whoever waits",
      async () => {
        await come(1);
        await sql("update public.reservations set state = 'waiting' where event_id = $1", main);
      },
      "no-reservation",
    ],
    [
      "whoever has an offer",
      async () => {
        await come(1);
        await sql("update public.reservations set state = 'offered' where event_id = $1", main);
      },
      "no-reservation",
    ],
    ["a link that leads nowhere", async () => undefined, "no-reservation"],
    [
      "a workshop whose sign-up is over",
      async () => {
        await come(1);
        await set(workshop, "sign_up_closes_at = now()");
      },
      "closed",
    ],
    [
      "one of a canceled event",
      async () => {
        await come(1);
        await set(main, "status = 'cancelled'");
      },
      "closed",
    ],
    [
      "a draft",
      async () => {
        await come(1);
        await set(workshop, "is_published = false");
      },
      "not-found",
    ],
    [
      "one of another event",
      async () => {
        await come(1);
        await set(await addEvent(database, "other"), `${soon}, attendee_limit = 5`);
        await set(workshop, "for_people_of = (select id from public.events where key = 'other')");
      },
      "not-found",
    ],
    [
      "an event for everybody",
      async () => {
        await come(1);
        await set(workshop, "for_people_of = null");
      },
      "not-found",
    ],
  ])("is refused for %s", async (_whom, prepare, outcome) => {
    await prepare();
    expect(await press(1)).toBe(outcome);
    expect(await states()).toEqual({});
  });

  it("is possible 20 times a day for one mailbox, and then no more", async () => {
    await come(1);
    for (let time = 1; time <= 20; time += 1) {
      expect(await press(1, "poi", null, time), String(time)).toBe("placed");
      await worker("leave_waitlist($1, 'erased', null, true)", digest(1000 + time));
    }
    expect(await press(1, "poi", null, 21)).toBe("not-now");
  });

  it("finds a person who was added by hand, and does not add them twice", async () => {
    await come(1);
    expect(await admin("add_reservation($1, 'Kaleo', $2, 1, true)", workshop, emailOf(1).toUpperCase())).toBe("placed");
    expect(await press(1)).toBe("placed");
    expect((await workshopsOf(1))[0]?.own).toMatchObject({ state: "placed", goes_too: false });
    expect(Object.keys(await states())).toHaveLength(1);
  });

  it("is only for the Worker", async () => {
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(
        database.call(actor, "public.reserve_workshop('', 'poi', null, '2', false, true, $1, '', '{}')", idFor(1)),
      ).rejects.toMatchObject({ code: denied });
  });
});

describe("the status page of a reservation", () => {
  it("shows each workshop, with its spots and the person's own state", async () => {
    await come(1);
    await come(2);
    await come(3, false);
    const facts = { key: "poi", title: "An event", sign_up: "open" };
    expect(await workshopsOf(1)).toMatchObject([
      { ...facts, places: [{ attends: "room", total: 1, left: 1, waiting: 0 }], may_reserve: true, own: null },
    ]);
    await press(1);
    await press(2);
    expect(await workshopsOf(1)).toMatchObject([
      {
        ...{ places: [{ left: 0, waiting: 1 }], event: { key: "poi" } },
        own: { entry: idFor(1), generation: 0, links: [digest(1001)], goes_too: true, state: "placed", in_line: null },
      },
    ]);
    expect(await workshopsOf(2)).toMatchObject([{ own: { state: "waiting", in_line: 1 } }]);
    expect(await workshopsOf(3)).toMatchObject([{ may_reserve: false, own: null }]);
    await sql("update public.reservations set state = 'canceled', hold_until = null where id = $1", await idOf(3));
    expect(await workshopsOf(3)).toEqual([]);
    expect(await worker("status_page($1)", digest(1001))).toMatchObject({ workshops: [] });
  });

  it("shows no drafts, and a past workshop only to people who reserved it", async () => {
    await come(1);
    await come(2);
    await press(1);
    await set(workshop, "is_published = false");
    expect(await workshopsOf(1)).toEqual([]);
    await set(
      workshop,
      "is_published = true, starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'",
    );
    expect([(await workshopsOf(1)).length, (await workshopsOf(2)).length]).toEqual([1, 0]);
  });
});

describe("when a reservation for the main event ends", () => {
  beforeEach(async () => {
    for (const number of [1, 2]) await come(number);
    expect([await press(1), await press(2)]).toEqual(["placed", "waiting"]);
  });

  it.each([
    ["is given up", () => worker("leave_waitlist($1, 'left', null, true)", digest(1))],
    ["is erased", () => worker("leave_waitlist($1, 'erased', null, true)", digest(1))],
    ["is not theirs", () => worker("leave_waitlist($1, 'not-mine', $2, true)", digest(1), key(1))],
    ["is canceled by an admin", async () => database.actOn("cancel", await idOf(1), { mails: true })],
    [
      "is removed by an owner",
      () =>
        database.as(
          "admin",
          "delete from public.waitlist_entries where email = $1 and event_id = $2",
          emailOf(1),
          main,
        ),
    ],
    [
      "is erased with its person",
      () => worker("erase_person($1, $2, $3, $3)", database.idOf("admin"), emailOf(1), key(1)),
    ],
  ])("because it %s, the workshop spot is offered to the next person", async (_how, end) => {
    await end();
    expect(await states()).toEqual({ 2: "waiting" });
    expect(await cron()).toBe(1);
    expect(await states()).toEqual({ 2: "offered" });
    expect(await worker("status_page($1)", digest(1001))).toMatchObject({ state: "nowhere" });
  });

  it("undoing that restores it without its workshops", async () => {
    await worker("leave_waitlist($1, 'left', null, true)", digest(1));
    expect(await worker("return_to_waitlist($1)", digest(1))).toBe("back");
    expect(await states()).toEqual({ 2: "waiting" });
    expect(await workshopsOf(1)).toMatchObject([{ may_reserve: true, own: null }]);
  });

  it("leaving a workshop can be undone only while the main reservation exists", async () => {
    for (const number of [1001, 1002]) await worker("leave_waitlist($1, 'left', null, true)", digest(number));
    await worker("leave_waitlist($1, 'left', null, true)", digest(2));
    for (const [number, mayUndo] of [
      [1001, true],
      [1002, false],
    ] as const)
      expect(await worker("status_page($1)", digest(number))).toMatchObject({ state: "left", may_undo: mayUndo });
    expect(await worker("return_to_waitlist($1)", digest(1001))).toBe("back");
    expect(await worker("return_to_waitlist($1)", digest(1002))).toBe("too-late");
    expect(await states()).toEqual({ 1: "placed" });
    expect((await workshopsOf(1))[0]?.own).toMatchObject({ goes_too: true });
  });

  it("a workshop reservation that an admin added stays", async () => {
    await come(3);
    await admin("add_reservation($1, 'Kai', $2, 1, true)", workshop, emailOf(3));
    await worker("leave_waitlist($1, 'left', null, true)", digest(3));
    expect(await states()).toEqual({ 1: "placed", 2: "waiting", 3: "waiting" });
  });

  it("a reservation for an earlier date does not let a person rejoin a workshop", async () => {
    await sql("update public.reservations set state = 'past' where id in ($1, $2)", await idOf(2), idFor(2));
    expect(await worker("join_line($1, true)", digest(1002))).toBe("closed");
    await sql("update public.reservations set state = 'placed' where id = $1", await idOf(2));
    expect(await worker("join_line($1, true)", digest(1002))).toBe("waiting");
  });

  it("the email about its cancellation mentions workshops only if there are any", async () => {
    await database.actOn("cancel", await idOf(1), { mails: true });
    const told = async () =>
      (
        await sql<{ content: Row }>(
          "select private.mail_content(purpose, person, occurrence) as content from public.mails where purpose = 'reservation-canceled'",
        )
      )[0]?.content.has_workshops;
    expect(await told()).toBe(true);
    await set(workshop, "is_published = false");
    expect(await told()).toBe(false);
  });

  it("a canceled event makes no offers and accepts no sign-ups, until it is scheduled again", async () => {
    await set(main, "status = 'cancelled'");
    await sql("delete from public.waitlist_entries where id = $1", idFor(1));
    expect(await cron()).toBe(0);
    expect(await states()).toEqual({ 2: "waiting" });
    expect(await press(1)).toBe("closed");
    await set(main, "status = 'scheduled'");
    expect(await cron()).toBe(1);
  });
});

it("a person's data includes workshop reservations, without internal IDs", async () => {
  await come(1);
  await press(1);
  const held = await database.call<{ waitlists: Row[] }>(
    "admin",
    "public.personal_data($1, $2, $2)",
    emailOf(1),
    key(1),
  );
  expect(held.waitlists).toHaveLength(2);
  for (const entry of held.waitlists) expect(entry).not.toHaveProperty("for_entry");
});

describe("a talk with a workshop", () => {
  let talk: string;
  const read = async () =>
    (await database.call<{ programme: { talks: Row[] } }>("stranger", "public.read_programme('luau')")).programme
      .talks[0];
  const save = (workshopId: string | null) =>
    admin(
      "save_talk($1, $2, $3, '{}', (select updated_at from public.talks where id = $2))",
      main,
      talk,
      JSON.stringify({
        ...{ title: "Poi", kind: "workshop", abstract: "", language: "en", status: "scheduled", is_announced: true },
        workshop_id: workshopId,
      }),
    );
  beforeEach(async () => {
    talk = idFor(77);
    await sql("insert into public.programmes (id, published_at) values ($1, now())", main);
    expect(await save(workshop)).toBe("saved");
  });

  it("shows the spots left at its published workshop, and admins the workshops of its event", async () => {
    await come(1);
    await press(1);
    expect((await read())?.workshop).toEqual({
      ...{ key: "poi", title: "An event", status: "scheduled", sign_up: "open" },
      places: [{ attends: "room", total: 1, left: 0, waiting: 0 }],
    });
    await set(workshop, "status = 'cancelled'");
    expect((await read())?.workshop).toMatchObject({ status: "cancelled", sign_up: "closed" });
    await set(workshop, "is_published = false");
    expect((await read())?.workshop).toBeNull();
    expect(await database.call("admin", "public.edited_programme($1)", main)).toMatchObject({
      workshops: [{ id: workshop, title: "An event", status: "cancelled", starts_at: expect.any(String) }],
      talks: [{ workshop_id: workshop }],
    });
  });

  it("does not show the workshop before it is announced, and can be without one", async () => {
    await sql("update public.talks set is_announced = false where id = $1", talk);
    expect(await read()).not.toHaveProperty("workshop");
    await sql("update public.talks set is_announced = true where id = $1", talk);
    expect(await save(idFor(5))).toBe("not-found");
    await sql("delete from public.events where id = $1", workshop);
    expect((await read())?.workshop).toBeNull();
    expect(await save(null)).toBe("saved");
  });
});
