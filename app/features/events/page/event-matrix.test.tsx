import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { siteInstant } from "../../../platform/text/site-time.ts";
import { defaultSite } from "../../../site.ts";
import { calendarFile } from "../calendar/calendar.server.ts";
import type { Event } from "../event/event.ts";
import { listOf, offerOf, shelvesOf, tabOf } from "../event/event-offer.ts";
import { precisions, statuses } from "../event/event-states.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventCard, EventDetails } from "./event-details.tsx";
import { eventStructure } from "./event-structure.ts";
import { EventWaitlist } from "./event-waitlist.tsx";

const origin = "https://hawaii.example.org";
const publisher = { origin, site: defaultSite };
const ticketPage = "https://tickets.example.org/1";
const recap = "Forty people came.";
/** Parts of the old date, which no text may contain once the date no longer holds. */
const oldDate = /2031|May|Q2|6:00|doors/;

/** In the site's zone: another community runs this with its own (tests/worker/another-community.test.ts). */
const at = (day: string, time = "00:00") => siteInstant(day, time).toISOString();

const dates: Record<Event["date_precision"], Pick<Event, "starts_at" | "ends_at" | "over_at">> = {
  exact: {
    starts_at: at("2031-05-22", "18:00"),
    ends_at: at("2031-05-22", "20:00"),
    over_at: at("2031-05-22", "20:00"),
  },
  day: {
    starts_at: at("2031-05-22"),
    ends_at: at("2031-05-25"),
    over_at: at("2031-05-25"),
  },
  month: { starts_at: at("2031-05-01"), ends_at: null, over_at: at("2031-06-01") },
  quarter: { starts_at: at("2031-04-01"), ends_at: null, over_at: at("2031-07-01") },
  tba: { starts_at: null, ends_at: null, over_at: null },
};
const moments = {
  before: new Date("2031-01-01T00:00:00Z"),
  during: siteInstant("2031-05-22", "19:00"),
  after: new Date("2032-01-01T00:00:00Z"),
};

interface Case {
  event: Event;
  moment: keyof typeof moments;
  now: Date;
}

const cases: Case[] = statuses.flatMap((status) =>
  precisions.flatMap((date_precision) =>
    [null, ticketPage].flatMap((ticket_url) =>
      [null, 1, 50].flatMap((attendee_limit) =>
        [false, true].flatMap((waitlist_closed) =>
          (["before", "during", "after"] as const).map((moment) => ({
            event: {
              ...pizzaDay,
              ...{ key: "luau", title: "Lūʻau", place: "Hilo", summary: "By the sea.", about: "Bring a friend." },
              ...{ recap, tab_label: null },
              ...dates[date_precision],
              ...{ status, date_precision, ticket_url, attendee_limit, waitlist_closed, time_note: "doors at 5:30 PM" },
            },
            moment,
            now: moments[moment],
          })),
        ),
      ),
    ),
  ),
);

/** Everything that the site publishes about an event, in all formats. */
function saidOf({ event, now }: Case) {
  const details = renderToStaticMarkup(<EventDetails event={event} now={now} origin={origin} heading="h2" />);
  const card = renderToStaticMarkup(<EventCard event={event} now={now} />);
  const waitlist = renderToStaticMarkup(
    <EventWaitlist
      event={event}
      now={now}
      heading="h3"
      path="/events?event=luau"
      joined={null}
      isPaused={false}
      sendsLinks
      service={null}
      browserChecks={false}
    />,
  );
  const structure = JSON.stringify(eventStructure(event, publisher, now) ?? null);
  const file = calendarFile([event], publisher);
  const offer = offerOf(event, now);
  const text = [details, card, waitlist, JSON.stringify(offer)].join("\n");
  return { details, card, waitlist, structure, file, offer, listed: listOf(event, now), text };
}

/** Whether the event has taken place; if only a month or quarter was known, we cannot say so. */
const isOfPast = ({ offer, event }: { offer: { state: string }; event: Event }) =>
  offer.state === "past" && ["exact", "day"].includes(event.date_precision);

const nameOf = ({ event, moment }: Case) =>
  `${event.status}, ${event.date_precision}, ${moment}, ${event.ticket_url ? "with" : "without"} tickets, ` +
  `limit ${event.attendee_limit}, list ${event.waitlist_closed ? "closed" : "open"}`;

