import { describe, expect, it } from "vitest";
import { rowsOf, withoutKeyAsToken } from "./supabase.server.ts";
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
