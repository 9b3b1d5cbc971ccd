// Files as other programs write them (tests/cases/imports), read as an import reads them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ImportKind } from "../../admin/import-noun.ts";
import { textOfFile } from "../../admin/imported-file.ts";
import { importNouns } from "./import-nouns.ts";
import { readGiven } from "./imports.server.ts";

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../tests/cases/imports/${name}`, import.meta.url)));

/** What each line of a file would become, or why it is refused. */
async function linesOf(name: string, kind: ImportKind) {
  const given = textOfFile(bytesOf(name));
  if ("fault" in given) return given.fault;
  const read = await readGiven(importNouns[kind], given);
  if ("fault" in read) return read.fault;
  return read.rows.map(({ checked, reason, refusal, email }) =>
    checked
      ? { ...checked, email, notes: ((checked.notes ?? []) as string[]).join(" ") }
      : { reason: reason ?? refusal },
  );
}

const at = (instant: string) => new Date(instant).toISOString();

describe("a table", () => {
  it("has dates as Americans write them", async () => {
    expect(await linesOf("us-dates.csv", "events")).toMatchObject([
      { title: "Demo night", starts_at: at("2027-05-21T04:00Z"), ends_at: null, place: "Kahala", held: null },
      { title: "Hack day", starts_at: at("2027-05-22T10:00Z"), date_precision: "day", place: "Hilo" },
      { title: "Breakfast", starts_at: at("2027-05-23T18:30Z"), place: "Kona" },
    ]);
  });

  it("has the day and the time in columns of their own", async () => {
    expect(await linesOf("separate-date-and-time.csv", "events")).toMatchObject([
      {
        ...{ title: "Demo night", starts_at: at("2027-05-21T04:00Z"), ends_at: at("2027-05-21T06:00Z") },
        ...{ place: "Kahala", about: "Ten minutes each" },
      },
    ]);
  });

  it.each([
    ["excel-sep-line.csv", "Workshop", "Room 2"],
    ["excel-windows-1252.csv", "Café “Mala”", "Honolulu"],
    ["excel-unicode-text.txt", "Pō Mahina", "Honolulu"],
  ])("is read as Excel writes it: %s", async (name, title, place) => {
    expect(await linesOf(name, "events")).toMatchObject([
      { title, starts_at: at("2027-05-21T04:00Z"), ends_at: null, place },
    ]);
  });
});

describe("a list of people", () => {
  it("has addresses with names, and dates as Americans write them", async () => {
    expect(await linesOf("named-addresses.csv", "subscribers")).toMatchObject([
      { email: "kai.case@example.org", subscribed_at: at("2026-05-20T18:00Z") },
      { email: "noa.case@example.org", subscribed_at: at("2026-05-20T00:00Z") },
    ]);
  });

  it.each([
    ["separator-at-line-ends.csv", ["one.sep@case.example", "two.sep@case.example"]],
    ["title-above-the-header.csv", ["one.pre@case.example"]],
    ["invisible-in-addresses.csv", ["zw1", "zw2", "zw3", "zw4"].map((name) => `${name}@case.example`)],
    ["left-ghost.csv", ["in.ghost@case.example"]],
    ["left-in-two-columns.csv", ["in.two@case.example"]],
    ["left-by-status.csv", ["in0", "in1", "in2", "in3"].map((name) => `${name}.status@case.example`)],
    ["guests-who-said-no.csv", ["yes.optin@case.example"]],
  ])("brings in from %s exactly those who stay", async (name, emails) => {
    const lines = await linesOf(name, "subscribers");
    expect(typeof lines === "string" ? lines : lines.flatMap((line) => ("email" in line ? line.email : []))).toEqual(
      emails,
    );
  });

  it("is not XML", async () => {
    expect(await linesOf("programme.xml", "events")).toBe(
      "This is XML, not a table or a calendar. Export a CSV file instead.",
    );
  });
});
