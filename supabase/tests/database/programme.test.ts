import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const exclusionViolation = "23P01";
const foreignKeyViolation = "23503";

let event: string;
let rooms: number[];

const addRoom = async (of: string, name: string) => {
  const [room] = await database.sql<{ id: number }>(
    "insert into public.rooms (event_id, name) values ($1, $2) returning id",
    of,
    name,
  );
  return room?.id as number;
};

interface Fields {
  title?: string;
  room?: number | null;
  /** local times in Honolulu */
  from?: string | null;
  to?: string | null;
  status?: string;
  announced?: boolean;
  of?: string;
}

const addTalk = async (fields: Fields = {}) => {
  const { title = "A talk", room = rooms[0], from = "2027-05-20 09:00", to = "2027-05-20 10:00" } = fields;
  const [talk] = await database.attempt(
    `insert into public.talks (event_id, title, room_id, starts_at, ends_at, status, is_announced)
     values ($1, $2, $3, $4::timestamp at time zone 'Pacific/Honolulu', $5::timestamp at time zone 'Pacific/Honolulu', $6, $7)
     returning id, number, updated_at::text as version`,
    fields.of ?? event,
    title,
    room,
    from,
    to,
    fields.status ?? "scheduled",
    fields.announced ?? true,
  );
  return talk as { id: string; number: number; version: string };
};

const addSpeaker = async (name: string, of = event) => {
  const [speaker] = await database.sql<{ id: string }>(
    "insert into public.speakers (event_id, name) values ($1, $2) returning id",
    of,
    name,
  );
  return speaker?.id as string;
};

/** Returns the titles and times of the talks, as local times in Honolulu. */
const times = async () => {
  const rows = await database.sql<{ line: string }>(
    `select title || ' ' || to_char(starts_at at time zone 'Pacific/Honolulu', 'DD HH24:MI') || ' to '
       || to_char(ends_at at time zone 'Pacific/Honolulu', 'DD HH24:MI') as line
     from public.talks where event_id = $1 order by title`,
    event,
  );
  return rows.map(({ line }) => line);
};

const publish = (id = event) =>
  database.as("admin", "insert into public.programmes (id, published_at) values ($1, now())", id);

interface Read {
  published_at: string;
  rooms: { id: number; name: string }[];
  talks: Record<string, unknown>[];
  speakers: Record<string, unknown>[];
}
const read = async (key = "conference", talk: number | null = null) => {
  const { programme } = await database.call<{ programme: Read | null }>(
    "stranger",
    "public.read_programme($1, $2)",
    key,
    talk,
  );
  return programme;
};

beforeEach(async () => {
  event = await addEvent(database, "conference");
  rooms = [await addRoom(event, "Hall"), await addRoom(event, "Lānai")];
});

