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
    expect(rowsOf(text)).toEqual([
      [1, "Kai Kāne", ""],
      [3, "Noa", "noa@paper.example"],
      [4, "Pua", "pua@paper.example"],
      [5, "Lei", "lei@paper.example"],
      [6, "", "alone@paper.example"],
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
      { checked: { name: "Kai Kāne" }, key: "\nkai kane" },
    ],
    [
      { name: "Kai", email: "Kai@Paper.Example" },
      { checked: { name: "Kai" }, key: "kai@paper.example", email: "Kai@Paper.Example" },
    ],
    [
      { name: "", email: "noa@paper.example" },
      { checked: { name: "noa" }, key: "noa@paper.example", email: "noa@paper.example" },
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
