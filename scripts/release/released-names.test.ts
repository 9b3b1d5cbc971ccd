import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import released from "../../supabase/released.json" with { type: "json" };
import { generatedTypes, missingFrom, namesIn, type Released, type Schema, schemaOf } from "./released-names.ts";

const generated = readFileSync(generatedTypes, "utf8");
const schema: Schema = {
  tables: { events: ["id", "title", "starts_at"], outbox: ["id", "kind"] },
  functions: {
    join_waitlist: { all: ["p_event", "p_name", "p_note"], required: ["p_event", "p_name"] },
    purge: { all: [], required: [] },
  },
};
const release: Released = {
  version: "0.1.0",
  tables: { events: ["id", "title"] },
  functions: { join_waitlist: ["p_event", "p_name"] },
};

describe("migrations only expand", () => {
  it("keep everything that the last release uses, with no new required arguments", () => {
    expect(missingFrom(schemaOf(generated), released)).toEqual([]);
  });

  it("are compared with nothing before the first release, and then with a version in the changelog", () => {
    if (released.version === "none") {
      expect(released).toEqual({ version: "none", tables: {}, functions: {} });
      return;
    }
    expect(Object.keys(released.tables)).toEqual(
      expect.arrayContaining(["events", "education_resources", "audit_log"]),
    );
    expect(Object.keys(released.functions)).toEqual(expect.arrayContaining(["education_page", "join_waitlist"]));
    expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${released.version} (`);
  });

  const changes: [string, (changed: Schema) => void, string[]][] = [
    ["a new table, column and argument with a default", () => {}, []],
    ["a dropped column that the release never named", ({ tables }) => void tables.events?.pop(), []],
    ["a dropped table that it never named", ({ tables }) => void delete tables.outbox, []],
    ["a dropped table", ({ tables }) => void delete tables.events, ["table events"]],
    [
      "a renamed column",
      ({ tables }) => {
        tables.events = ["id", "name", "starts_at"];
      },
      ["column events.title"],
    ],
    ["a dropped function", ({ functions }) => void delete functions.join_waitlist, ["function join_waitlist"]],
    [
      "a renamed argument",
      ({ functions }) => {
        functions.join_waitlist = { all: ["p_event", "p_who"], required: ["p_event"] };
      },
      ["argument p_name of join_waitlist"],
    ],
    [
      "an argument without a default",
      ({ functions }) => {
        functions.join_waitlist?.required.push("p_note");
      },
      ["default of the argument p_note of join_waitlist"],
    ],
  ];
  it.each(changes)("%s", (_title, change, faults) => {
    const changed = structuredClone(schema);
    change(changed);
    expect(missingFrom(changed, release)).toEqual(faults);
  });
});

it("takes the names of a release from the words of its code", () => {
  const code = [
    'database.read("events?select=id,title")',
    'context.database.call("join_waitlist", { p_event, p_name })',
  ];
  expect(namesIn(code, schema)).toEqual({ tables: release.tables, functions: release.functions });
});

it("reads the schema from the generated types, including views and arguments with a default", () => {
  const { tables, functions } = schemaOf(generated);
  expect(tables.education_tabs).toEqual(expect.arrayContaining(["tab_key", "label"]));
  expect(functions.purge).toEqual({ all: ["p_limit"], required: [] });
  expect(functions.is_admin).toEqual({ all: [], required: [] });
});
