import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OwnRole } from "../../../admin/own-role.tsx";
import type { Role } from "../../../admin/roles.ts";
import { CorrectPerson } from "./correct-person.tsx";
import type { Person } from "./person.ts";
import { PersonFacts } from "./person-facts.tsx";
import { RemovePerson } from "./remove-person.tsx";

const at = "2027-01-01T12:00:00Z";
const delivered = { id: 1, attempts: 1, last_error: null, next_attempt_at: at, delivered_at: at, failed_at: null };
const person: Person = {
  ...{ id: "e-1", name: "Kai", email: "kai@example.org", note: null, consent_version: "1", suspected_spam: false },
  ...{ notified_at: null, is_unnotified: true, created_at: at, updated_at: at, delivery: delivered, is_failing: false },
  ...{ confirmed_at: null, state: null, party: null, attends: null, switches_to: null, answers: null, position: null },
  ...{ hold_until: null, offer_ends_at: null, to_be_notified: false, arrived: null, checked_in_at: null },
  ...{
    decided_at: null,
    words: null,
    coming_at: null,
    moves: null,
    answers_changed_at: null,
    came_by: null,
    consent_page: null,
  },
};
const event = { meets: "room" as const };
const shown = (forwardedTo: string | null, sendsMail = false, role: Role = "owner") =>
  [
    <PersonFacts key="facts" event={event} questions={[]} person={person} confirms={false} forwardedTo={forwardedTo} />,
    <CorrectPerson key="correct" person={person} forwardedTo={forwardedTo} sendsMail={sendsMail} />,
    <RemovePerson key="remove" person={person} here="/here" forwardedTo={forwardedTo} confirming={false} />,
    <RemovePerson key="question" person={person} here="/here" forwardedTo={forwardedTo} confirming />,
  ].map((part) => renderToStaticMarkup(<OwnRole.Provider value={role}>{part}</OwnRole.Provider>));

describe("a person who was forwarded", () => {
  it("names the other recipient wherever it is shown, corrected or removed", () => {
    for (const html of shown("lists.example")) expect(html).toContain("lists.example");
  });

  it("names no other recipient once no endpoint is configured", () => {
    const html = shown(null).join("");
    expect(html).not.toMatch(/null|lists\.example|has received/);
    expect(html).toContain("correct them at that service, too");
  });
});

it("an editor can correct a person but not remove it", () => {
  const [facts, correction, ...removal] = shown(null, false, "editor");
  expect([facts, correction].every(Boolean)).toBe(true);
  expect(removal).toEqual(["", ""]);
});

it("the correction form says that old links stop working only if the site sends email", () => {
  expect(shown(null, true).join("")).toContain("Links in emails to the old one stop working at once");
  expect(shown(null).join("")).not.toContain("Links in emails");
});