describe("the talks of a room", () => {
  it("cannot overlap", async () => {
    await addTalk();
    await expect(addTalk({ from: "2027-05-20 09:59", to: "2027-05-20 11:00" })).rejects.toMatchObject({
      code: exclusionViolation,
      constraint: "no_two_talks_in_a_room_at_once",
    });
    await expect(addTalk({ from: "2027-05-20 08:00", to: "2027-05-20 12:00" })).rejects.toMatchObject({
      code: exclusionViolation,
    });
  });

  it("may follow each other, be canceled, have no time yet, or be in another room at the same time", async () => {
    await addTalk();
    await addTalk({ from: "2027-05-20 10:00", to: "2027-05-20 11:00" });
    await addTalk({ status: "cancelled" });
    await addTalk({ from: null, to: null });
    await addTalk({ from: null, to: null });
    await addTalk({ room: rooms[1] });
    await addTalk({ room: null });
    await addTalk({ room: null });
  });

  it("cannot overlap with a canceled talk that is scheduled again", async () => {
    await addTalk();
    const canceled = await addTalk({ status: "cancelled" });
    await expect(
      database.attempt("update public.talks set status = 'scheduled' where id = $1", canceled.id),
    ).rejects.toMatchObject({ code: exclusionViolation });
  });

  it("cannot overlap across midnight", async () => {
    await addTalk({ from: "2027-05-20 23:30", to: "2027-05-21 00:30" });
    await expect(addTalk({ from: "2027-05-21 00:00", to: "2027-05-21 01:00" })).rejects.toMatchObject({
      code: exclusionViolation,
    });
  });

  it("must belong to the same event as their room and speakers", async () => {
    const other = await addEvent(database, "other");
    await expect(addTalk({ of: other })).rejects.toMatchObject({ code: foreignKeyViolation });
    const speaker = await addSpeaker("Kai", other);
    const talk = await addTalk();
    await expect(
      database.attempt(
        "insert into public.talk_speakers (talk_id, speaker_id, event_id, position) values ($1, $2, $3, 1)",
        talk.id,
        speaker,
        event,
      ),
    ).rejects.toMatchObject({ code: foreignKeyViolation });
  });

  it("keep their room from being deleted, and are deleted with their event", async () => {
    await addTalk();
    await expect(database.attempt("delete from public.rooms where id = $1", rooms[0])).rejects.toMatchObject({
      code: foreignKeyViolation,
    });
    await database.sql("delete from public.events where id = $1", event);
    expect(await database.sql("select from public.talks where event_id = $1", event)).toEqual([]);
  });

  it.each([
    ["a_talk_ends_within_a_day", { from: "2027-05-20 09:00", to: "2027-05-21 09:01" }],
    ["a_talk_ends_within_a_day", { from: "2027-05-20 09:00", to: "2027-05-20 09:00" }],
    ["a_time_has_a_start_and_an_end", { from: "2027-05-20 09:00", to: null }],
    ["title_has_1_to_200_characters", { title: " " }],
    ["talk_status_check", { status: "moved" }],
  ])("are refused by %s", async (constraint, fields) => {
    await expect(addTalk(fields)).rejects.toMatchObject({ code: checkViolation, constraint });
  });

  it("cannot have an email address in the biography of a speaker", async () => {
    await expect(
      database.attempt(
        "insert into public.speakers (event_id, name, biography) values ($1, 'Kai', 'Write to kai@example.org.')",
        event,
      ),
    ).rejects.toMatchObject({ code: checkViolation, constraint: "no_email_address_in_public" });
    await database.sql(
      "insert into public.speakers (event_id, name, biography) values ($1, 'Kai', 'Posts as @kai.')",
      event,
    );
  });
});

