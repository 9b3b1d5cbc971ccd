import { describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const set = (column: string, value: string | null) =>
  database.attempt(`update public.events set ${column} = $1 where key = 'an-event'`, value);

describe("what an event says of getting there and getting in", () => {
  it.each(["bus", "parking", "steps", "seating", "quiet_space", "to_bring"])(
    "%s has 1 to 300 characters",
    async (column) => {
      await addEvent(database, "an-event");
      await set(column, "ʻ".repeat(300));
      await set(column, null);
      for (const value of ["", " ", "a".repeat(301)])
        await expect(set(column, value), value.slice(0, 40)).rejects.toMatchObject({ code: checkViolation });
    },
  );

  it("is written by admins, and read by visitors", async () => {
    const id = await addEvent(database, "an-event");
    await database.sql("update public.events set is_published = true where id = $1", id);
    const write = `update public.events set bus = 'Line 1', to_bring = 'A laptop' where id = '${id}'`;
    await expect(database.as("stranger", write)).rejects.toMatchObject({ code: denied });
    await database.as("admin", write);
    expect(
      await database.as("stranger", `select bus, parking, to_bring from public.events where id = '${id}'`),
    ).toEqual([{ bus: "Line 1", parking: null, to_bring: "A laptop" }]);
  });
});
