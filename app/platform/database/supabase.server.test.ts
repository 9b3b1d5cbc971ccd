import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, rowsOf, withoutKeyAsToken } from "./supabase.server.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "./unavailable.ts";

const failed = (status: number, code?: string) => () =>
  rowsOf({ data: null, error: { message: "a reason", code }, status });

describe("a response of the database", () => {
  it("yields its rows", () => {
    expect(rowsOf({ data: [1], error: null, status: 200 })).toEqual([1]);
  });

  it.each([
    ["nobody answers", 0, undefined],
    ["it is too busy", 429, "429"],
    ["it fails", 500, "XX000"],
    ["something else answers in its place", 404, undefined],
    ["it is locked, because it has outgrown its plan", 405, "25006"],
  ])("counts as unavailable when %s", (_, status, code) => {
    expect(failed(status, code)).toThrow(DatabaseUnavailable);
  });

  it("counts as read-only, distinct from a database that is down", () => {
    expect(failed(405, "25006")).toThrow(DatabaseReadOnly);
    expect(failed(503, "PGRST001")).not.toThrow(DatabaseReadOnly);
  });

  it("is an error of ours if the database refuses what we sent", () => {
    expect(failed(400, "23514")).toThrow("Database: 23514 a reason");
    expect(failed(400, "23514")).not.toThrow(DatabaseUnavailable);
  });
});

describe("a key", () => {
  const sent = (token: string) => withoutKeyAsToken({ apikey: "a key", Authorization: `Bearer ${token}` });

  it.each(["sb_publishable_a-key", "sb_secret_a-key"])("is never sent as a token if it is not one: %s", (key) => {
    expect([...sent(key)]).toEqual([["apikey", "a key"]]);
  });

  it("that is a JWT, and a person's token, stay in Authorization", () => {
    expect(sent("eyJhbGciOiJIUzI1NiJ9.e30.x").get("Authorization")).toBe("Bearer eyJhbGciOiJIUzI1NiJ9.e30.x");
  });
});

describe("a call to a slow database", () => {
  const server = createServer((_, response) => setTimeout(() => response.end('"joined"'), 3300));
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
  afterAll(() => new Promise((done) => server.close(done)));
  const database = (left: number) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_a",
      SUPABASE_SECRET_KEY: "sb_secret_a",
    };
    return createDatabase(connection as Parameters<typeof createDatabase>[0], Date.now() + left);
  };
  const call = (left: number, limit?: number) => database(left).call("read_home", {} as never, limit);

  it("is aborted after 3 s or its own limit, and at the request's deadline in any case", async () => {
    const [plain, patient, late] = await Promise.allSettled([
      call(4500),
      call(4500, Number.POSITIVE_INFINITY),
      call(500, Number.POSITIVE_INFINITY),
    ]);
    expect(plain).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
    expect(patient).toEqual({ status: "fulfilled", value: "joined" });
    expect(late.status).toBe("rejected");
  });
});