describe("the program that visitors read", () => {
  it("is null until both it and its event are published", async () => {
    await addTalk();
    expect(await read()).toBeNull();
    await publish();
    expect(await read()).toMatchObject({ talks: [{ title: "A talk" }], rooms: [{ name: "Hall" }] });
    expect(await database.as("stranger", "select id from public.programmes")).toEqual([{ id: event }]);
    await database.sql("update public.events set is_published = false where id = $1", event);
    expect(await read()).toBeNull();
    expect(await database.as("stranger", "select id from public.programmes")).toEqual([]);
    await database.sql("update public.events set is_published = true where id = $1", event);
    await database.as("admin", "update public.programmes set published_at = null where id = $1", event);
    expect(await read()).toBeNull();
    expect(await read("no-such-event")).toBeNull();
  });

  it("is indicated in its event once it is published", async () => {
    const has = async () => {
      const [row] = await database.call<{ has_programme: boolean }[]>(
        "stranger",
        "public.read_events(p_key => 'conference')",
      );
      return row?.has_programme;
    };
    expect(await has()).toBe(false);
    await publish();
    expect(await has()).toBe(true);
  });

  it("shows kind, time and room of an unannounced talk, but not its title or speakers", async () => {
    const talk = await addTalk({ title: "A secret", announced: false });
    const speaker = await addSpeaker("A secret person");
    await database.sql(
      "insert into public.talk_speakers (talk_id, speaker_id, event_id, position) values ($1, $2, $3, 1)",
      talk.id,
      speaker,
      event,
    );
    await publish();
    const whole = await read();
    expect(whole?.talks).toEqual([
      {
        number: talk.number,
        kind: "talk",
        starts_at: "2027-05-20T19:00:00+00:00",
        ends_at: "2027-05-20T20:00:00+00:00",
        room: rooms[0],
        status: "scheduled",
        sequence: 0,
        updated_at: expect.any(String),
      },
    ]);
    expect(JSON.stringify([whole, await read("conference", talk.number)])).not.toContain("secret");
    expect((await read("conference", talk.number))?.talks).toEqual([]);
  });

  it("can be one talk of only this event, by its number and with its texts", async () => {
    const other = await addEvent(database, "other");
    const elsewhere = await addTalk({ of: other, room: null, title: "Elsewhere" });
    const talk = await addTalk();
    await addTalk({ room: rooms[1], title: "Another" });
    await publish();
    expect((await read("conference", talk.number))?.talks).toMatchObject([{ title: "A talk", abstract: "" }]);
    expect((await read("conference", elsewhere.number))?.talks).toEqual([]);
    expect((await read("conference", -1))?.talks).toEqual([]);
    expect((await read())?.talks[0]).not.toHaveProperty("abstract");
  });

  it("is available only through its function, and drafts only to admins", async () => {
    await addTalk();
    for (const table of ["talks", "speakers", "rooms", "talk_speakers"]) {
      await expect(database.as("stranger", `select * from public.${table}`)).rejects.toMatchObject({ code: denied });
      expect(await database.as("member", `select * from public.${table}`)).toEqual([]);
    }
    await expect(database.call("stranger", "public.edited_programme($1)", event)).rejects.toMatchObject({
      code: denied,
    });
    expect(await database.call("member", "public.edited_programme($1)", event)).toBeNull();
    expect(await database.call("admin", "public.edited_programme($1)", event)).toMatchObject({
      event: { key: "conference" },
      published_at: null,
      talks: [{ title: "A talk", speakers: [] }],
    });
  });
});

describe("saving a talk", () => {
  const save = (talk: object, id: string, version: string | null, speakers: string[] = [], of = event) => {
    const fields = {
      title: "Saved",
      kind: "talk",
      abstract: "",
      language: "en",
      status: "scheduled",
      is_announced: true,
    };
    return database.call(
      "admin",
      "public.save_talk($1, $2, $3, $4, $5)",
      of,
      id,
      JSON.stringify({ ...fields, ...talk }),
      speakers,
      version,
    );
  };
  const id = "00000000-0000-4000-8000-00000000ca1c";
  const at = { starts_at: "2027-05-20T09:30:00-10:00", ends_at: "2027-05-20T10:30:00-10:00" };

  it("stores it once if its form is sent twice, with its speakers in order", async () => {
    const speakers = [await addSpeaker("Zoe"), await addSpeaker("Abe")];
    expect(await save({}, id, null, [...speakers, ...speakers])).toBe("saved");
    expect(await save({ title: "Again" }, id, null)).toBe("saved");
    const found = await database.call<{ talks: object[] }>("admin", "public.edited_programme($1)", event);
    expect(found.talks).toMatchObject([{ title: "Saved", speakers }]);
  });

  it("does not overwrite what someone else saved, and does not use a room that is taken", async () => {
    const talk = await addTalk();
    expect(await save({ ...at, room_id: rooms[0] }, id, null)).toBe("room-taken");
    expect(await save({ ...at, room_id: rooms[1] }, id, null)).toBe("saved");
    expect(await save({}, talk.id, "2020-01-01T00:00:00Z")).toBe("changed");
    expect(await save({}, talk.id, talk.version)).toBe("saved");
  });

  it("is refused with a room, a speaker or an ID of another event", async () => {
    const other = await addEvent(database, "other");
    const room = await addRoom(other, "Elsewhere");
    expect(await save({ room_id: room }, id, null)).toBe("not-found");
    expect(await save({}, id, null, [await addSpeaker("Kai", other)])).toBe("not-found");
    const theirs = await addTalk({ of: other, room });
    expect(await save({}, theirs.id, theirs.version)).toBe("not-found");
    await expect(save({}, theirs.id, null)).rejects.toMatchObject({ code: "23505" });
  });

  it("is only for admins", async () => {
    const talk = await addTalk();
    for (const actor of ["member", "stranger"] as const)
      await expect(
        database.call(actor, "public.save_talk($1, $2, '{}', '{}', $3)", event, talk.id, talk.version),
      ).rejects.toMatchObject({ code: denied });
  });
});

