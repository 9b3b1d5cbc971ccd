import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OwnRole } from "../../../admin/own-role.tsx";
import type { Role } from "../../../admin/roles.ts";
import { CorrectEntry } from "./correct-entry.tsx";
import { EntryFacts } from "./entry-facts.tsx";
import { RemoveEntry } from "./remove-entry.tsx";

const at = "2027-01-01T12:00:00Z";
const delivered = { id: 1, attempts: 1, last_error: null, next_attempt_at: at, delivered_at: at, failed_at: null };
const entry = {
  ...{ id: "e-1", name: "Kai", email: "kai@example.org", note: null, consent_version: "1", suspected_spam: false },
  ...{ notified_at: null, is_unnotified: true, created_at: at, updated_at: at, outbox: delivered },
};
const shown = (forwardedTo: string | null, sendsMail = false, role: Role = "owner") =>
  [
    <EntryFacts key="facts" entry={entry} forwardedTo={forwardedTo} />,
    <CorrectEntry key="correct" entry={entry} forwardedTo={forwardedTo} sendsMail={sendsMail} />,
    <RemoveEntry key="remove" entry={entry} here="/here" forwardedTo={forwardedTo} confirming={false} />,
    <RemoveEntry key="question" entry={entry} here="/here" forwardedTo={forwardedTo} confirming />,
  ].map((part) => renderToStaticMarkup(<OwnRole.Provider value={role}>{part}</OwnRole.Provider>));

describe("an entry that was forwarded", () => {
  it("names the other recipient wherever it is shown, corrected or removed", () => {
    for (const html of shown("lists.example")) expect(html).toContain("lists.example");
  });

  it("names no other recipient once no endpoint is configured", () => {
    const html = shown(null).join("");
    expect(html).not.toMatch(/null|lists\.example|has received/);
    expect(html).toContain("correct it at that service, too");
  });
});

it("an editor can correct an entry but not remove it", () => {
  const [facts, correction, ...removal] = shown(null, false, "editor");
  expect([facts, correction].every(Boolean)).toBe(true);
  expect(removal).toEqual(["", ""]);
});

it("the correction form says that old links stop working only if the site sends email", () => {
  expect(shown(null, true).join("")).toContain("Links in emails to the old one stop working at once");
  expect(shown(null).join("")).not.toContain("Links in emails");
});
