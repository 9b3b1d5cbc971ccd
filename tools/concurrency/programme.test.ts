import { beforeEach, describe, expect, test } from "vitest";
import { manyConnections } from "./at-once.ts";

const { sql, count, atOnce } = manyConnections();

let event: string;
let room: number;
let admin: { account: string };
beforeEach(async () => {
  await sql("delete from public.events where key = 'conference'");
  const [added] = await sql<{ id: string }>(
    "insert into public.events (key, title, place, summary) values ('conference', 'A conference', 'Hilo', 'It is one.') returning id",
  );
  event = added?.id ?? "";
  const [hall] = await sql<{ id: number }>(
    "insert into public.rooms (event_id, name) values ($1, 'Hall') returning id",
    event,
  );
  room = hall?.id ?? 0;
  const [account] = await sql<{ id: string }>("select id from public.admin_users limit 1");
  admin = { account: account?.id ?? "" };
});

const save = (minutes: number) => ({
  as: admin,
  text: `public.save_talk($1::uuid, gen_random_uuid(), jsonb_build_object(
      'title', 'A talk', 'kind', 'talk', 'abstract', '', 'language', 'en', 'status', 'scheduled', 'is_announced', true, 'room_id', $2::int,
      'starts_at', '2027-05-20 09:00-10'::timestamptz + make_interval(mins => $3::int),
      'ends_at', '2027-05-20 10:00-10'::timestamptz + make_interval(mins => $3::int)
    ), '{}')::text`,
  parameters: [event, room, minutes],
});
const meetings = () =>
  count(
    `from public.talks one join public.talks other on one.room_id = other.room_id and one.id < other.id
     where tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)`,
  );

describe("a room", () => {
  test("accepts one of 40 talks saved into it at once, and rejects the others as room-taken", async () => {
    const answers = await atOnce(40, (index) => save(index % 30));
    expect(answers.filter((answer) => answer === "saved")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "room-taken")).toHaveLength(39);
    expect(await meetings()).toBe(0);
  });

  test("has no overlapping talks while a day is shifted, talks are rearranged and others are added", async () => {
    for (const hour of [0, 1, 2, 3, 4]) await atOnce(1, () => save(60 * hour));
    const talks = await sql<{ id: string; version: string }>(
      "select id, updated_at::text as version from public.talks where event_id = $1 order by starts_at",
      event,
    );
    const [{ version } = { version: "" }] = await sql<{ version: string }>(
      "select max(updated_at)::text as version from public.talks where event_id = $1",
      event,
    );
    const arranged = talks.map((talk, at) => ({
      ...talk,
      room_id: room,
      starts_at: `2027-05-20T${14 + at}:00:00-10:00`,
      ends_at: `2027-05-20T${15 + at}:00:00-10:00`,
    }));
    const answers = await atOnce(40, (index) => {
      if (index % 3 === 0)
        return {
          as: admin,
          text: "public.shift_talks($1::uuid, '2027-05-20', 30, $2::timestamptz)::text",
          parameters: [event, version],
        };
      if (index % 3 === 1)
        return {
          as: admin,
          text: "public.arrange_talks($1::uuid, $2::text::jsonb)::text",
          parameters: [event, JSON.stringify(arranged)],
        };
      return save(15 * index);
    });
    // The first call changed the versions that the others had read.
    expect(answers.filter((answer) => answer === "shifted").length).toBeLessThanOrEqual(1);
    expect(await meetings()).toBe(0);
    expect(await count("from public.talks where event_id = $1", event)).toBe(
      5 + answers.filter((answer, index) => index % 3 === 2 && answer === "saved").length,
    );
  });
});
