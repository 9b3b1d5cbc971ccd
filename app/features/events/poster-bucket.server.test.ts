import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ensurePosterBucket } from "./poster-bucket.server.ts";

afterEach(() => vi.restoreAllMocks());

const missing = { data: null, error: { message: "Bucket not found" } };

async function check(storage: { getBucket: unknown; createBucket?: unknown }): Promise<string[]> {
  const lines = vi.spyOn(console, "log").mockImplementation(() => {});
  await ensurePosterBucket({ requestId: "1", database: { storage } } as unknown as AppLoadContext);
  return lines.mock.calls.map(([line]) => JSON.parse(String(line)).error);
}

describe("the bucket of the posters", () => {
  it("is left alone where it exists", async () => {
    const createBucket = vi.fn();
    expect(await check({ getBucket: async () => ({ data: {}, error: null }), createBucket })).toEqual([]);
    expect(createBucket).not.toHaveBeenCalled();
  });

  it("is made where it is missing: public, for files of up to 5242880 bytes", async () => {
    const createBucket = vi.fn(async () => ({ data: {}, error: null }));
    expect(await check({ getBucket: async () => missing, createBucket })).toEqual([]);
    expect(createBucket).toHaveBeenCalledWith("event-images", { public: true, fileSizeLimit: 5_242_880 });
  });

  it("is only warned about when it cannot be made", async () => {
    const createBucket = async () => ({ data: null, error: { message: "not allowed" } });
    expect(await check({ getBucket: async () => missing, createBucket })).toEqual(["not allowed"]);
  });

  it("is only warned about when nobody answers", async () => {
    const getBucket = async () => {
      throw new Error("fetch failed");
    };
    expect(await check({ getBucket })).toEqual(["fetch failed"]);
  });
});
