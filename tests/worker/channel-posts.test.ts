import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { type StandIn, startDiscordWebhook, startSlackWebhook } from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, isAwake, readAsAdmin } from "./tables.ts";

/** The stack of an operator who has a Discord channel and a Slack channel. */
let stack: Stack;
let discord: StandIn;
let slack: StandIn;
let admin: Visitor;
let event: string;
beforeAll(async () => {
  [discord, slack] = await Promise.all([startDiscordWebhook(), startSlackWebhook()]);
  stack = await startStack(databaseTemplate(), { DISCORD_WEBHOOK_URL: discord.url, SLACK_WEBHOOK_URL: slack.url });
  await isAwake(stack);
  admin = await signIn(new Visitor(stack.url));
  [event] = (await readAsAdmin(stack, "events?select=id&key=eq.ethereum")).map(({ id }) => String(id)) as [string];
});
afterAll(() => Promise.all([stack?.stop(), discord?.stop(), slack?.stop()]));
beforeEach(() => {
  for (const standIn of [discord, slack]) {
    standIn.received.length = 0;
    standIn.answer("by the protocol");
  }
});

const textOf = ({ body }: { body: string }) => new Page(body).text("main");
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const form = () => `/admin/posts/new?event=${event}`;
const stored = async (id: string) => (await readAsAdmin(stack, `channel_posts?id=eq.${id}`))[0];
const becomes = (id: string, state: string) =>
  eventually(async () => (await stored(id))?.state === state, `${state}, the post`);
const posts = (standIn: StandIn) => standIn.received.filter(({ method }) => method === "POST");
const send = (fields: Record<string, string> = {}) =>
  admin.post(form(), { new_id: crypto.randomUUID(), channel: "discord", text: "Aloha, Hilo", ...fields });
/** The id of the latest post. */
const latest = async () => String((await readAsAdmin(stack, "channel_posts?order=created_at.desc&limit=1"))[0]?.id);

describe("a post about an event", () => {
  test("begins with the event's link in its text, and offers only the configured channels", async () => {
    const page = await admin.get(form());
    expect(page.status).toBe(200);
    expect(new Page(page.body).text("textarea")).toContain(`${stack.url}/events/ethereum`);
    expect(page.body).toContain("Discord, at most 2,000 characters");
    expect(page.body).toContain("Slack, at most 2,000 characters");
    expect(page.body).not.toContain("Telegram, at most");
  });

  test("is sent once and without mentions, however often the form is submitted", async () => {
    const sameForm = { new_id: crypto.randomUUID() };
    const answers = await Promise.all([send(sameForm), send(sameForm), send(sameForm)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await becomes(await latest(), "sent");
    await cron();
    expect(posts(discord).map(({ body }) => body)).toEqual([
      { content: "Aloha, Hilo", allowed_mentions: { parse: [] } },
    ]);
    expect(textOf(await admin.get("/admin/posts"))).toContain("Sent");
    expect(textOf(await admin.get(form()))).toContain("Posts about this so far");
  });

  test("is refused if its text is empty or its channel is not configured", async () => {
    expect((await send({ text: " " })).body).toContain("Write the text");
    expect((await send({ channel: "telegram" })).body).toContain("This channel is not configured");
    expect((await admin.get("/admin/posts/new")).headers.location).toBe("/admin/posts");
    expect((await admin.get(`/admin/posts/new?event=${crypto.randomUUID()}`)).status).toBe(404);
    expect(posts(discord)).toEqual([]);
  });

  test("waits while the channel is down, and is sent once when it is back", async () => {
    discord.answer({ status: 503 });
    await send();
    const id = await latest();
    await eventually(async () => (await stored(id))?.last_error === "status 503", "an attempt");
    expect((await stored(id))?.state).toBe("due");
    expect(posts(discord)).toEqual([]);
    discord.answer("by the protocol");
    const page = await admin.get("/admin/posts?state=open");
    expect(textOf(page)).toContain("Will be tried again");
    await stack.query("update public.channel_posts set next_attempt_at = now() where id = $1", [id]);
    await cron();
    await becomes(id, "sent");
    await cron();
    expect(posts(discord)).toHaveLength(1);
  });

  test("is uncertain when no response arrives, until an admin decides", async () => {
    slack.answer(({ body }) => ("text" in (body as object) ? "done, then silence" : "by the protocol"));
    await send({ channel: "slack" });
    const id = await latest();
    await becomes(id, "uncertain");
    await cron();
    expect(posts(slack).filter(({ body }) => "text" in (body as object))).toHaveLength(1);
    expect(textOf(await admin.get("/admin"))).toContain("1 post to a channel failed or may not have arrived");
    const decide = (intent: string, attempt = "1") => admin.post("/admin/posts", { id, intent, attempt });
    expect((await decide("again", "7")).status).toBe(409);
    expect((await decide("burn")).status).toBe(422);
    expect((await decide("arrived")).status).toBe(303);
    expect((await stored(id))?.state).toBe("sent");
    expect((await decide("again")).status).toBe(409);
  });
});
