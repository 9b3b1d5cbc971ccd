import type { AppLoadContext } from "@remix-run/cloudflare";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { isToken } from "../../platform/text/link-token.ts";
import { defaultSite } from "../../site.ts";
import { ticketPath } from "../attendance/letters/status-link.ts";
import type { Event } from "../events/event/event.ts";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import { type Audience, type Kind, kinds } from "./campaign.ts";
import { composeNews, composeNewsTest, previewLetter } from "./news-letter.server.tsx";

const origin = "https://hawaii.example.org";
const now = new Date("2027-05-01T12:00:00-10:00");
const event: Event = {
  ...pizzaDay,
  title: "Pizza <Day>\r\nBcc: x@example.org",
  starts_at: "2027-05-22T18:00:00-10:00",
  ends_at: "2027-05-22T20:00:00-10:00",
  over_at: "2027-05-22T20:00:00-10:00",
  ticket_url: "https://tickets.example/1",
  sequence: 4,
};
const title = "Pizza <Day> Bcc: x@example.org";
/** What a person knew at sign-up, in UTC like the database's. */
const known = {
  ...{ status: "scheduled", starts_at: "2027-05-23T04:00:00", ends_at: "2027-05-23T06:00:00", date_precision: "exact" },
  ...{ place: event.place, meets: event.meets },
};
const aWeekEarlier = { starts_at: "2027-05-16T04:00:00", ends_at: "2027-05-16T06:00:00" };
const told = (
  kind: Kind,
  changed: Partial<Event> = {},
  words: string | null = null,
  knew: object = kind === "changed" ? aWeekEarlier : {},
) => ({
  kind,
  told: { ...known, ...knew },
  words,
  event: { ...event, ...changed },
  email: "kai@example.org",
  entry: "e-1",
  generation: 0,
  reservation: null,
});
const compose = (
  kind: Kind,
  changed: Partial<Event> = {},
  words: string | null = null,
  at = now,
  knew: object | undefined = undefined,
) =>
  composeNews(
    {
      content: told(kind, changed, words, knew),
      origin,
      site: defaultSite,
      secret: "a secret of links",
    },
    at,
  );
const over = { recap: "We ate.\n\nThen we danced.", recap_url: "https://photos.example/1" };
const states: Record<Kind, Partial<Event>> = {
  "tickets-open": {},
  cancelled: { status: "cancelled" },
  postponed: { status: "postponed" },
  changed: {},
  reminder: {},
  recap: over,
  "own-words": {},
};
const validator = new HtmlValidate(
  new StaticConfigLoader({ extends: ["html-validate:standard"], rules: { "no-inline-style": "off" } }),
);

describe("every email to the people on a waitlist", () => {
  it.each(kinds)(
    "%s: gives the news in text and HTML, with links to the status page and its ways out",
    async (kind) => {
      const { letter, token } = await compose(kind, states[kind], "Mahalo for waiting.\n\nSee you.");
      expect(isToken(token)).toBe(true);
      expect(letter.to).toBe("kai@example.org");
      expect(letter.subject).not.toMatch(/[\r\n]/);
      for (const body of [letter.text, letter.html]) {
        expect(body).toContain(`${origin}/w/${token}`);
        expect(body).toContain(`${origin}/w/${token}#leave`);
        expect(body).toContain(`${origin}/w/${token}#not-mine`);
        expect(body).toContain("Mahalo for waiting.");
        expect(body).toContain("See you.");
      }
      expect(letter.text).toContain(title);
      expect(letter.html).toContain("Pizza &lt;Day&gt;");
      expect(letter.html).not.toContain("<Day>");
      expect((await validator.validateString(letter.html)).results.flatMap(({ messages }) => messages)).toEqual([]);
    },
  );

  it.each([
    ["tickets-open", `Tickets are on sale: ${title}`, "Get tickets: https://tickets.example/1"],
    ["cancelled", `Canceled: ${title}`, "It was planned for Saturday, May 22, 2027, 6:00 PM to 8:00 PM HST."],
    ["postponed", `Postponed: ${title}`, "It was planned for Saturday, May 22, 2027, 6:00 PM to 8:00 PM HST."],
    ["changed", `New date: ${title}, Saturday, May 22, 2027`, "The earlier date was Saturday, May 15, 2027."],
    ["reminder", `Tomorrow: ${title}`, "Saturday, May 22, 2027, 6:00 PM to 8:00 PM HST"],
    ["recap", `What happened: ${title}`, "Photos and slides: https://photos.example/1"],
  ] as const)("%s: has the subject %s and the main facts", async (kind, subject, sentence) => {
    const { letter } = await compose(kind, states[kind]);
    expect(letter.subject).toBe(subject);
    expect(letter.text).toContain(sentence);
  });

  it("is the same whenever it is composed again", async () => {
    expect(await compose("recap", over)).toEqual(await compose("recap", over));
  });
});

