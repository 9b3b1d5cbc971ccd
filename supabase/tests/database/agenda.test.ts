import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

let event: string;
beforeEach(async () => {
  event = await addEvent(database, "conference");
  await database.sql("update public.events set is_published = true where id = $1", event);
});

const publish = () => database.sql("insert into public.programmes (id, published_at) values ($1, now())", event);
const addTalk = async (isAnnounced = true, at: string | null = "2027-05-20 09:00-10") => {
  const [talk] = await database.sql<{ number: number }>(
    `insert into public.talks (event_id, title, starts_at, ends_at, is_announced)
     values ($1, 'A talk', $2::timestamptz, $2::timestamptz + interval '1 hour', $3) returning number`,
    event,
    at,
    isAnnounced,
  );
  return talk?.number as number;
};
const change = (set: string, number: number) =>
  database.sql(`update public.talks set ${set} where number = $1`, number);
const remove = (number: number) => database.sql("delete from public.talks where number = $1", number);
const sequenceOf = async (number: number) =>
  (await database.sql<{ sequence: number }>("select sequence from public.talks where number = $1", number))[0]
    ?.sequence;
const gone = async () => {
  const { programme } = await database.call<{ programme: { gone: { number: number }[] } }>(
    "stranger",
    "public.read_programme('conference')",
  );
  return programme.gone;
};

describe("what calendars are told of a talk", () => {
  it("is a new revision with each change of what they show, and with nothing else", async () => {
    const number = await addTalk();
    expect(await sequenceOf(number)).toBe(0);
    await change("abstract = 'Longer.'", number);
    expect(await sequenceOf(number)).toBe(0);
    for (const [count, set] of [
      "title = 'Another'",
      "ends_at = ends_at + interval '1 hour'",
      "status = 'cancelled'",
      "is_announced = false",
    ].entries()) {
      await change(set, number);
      expect(await sequenceOf(number), set).toBe(count + 1);
    }
  });

  it("is that it is gone, once visitors had read of it", async () => {
    const before = await addTalk();
    await remove(before);
    await publish();
    const [shown, unannounced, undated] = [await addTalk(), await addTalk(false), await addTalk(true, null)];
    for (const number of [shown, unannounced, undated]) await remove(number);
    expect(await gone()).toEqual([expect.objectContaining({ number: shown, title: "A talk", sequence: 1 })]);
  });

  it("goes with its event, and is nobody's to read but by the program", async () => {
    await publish();
    await remove(await addTalk());
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(database.as(actor, "select from private.gone_talks")).rejects.toMatchObject({ code: denied });
    await addTalk();
    await database.sql("delete from public.events where id = $1", event);
    expect(await database.sql("select from private.gone_talks")).toEqual([]);
  });
});
