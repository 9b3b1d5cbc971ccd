import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Held } from "./held.tsx";
import type { PersonalData } from "./people.server.ts";

const at = "2027-01-01T12:00:00Z";
const nothing = {
  ...{
    email: "kai@example.org",
    waitlists: [],
    left_waitlists: [],
    waitlist_changes: [],
    mails: [],
    newsletter: [],
    series: [],
    speakers: [],
    proposals: [],
  },
  ...{
    newsletter_changes: [],
    invitations: [],
    address_changes: [],
    messages: [],
    imports: [],
    account: null,
    likes: [],
    log: [],
    mentions: [],
    suggestions: [],
    counters: {},
  },
} as unknown as PersonalData;
const waiting = { event: "ETH Hawaii", suspected_spam: false };
const shown = (held: Partial<PersonalData>, endpoint: string | null = "lists.example") =>
  renderToStaticMarkup(<Held person={{ ...nothing, ...held }} endpoint={endpoint} />);

it("the held data names the service that received waitlist entries, including entries the person has left", () => {
  const waitlists = [{ ...waiting, delivery: { delivered_at: at } }];
  expect(shown({ waitlists })).toContain("lists.example has received name and address of 1 entry");
  const left = [{ event: "Lūʻau", delivered_at: at }];
  expect(shown({ waitlists, left_waitlists: left })).toContain("of 2 entries");
  expect(shown({ waitlists }, null)).toContain("A service that is no longer connected has received");
});

it("the held data does not mention a service that has received nothing", () => {
  expect(shown({ waitlists: [{ ...waiting, delivery: { delivered_at: null } }] })).not.toContain("has received");
  expect(shown({})).toBe("<p>This site holds nothing about this address.</p>");
});

it("people with a spot and people on a waitlist have signed up", () => {
  expect(shown({ waitlists: [{ ...waiting, delivery: null }] })).toContain("<dt>Sign-ups</dt><dd>ETH Hawaii</dd>");
});

it("a pending change of an address counts as held data", () => {
  expect(shown({ waitlist_changes: [{}] })).toContain("1 change of an address on a waitlist");
});
