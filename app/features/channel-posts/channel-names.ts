export const channelIds = ["discord", "mastodon", "slack", "telegram"] as const;

export type ChannelId = (typeof channelIds)[number];

export const channelNames: Readonly<Record<ChannelId, string>> = {
  discord: "Discord",
  mastodon: "Mastodon",
  slack: "Slack",
  telegram: "Telegram",
};

export const postStates = {
  due: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  uncertain: "Uncertain",
} as const;

/** The maximum number of characters of a post on each channel; the database stores up to 2,000. */
export const longestPost: Readonly<Record<ChannelId, number>> = {
  discord: 2000,
  mastodon: 500,
  slack: 2000,
  telegram: 2000,
};
