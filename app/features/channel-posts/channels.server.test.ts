import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { channelsOf } from "./channels.server.ts";

let asked: { url: string; method: string; headers: Headers; body: unknown }[];
let status: number;
beforeEach(() => {
  asked = [];
  status = 200;
  vi.stubGlobal("fetch", (url: string, { method = "GET", headers, body }: RequestInit) => {
    asked.push({ url, method, headers: new Headers(headers), body: body && JSON.parse(String(body)) });
    return Promise.resolve(new Response("{}", { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const settings = {
  DISCORD_WEBHOOK_URL: "https://discord.example/api/webhooks/1/abc",
  SLACK_WEBHOOK_URL: "https://hooks.example/services/T/B/x",
  TELEGRAM_BOT_TOKEN: "12:secret",
  TELEGRAM_CHAT_ID: "@aloha",
  MASTODON_URL: "https://social.example/@aloha",
  MASTODON_TOKEN: "token",
};
const channel = (id: string) => {
  const found = channelsOf(settings).find((each) => each.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const text = "Talk Story <at> Kapiʻolani & @everyone";

describe("channels", () => {
  it("are only those that are fully configured", () => {
    expect(channelsOf({})).toEqual([]);
    expect(channelsOf({ TELEGRAM_BOT_TOKEN: "12:secret", MASTODON_URL: "https://social.example" })).toEqual([]);
    expect(channelsOf(settings).map(({ id }) => id)).toEqual(["discord", "mastodon", "slack", "telegram"]);
  });

  it("post to Discord without mentions, and wait until the message is stored", async () => {
    expect(await channel("discord").post(text, "key")).toMatchObject({ status: 200 });
    expect(asked).toMatchObject([
      {
        url: `${settings.DISCORD_WEBHOOK_URL}?wait=true`,
        method: "POST",
        body: { content: text, allowed_mentions: { parse: [] } },
      },
    ]);
  });

  it("post to Slack with &, < and > escaped, so that nothing is a mention", async () => {
    await channel("slack").post(text, "key");
    expect(asked).toMatchObject([
      { url: settings.SLACK_WEBHOOK_URL, body: { text: "Talk Story &lt;at&gt; Kapiʻolani &amp; @everyone" } },
    ]);
  });

  it("post plain text to the chat on Telegram", async () => {
    await channel("telegram").post(text, "key");
    expect(asked).toMatchObject([
      { url: "https://api.telegram.org/bot12:secret/sendMessage", body: { chat_id: "@aloha", text } },
    ]);
  });

  it("post a public status to Mastodon, with a key that prevents a duplicate", async () => {
    await channel("mastodon").post(text, "key");
    expect(asked).toMatchObject([
      { url: "https://social.example/api/v1/statuses", body: { status: text, visibility: "public" } },
    ]);
    expect(asked[0]?.headers.get("Authorization")).toBe("Bearer token");
    expect(asked[0]?.headers.get("Idempotency-Key")).toBe("key");
  });

  it.each([
    ["discord", "GET", settings.DISCORD_WEBHOOK_URL],
    ["mastodon", "GET", "https://social.example/api/v1/accounts/verify_credentials"],
    ["slack", "POST", settings.SLACK_WEBHOOK_URL],
    ["telegram", "GET", "https://api.telegram.org/bot12:secret/getMe"],
  ])("are checked without posting anything: %s", async (id, method, url) => {
    expect(await channel(id).ask()).toBe(200);
    expect(asked).toMatchObject([{ method, url }]);
    if (method === "POST") expect(asked[0]?.body).toEqual({});
  });

  it("treat Slack's refusal of a message without text as available", async () => {
    status = 400;
    expect(await channel("slack").ask()).toBe(200);
    status = 404;
    expect(await channel("slack").ask()).toBe(404);
  });
});
