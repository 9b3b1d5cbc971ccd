import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;
const digest = "ab".repeat(32);
let event: string;

beforeEach(async () => {
  await database.signIn();
  event = await addEvent(database, "draft", false);
});

const make = (kind = "event", of = event, token = digest) =>
  database.call<Date | null>("admin", "public.make_preview($1, $2, $3)", kind, of, token);
const look = (token = digest) => database.call<Row>("worker", "public.preview($1)", token);

describe("a preview link to an event", () => {
  it("shows a draft as its page will, for 7 days or until an admin ends it", async () => {
    expect(await look()).toEqual({});
    const until = await make();
    expect(await make()).toEqual(until);
    expect(Number(until) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await look()).toMatchObject({
      kind: "event",
      is_published: false,
      event: { key: "draft", title: "An event", editions: [], has_programme: false, questions: [] },
    });
    expect(await database.call("stranger", "public.read_events($1)", "draft")).toEqual([]);
    expect(await database.call("admin", "public.end_previews('event', $1)", event)).toBe(1);
    expect(await look()).toEqual({});
  });

  it("that has ended is not made again by the form that made it, which Back may still show", async () => {
    await make();
    await database.call("admin", "public.end_previews('event', $1)", event);
    expect([await make(), await look()]).toEqual([null, {}]);
    await make("event", event, "cd".repeat(32));
    expect(await database.call("admin", "public.end_previews('event', $1)", event), "the one that was left").toBe(1);
    expect(await make(), "whatever was made since").toBeNull();
  });

  it("is about one event, whatever form sends its token", async () => {
    const other = await addEvent(database, "other", false);
    await make();
    expect(await make("event", other)).toBeNull();
    expect(await make("program")).toBeNull();
    expect(await look()).toMatchObject({ event: { key: "draft" } });
  });

  it("is another one than that to its program, and ends without it", async () => {
    await make();
    await make("program", event, "cd".repeat(32));
    expect(await look("cd".repeat(32))).toMatchObject({ kind: "program", programme: { event: { key: "draft" } } });
    expect(await database.call("admin", "public.end_previews('event', $1)", event)).toBe(1);
    expect(await look()).toEqual({});
    expect(await look("cd".repeat(32))).toMatchObject({ kind: "program" });
  });

  it("ends when an event by link gets a new link", async () => {
    await sql("update public.events set visibility = 'link' where id = $1", event);
    await make();
    const [row] = await sql("select updated_at from public.events where id = $1", event);
    expect(await database.call("admin", "public.renew_event_link($1, $2)", event, row?.updated_at)).toBe("renewed");
    expect(await look()).toEqual({});
  });

  it("can be made and ended only by admins, of what exists and a known kind, and is deleted with it", async () => {
    expect(await make("event", "00000000-0000-4000-8000-000000000000")).toBeNull();
    expect(await make("article")).toBeNull();
    await expect(make("series")).rejects.toMatchObject({ code: checkViolation });
    for (const actor of ["member", "stranger"] as const) {
      const making = database.call(actor, "public.make_preview('event', $1, $2)", event, digest);
      await expect(making).rejects.toMatchObject({ code: denied });
      const ending = database.call(actor, "public.end_previews('event', $1)", event);
      await expect(ending).rejects.toMatchObject({ code: denied });
      await expect(database.call(actor, "public.preview($1)", digest)).rejects.toMatchObject({ code: denied });
    }
    await make();
    await sql("delete from public.events where id = $1", event);
    expect(await look()).toEqual({});
  });
});
