import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { describe, expect, it } from "vitest";
import { isToken } from "../../../platform/text/link-token.ts";
import { defaultSite } from "../../../site.ts";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { reservation } from "../reservations/reservation.fixture.ts";
import type { Reservation } from "../reservations/reservation.ts";
import { composeReceipt } from "./receipt.tsx";
import {
  composeJoinLink,
  composeJoinLinkReplaced,
  composeOffer,
  composeReservationCanceled,
  composeStillComing,
  composeTicket,
} from "./reservation-letters.ts";
import { ticketPath } from "./status-link.ts";

const origin = "https://hawaii.example.org";
const event = { ...pizzaDay, title: "Lūʻau <of> blocks", is_published: true };
const from = (changed: Partial<Reservation> = {}, offerEndsAt: string | null = "2025-05-22T19:00:00Z") => ({
  content: {
    entry: "e-1",
    generation: 0,
    email: "kai@example.org",
    is_confirmed: false,
    asks: false,
    event,
    reservation: { ...reservation, ...changed },
    has_workshops: false,
    offer_ends_at: offerEndsAt,
  },
  origin,
  site: defaultSite,
  secret: "a secret of links",
});
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("the emails about spots", () => {
  it("offer a spot with its deadline and link to the page where it is accepted or declined", async () => {
    const { letter, token } = await composeOffer(from({ state: "offered" }));
    expect(isToken(token)).toBe(true);
    expect(letter.subject).toBe("A spot is available for you at Lūʻau <of> blocks");
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain("until May 22, 2025, 9:00 AM HST");
      expect(body).toContain(`${origin}/w/${token}`);
    }
    expect((await composeOffer(from({ party: 3 }))).letter.subject).toBe(
      "3 spots are available for you at Lūʻau <of> blocks",
    );
  });

  it("ask whether people are still coming and say that doing nothing keeps the spot", async () => {
    const { letter, token } = await composeStillComing(from());
    expect((await validator.validateString(letter.html ?? "")).results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(letter.subject).toBe("Are you still coming? Lūʻau <of> blocks");
    expect(letter.text).toContain(
      "You have a spot at Lūʻau <of> blocks. Are you still coming?\n\nThursday, May 22, 2025, 6:00 PM to 8:00 PM HST",
    );
    expect(letter.text).toContain(`Answer on your page: ${origin}/w/${token}\n`);
    expect(letter.text).toContain("If you do nothing, you keep your spot.");
    expect(letter.text).toContain(`\n\nGive up your reservation: ${origin}/w/${token}#leave\n\n`);
    expect(letter.html).toContain(`href="${origin}/w/${token}#leave"`);
    expect(letter.headers).toEqual({
      "List-Id": `<${event.key}.events.hawaii.example.org>`,
      "List-Unsubscribe": `<${origin}/w/${token}>`,
    });
    const many = (await composeStillComing(from({ party: 3 }))).letter.text;
    expect(many).toContain("You have 3 spots at Lūʻau <of> blocks. Are you still coming?");
    expect(many).toContain(
      "you keep your 3 spots. If you can’t make it, please give them up there, so that someone else can have them.",
    );
    const late = (await composeStillComing(from({ sign_up: "late" }))).letter.text;
    expect(late, "nobody is offered it then").toContain("please give it up there.");
  });

  it.each([
    ["an hour before", composeJoinLink, "The link to join: Lūʻau <of> blocks"],
    ["replaced", composeJoinLinkReplaced, "New link to join: Lūʻau <of> blocks"],
  ])(
    "have the link of an online event (%s) and link to the page where the spot is given up",
    async (_when, compose, subject) => {
      const { letter, token } = await compose(from({ join_url: "https://meet.example/1?pwd=a&b" }));
      expect((await validator.validateString(letter.html ?? "")).results.flatMap(({ messages }) => messages)).toEqual(
        [],
      );
      expect(letter.subject).toBe(subject);
      expect(letter.text).toContain("Join online: https://meet.example/1?pwd=a&b\n");
      expect(letter.html).toContain('href="https://meet.example/1?pwd=a&amp;b"');
      expect(letter.text).toContain(`${origin}/w/${token}\n`);
    },
  );

  it("contain the code and the link of a ticket, so that each works without the other", async () => {
    const { letter, token } = await composeTicket(from({ party: 2 }));
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain("ABCD EFGH");
      expect(body).toContain(origin + (await ticketPath(token ?? "")));
      expect(body).toContain("Your 2 spots");
      expect(body).toContain("Co-working space in Kahala");
    }
  });

  it("confirm a spot at an online event without a ticket, a code or a door", async () => {
    const { content, ...own } = from({ attends: "online", code: null });
    const { letter, token } = await composeTicket({
      ...own,
      content: { ...content, event: { ...event, meets: "online" as const } },
    });
    expect(letter.subject).toBe("Your spot online at Lūʻau <of> blocks");
    expect(letter.text).toContain(`${origin}/w/${token}`);
    expect(`${letter.subject}${letter.text}`).not.toMatch(/ticket|door|code|ABCD/i);
  });

  it("for a spot online at a hybrid event say so, without a code, and link to the status page", async () => {
    const both = { ...event, meets: "both" as const, online_limit: 30 };
    const given = from({ attends: "online", code: null });
    const { letter, token } = await composeTicket({ ...given, content: { ...given.content, event: both } });
    expect(letter.subject).toBe("Your spot online at Lūʻau <of> blocks");
    expect(letter.text).toContain("Your spot online at Lūʻau <of> blocks is confirmed.");
    expect(letter.text).toContain(`Open your page: ${origin}/w/${token}\n`);
    expect(letter.text).toContain("8:00 PM HST\n\nOnline\n");
    expect(letter.text).not.toMatch(/ABCD|ticket|Kahala|the door/);
    const inRoom = await composeTicket({ ...from(), content: { ...from().content, event: both } });
    expect(inRoom.letter.text).toContain("Your spot in the room at");
    expect(inRoom.letter.text).toContain("8:00 PM HST\n\nCo-working space in Kahala\n");
  });

  it("say that a reservation was canceled and link to the status page", async () => {
    const { letter, token } = await composeReservationCanceled(from({ state: "canceled" }));
    expect(letter.text).toContain("The organizers have canceled your sign-up");
    expect(letter.text).toContain(`${origin}/w/${token}`);
    expect(letter.text).not.toContain("ABCD");
  });

  it("are valid HTML that escapes what an admin typed", async () => {
    for (const compose of [composeOffer, composeTicket, composeReservationCanceled]) {
      const { html } = (await compose(from())).letter;
      expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
      expect(html).toContain("Lūʻau &lt;of&gt; blocks");
    }
  });
});

