import { describe, expect, it } from "vitest";
import { newIdIn } from "./new-row.server.ts";

const formId = "0b7b9c4e-5d0f-4c3a-9a53-0d6e8f5f2a10";
const idOf = (fields: [string, string | File][]) => {
  const form = new FormData();
  for (const [name, value] of [["new_id", formId] as [string, string], ...fields]) form.append(name, value);
  return newIdIn(form);
};
const file = (content: string) => new File([content], "picture.png");

describe("the id of the row that a form makes", () => {
  it("is the same for the same words and files, whichever button was pressed", async () => {
    const id = await idOf([
      ["title", "Aloha"],
      ["picture", file("a")],
    ]);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(
      await idOf([
        ["title", "Aloha"],
        ["picture", file("a")],
        ["intent", "preview"],
      ]),
    ).toBe(id);
  });

  it("is another one for other words, files, fields and forms", async () => {
    const ids = await Promise.all([
      idOf([["title", "Aloha"]]),
      idOf([["title", "Aloha "]]),
      idOf([["subject", "Aloha"]]),
      idOf([
        ["title", "Aloha"],
        ["tags", ""],
      ]),
      idOf([["picture", file("a")]]),
      idOf([["picture", file("b")]]),
      idOf([
        ["title", "Aloha"],
        ["new_id", formId],
      ]),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is left to the database if the form has none of ours", async () => {
    const form = new FormData();
    form.append("new_id", "1");
    expect(await newIdIn(form)).toBeUndefined();
  });
});
