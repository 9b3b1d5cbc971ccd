import { expect, it } from "vitest";
import { outcomeOf } from "./send-posts.server.ts";

it.each([
  [null, "uncertain"],
  [200, "sent"],
  [204, "sent"],
  [400, "failed"],
  [401, "failed"],
  [404, "failed"],
  [408, "later"],
  [429, "later"],
  [500, "uncertain"],
  [502, "uncertain"],
  [503, "later"],
  [504, "uncertain"],
  [521, "later"],
  [524, "uncertain"],
] as const)("a response of %s to a post counts as %s", (status, outcome) => {
  expect(outcomeOf(status === null ? null : { status, wait: 7 }).outcome).toBe(outcome);
});

it("a post is sent again no sooner than the channel asks for", () => {
  expect(outcomeOf({ status: 429, wait: 30 })).toEqual({ outcome: "later", reason: "status 429", wait: 30 });
});
