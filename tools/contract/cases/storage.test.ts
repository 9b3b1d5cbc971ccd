import { describe, expect, test } from "vitest";
import { type Asker, headersOf, send, target } from "../ask.ts";

const bucket = "/storage/v1/bucket/event-images";
const place = (name: string) => `/storage/v1/object/event-images/contract/${name}`;
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("latin1");

async function upload(asker: Asker, name: string, headers: Record<string, string> = {}, body = png) {
  const known = await headersOf(asker);
  return send("POST", place(name), { ...known, "Content-Type": "image/png", "x-upsert": "false", ...headers }, body);
}
const read = (name: string) => fetch(`${target.url}/storage/v1/object/public/event-images/contract/${name}`);
const remove = async (asker: Asker, name: string) =>
  send("DELETE", "/storage/v1/object/event-images", await headersOf(asker), { prefixes: [`contract/${name}`] });

describe("the bucket of the pictures", () => {
  test("is public, for pictures of 5 MiB at the most", async () => {
    const { status, body } = await send("GET", bucket, await headersOf("worker"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ public: true, file_size_limit: 5 * 1024 * 1024 });
    expect((body as { allowed_mime_types: string[] }).allowed_mime_types.sort()).toEqual([
      "image/avif",
      "image/jpeg",
      "image/png",
      "image/webp",
    ]);
  });

  test.each(["visitor", "member"] as const)("is not a %s's to change", async (asker) => {
    expect((await send("PUT", bucket, await headersOf(asker), { public: false })).status).toBeGreaterThanOrEqual(400);
    expect((await send("DELETE", bucket, await headersOf(asker))).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a picture", () => {
  test("is written by an admin, read by everybody, not written over, and deleted", async () => {
    const first = await upload("admin", "whole.png", { "cache-control": "max-age=31536000" });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const found = await read("whole.png");
    expect([found.status, found.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    // The embedded Supabase forgets for how long a file may be kept.
    if (target.kind === "hosted") expect(found.headers.get("Cache-Control")).toContain("max-age=31536000");
    expect((await upload("admin", "whole.png")).status).toBeGreaterThanOrEqual(400);
    expect((await upload("admin", "whole.png", { "x-upsert": "true" })).status).toBe(200);
    expect((await remove("admin", "whole.png")).body).toHaveLength(1);
    expect((await read("whole.png")).status).toBeGreaterThanOrEqual(400);
    expect((await remove("admin", "whole.png")).body).toEqual([]);
  });

  test.each(["visitor", "member"] as const)("is not a %s's to write, to write over or to delete", async (asker) => {
    await upload("admin", `kept-by-${asker}.png`);
    expect((await upload(asker, `new-by-${asker}.png`)).status).toBeGreaterThanOrEqual(400);
    expect((await upload(asker, `kept-by-${asker}.png`, { "x-upsert": "true" })).status).toBeGreaterThanOrEqual(400);
    await remove(asker, `kept-by-${asker}.png`);
    expect((await read(`kept-by-${asker}.png`)).status).toBe(200);
    expect((await read(`new-by-${asker}.png`)).status).toBeGreaterThanOrEqual(400);
    await remove("admin", `kept-by-${asker}.png`);
  });

  test("is no page, whatever it is called, and no more than 5 MiB", async () => {
    expect((await upload("admin", "page.html", { "Content-Type": "text/html" })).status).toBeGreaterThanOrEqual(400);
    expect((await upload("admin", "large.png", {}, "x".repeat(5 * 1024 * 1024 + 1))).status).toBeGreaterThanOrEqual(
      400,
    );
  });
});
