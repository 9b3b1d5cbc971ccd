import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;

let event: string;
beforeEach(async () => {
  event = await addEvent(database, "conference");
});

/** Publishes the program a second ago, because `now()` does not advance during a test. */
const publish = () =>
  sql("insert into public.programmes (id, published_at) values ($1, now() - interval '1 second')", event);
const addTalk = async (title: string, isAnnounced = true, speaker?: string) => {
  const [talk] = await sql<{ id: string; number: number }>(
    `insert into public.talks (event_id, title, starts_at, ends_at, is_announced, abstract)
     values ($1, $2, '2027-05-20 09:00-10', '2027-05-20 10:00-10', $3, 'An abstract.') returning id, number`,
    event,
    title,
    isAnnounced,
  );
  if (speaker)
    await sql(
      `with added as (insert into public.speakers (event_id, name, organization, biography) values ($1, $2, 'Canoe club', 'Paddles.') returning id)
       insert into public.talk_speakers (talk_id, speaker_id, event_id, position) select $3, id, $1, 1 from added`,
      event,
      speaker,
      talk?.id,
    );
  return talk?.number as number;
};
const change = (number: number, set: string) => sql(`update public.talks set ${set} where number = $1`, number);

interface Read {
  talks: { number: number; title?: string }[];
  speakers: { name: string }[];
  changes: { number: number; what: string; title: string; room: string | null; starts_at: string | null }[];
}
const read = async (speaker: number | null = null) =>
  (
    await database.call<{ programme: Read | null }>(
      "stranger",
      "public.read_programme($1, null, $2)",
      "conference",
      speaker,
    )
  ).programme;
const changes = async () => (await read())?.changes.map(({ what, title }) => `${what}: ${title}`).sort();

describe("the changes in a program", () => {
  const later = "starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'";

  it("do not include those made while the program or its event was not published", async () => {
    const talk = await addTalk("A talk");
    await change(talk, later);
    await publish();
    expect(await changes()).toEqual([]);
    await sql("update public.events set is_published = false where id = $1", event);
    await change(talk, later);
    await sql("update public.events set is_published = true where id = $1", event);
    expect(await changes()).toEqual([]);
  });

  it("include new, moved, canceled, restored and deleted talks, with their previous time and room", async () => {
    const [moved, roomed, canceled, restored, gone] = [
      await addTalk("Moved"),
      await addTalk("Roomed"),
      await addTalk("Canceled"),
      await addTalk("Restored"),
      await addTalk("Gone"),
    ];
    const [room] = await sql<{ id: number }>(
      "insert into public.rooms (event_id, name) values ($1, 'Lānai') returning id",
      event,
    );
    await change(moved, `room_id = ${room?.id}`);
    await change(restored, "status = 'cancelled'");
    const secret = await addTalk("Secret", false);
    await publish();
    await change(moved, later);
    await change(moved, later);
    await change(roomed, `room_id = ${room?.id}`);
    await change(canceled, "status = 'cancelled'");
    await change(restored, "status = 'scheduled'");
    await change(secret, later);
    await sql("delete from public.talks where number = $1", gone);
    await addTalk("New");
    const announced = await addTalk("Announced", false);
    await change(announced, "is_announced = true");
    expect(await changes()).toEqual([
      "canceled: Canceled",
      "moved: Moved",
      "moved: Roomed",
      "new: Announced",
      "new: New",
      "on-again: Restored",
      "removed: Gone",
    ]);
    expect((await read())?.changes.find(({ number }) => number === moved)).toMatchObject({
      room: "Lānai",
      starts_at: "2027-05-20T19:00:00+00:00",
    });
    const [other] = await sql<{ number: number }>("select number from public.talks where title = 'Moved'");
    const { programme } = await database.call<{ programme: Read }>(
      "stranger",
      "public.read_programme('conference', $1)",
      other?.number,
    );
    expect(programme.changes).toEqual([]);
  });

  it("leave out reverted and text changes and those before a republication, and are at most ten", async () => {
    const talk = await addTalk("A talk");
    await publish();
    await change(talk, later);
    await change(talk, later.replaceAll("+", "-"));
    await change(talk, "title = 'Another', abstract = 'Longer.'");
    expect(await changes()).toEqual([]);
    await change(talk, "status = 'cancelled'");
    expect(await changes()).toEqual(["canceled: A talk"]);
    await sql("update public.programmes set published_at = now() where id = $1", event);
    expect(await changes()).toEqual([]);
    await sql("update public.programmes set published_at = now() - interval '1 second' where id = $1", event);
    for (let n = 0; n < 12; n += 1) await addTalk(`New ${n}`);
    expect(await changes()).toHaveLength(10);
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(database.as(actor, "select from private.talk_changes")).rejects.toMatchObject({ code: denied });
  });
});

