import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { eventToJoin } from "./events.server.ts";

const tabs = [
  { key: "bitcoin", tab_order: 1 },
  { key: "ethereum", tab_order: 2 },
  { key: "blockchain-basics-workshop", tab_order: null },
];

/** Answers whatever is asked about events. */
function contextWith(answer: object): AppLoadContext {
  const query = { select: () => query, order: () => query, limit: async () => answer };
  return { now: new Date(), database: { public: { from: () => query } } } as unknown as AppLoadContext;
}
const read = contextWith({ data: tabs, error: null, status: 200 });
const gone = contextWith({ data: null, error: { message: "no answer" }, status: 0 });

describe("the list that somebody joins", () => {
  it("is the one they asked for", async () => {
    expect(await eventToJoin(read, "ethereum", "none")).toBe("ethereum");
  });

  it("is the first for an unknown one", async () => {
    for (const asked of ["surfing", "", "null", "blockchain-basics-workshop"])
      expect(await eventToJoin(read, asked, "none")).toBe("bitcoin");
  });

  it("is no other one while the events cannot be read", async () => {
    expect(await eventToJoin(gone, "ethereum", "bitcoin")).toBe("ethereum");
  });

  it("is a given one while they cannot be read and nothing usable was asked for", async () => {
    expect(await eventToJoin(gone, "<b>", "bitcoin")).toBe("bitcoin");
  });
});
