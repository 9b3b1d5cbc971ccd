import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OwnRole } from "../../../admin/own-role.tsx";
import type { Role } from "../../../admin/roles.ts";
import { consequencesOf } from "./bulk-words.ts";
import { CorrectPerson } from "./correct-person.tsx";
import type { Person, WorkshopOfPerson } from "./person.ts";
import { CancelSignUp } from "./person-actions.tsx";
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
const shown = (
  forwardedTo: string | null,
  sendsMail = false,
  role: Role = "owner",
  workshops: WorkshopOfPerson[] = [],
) => {
  const given = { person, workshops, forwardedTo };
  return [
    <PersonFacts key="facts" {...given} event={event} questions={[]} confirms={false} />,
    <CorrectPerson key="correct" person={person} forwardedTo={forwardedTo} sendsMail={sendsMail} />,
    <RemovePerson key="remove" {...given} here="/here" confirming={false} />,
    <RemovePerson key="question" {...given} here="/here" confirming />,
    <CancelSignUp key="cancel" person={{ ...person, state: "placed" }} workshops={workshops} />,
  ].map((part) => renderToStaticMarkup(<OwnRole.Provider value={role}>{part}</OwnRole.Provider>));
};

describe("a person who was forwarded", () => {
  it("names the other recipient wherever it is shown, corrected or removed", () => {
    for (const html of shown("lists.example").slice(0, 4)) expect(html).toContain("lists.example");
  });

  it("names no other recipient once no endpoint is configured", () => {
    const html = shown(null).join("");
    expect(html).not.toMatch(/null|lists\.example|has received/);
    expect(html).toContain("correct them at that service, too");
  });
});

it("an editor can correct a person but not remove it", () => {
  const [facts, correction, ...removal] = shown(null, false, "editor").slice(0, 4);
  expect([facts, correction].every(Boolean)).toBe(true);
  expect(removal).toEqual(["", ""]);
});

it("the correction form says that old links stop working only if the site sends email", () => {
  expect(shown(null, true).join("")).toContain("Links in emails to the old one stop working at once");
  expect(shown(null).join("")).not.toContain("Links in emails");
});

it("names the workshops that a person loses with the reservation, and speaks of none to others", () => {
  const at = (id: string, title: string) => ({ id: `entry-${id}`, event: { id, title } });
  const [facts, , ...losses] = shown(null, false, "owner", [at("poi", "Poi"), at("kapa", "Kapa")]);
  expect(facts).toContain('<a href="/admin/events/poi/people/entry-poi">Poi</a>');
  expect(losses).toHaveLength(3);
  for (const html of losses) expect(html).toContain(", and with it their spot or waitlist position at Poi and Kapa");
  expect(shown(null).join("")).not.toMatch(/workshop/i);
});

it("the press that cancels a sign-up asks first, and looks no weightier than the one that removes a person", () => {
  const [, , removal, question, cancel] = shown(null);
  expect(question).toContain("button danger");
  for (const html of [removal, cancel]) expect(html).not.toMatch(/class="button/);
});

it("the question before canceling says who gets the spots that become free, at workshops, too, if some do", () => {
  const around = {
    hasSender: true,
    endpoint: null,
    spots: 1,
    takesReservations: true,
    areAskedFor: false,
    unconfirmed: 0,
  };
  const read = (workshops: number) => consequencesOf("cancel", { ...around, workshops }).join(" ");
  expect(read(1)).toContain("1 person also loses spots at workshops, for good.");
  expect(read(1)).toContain("offered to the next on the waitlist, at the workshops, too.");
  expect(read(0)).not.toContain("workshop");
});