describe("the preview of an email in own words", () => {
  const preview = (audience: Audience, changed: Partial<Event> = {}) => {
    const news = { ...told("own-words", { takes_reservations: true, ...changed }, "Park at the back."), audience };
    const context = { env: {}, origin, site: defaultSite, now } as AppLoadContext;
    return previewLetter(context, news as unknown as Parameters<typeof previewLetter>[1]).text;
  };

  it("ends as the people it goes to get it", () => {
    expect(preview("spot")).toContain("Give up your reservation");
    expect(preview("spot")).not.toContain("Leave the waitlist");
    expect(preview("spot", { takes_reservations: false })).toContain("Leave the waitlist");
    expect(preview("did-not-come"), "who get it when the event is over").toContain("Erase your entry");
    expect(preview("did-not-come")).not.toMatch(/[Gg]ive/);
  });

  it.each(["everyone", "waiting"] as const)("ends as people on the waitlist get it: %s", (audience) => {
    expect(preview(audience)).toContain("Leave the waitlist");
  });
});

describe("the headers of mail to a list", () => {
  it("name the list and let mail clients leave a waitlist with one click", async () => {
    const { letter, token } = await compose("tickets-open");
    expect(letter.headers).toEqual({
      "List-Id": "<bitcoin.events.hawaii.example.org>",
      "List-Unsubscribe": `<${origin}/w/${token}/leave>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it.each([true, false])(
    "end only emails in own words with one click (reservations: %s)",
    async (takes_reservations) => {
      const { letter, token } = await compose("own-words", { takes_reservations }, "Bring an ID.");
      expect(letter.headers).toMatchObject({
        "List-Unsubscribe": `<${origin}/w/${token}/quiet>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      });
      expect(letter.text).toContain(`Get no more emails like this one: ${origin}/w/${token}#quiet`);
    },
  );

  it("end in a recap what organizers write, and not the sign-up", async () => {
    for (const takes_reservations of [true, false]) {
      const { letter, token } = await compose("recap", { ...over, takes_reservations });
      expect(letter.headers).toMatchObject({
        "List-Unsubscribe": `<${origin}/w/${token}/quiet>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      });
      expect(letter.text).toContain(`Get no more emails like this one: ${origin}/w/${token}#quiet`);
    }
  });

  it("link to the status page if the event takes reservations", async () => {
    const { letter, token } = await compose("tickets-open", { takes_reservations: true });
    expect(letter.headers).toEqual({
      "List-Id": "<bitcoin.events.hawaii.example.org>",
      "List-Unsubscribe": `<${origin}/w/${token}>`,
    });
  });

  it("are accompanied by the postal address, if there is one", async () => {
    const content = { ...told("tickets-open"), entry: "e-1" };
    const postalAddress = "1 Example Street, Honolulu, HI 96813";
    const { letter } = await composeNews(
      { content, origin, site: defaultSite, secret: "a secret of links", postalAddress },
      now,
    );
    for (const body of [letter.text, letter.html]) expect(body).toContain(postalAddress);
  });
});

describe("an email about an event", () => {
  it("gives no earlier date if none was known, and does not call a first date new", async () => {
    const none = { starts_at: null, ends_at: null, over_at: null, date_precision: "tba" } as const;
    expect((await compose("cancelled", { ...none, status: "cancelled" })).letter.text).not.toContain("planned");
    const unknown = { starts_at: null, ends_at: null, date_precision: "tba" };
    const first = (await compose("changed", {}, null, now, unknown)).letter;
    expect(first.subject).toBe(`Date: ${title}, Saturday, May 22, 2027`);
    expect(first.text).not.toContain("earlier");
  });

  it.each([
    [
      "another time on the same day",
      { starts_at: "2027-05-23T03:30:00" },
      "New time",
      ["begins at another time.", "It was to begin at 5:30 PM HST."],
    ],
    [
      "another place",
      { place: "The old hall" },
      "New place",
      ["moves to another place.", "The earlier place was: The old hall"],
    ],
    [
      "the date of the next edition to who knows the last one",
      { starts_at: "2026-05-23T04:00:00", ends_at: "2026-05-23T06:00:00", place: "The old hall" },
      "Date",
      ["has a date."],
    ],
    [
      "another end",
      { ends_at: "2027-05-23T05:00:00" },
      "New end",
      ["ends at another time.", "It was to end at 7:00 PM HST."],
    ],
    [
      "a room where it was online",
      { meets: "online", place: "Zoom" },
      "In a room only",
      ["takes place in a room only.", "The earlier place was: Online: Zoom"],
    ],
    ["an end where none was known", { ends_at: null }, "New end", ["now has an end time."]],
    ["a time where a day was known", { date_precision: "day", ends_at: null }, "Time", ["now has a time."]],
    ["that it takes place after all", { status: "cancelled" }, "Taking place", ["takes place after all."]],
    [
      "another day and another place in one email",
      { ...aWeekEarlier, place: "The old hall" },
      "New date, new place",
      [
        "has a new date, and moves to another place.",
        "The earlier date was Saturday, May 15, 2027.",
        "The earlier place was: The old hall",
      ],
    ],
  ])("announces %s", async (_, knew, subject, sentences) => {
    const { letter } = await compose("changed", {}, null, now, knew);
    expect(letter.subject).toBe(`${subject}: ${title}, Saturday, May 22, 2027`);
    for (const sentence of sentences) expect(letter.text).toContain(sentence);
    expect(letter.text).toContain("Saturday, May 22, 2027, 6:00 PM to 8:00 PM HST");
    expect(letter.text).toContain(event.place);
    expect(letter.attachments).toHaveLength(1);
  });

  it.each<[string, Partial<Event>, object, string, string]>([
    [
      "no time yet",
      { date_precision: "day", ends_at: null },
      {},
      "Time to be announced",
      "begins at a time to be announced.",
    ],
    ["no end yet", { ends_at: null }, {}, "New end", "no longer has a set end time."],
    [
      "online, too, in the same room",
      { meets: "both" },
      {},
      "In a room and online",
      "takes place in a room and online.",
    ],
  ])("announces %s, and no earlier place", async (_, changed, knew, subject, sentence) => {
    const { letter } = await compose("changed", changed, null, now, knew);
    expect(letter.subject).toBe(`${subject}: ${title}, Saturday, May 22, 2027`);
    expect(letter.text).toContain(sentence);
    expect(letter.text).not.toContain("earlier place");
  });

  it("names the earlier place to people in the room and online", async () => {
    const both = { meets: "both", takes_reservations: true } as const;
    const content = told("changed", both, null, { meets: "both", place: "The old hall" });
    const own = { origin, site: defaultSite, secret: "a secret of links" };
    const saidTo = async (attends: string) =>
      (
        await composeNews(
          { content: { ...content, reservation: { state: "placed", attends, code: null, is_asked: false } }, ...own },
          now,
        )
      ).letter.text;
    expect(await saidTo("room")).toContain("The earlier place was: The old hall");
    expect(await saidTo("online")).toContain("The earlier place was: The old hall, and online");
  });

  it("says today in a reminder on the day itself", async () => {
    const at = new Date("2027-05-22T09:00:00-10:00");
    expect((await compose("reminder", {}, null, at)).letter.subject).toBe(`Today: ${title}`);
  });

  it("has the ticket and its code in the reminder of an event with reservations", async () => {
    const content = told("reminder", { takes_reservations: true });
    const withSpot = {
      ...content,
      reservation: { state: "placed", attends: "room", code: "ABCDEFGH", is_asked: false },
    };
    const own = { origin, site: defaultSite, secret: "a secret of links" };
    const { letter, token } = await composeNews({ content: withSpot, ...own }, now);
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(origin + (await ticketPath(token ?? "")));
      expect(body).toContain("ABCD EFGH");
      expect(body).toContain("Give up your reservation");
      expect(body).not.toContain("Are you still coming?");
    }
    expect((await compose("reminder")).letter.text).not.toContain("/t/");
  });

  it("has no ticket in the reminder of an online event", async () => {
    const content = told("reminder", { takes_reservations: true, meets: "online", ticket_url: null });
    const own = { origin, site: defaultSite, secret: "a secret of links" };
    const withSpot = { ...content, reservation: { state: "placed", attends: "online", code: null, is_asked: true } };
    const { text } = (await composeNews({ content: withSpot, ...own }, now)).letter;
    expect(text).not.toMatch(/ticket|ABCD|door/i);
    expect(text).toContain("Are you still coming? You can answer on your page.");
    expect(text).toContain("Give up your reservation");
  });

  it("does not mention a reservation to a person on the waitlist", async () => {
    const content = told("changed", { takes_reservations: true });
    const own = { origin, site: defaultSite, secret: "a secret of links" };
    const saidTo = async (state: string) =>
      (
        await composeNews(
          { content: { ...content, reservation: { state, attends: "room", code: null, is_asked: true } }, ...own },
          now,
        )
      ).letter.text;
    expect(await saidTo("waiting")).toContain("Leave the waitlist");
    expect(await saidTo("placed"), "only the reminder asks").not.toContain("Are you still coming?");
    expect(await saidTo("waiting")).not.toMatch(/your reservation|Open your ticket/);
    expect(await saidTo("placed")).toContain("Give up your reservation");
  });

  it("offers nothing to give up after the event or its cancellation", async () => {
    const own = { origin, site: defaultSite, secret: "a secret of links", entry: "e-1" };
    for (const [kind, changed] of [
      ["recap", over],
      ["cancelled", states.cancelled],
    ] as const) {
      const content = {
        ...told(kind, { ...changed, takes_reservations: true }),
        reservation: { state: "placed", attends: "room", code: null, is_asked: false },
      };
      const { letter } = await composeNews({ content: { ...content, entry: own.entry }, ...own }, now);
      expect(letter.text, kind).toContain("Erase your entry: ");
      expect(letter.text, kind).not.toMatch(/give it up|Give up/);
    }
  });

  it("says what to bring only in the reminder", async () => {
    const bring = { to_bring: "A laptop, and a photo ID" };
    expect((await compose("reminder", bring)).letter.text).toContain("\n\nWhat to bring: A laptop, and a photo ID\n\n");
    expect((await compose("reminder", {})).letter.text).not.toContain("What to bring");
    expect((await compose("changed", { ...bring })).letter.text).not.toContain("What to bring");
  });

  it("contains no unsafe link", async () => {
    const { text, html } = (await compose("recap", { ...over, recap_url: "javascript:alert(1)" })).letter;
    expect(text + html).not.toContain("javascript:");
  });
});

describe("the calendar file of an email", () => {
  const entryOf = async (kind: Kind, changed: Partial<Event>) => {
    const [file, ...others] = (await compose(kind, changed)).letter.attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      filename: "bitcoin.ics",
      type: "text/calendar; charset=utf-8; method=PUBLISH",
      disposition: "attachment",
    });
    const calendar = new ICAL.Component(ICAL.parse(Buffer.from(file?.content ?? "", "base64").toString("utf8")));
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    const entry = calendar.getFirstSubcomponent("vevent");
    return (name: string) => String(entry?.getFirstPropertyValue(name));
  };

  it("cancels the event in calendars that have it, with the same UID and the raised SEQUENCE", async () => {
    const value = await entryOf("cancelled", { status: "cancelled", place: "Kāneʻohe" });
    expect(value("uid")).toBe(`${event.id}@hawaii.example.org`);
    expect(value("sequence")).toBe("4");
    expect(value("status")).toBe("CANCELLED");
    expect(value("location")).toBe("Kāneʻohe");
  });

  it("moves the event to its new date", async () => {
    const value = await entryOf("changed", {});
    expect(value("status")).toBe("CONFIRMED");
    expect(value("dtstart")).toBe("2027-05-23T04:00:00Z");
  });

  it("is attached only to cancellations and new dates, and only if the day is known", async () => {
    const month = { status: "cancelled", date_precision: "month" } as const;
    expect((await compose("cancelled", month)).letter).not.toHaveProperty("attachments");
    for (const kind of ["tickets-open", "postponed", "reminder", "recap"] as const)
      expect((await compose(kind, states[kind])).letter, kind).not.toHaveProperty("attachments");
  });
});

