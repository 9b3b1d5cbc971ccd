import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, invalidParameter, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const id = "6f0c2a52-1d1b-4c59-9d3e-0a4c5d7b8e90";

let event: string;
beforeEach(async () => {
  event = await addEvent(database, "talk-story", true);
});

type Actor = Parameters<typeof database.call>[0];
const queue = (by: Actor = "admin", about = event, post = id) =>
  database.call<string>(by, "public.queue_channel_post($1, 'discord', 'Aloha', $2)", post, about);
const claim = (channels = ["discord"]) =>
  database.as<{ id: string; attempts: number }>(
    "worker",
    "select * from public.claim_channel_posts(5, 60, $1::text[])",
    channels,
  );
const settle = (outcome: string, attempt = 1) =>
  database.call<boolean>("worker", "public.settle_channel_post($1, $2, $3, 'status 503', 0)", id, attempt, outcome);
const decide = (decision: string, attempt = 1) =>
  database.call<string>("admin", "public.decide_channel_post($1, $2, $3)", id, decision, attempt);
const state = async () => (await database.sql<{ state: string }>("select state from public.channel_posts"))[0]?.state;
/** `now()` stands still in a test. */
const lapse = (minutes: number) =>
  database.sql(
    `update public.channel_posts set next_attempt_at = next_attempt_at - $1 * interval '1 minute',
       claimed_until = claimed_until - $1 * interval '1 minute', created_at = created_at - $1 * interval '1 minute'`,
    minutes,
  );

describe("a post to a channel", () => {
  it("is queued once, however often its form is sent, by admins alone", async () => {
    await expect(queue("member")).rejects.toMatchObject({ code: denied });
    await expect(queue("stranger")).rejects.toMatchObject({ code: denied });
    expect(await queue()).toBe("queued");
    expect(await queue()).toBe("already-queued");
    expect(await database.sql("select from public.channel_posts")).toHaveLength(1);
  });

  it("is only about what visitors can read", async () => {
    const draft = await addEvent(database, "draft", false);
    expect(await queue("admin", draft)).toBe("not-public");
    expect(await queue("admin", id)).toBe("not-public");
    expect(await state()).toBeUndefined();
  });

  it("is taken by one Worker, where its channel is configured", async () => {
    await queue();
    expect(await claim(["slack"])).toEqual([]);
    expect(await claim()).toMatchObject([{ id, attempts: 1 }]);
    expect(await claim()).toEqual([]);
  });

  it("waits while the channel is down, longer each time, and fails after three days", async () => {
    await queue();
    await claim();
    expect(await settle("later")).toBe(true);
    expect(await claim()).toEqual([]);
    await lapse(1);
    expect(await claim()).toMatchObject([{ attempts: 2 }]);
    await lapse(3 * 24 * 60);
    await database.sql("update public.channel_posts set claimed_until = now() + interval '1 minute'");
    await settle("later", 2);
    expect(await state()).toBe("failed");
    expect(await decide("again", 2)).toBe("done");
    expect(await claim()).toMatchObject([{ attempts: 3 }]);
  });

  it("is uncertain when nobody says what came of it, and is not sent again before an admin decides", async () => {
    await queue();
    await claim();
    await lapse(2);
    expect(await claim()).toEqual([]);
    expect(await state()).toBe("uncertain");
    expect(await settle("sent")).toBe(false);
    expect(await decide("again", 0)).toBe("changed");
    expect(await decide("arrived")).toBe("done");
    expect(await state()).toBe("sent");
    expect(await decide("again")).toBe("changed");
    expect(await decide("withdraw")).toBe("changed");
  });

  it("is taken back before it is sent", async () => {
    await queue();
    expect(await decide("withdraw", 0)).toBe("done");
    expect(await claim()).toEqual([]);
  });

  it("knows no other outcome and no other decision", async () => {
    await queue();
    await claim();
    await expect(settle("gone")).rejects.toMatchObject({ code: invalidParameter });
    await expect(decide("keep")).rejects.toMatchObject({ code: invalidParameter });
  });

  it("goes with what it is about", async () => {
    await queue();
    await database.sql("delete from public.events where id = $1", event);
    expect(await state()).toBeUndefined();
  });
});
