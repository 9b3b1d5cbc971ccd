import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterEach, expect, it, vi } from "vitest";
import type { Admin } from "../../admin/admin.server.ts";
import { applyImport, undoImport } from "./imports.server.ts";

afterEach(() => vi.unstubAllGlobals());

const context = {
  env: { SUPABASE_URL: "https://database.test", SUPABASE_PUBLISHABLE_KEY: "key", SUPABASE_SECRET_KEY: "key" },
  signIn: { current: async () => ({ accessToken: "token" }) },
} as unknown as AppLoadContext;

/** Answers calls of the data API in turn; null is a connection that breaks. */
function answering(...answers: (string | null)[]) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    calls.push(new URL(String(input)).pathname.replace("/rest/v1/rpc/", ""));
    const answer = answers.shift();
    if (answer === null || answer === undefined) throw new TypeError("fetch failed");
    return Response.json(answer);
  });
  return calls;
}

it("an import whose answer is lost is asked about again before it is called not done", async () => {
  const calls = answering(null, "already-applied", null, "already-undone");
  expect(await applyImport(context, {} as Admin, "id", false)).toBe("already-applied");
  expect(await undoImport(context, {} as Admin, "id")).toBe("already-undone");
  expect(calls).toEqual(["apply_import", "apply_import", "undo_import", "undo_import"]);
});

it("an import is unavailable only if the second call gets no answer either", async () => {
  answering(null, null);
  await expect(applyImport(context, {} as Admin, "id", false)).rejects.toThrow("fetch failed");
});