describe("the receipt of a reservation", () => {
  it("says where things stand in each state", async () => {
    const now = new Date("2025-05-01T00:00:00Z");
    const said = async (changed: Partial<Reservation>, at = now) =>
      (await composeReceipt(from({ code: null, ...changed }), at)).letter;
    const waiting = (await said({ state: "waiting", in_line: 2 })).text;
    expect(waiting).toContain("Someone used this address to sign up for Lūʻau <of> blocks.");
    expect(waiting).toContain("You are number 2 on the waitlist.");
    expect(waiting).toContain("only confirmed addresses get a free spot");
    expect(waiting).toContain("On your page you see your waitlist position.");
    expect(waiting).not.toMatch(/your reservation|give up/);
    const held = await said({ hold_until: "2025-05-22T05:00:00Z", party: 2 });
    expect(held.subject).toBe("Please confirm your 2 spots at Lūʻau <of> blocks");
    expect(held.text).toContain("We hold 2 spots for you until May 21, 2025, 7:00 PM HST.");
    expect(held.text).toContain("Confirm your address on your page to keep them. After that time");
    const placed = await said({ party: 2 });
    expect([placed.subject, placed.text]).toEqual([
      "You have 2 spots at Lūʻau <of> blocks",
      expect.stringContaining("You have 2 spots."),
    ]);
    const offered = await said({ state: "offered", party: 2 });
    expect([offered.subject, offered.text]).toEqual([
      "2 spots are available for you at Lūʻau <of> blocks",
      expect.stringContaining("Please accept or decline."),
    ]);
    expect((await said({ state: "lapsed" })).text).toContain("Our offer of a spot has ended.");
    expect((await said({ state: "waiting", in_line: 2, sign_up: "late" })).text).toContain("no more spots are offered");
    const over = await said({ sign_up: "next" }, new Date("2025-06-01T00:00:00Z"));
    expect([over.subject, over.text]).toEqual([
      "Your sign-up for Lūʻau <of> blocks",
      expect.stringContaining("This event is over.\n\nYou had a spot."),
    ]);
  });

  it("offers to sign up again after a cancellation only while sign-up is open", async () => {
    const said = async (signUp: Reservation["sign_up"]) =>
      (await composeReservationCanceled(from({ state: "canceled", sign_up: signUp }))).letter.text;
    expect(await said("open")).toContain("sign up again");
    expect(await said("late")).not.toContain("sign up again");
  });
});
