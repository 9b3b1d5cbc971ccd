import { describe, expect, it } from "vitest";
import { guestImport, hasCome, readNames } from "./guest-import.ts";

const rowsOf = (text: string) => {
  const read = readNames(text);
  return read && "lines" in read ? read.lines.map(({ line, cells }) => [line, ...cells]) : read;
};

describe("a list on paper", () => {
  it("is a person a line, with an address or without, whatever stands before the name", () => {
    const text =
      "1. Kai Kāne\n\n- Noa <noa@paper.example>\n☑ Pua, pua@paper.example\n[x] Lei\tlei@paper.example\nalone@paper.example";
    expect(rowsOf(`${text}\nAda, 3\nKiele, kiele@paper.example, 12\nMana +2`)).toEqual([
      [1, "Kai Kāne", "", ""],
      [3, "Noa", "noa@paper.example", ""],
      [4, "Pua", "pua@paper.example", ""],
      [5, "Lei", "lei@paper.example", ""],
      [6, "", "alone@paper.example", ""],
      [7, "Ada", "", "3"],
      [8, "Kiele", "kiele@paper.example", "12"],
      [9, "Mana +2", "", ""],
    ]);
  });

  it("with a line that names the columns is a table", () => {
    for (const text of ["Name,Email\nKai,", "email;who\n", "First name\tLast name\n", '[{"name":"Kai"}]'])
      expect(readNames(text), text).toBeNull();
    expect(readNames("\n \n")).toEqual({ fault: "The list is empty." });
  });

  it.each([
    [
      { name: "Kai", last_name: "Kāne" },
      { checked: { name: "Kai Kāne", people: 1, notes: [] }, key: "\nkai kane" },
    ],
    [{ name: "Kai +2" }, { checked: { name: "Kai", people: 3, notes: ["3 people."] }, key: "\nkai" }],
    [
      { name: "Kai +2", party: "2" },
      { checked: { name: "Kai", people: 2, notes: ["2 people."] }, key: "\nkai" },
    ],
    [
      { name: "Kai", party: "12" },
      { reason: "A line is about 1 to 10 people: “12”. Split it, or write it like 3 or +2." },
    ],
    [
      { name: "Kai", party: "two" },
      { reason: "A line is about 1 to 10 people: “two”. Split it, or write it like 3 or +2." },
    ],
    [
      { name: "Kai", email: "Kai@Paper.Example" },
      { checked: { name: "Kai", people: 1, notes: [] }, key: "kai@paper.example", email: "Kai@Paper.Example" },
    ],
    [
      { name: "", email: "noa@paper.example" },
      { checked: { name: "noa", people: 1, notes: [] }, key: "noa@paper.example", email: "noa@paper.example" },
    ],
    [{ name: "" }, { reason: "Enter a name." }],
    [{ name: "kai@" }, { reason: "This is not an email address: “kai@”. Write it like kai@example.org." }],
    [{ name: "Kai", email: "kai" }, { reason: "This is not an email address: “kai”. Write it like kai@example.org." }],
  ])("%j is %j", (texts, expected) => {
    expect(guestImport.check(texts as Record<string, string>)).toEqual(expected);
  });

  it("is one of people who came from the hour at which check-in opens", () => {
    const now = new Date("2027-05-21T02:00:00Z");
    expect([hasCome("2027-05-21T04:00:00Z", now), hasCome("2027-05-21T04:00:01Z", now), hasCome(null, now)]).toEqual([
      ...[true, false, false],
    ]);
  });
});
