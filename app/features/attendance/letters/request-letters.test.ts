import { expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { reservation } from "../reservations/reservation.fixture.ts";
import type { Reservation } from "../reservations/reservation.ts";
import { composeReceipt } from "./receipt.tsx";
import { composeRequestAnswered, composeRequestUndecided } from "./request-letters.ts";
import { composeTicket } from "./reservation-letters.ts";

const origin = "https://hawaii.example.org";
const from = (changed: Partial<Reservation>, more = {}) => ({
  content: {
    ...{
      entry: "e-1",
      generation: 0,
      email: "kai@example.org",
      is_confirmed: false,
      asks: false,
      has_workshops: false,
    },
    event: { ...pizzaDay, title: "The board evening", is_published: true, admission: "asked" },
    reservation: { ...reservation, ...changed },
    offer_ends_at: null,
    ...more,
  },
  ...{ origin, site: defaultSite, secret: "a secret of links" },
});
const words = "Bring **an ID**.";

it("the receipt of a request says that it is one, and promises neither a spot nor a position", async () => {
  const { letter } = await composeReceipt(from({ state: "asked", code: null }), new Date("2025-05-01T00:00:00Z"));
  expect(letter.subject).toBe("Please confirm your request to attend The board evening");
  expect(letter.text).toContain("only confirmed requests can be accepted. You have no spot yet.");
  expect(letter.text).toContain("or withdraw your request there.");
  expect(letter.text).not.toMatch(/waitlist|reservation/);
});

it("a ticket says the words of the decision once", async () => {
  const accepted = { state: "placed", words } as const;
  const first = (await composeTicket(from(accepted, { is_decided_now: true }))).letter;
  expect(first.text).toContain("have accepted your request to attend The board evening.");
  expect([first.text, first.html].join()).toMatch(/Bring an ID\.[\s\S]*Bring <strong>an ID<\/strong>\./);
  const later = (await composeTicket(from(accepted))).letter;
  expect(later.text).not.toMatch(/accepted|an ID/);
});

it("an answer gives no reason but what the organizers wrote", async () => {
  const { letter } = await composeRequestAnswered(from({ state: "turned-down", words }));
  expect(letter.subject).toBe("Your request to attend The board evening");
  expect(letter.text).toContain("cannot accept your request to attend The board evening.");
  expect(letter.text).toContain("Bring an ID.");
  const silent = (await composeRequestAnswered(from({ state: "turned-down", words: null }))).letter.text;
  expect(silent).not.toMatch(/ID|because|full|spots?/);
});

it("an answer that leads to the waitlist names the position", async () => {
  const { letter } = await composeRequestAnswered(from({ state: "waiting", in_line: 4, party: 2 }));
  expect(letter.text).toContain("not enough spots are free now.");
  expect(letter.text).toContain("You are number 4 on the waitlist. We email you when we can offer you 2 spots.");
});

it("the day before, a request that nobody decided holds no spot", async () => {
  const { letter } = await composeRequestUndecided(from({ state: "asked", code: null }));
  expect(letter.text).toContain("have not decided yet, so you have no spot.");
  expect(letter.text).toContain("you can withdraw your request there");
});