describe("arranging talks", () => {
  const arrange = (talks: object[], of = event) =>
    database.call("admin", "public.arrange_talks($1, $2)", of, JSON.stringify(talks));
  const at = (from: string, to: string) => ({
    starts_at: `2027-05-20T${from}-10:00`,
    ends_at: `2027-05-20T${to}-10:00`,
  });

  it("swaps the times of all of them, or of none", async () => {
    const one = await addTalk({ title: "One" });
    const two = await addTalk({ title: "Two", from: "2027-05-20 10:00", to: "2027-05-20 11:00" });
    const swapped = [
      { ...one, ...at("10:00", "11:00"), room_id: rooms[0] },
      { ...two, ...at("09:00", "10:00"), room_id: rooms[0] },
    ];
    expect(await arrange(swapped)).toBe("saved");
    expect(await times()).toEqual(["One 20 10:00 to 20 11:00", "Two 20 09:00 to 20 10:00"]);
    expect(await arrange([{ ...one, ...at("09:30", "10:30"), room_id: rooms[0] }])).toBe("room-taken");
    expect(await arrange([{ ...one, version: "2020-01-01T00:00:00Z", ...at("12:00", "13:00") }])).toBe("changed");
    expect(await times()).toEqual(["One 20 10:00 to 20 11:00", "Two 20 09:00 to 20 10:00"]);
  });

  it("is refused for talks and rooms of another event", async () => {
    const other = await addEvent(database, "other");
    const talk = await addTalk();
    expect(await arrange([{ ...talk, ...at("12:00", "13:00") }], other)).toBe("changed");
    const room = await addRoom(other, "Elsewhere");
    expect(await arrange([{ ...talk, ...at("12:00", "13:00"), room_id: room }])).toBe("changed");
    expect(await times()).toEqual(["A talk 20 09:00 to 20 10:00"]);
  });
});

describe("shifting a day", () => {
  const shift = async (day: string, minutes: number, version?: string, of = event) => {
    const [row] = await database.sql<{ version: string }>(
      `select max(updated_at)::text as version from public.talks
       where event_id = $1 and (starts_at at time zone 'Pacific/Honolulu')::date = $2::date`,
      of,
      day,
    );
    return database.call(
      "admin",
      "public.shift_talks($1, $2, $3, $4)",
      of,
      day,
      minutes,
      version ?? row?.version ?? null,
    );
  };

  it("moves all its talks, even past midnight, and none of another day", async () => {
    await addTalk({ title: "A", from: "2027-05-20 00:00", to: "2027-05-20 01:00" });
    await addTalk({ title: "B", from: "2027-05-20 01:00", to: "2027-05-20 02:00" });
    await addTalk({ title: "C", from: "2027-05-20 23:45", to: "2027-05-21 00:15" });
    await addTalk({ title: "D", from: "2027-05-21 09:00", to: "2027-05-21 10:00" });
    await addTalk({ title: "E", from: "2027-05-19 23:00", to: "2027-05-20 00:00" });
    await addTalk({ title: "F", from: null, to: null });
    expect(await shift("2027-05-20", 30)).toBe("shifted");
    expect((await times()).filter(Boolean)).toEqual([
      "A 20 00:30 to 20 01:30",
      "B 20 01:30 to 20 02:30",
      "C 21 00:15 to 21 00:45",
      "D 21 09:00 to 21 10:00",
      "E 19 23:00 to 20 00:00",
    ]);
  });

  it("moves nothing if a talk would overlap with one of another day", async () => {
    await addTalk({ title: "A", from: "2027-05-20 09:00", to: "2027-05-20 10:00" });
    await addTalk({ title: "B", from: "2027-05-20 23:00", to: "2027-05-20 23:50" });
    await addTalk({ title: "C", from: "2027-05-21 00:00", to: "2027-05-21 01:00" });
    expect(await shift("2027-05-20", 30)).toBe("room-taken");
    expect(await times()).toContain("A 20 09:00 to 20 10:00");
  });

  it("moves nothing with an outdated version or without talks on that day", async () => {
    await addTalk();
    expect(await shift("2027-05-20", 30, "2020-01-01T00:00:00Z")).toBe("changed");
    expect(await shift("2027-05-22", 30)).toBe("no-talks");
    expect(await times()).toEqual(["A talk 20 09:00 to 20 10:00"]);
  });
});

