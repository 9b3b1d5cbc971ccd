import { describe, expect, it } from "vitest";
import { prepareDatabase, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();
const id = "6f0c2a52-1d1b-4c59-9d3e-0a4c5d7b8e90";

const creations: [table: string, insert: (name: string) => string][] = [
  ["events", (name) => `(id, key, title, place, summary) values ('${id}', '${name}', 'A', 'Hilo', 'Come')`],
  ["education_tabs", (name) => `(id, tab_key, label) values ('${id}', '${name}', 'A')`],
  [
    "education_resources",
    (name) =>
      `(id, tab_key, title, description, url) values ('${id}', 'resources', 'A', 'A', 'https://example.org/${name}')`,
  ],
];

describe("a form that is sent twice", () => {
  it.each(creations)("makes only one row in %s, because the primary key rejects the second", async (table, insert) => {
    const made = await database.as("admin", `insert into public.${table} ${insert("first")} returning id`);
    expect(made).toEqual([{ id }]);
    await expect(database.as("admin", `insert into public.${table} ${insert("second")}`)).rejects.toMatchObject({
      code: uniqueViolation,
    });
  });
});