/** Runs a check for every case, and names the case that fails it. */
function everyCase(which: (one: Case) => boolean, check: (said: ReturnType<typeof saidOf>, one: Case) => void): void {
  const chosen = cases.filter(which);
  expect(chosen.length).toBeGreaterThan(10);
  for (const one of chosen) {
    try {
      check(saidOf(one), one);
    } catch (error) {
      throw new Error(`${nameOf(one)}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

beforeAll(() => {
  const rows = cases
    .filter(({ event }) => event.attendee_limit === null)
    .map((one) => {
      const { offer, listed, structure, file } = saidOf(one);
      const { event, moment } = one;
      return [
        `${event.status}/${event.date_precision}/${moment}${event.ticket_url ? "/tickets" : ""}${event.waitlist_closed ? "/closed" : ""}`,
        offer.badge,
        offer.date,
        listed,
        offer.isAhead ? "next" : "-",
        offer.takesRsvp ? "RSVP" : "-",
        offer.tickets ? (offer.tickets.areOpen ? "Get Tickets" : "ticket page") : "-",
        /STATUS:(\w+)/.exec(file)?.[1] ?? "-",
        /schema\.org\/(Event\w+)/.exec(structure)?.[1] ?? "-",
        offer.waitlist.sentence,
      ].join(" | ");
    });
  console.info(["what is said and offered, 180 states (each with three limits):", ...rows].join("\n"));
});

describe("no state of an event shows an untrue sentence: status × date × tickets × limit × moment × list", () => {
  it("the cases cover the whole matrix", () => {
    expect(cases).toHaveLength(3 * 5 * 2 * 3 * 2 * 3);
    expect(new Set(cases.map(nameOf)).size).toBe(cases.length);
  });

  it("a canceled event is never next, takes no RSVP, sells nothing, has a closed list, and says Canceled", () => {
    everyCase(
      ({ event }) => event.status === "cancelled",
      ({ offer, details, card, structure }) => {
        expect(offer).toMatchObject({ isAhead: false, takesRsvp: false, tickets: null, waitlist: { isOpen: false } });
        for (const html of [details, card]) expect(html).toMatch(/Canceled|Was canceled/);
        expect(details + structure).not.toContain(ticketPage);
        expect(details).not.toContain("Add to calendar");
        expect(structure).not.toMatch(/offers|EventScheduled/);
      },
    );
  });

  it("a canceled event is in a separate list until its day is over, and then in none", () => {
    everyCase(
      ({ event }) => event.status === "cancelled",
      ({ listed }, { event, moment, now }) => {
        const isGone = moment === "after" && event.date_precision !== "tba";
        const isGoneDuring = event.over_at !== null && new Date(event.over_at) <= now;
        expect(listed).toBe(isGone || isGoneDuring ? "nowhere" : "canceled");
        expect(shelvesOf([event], now).special).toHaveLength(isGone ? 0 : 1);
        expect(tabOf([event, { ...event, key: "other", status: "scheduled" }], "")?.key).toBe("other");
      },
    );
  });

  it("a postponed event shows no old date, is listed as upcoming, sells nothing, and keeps its waitlist", () => {
    everyCase(
      ({ event }) => event.status === "postponed",
      ({ offer, listed, text, structure, file }, { event }) => {
        for (const said of [text, file]) expect(said).not.toMatch(oldDate);
        expect(offer).toMatchObject({ date: "Date to be announced", time: null, tickets: null });
        expect(listed).toBe("upcoming");
        expect(offer).toMatchObject({ state: "postponed", isAhead: false, takesRsvp: false });
        expect(offer.waitlist.isOpen).toBe(!event.waitlist_closed);
        expect(text + structure).not.toContain(ticketPage);
        // Search engines require the original date, and ignore an event without a date.
        const hadDay = ["exact", "day"].includes(event.date_precision);
        expect(structure.includes("EventPostponed")).toBe(hadDay);
        expect(structure.includes("startDate")).toBe(hadDay);
        expect(file).not.toContain("VEVENT");
      },
    );
  });

  it("calendar files and structured data give the same state as the page", () => {
    everyCase(
      ({ event }) => event.status !== "postponed",
      ({ structure, file }, { event }) => {
        const isDayKnown = ["exact", "day"].includes(event.date_precision);
        const [status, type] =
          event.status === "cancelled" ? ["CANCELLED", "EventCancelled"] : ["CONFIRMED", "EventScheduled"];
        expect(/STATUS:(\w+)/.exec(file)?.[1]).toBe(isDayKnown ? status : undefined);
        expect(/schema\.org\/(Event\w+)/.exec(structure)?.[1]).toBe(isDayKnown ? type : undefined);
      },
    );
  });

  it("tickets are shown as on sale only for a scheduled upcoming event with a link and a date", () => {
    everyCase(
      () => true,
      ({ offer, details, structure }, { event, moment }) => {
        const isSold =
          event.status === "scheduled" &&
          event.ticket_url !== null &&
          event.date_precision !== "tba" &&
          (moment === "before" || (moment === "during" && event.date_precision !== "exact"));
        expect(offer.state === "tickets-open").toBe(isSold);
        expect(details.includes("Get Tickets")).toBe(isSold);
        expect(offer.badge === "Tickets are on sale").toBe(isSold);
        expect(structure.includes("offers")).toBe(isSold && ["exact", "day"].includes(event.date_precision));
        if (event.ticket_url === null) expect(details).not.toMatch(/Tickets|ticket page/);
      },
    );
  });

  it("the sentence above the form fits the state: no tickets are promised", () => {
    everyCase(
      () => true,
      ({ offer }, { event }) => {
        const { isOpen, sentence } = offer.waitlist;
        expect(sentence).not.toMatch(/tickets are available/);
        expect(sentence === "Join the list to get email updates about this event.").toBe(
          isOpen && offer.state === "announced" && event.date_precision !== "tba",
        );
        expect(/^Tickets are on sale\./.test(sentence)).toBe(isOpen && offer.state === "tickets-open");
        expect(/^This edition is over\./.test(sentence)).toBe(isOpen && isOfPast({ offer, event }));
        expect(/is on now/.test(sentence)).toBe(isOpen && offer.state === "on-now");
        const hasPassedUndated = offer.state === "past" && !isOfPast({ offer, event });
        expect(/(new|next) date/.test(sentence)).toBe(isOpen && (offer.state === "postponed" || hasPassedUndated));
        expect(/[Jj]oin the list/.test(sentence) || /join it to hear/.test(sentence)).toBe(isOpen);
      },
    );
  });

  it("an open list asks for consent to its purpose: the next edition once this one is over, else this event", () => {
    everyCase(
      ({ event }) => event.status !== "cancelled" && !event.waitlist_closed,
      ({ offer, waitlist }, { event }) => {
        expect(/updates about the next edition/.test(waitlist)).toBe(isOfPast({ offer, event }));
        expect(/updates about this event/.test(waitlist)).toBe(!isOfPast({ offer, event }));
      },
    );
  });

  it("the recap is shown only for a past event", () => {
    everyCase(
      () => true,
      ({ offer, details, card }) => {
        for (const html of [details, card]) expect(html.includes(recap)).toBe(offer.state === "past");
      },
    );
  });

  it("Google, Outlook and a file are offered for every upcoming event whose day is known", () => {
    everyCase(
      ({ event }) => event.status === "scheduled",
      ({ offer, details }, { event }) => {
        const { date_precision: precision } = event;
        for (const way of ["(.ics)", "Add to Google", "Add to Outlook"]) {
          expect(details.includes(way)).toBe(offer.isAhead && ["exact", "day"].includes(precision));
        }
      },
    );
  });

  it("a closed list says that nobody can join, has no form, takes no RSVP, and mentions a cancellation", () => {
    everyCase(
      ({ event }) => event.waitlist_closed || event.status === "cancelled",
      ({ offer, waitlist }, { event }) => {
        expect(waitlist).not.toContain("<form");
        expect(offer.takesRsvp).toBe(false);
        expect(offer.waitlist.isOpen).toBe(false);
        expect(offer.waitlist.sentence).toMatch(/nobody can join/i);
        expect(offer.waitlist.sentence.includes("canceled")).toBe(event.status === "cancelled");
      },
    );
  });

  it("a past event is never shown as upcoming, and “took place” only if its day is known", () => {
    everyCase(
      ({ event, now }) => event.status === "scheduled" && event.over_at !== null && new Date(event.over_at) <= now,
      ({ offer, listed, details }, { event }) => {
        expect(listed).toBe("past");
        expect(offer).toMatchObject({ state: "past", isAhead: false, takesRsvp: false });
        expect(details).not.toContain("Add to calendar");
        expect(offer.badge.startsWith("Took place")).toBe(["exact", "day"].includes(event.date_precision));
      },
    );
  });

  it("the attendee limit is shown exactly, with the noun in the right number", () => {
    everyCase(
      () => true,
      ({ details }, { event }) => {
        const said = /Limited to [^<]*/.exec(details)?.[0];
        const { attendee_limit: limit } = event;
        expect(said).toBe(limit === null ? undefined : `Limited to ${limit} ${limit === 1 ? "attendee" : "attendees"}`);
      },
    );
  });
});
