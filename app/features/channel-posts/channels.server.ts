import type { Env } from "../../platform/env.ts";
import { deliverJson, getJson, postJson } from "../../platform/outside.server.ts";
import type { ChannelId } from "./channel-names.ts";

/** Where posts go. */
export interface Channel {
  id: ChannelId;
  /**
   * Asks whether it is there and knows us, which posts nothing.
   * @param milliseconds that are left
   * @returns its status; null when nobody answered
   */
  ask(milliseconds?: number): Promise<number | null>;
  /** @param key of the post */
  post(text: string, key: string): ReturnType<typeof deliverJson>;
}

const statusOf = (answer: { status: number } | null) => answer?.status ?? null;

/** A webhook. https://docs.discord.com/developers/resources/webhook */
const discord = (url: string): Channel => ({
  id: "discord",
  ask: async (milliseconds) => statusOf(await getJson(url, {}, milliseconds)),
  // Whatever the text has, nobody is notified by name.
  post: (text) =>
    deliverJson({ url: withWait(url), headers: {}, body: { content: text, allowed_mentions: { parse: [] } } }),
});

/** Only with `wait` does an answer mean that the message is there. */
function withWait(url: string): string {
  const waiting = new URL(url);
  waiting.searchParams.set("wait", "true");
  return waiting.href;
}

/** An incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slack = (url: string): Channel => ({
  id: "slack",
  // There is nothing to read at it: it refuses a message without a text, with 400.
  ask: async (milliseconds) => {
    const status = statusOf(await postJson({ url, headers: {}, body: {} }, milliseconds));
    return status === 400 ? 200 : status;
  },
  post: (text) => deliverJson({ url, headers: {}, body: { text: escapedForSlack(text) } }),
});

/** Without these three nothing in a text is a mention or a link of Slack's own kind. */
const escapedForSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A bot. Its token is part of the address, which is therefore never logged. https://core.telegram.org/bots/api */
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

/** The channels that are configured. */
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
