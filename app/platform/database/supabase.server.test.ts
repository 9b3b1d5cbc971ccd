import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, rowsOf, withoutKeyAsToken } from "./supabase.server.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "./unavailable.ts";

const failed = (status: number, code?: string) => () =>
  rowsOf({ data: null, error: { message: "a reason", code }, status });

describe("what the database answers", () => {
  it("is the rows", () => {
    expect(rowsOf({ data: [1], error: null, status: 200 })).toEqual([1]);
  });

  it.each([
    ["nobody answers", 0, undefined],
    ["it is too busy", 429, "429"],
    ["it fails", 500, "XX000"],
    ["something else answers in its place", 404, undefined],
    ["it is locked, because it has outgrown its plan", 405, "25006"],
  ])("is that it is unavailable when %s", (_, status, code) => {
    expect(failed(status, code)).toThrow(DatabaseUnavailable);
  });

  it("is that it takes nothing, which is told from a database that is gone", () => {
    expect(failed(405, "25006")).toThrow(DatabaseReadOnly);
    expect(failed(503, "PGRST001")).not.toThrow(DatabaseReadOnly);
  });

  it("is a fault of ours when it refuses what we sent", () => {
    expect(failed(400, "23514")).toThrow("Database: 23514 a reason");
    expect(failed(400, "23514")).not.toThrow(DatabaseUnavailable);
  });
});

describe("a key", () => {
  const sent = (token: string) => withoutKeyAsToken({ apikey: "a key", Authorization: `Bearer ${token}` });

  it.each(["sb_publishable_a-key", "sb_secret_a-key"])("is never sent as a token when it is none: %s", (key) => {
    expect([...sent(key)]).toEqual([["apikey", "a key"]]);
  });

  it("leaves the token of a person, and a key that is one, where they are", () => {
    expect(sent("eyJhbGciOiJIUzI1NiJ9.e30.x").get("Authorization")).toBe("Bearer eyJhbGciOiJIUzI1NiJ9.e30.x");
  });
});

describe("a call to a database that is slow", () => {
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

  it("is given up after 3 s, after its own limit where it has one, and with the request in any case", async () => {
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
