import { describe, expect, it } from "vitest";
import { canRetry, deliveryText } from "./delivery.ts";

const delivery = {
  id: 1,
  attempts: 0,
  last_error: null,
  next_attempt_at: "2026-11-21T09:10:00Z",
  delivered_at: null,
  failed_at: null,
};

describe("a delivery", () => {
  it.each([
    ["none", null, "Nothing to forward", false],
    ["not tried yet", delivery, "Will be forwarded within a minute", false],
    [
      "tried in vain",
      { ...delivery, attempts: 3, last_error: "status 503" },
      "3 attempts so far: status 503; next November 20, 2026, 11:10 PM HST",
      true,
    ],
    [
      "given up",
      { ...delivery, attempts: 1, last_error: "status 400", failed_at: "2026-11-21T09:00:00Z" },
      "Given up after 1 attempt: status 400",
      true,
    ],
    [
      "arrived",
      { ...delivery, attempts: 2, delivered_at: "2026-11-21 09:00:00+00" },
      "Forwarded November 20, 2026, 11:00 PM HST",
      false,
    ],
  ])("has its words, and a retry only if one makes sense: %s", (_, each, text, retry) => {
    expect(deliveryText(each)).toBe(text);
    expect(canRetry(each)).toBe(retry);
  });
});
