import { expect, it } from "vitest";
import { postSchema } from "./channel-posts.schema.ts";

const messages = (input: unknown) => postSchema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

it("a post needs a channel and a text that fits the channel's limit", () => {
  expect(messages({ channel: "discord", text: "Aloha kākou" })).toEqual([]);
  expect(messages({ channel: "irc", text: "Aloha" })).toEqual(["Choose a channel"]);
  expect(messages({ channel: "discord", text: " " })).toEqual(["Write the text"]);
  expect(messages({ channel: "mastodon", text: "a".repeat(500) })).toEqual([]);
  expect(messages({ channel: "mastodon", text: "a".repeat(501) })).toEqual([
    "Mastodon takes at most 500 characters; this has 501",
  ]);
  expect(messages({ channel: "slack", text: "a".repeat(2001) })).toEqual(["Text must be at most 2,000 characters"]);
});
