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
  it("are those that are configured whole", () => {
    expect(channelsOf({})).toEqual([]);
    expect(channelsOf({ TELEGRAM_BOT_TOKEN: "12:secret", MASTODON_URL: "https://social.example" })).toEqual([]);
    expect(channelsOf(settings).map(({ id }) => id)).toEqual(["discord", "mastodon", "slack", "telegram"]);
  });

  it("Discord: mentions nobody, and says whether the message is there", async () => {
    expect(await channel("discord").post(text, "key")).toMatchObject({ status: 200 });
    expect(asked).toMatchObject([
      {
        url: `${settings.DISCORD_WEBHOOK_URL}?wait=true`,
        method: "POST",
        body: { content: text, allowed_mentions: { parse: [] } },
      },
    ]);
  });

  it("Slack: gets a text in which nothing is a mention", async () => {
    await channel("slack").post(text, "key");
    expect(asked).toMatchObject([
      { url: settings.SLACK_WEBHOOK_URL, body: { text: "Talk Story &lt;at&gt; Kapiʻolani &amp; @everyone" } },
    ]);
  });

  it("Telegram: a plain text for its chat", async () => {
    await channel("telegram").post(text, "key");
    expect(asked).toMatchObject([
      { url: "https://api.telegram.org/bot12:secret/sendMessage", body: { chat_id: "@aloha", text } },
    ]);
  });

  it("Mastodon: a public status, with a key against a second one", async () => {
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
  ])("%s is asked without a post", async (id, method, url) => {
    expect(await channel(id).ask()).toBe(200);
    expect(asked).toMatchObject([{ method, url }]);
    if (method === "POST") expect(asked[0]?.body).toEqual({});
  });

  it("Slack refuses a message without a text, which says that it is there", async () => {
    status = 400;
    expect(await channel("slack").ask()).toBe(200);
    status = 404;
    expect(await channel("slack").ask()).toBe(404);
  });
});
