import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let token: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  token = await beginSession(keysOf(stack.settings), localAdmin(stack.settings));
});
afterAll(() => stack?.stop());

function send(path: string, body: BodyInit, headers: Record<string, string> = {}, method = "POST"): Promise<Response> {
  const apikey = stack.settings.SUPABASE_PUBLISHABLE_KEY ?? "";
  return fetch(`${stack.settings.SUPABASE_URL}/${path}`, { method, headers: { apikey, ...headers }, body });
}

const upload = (name: string, type: string, method = "POST") =>
  send(
    `storage/v1/object/event-images/${name}`,
    "<script>alert(1)</script>",
    { Authorization: `Bearer ${token}`, "Content-Type": type, "x-upsert": "true" },
    method,
  );

const read = (name: string) => fetch(`${stack.settings.SUPABASE_URL}/storage/v1/object/public/event-images/${name}`);

describe("the bucket of the posters, asked with an admin's token past the Worker (V5.2.2)", () => {
  test.each(["text/html", "image/svg+xml", "application/xhtml+xml", "application/octet-stream", "IMAGE/SVG+XML", ""])(
    "refuses %j, as a new file, in the place of another, and in a form",
    async (type) => {
      for (const method of ["POST", "PUT"]) {
        const answer = await upload("page", type, method);
        expect([method, answer.ok], await answer.text()).toEqual([method, false]);
      }
      const form = new FormData();
      form.append("", new Blob(["<script>alert(1)</script>"], { type }), "page");
      const authorization = { Authorization: `Bearer ${token}` };
      expect((await send("storage/v1/object/event-images/page", form, authorization)).ok).toBe(false);
      expect((await read("page")).ok).toBe(false);
    },
  );

  test.each(["image/png", "image/jpeg", "image/webp", "image/avif"])("takes %s and serves it as that", async (type) => {
    const name = type.replace("/", ".");
    const answer = await upload(name, type);
    expect(answer.status, await answer.text()).toBe(200);
    expect((await read(name)).headers.get("Content-Type")).toBe(type);
  });
});
