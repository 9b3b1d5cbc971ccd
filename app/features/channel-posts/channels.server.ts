import type { Env } from "../../platform/env.ts";
import { deliverJson, getJson, postJson } from "../../platform/outside.server.ts";
import type { ChannelId } from "./channel-names.ts";

export interface Channel {
  id: ChannelId;
  /**
   * Checks whether the channel is available and accepts our credentials, without posting anything.
   * @param milliseconds the time left
   * @returns the HTTP status; null if there was no response
   */
  ask(milliseconds?: number): Promise<number | null>;
  /** @param key identifies the post */
  post(text: string, key: string): ReturnType<typeof deliverJson>;
}

const statusOf = (answer: { status: number } | null) => answer?.status ?? null;

/** A webhook. https://docs.discord.com/developers/resources/webhook */
const discord = (url: string): Channel => ({
  id: "discord",
  ask: async (milliseconds) => statusOf(await getJson(url, {}, milliseconds)),
  // Nobody is notified by name, whatever the text contains.
  post: (text) =>
    deliverJson({ url: withWait(url), headers: {}, body: { content: text, allowed_mentions: { parse: [] } } }),
});

/** Only with `wait` does a response mean that the message was stored. */
function withWait(url: string): string {
  const waiting = new URL(url);
  waiting.searchParams.set("wait", "true");
  return waiting.href;
}

/** An incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slack = (url: string): Channel => ({
  id: "slack",
  // A webhook has nothing to read, but refuses a message without text with 400.
  ask: async (milliseconds) => {
    const status = statusOf(await postJson({ url, headers: {}, body: {} }, milliseconds));
    return status === 400 ? 200 : status;
  },
  post: (text) => deliverJson({ url, headers: {}, body: { text: escapedForSlack(text) } }),
});

/** With these three escaped, nothing in a text is a mention or a link in Slack's own syntax. */
const escapedForSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A bot. Its token is part of the URL, which is therefore never logged. https://core.telegram.org/bots/api */
const telegram = (token: string, chat: string): Channel => {
  const api = `https://api.telegram.org/bot${token}`;
  return {
    id: "telegram",
    ask: async (milliseconds) => statusOf(await getJson(`${api}/getMe`, {}, milliseconds)),
    post: (text) => deliverJson({ url: `${api}/sendMessage`, headers: {}, body: { chat_id: chat, text } }),
  };
};

/** An account. https://docs.joinmastodon.org/methods/statuses/ */
const mastodon = (origin: string, token: string): Channel => {
  const headers = { Authorization: `Bearer ${token}` };
  return {
    id: "mastodon",
    ask: async (milliseconds) =>
      statusOf(await getJson(`${origin}/api/v1/accounts/verify_credentials`, headers, milliseconds)),
    post: (text, key) =>
      deliverJson({
        url: `${origin}/api/v1/statuses`,
        headers: { ...headers, "Idempotency-Key": key },
        body: { status: text, visibility: "public" },
      }),
  };
};

type ChannelSettings = Pick<
  Env,
  | "DISCORD_WEBHOOK_URL"
  | "SLACK_WEBHOOK_URL"
  | "TELEGRAM_BOT_TOKEN"
  | "TELEGRAM_CHAT_ID"
  | "MASTODON_URL"
  | "MASTODON_TOKEN"
>;

export function channelsOf(env: Partial<ChannelSettings>): Channel[] {
  const channels: Channel[] = [];
  if (env.DISCORD_WEBHOOK_URL) channels.push(discord(env.DISCORD_WEBHOOK_URL));
  if (env.MASTODON_URL && env.MASTODON_TOKEN)
    channels.push(mastodon(new URL(env.MASTODON_URL).origin, env.MASTODON_TOKEN));
  if (env.SLACK_WEBHOOK_URL) channels.push(slack(env.SLACK_WEBHOOK_URL));
  if (env.TELEGRAM_BOT_TOKEN && env.TELEGRAM_CHAT_ID)
    channels.push(telegram(env.TELEGRAM_BOT_TOKEN, env.TELEGRAM_CHAT_ID));
  return channels;
}
