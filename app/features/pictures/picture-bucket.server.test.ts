import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ensurePictureBucket } from "./picture-bucket.server.ts";

afterEach(() => vi.restoreAllMocks());

const types = ["image/avif", "image/jpeg", "image/png", "image/webp"];
const settings = { public: true, fileSizeLimit: 5_242_880, allowedMimeTypes: types };
const missing = { data: null, error: { message: "Bucket not found" } };

async function check(storage: {
  getBucket: unknown;
  createBucket?: unknown;
  updateBucket?: unknown;
}): Promise<string[]> {
  const lines = vi.spyOn(console, "log").mockImplementation(() => {});
  await ensurePictureBucket({
    requestId: "1",
    database: { storage: async () => storage },
  } as unknown as AppLoadContext);
  return lines.mock.calls.map(([line]) => JSON.parse(String(line)).error);
}

describe("ensurePictureBucket", () => {
  it("changes nothing if the bucket exists and accepts only pictures", async () => {
    const [createBucket, updateBucket] = [vi.fn(), vi.fn()];
    const getBucket = async () => ({ data: { allowed_mime_types: types }, error: null });
    expect(await check({ getBucket, createBucket, updateBucket })).toEqual([]);
    expect(createBucket).not.toHaveBeenCalled();
    expect(updateBucket).not.toHaveBeenCalled();
  });

  it.each([[undefined], [null], [[]], [["image/*"]], [[...types, "image/svg+xml"]], [["text/html"]]])(
    "corrects a bucket that accepts more: %j",
    async (allowed_mime_types) => {
      const updateBucket = vi.fn(async () => ({ data: {}, error: null }));
      const getBucket = async () => ({ data: { allowed_mime_types }, error: null });
      expect(await check({ getBucket, updateBucket })).toEqual([]);
      expect(updateBucket).toHaveBeenCalledWith("event-images", settings);
    },
  );

  it("creates a missing bucket: public, for pictures of up to 5242880 bytes", async () => {
    const createBucket = vi.fn(async () => ({ data: {}, error: null }));
    expect(await check({ getBucket: async () => missing, createBucket })).toEqual([]);
    expect(createBucket).toHaveBeenCalledWith("event-images", settings);
  });

  it("only warns if the bucket cannot be created", async () => {
    const createBucket = async () => ({ data: null, error: { message: "not allowed" } });
    expect(await check({ getBucket: async () => missing, createBucket })).toEqual(["not allowed"]);
  });

  it("only warns if the storage does not respond", async () => {
    const getBucket = async () => {
      throw new Error("fetch failed");
    };
    expect(await check({ getBucket })).toEqual(["fetch failed"]);
  });
});
