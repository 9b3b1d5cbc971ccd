import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { reservation as placed } from "../reservations/reservation.fixture.ts";
import type { Reservation } from "../reservations/reservation.ts";
import { composeConfirmedAddress, composeLostLink, composeNewLink } from "./link-letters.ts";
import type { ReceiptContent } from "./receipt.tsx";

const now = new Date("2025-05-01T00:00:00Z");
const origin = "https://hawaii.example.org";
const held: Reservation = { ...placed, party: 2, hold_until: "2025-05-02T05:00:00Z" };
const from = (changed: Partial<ReceiptContent> = {}) => ({
  content: {
    entry: "e-1",
    generation: 1,
    email: "kai@example.org",
    is_confirmed: true,
    asks: false,
    event: { ...pizzaDay, title: "Lūʻau <of> blocks", is_published: true },
    reservation: null,
    ...changed,
  },
  origin,
  site: defaultSite,
  secret: "a secret of links",
});
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("an email with the link to a status page", () => {
  it.each([
    ["a lost link", composeLostLink, "Your link for", "Someone asked for it on our site with this address."],
    ["a new link", composeNewLink, "Your new link for", "Your old links no longer work."],
    ["a confirmed address", composeConfirmedAddress, "Your new email address for", "You confirmed this address"],
  ])("says what happened: %s", async (_, compose, subject, happened) => {
    const { letter, token } = await compose(from(), now);
    expect(letter).toMatchObject({ to: "kai@example.org", subject: `${subject} Lūʻau <of> blocks` });
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(happened);
      expect(body).toContain(`${origin}/w/${token}`);
      expect(body, "nobody signed up now").not.toMatch(/to join our waitlist|to reserve a spot/);
    }
    expect((await validator.validateString(letter.html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it("says that old links no longer work only if they do not", async () => {
    expect((await composeLostLink(from(), now)).letter.text).not.toContain("no longer work");
    for (const compose of [composeNewLink, composeConfirmedAddress])
      expect((await compose(from(), now)).letter.text).toContain("Your old links no longer work.");
  });

  it("asks to confirm an address, with the end of a hold, only until it is confirmed", async () => {
    for (const compose of [composeLostLink, composeNewLink, composeConfirmedAddress])
      for (const reservation of [null, { ...held, hold_until: null }, { ...held, state: "waiting" } as Reservation])
        expect((await compose(from({ reservation }), now)).letter.text).not.toMatch(/can confirm|lease confirm/);
    const asking = (await composeLostLink(from({ is_confirmed: false, reservation: held }), now)).letter.text;
    expect(asking).toContain("until May 1, 2025, 7:00 PM HST.");
    expect(asking).toContain("Confirm your address on your page");
    expect((await composeLostLink(from({ is_confirmed: false }), now)).letter.text).toContain("confirm this address");
  });

  it("promises no spot or position for a canceled event, a past event or a canceled sign-up", async () => {
    const textOf = async (changed: Partial<Reservation>, event: Partial<ReceiptContent["event"]> = {}) => {
      const content = from({ reservation: { ...held, hold_until: null, ...changed } });
      Object.assign((content.content as ReceiptContent).event, event);
      return (await composeLostLink(content, now)).letter.text;
    };
    const noMore = "Your page shows your sign-up. You can correct your name or erase your entry there.";
    const again = "On your page you can sign up again, correct your name or erase your entry.";
    for (const [text, said, there] of [
      [await textOf({}, { status: "cancelled" }), "The event is canceled.", noMore],
      [
        await textOf({ sign_up: "next" }, { status: "scheduled", over_at: now.toISOString() }),
        "This event is over.\n\nYou had 2 spots.",
        noMore,
      ],
      [await textOf({ state: "canceled" }), "The organizers canceled your sign-up.", again],
    ] as const) {
      expect(text).toContain(said);
      expect(text).toContain(there);
      expect(text).not.toMatch(/You have|give up|leave the waitlist|Free spots/);
    }
  });
});