describe("the speakers of a program", () => {
  const list = async (key = "conference") => {
    const { found } = await database.call<{ found: { speakers: { name: string }[] } | null }>(
      "stranger",
      "public.read_speakers($1)",
      key,
    );
    return found?.speakers.map(({ name }) => name);
  };

  it("are those of announced talks, by name, once the program is published", async () => {
    await addTalk("One", true, "Noa");
    await addTalk("Two", true, "Kai");
    await addTalk("Three", false, "A secret person");
    await sql("insert into public.speakers (event_id, name) values ($1, 'Without a talk')", event);
    expect(await list()).toBeUndefined();
    await publish();
    expect(await list()).toEqual(["Kai", "Noa"]);
    expect(await list("no-such-event")).toBeUndefined();
  });

  it("have a page with only their own announced talks", async () => {
    await addTalk("One", true, "Noa");
    await addTalk("Two", true, "Kai");
    await addTalk("Three", false, "A secret person");
    await publish();
    const numberOf = async (name: string) =>
      (await sql<{ number: number }>("select number from public.speakers where name = $1", name))[0]?.number as number;
    expect(await read(await numberOf("Noa"))).toMatchObject({
      talks: [{ title: "One" }],
      speakers: [{ name: "Noa", organization: "Canoe club", biography: "Paddles." }],
    });
    expect(await read(await numberOf("A secret person"))).toMatchObject({ talks: [], speakers: [] });
  });

  it("are in the sitemap with their talks, and talks are found by the name of the speaker", async () => {
    const talk = await addTalk("Knots", true, "Noa");
    await addTalk("Secret", false, "A secret person");
    const map = async () => {
      const { programmes } = await database.call<{
        programmes: { key: string; talks: { title: string }[]; speakers: { name: string }[] }[];
      }>("worker", "public.sitemap()");
      return programmes.filter(({ key }) => key === "conference");
    };
    const find = async () => {
      const answer = await database.call<{ results: object[] }>("worker", "public.search('noa', 'talk')");
      return answer.results;
    };
    expect([await map(), await find()]).toEqual([[], []]);
    await publish();
    expect(await map()).toMatchObject([{ talks: [{ number: talk, title: "Knots" }], speakers: [{ name: "Noa" }] }]);
    expect(await find()).toMatchObject([
      { kind: "talk", title: "Knots", leads_to: "conference", sentence: "Noa, Canoe club" },
    ]);
  });
});

describe("a preview link to a draft program", () => {
  const digest = "ab".repeat(32);
  const make = (actor: "admin" | "member", of = event) =>
    database.call<Date | null>(actor, "public.make_preview('program', $1, $2)", of, digest);
  const look = () =>
    database.call<{ programme?: Read & { published_at: string | null } }>("worker", "public.preview($1)", digest);

  it("shows it for 7 days or until an admin ends it, without the titles of unannounced talks", async () => {
    await addTalk("A talk");
    await addTalk("Secret", false);
    expect(await look()).toEqual({});
    const until = await make("admin");
    expect(await make("admin")).toEqual(until);
    expect(Number(until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const { programme } = await look();
    expect(programme).toMatchObject({ published_at: null });
    expect(programme?.talks.map(({ title }) => title ?? "").sort()).toEqual(["", "A talk"]);
    expect(await database.call("admin", "public.end_previews('program', $1)", event)).toBe(1);
    expect(await look()).toEqual({});
    await make("admin");
    await sql("update private.previews set expires_at = now()");
    expect(await look()).toEqual({});
  });

  it("can be created and ended only by admins, for an existing event, and is deleted with it", async () => {
    expect(await make("admin", "00000000-0000-4000-8000-000000000000")).toBeNull();
    for (const call of ["make_preview('program', $1, $2)", "end_previews('program', $1)"])
      for (const actor of ["member", "stranger"] as const)
        await expect(
          database.call(actor, `public.${call}`, ...[event, digest].slice(0, call.includes("$2") ? 2 : 1)),
        ).rejects.toMatchObject({ code: denied });
    await expect(
      database.attempt(
        "insert into private.previews (token_digest, kind, event_id) values ('x', 'program', $1)",
        event,
      ),
    ).rejects.toMatchObject({ code: checkViolation });
    await make("admin");
    await sql("delete from public.events where id = $1", event);
    expect(await look()).toEqual({});
  });
});