describe("the program of the next edition", () => {
  const copied = async (starts: string | null) => {
    await database.sql(
      "update public.events set starts_at = '2027-05-20 08:00-10', date_precision = 'exact', ends_at = null where id = $1",
      event,
    );
    const { id } = await database.call<{ id: string }>(
      "admin",
      "public.copy_event($1, 'conference-2', $2, null)",
      event,
      starts,
    );
    const talks = await database.sql<{ line: string }>(
      `select concat_ws(' ', t.title, t.kind, r.name, t.is_announced,
         to_char(t.starts_at at time zone 'Pacific/Honolulu', 'MM-DD HH24:MI'),
         to_char(t.ends_at at time zone 'Pacific/Honolulu', 'MM-DD HH24:MI')) as line
       from public.talks t left join public.rooms r on r.id = t.room_id and r.event_id = t.event_id
       where t.event_id = $1 order by t.number`,
      id,
    );
    return { id, talks: talks.map(({ line }) => line) };
  };
  const addBreak = async (kind: string, fields: Fields) => {
    const { id } = await addTalk(fields);
    await database.sql("update public.talks set kind = $2 where id = $1", id, kind);
  };

  it("begins as a draft with the rooms in their order, breaks and social parts, and nothing of the talks", async () => {
    await database.sql("update public.rooms set floor = '2', steps = 'None', seats = 40 where id = $1", rooms[1]);
    await addTalk();
    await addSpeaker("Leilani");
    await addBreak("break", { title: "Lunch", room: null, from: "2027-05-20 12:00", to: "2027-05-20 13:00" });
    await addBreak("social", { title: "Pau hana", room: rooms[1], from: "2027-05-21 23:00", to: "2027-05-22 01:00" });
    await addBreak("break", { title: "Tea", status: "cancelled" });
    await addBreak("break", { title: "Snack", announced: false, from: null, to: null });
    await publish();
    const { id, talks } = await copied("2028-06-01 09:00-10");
    expect(talks).toEqual([
      "Lunch break t 06-01 13:00 06-01 14:00",
      "Pau hana social Lānai t 06-03 00:00 06-03 02:00",
      "Snack break Hall f",
    ]);
    expect(
      await database.sql("select name, floor, steps, seats from public.rooms where event_id = $1 order by id", id),
    ).toEqual([
      { name: "Hall", floor: null, steps: null, seats: null },
      { name: "Lānai", floor: "2", steps: "None", seats: 40 },
    ]);
    expect(await database.sql("select from public.speakers where event_id = $1", id)).toEqual([]);
    expect(await database.sql("select from public.programmes where id = $1", id)).toEqual([]);
  });

  it("has no times while its date is to be announced", async () => {
    await addBreak("break", { title: "Lunch", room: null, from: "2027-05-20 12:00", to: "2027-05-20 13:00" });
    expect((await copied(null)).talks).toEqual(["Lunch break t"]);
  });
});
