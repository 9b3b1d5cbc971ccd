import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, test } from "vitest";
import { ensurePictureBucket } from "../../../app/features/pictures/picture-bucket.server.ts";
import { createDatabase } from "../../../app/platform/database/supabase.server.ts";
import { type Asker, bearer, filesAreEmbedded, headersOf, type Reply, send, target } from "../ask.ts";

const bucket = "/storage/v1/bucket/event-images";
const place = (name: string) => `/storage/v1/object/event-images/contract/${name}`;
const pixels = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const png = pixels.toString("latin1");

async function upload(asker: Asker, name: string, headers: Record<string, string> = {}, body = png) {
  const known = await headersOf(asker);
  return send("POST", place(name), { ...known, "Content-Type": "image/png", "x-upsert": "false", ...headers }, body);
}
const read = (name: string, headers: Record<string, string> = {}) =>
  send("GET", `/storage/v1/object/public/event-images/contract/${name}`, headers);
const remove = async (asker: Asker, name: string) =>
  send("DELETE", "/storage/v1/object/event-images", await headersOf(asker), { prefixes: [`contract/${name}`] });

/** The storage service answers 400, with the actual status in the body. */
const outcome = ({ status, body }: Reply) => [status, Number(Object(body).statusCode)];
const [exists, forbidden, missing, tooLarge, wrongType] = [409, 403, 404, 413, 415].map((meant) => [400, meant]);

describe("the bucket of the pictures", () => {
  const settings = async () => {
    const { status, body } = await send("GET", bucket, await headersOf("worker"));
    const { allowed_mime_types: types, ...rest } = body as { allowed_mime_types: string[] };
    return { status, ...rest, types: types?.sort() };
  };
  const asWanted = {
    status: 200,
    public: true,
    file_size_limit: 5 * 1024 * 1024,
    types: ["image/avif", "image/jpeg", "image/png", "image/webp"],
  };

  test("is public, for pictures of at most 5 MiB", async () => {
    expect(await settings()).toMatchObject(asWanted);
  });

  test.each(["visitor", "member", "admin"] as const)("cannot be seen or changed by a %s", async (asker) => {
    const known = await headersOf(asker);
    expect(outcome(await send("GET", bucket, known))).toEqual(missing);
    expect(outcome(await send("PUT", bucket, known, { public: false }))).toEqual(missing);
    // The storage service first checks that it is empty, and answers 409 if not.
    expect((await send("DELETE", bucket, known)).status).toBe(400);
    expect(await settings()).toMatchObject(asWanted);
  });

  test("is corrected by the Worker if it accepts too much", async () => {
    await send("PUT", bucket, await headersOf("worker"), { public: true, allowed_mime_types: null });
    const env = {
      SUPABASE_URL: target.url,
      SUPABASE_PUBLISHABLE_KEY: target.publishable,
      SUPABASE_SECRET_KEY: target.secret,
    };
    const database = createDatabase(env, Date.now() + 4000);
    await ensurePictureBucket({ requestId: "1", database } as unknown as AppLoadContext);
    expect(await settings()).toMatchObject(asWanted);
  });
});