describe("a test email", () => {
  it("says that it is a test and links to no status page", async () => {
    const { letter } = await composeNewsTest(
      { content: told("cancelled", states.cancelled), origin, site: defaultSite, secret: "" },
      now,
    );
    expect(letter.subject).toBe(`Test: Canceled: ${title}`);
    expect(letter.text).toMatch(/^This is a test that only you get\./);
    expect(letter.text).toContain(`Your page: ${origin}/events/bitcoin\n`);
    expect(letter.text + letter.html).not.toContain("/w/");
  });

  it("in own words to people with a spot ends as theirs does, without a code", async () => {
    const content = { ...told("own-words", { takes_reservations: true }, "Bring a pencil."), subject: "Hi" };
    const test = { origin, site: defaultSite, secret: "" };
    const [toSpots, toWaiting] = await Promise.all(
      ["spot", "waiting"].map((audience) => composeNewsTest({ ...test, content: { ...content, audience } }, now)),
    );
    expect(toSpots?.letter.text).toContain("Give up your reservation: ");
    expect(toSpots?.letter.text).not.toMatch(/waitlist|code/);
    expect(toWaiting?.letter.text).toContain("Leave the waitlist: ");
  });

  it("for a reminder has a ticket, a code marked as an example, and the postal address", async () => {
    const content = told("reminder", { takes_reservations: true });
    const postalAddress = "1 Example Street, Honolulu";
    const test = { content, origin, site: defaultSite, secret: "", postalAddress };
    const { letter } = await composeNewsTest(test, now);
    expect(letter.text).toMatch(/^This is a test that only you get\..+, and the code is an example\.\n/);
    for (const said of ["ABCD EFGH", `Open your ticket: ${origin}/events/bitcoin\n`, postalAddress])
      expect(letter.text).toContain(said);
    const list = await composeNewsTest({ ...test, content: told("reminder") }, now);
    expect(list.letter.text).not.toMatch(/ABCD|is an example/);
  });
});