describe("a picture", () => {
  test("is written by an admin, read by everyone, overwritten only on request, and deleted", async () => {
    const first = await upload("admin", "whole.png", { "cache-control": "max-age=31536000" });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const found = await read("whole.png");
    expect([found.status, found.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(found.headers.get("Cache-Control")).toContain(filesAreEmbedded ? "no-cache" : "max-age=31536000");
    expect(outcome(await upload("admin", "whole.png"))).toEqual(exists);
    expect((await upload("admin", "whole.png", { "x-upsert": "true" })).status).toBe(200);
    expect((await remove("admin", "whole.png")).body).toHaveLength(1);
    expect(outcome(await read("whole.png"))).toEqual(missing);
    expect((await remove("admin", "whole.png")).body).toEqual([]);
  });

  test.each(["visitor", "member"] as const)("cannot be written, overwritten or deleted by a %s", async (asker) => {
    await upload("admin", `kept-by-${asker}.png`);
    expect(outcome(await upload(asker, `new-by-${asker}.png`))).toEqual(forbidden);
    expect(outcome(await upload(asker, `kept-by-${asker}.png`, { "x-upsert": "true" }))).toEqual(forbidden);
    const removed = await remove(asker, `kept-by-${asker}.png`);
    expect([removed.status, removed.body]).toEqual([200, []]);
    expect((await read(`kept-by-${asker}.png`)).status).toBe(200);
    expect(outcome(await read(`new-by-${asker}.png`))).toEqual(missing);
    await remove("admin", `kept-by-${asker}.png`);
  });

  test("cannot be written with an unsigned token", async () => {
    const known = { ...bearer("eyJhbGciOiJIUzI1NiJ9.e30.x"), "Content-Type": "image/png" };
    const answer = await send("POST", place("unsigned.png"), known, png);
    expect(outcome(answer)).toEqual(filesAreEmbedded ? [401, 401] : forbidden);
  });

  test("cannot be a page, whatever its name, nor larger than 5 MiB", async () => {
    for (const type of ["text/html", "image/svg+xml", "IMAGE/PNG", "image/png; charset=utf-8"])
      expect([type, outcome(await upload("admin", "page.html", { "Content-Type": type }))]).toEqual([type, wrongType]);
    expect(outcome(await upload("admin", "large.png", {}, "x".repeat(5 * 1024 * 1024 + 1)))).toEqual(tooLarge);
  });

  test("cannot be a page in a multipart form either, which the embedded Supabase does not accept", async () => {
    const sendForm = async (type: string) => {
      const form = new FormData();
      form.append("", new Blob([pixels], { type }), "page");
      const answer = await fetch(target.url + place("form.png"), {
        method: "POST",
        headers: await headersOf("admin"),
        body: form,
      });
      return [answer.status, Number(((await answer.json()) as { statusCode?: string }).statusCode)];
    };
    expect(await sendForm("text/html")).toEqual(filesAreEmbedded ? [400, 400] : wrongType);
    expect(await sendForm("image/png")).toEqual(filesAreEmbedded ? [400, 400] : [200, Number.NaN]);
    await remove("admin", "form.png");
  });

  test("is sent whole or as the part a browser lacks; the embedded Supabase always sends it whole", async () => {
    await upload("admin", "parts.png");
    const whole = await read("parts.png");
    const known = await read("parts.png", { "If-None-Match": whole.headers.get("ETag") ?? "" });
    const part = await read("parts.png", { Range: "bytes=0-3" });
    expect([known.status, part.status]).toEqual(filesAreEmbedded ? [200, 200] : [304, 206]);
    expect(part.headers.get("Content-Length")).toBe(filesAreEmbedded ? whole.headers.get("Content-Length") : "4");
    await remove("admin", "parts.png");
  });

  test.each(["K%C4%81ne.png", "a%23b.png", "a%5Cb.png"])(
    "cannot be named %s, except in the embedded Supabase",
    async (name) => {
      const written = await upload("admin", name);
      expect(written.status).toBe(filesAreEmbedded ? 200 : 400);
      await remove("admin", decodeURIComponent(name));
    },
  );

  test("exists after its form was sent three times at once, if failed requests are retried", async () => {
    const name = `${randomUUID()}.png`;
    const write = () => upload("admin", name, { "x-upsert": "true" });
    const first = await Promise.all([write(), write(), write()]);
    const failed = first.filter(({ status }) => status !== 200);
    // In the embedded Supabase all but one of them fail.
    if (!filesAreEmbedded) expect(failed).toEqual([]);
    for (const _ of failed) expect((await write()).status).toBe(200);
    expect((await read(name)).status).toBe(200);
    await remove("admin", name);
  });
});
