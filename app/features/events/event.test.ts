import { describe, expect, it } from "vitest";
import {
  changesOf,
  dateOf,
  type Event,
  firstDayOf,
  hasExactTime,
  pathOf,
  shortTitle,
  stateOf,
  stateSentence,
  timeOf,
  waitlistSentence,
} from "./event.ts";

const pizza: Event = {
  id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
  key: "bitcoin",
  title: "Bitcoin Pizza Day 2025",
  starts_at: "2025-05-22T18:00:00-10:00",
  ends_at: "2025-05-22T20:00:00-10:00",
  previous_starts_at: null,
  date_precision: "exact",
  over_at: "2025-05-22T20:00:00-10:00",
  time_note: null,
  place: "Co-working space in Kahala",
  attendee_limit: 50,
  summary: "An evening with pizza.",
  about: "",
  recap: null,
  recap_url: null,
  ticket_url: null,
  poster_path: null,
  poster_alt: null,
  poster_width: null,
  poster_height: null,
  status: "scheduled",
  tab_order: 1,
  tab_label: "Bitcoin Pizza Day",
  sequence: 0,
  created_at: "2025-01-01T00:00:00Z",
  updated_at: "2025-01-01T00:00:00Z",
};
const coarse = (precision: Event["date_precision"], starts: string, over: string): Event => ({
  ...pizza,
  date_precision: precision,
  starts_at: starts,
  ends_at: null,
  over_at: over,
});
const withoutEnd: Event = { ...pizza, ends_at: null, over_at: "2025-05-23T00:00:00-10:00" };
const day = coarse("day", "2025-05-22T00:00:00-10:00", "2025-05-23T00:00:00-10:00");
const month = coarse("month", "2025-05-01T00:00:00-10:00", "2025-06-01T00:00:00-10:00");
const quarter = coarse("quarter", "2026-07-01T00:00:00-10:00", "2026-10-01T00:00:00-10:00");
const tba: Event = { ...pizza, date_precision: "tba", starts_at: null, ends_at: null, over_at: null };
const withTickets = (event: Event): Event => ({ ...event, ticket_url: "https://tickets.example.org/1" });
const at = (honolulu: string) => new Date(`${honolulu}-10:00`);

describe("the state of an event, in Pacific/Honolulu", () => {
  it.each<[string, Event, string, string]>([
    ["exact: announced until it starts", pizza, "2025-05-22T17:59:59.999", "announced"],
    ["exact: on now from its first instant", pizza, "2025-05-22T18:00", "on-now"],
    ["exact: on now until its last instant", pizza, "2025-05-22T19:59:59.999", "on-now"],
    ["exact: past from its end", pizza, "2025-05-22T20:00", "past"],
    ["exact without an end: on now until midnight", withoutEnd, "2025-05-22T23:59:59.999", "on-now"],
    ["exact without an end: past from midnight", withoutEnd, "2025-05-23T00:00", "past"],
    ["exact with tickets: open until it starts", withTickets(pizza), "2025-05-22T17:59:59.999", "tickets-open"],
    ["exact with tickets: on now, not open", withTickets(pizza), "2025-05-22T18:00", "on-now"],
    ["exact with tickets: past, whatever is for sale", withTickets(pizza), "2025-05-22T20:00", "past"],
    ["day: announced the day before", day, "2025-05-21T23:59:59.999", "announced"],
    ["day: never on now", day, "2025-05-22T12:00", "announced"],
    ["day: there until its last instant", day, "2025-05-22T23:59:59.999", "announced"],
    ["day: past after its day", day, "2025-05-23T00:00", "past"],
    ["day with tickets: open", withTickets(day), "2025-05-21T12:00", "tickets-open"],
    ["month: there until its last instant", month, "2025-05-31T23:59:59.999", "announced"],
    ["month: past after its last day", month, "2025-06-01T00:00", "past"],
    ["month with tickets: open", withTickets(month), "2025-04-01T00:00", "tickets-open"],
    ["quarter: announced before it begins", quarter, "2026-06-30T23:59:59.999", "announced"],
    ["quarter: never on now", quarter, "2026-08-15T12:00", "announced"],
    ["quarter: there until its last instant", quarter, "2026-09-30T23:59:59.999", "announced"],
    ["quarter: past after its last day", quarter, "2026-10-01T00:00", "past"],
    ["quarter with tickets: open", withTickets(quarter), "2026-06-30T12:00", "tickets-open"],
    ["tba: announced, always", tba, "2040-01-01T00:00", "announced"],
    ["tba: announced, tickets or not", withTickets(tba), "2025-01-01T00:00", "announced"],
    ["canceled before its time", { ...pizza, status: "cancelled" }, "2025-05-01T00:00", "cancelled"],
    ["canceled at its time: not on now", { ...pizza, status: "cancelled" }, "2025-05-22T19:00", "cancelled"],
    ["canceled, tickets or not", withTickets({ ...pizza, status: "cancelled" }), "2025-05-01T00:00", "cancelled"],
    ["postponed before its time", { ...pizza, status: "postponed" }, "2025-05-01T00:00", "postponed"],
    ["postponed at its time: not on now", { ...pizza, status: "postponed" }, "2025-05-22T19:00", "postponed"],
    ["postponed without a date", { ...tba, status: "postponed" }, "2025-05-01T00:00", "postponed"],
  ])("%s", (_promise, event, now, state) => {
    expect(stateOf(event, at(now))).toBe(state);
  });

  it("does not depend on how the database writes an instant", () => {
    const written = { ...pizza, starts_at: "2025-05-23 04:00:00+00", over_at: "2025-05-23 06:00:00+00" };
    expect(stateOf(written, at("2025-05-22T17:59"))).toBe("announced");
    expect(stateOf(written, at("2025-05-22T18:00"))).toBe("on-now");
    expect(stateOf(written, at("2025-05-22T20:00"))).toBe("past");
    expect(dateOf(written)).toBe("Thursday, May 22, 2025");
  });
});

describe("the sentence about the state", () => {
  const before = at("2025-01-01T00:00");
  const after = at("2027-01-01T00:00");

  it.each<[Event, Date, string]>([
    [pizza, before, "Announced"],
    [day, before, "Announced"],
    [month, before, "Announced"],
    [quarter, before, "Announced"],
    [tba, before, "Date to be announced"],
    [withTickets(tba), before, "Date to be announced"],
    [withTickets(pizza), before, "Tickets are open"],
    [withTickets(quarter), before, "Tickets are open"],
    [pizza, at("2025-05-22T19:00"), "On now"],
    [pizza, after, "Took place May 22, 2025"],
    [withoutEnd, after, "Took place May 22, 2025"],
    [day, after, "Took place May 22, 2025"],
    [month, after, "May 2025 has passed; a new date is not announced yet"],
    [quarter, after, "Q3 2026 has passed; a new date is not announced yet"],
    [{ ...pizza, status: "cancelled" }, before, "Canceled"],
    [{ ...pizza, status: "cancelled" }, after, "Was canceled (May 22, 2025)"],
    [{ ...day, status: "cancelled" }, after, "Was canceled (May 22, 2025)"],
    [{ ...pizza, status: "postponed" }, before, "Postponed; a new date is not announced yet"],
    [{ ...tba, status: "postponed" }, after, "Postponed; a new date is not announced yet"],
  ])("is word for word as ruled (%#)", (event, now, sentence) => {
    expect(stateSentence(event, now)).toBe(sentence);
  });

  it.each<[string, Event]>([
    ["exact", { ...pizza, status: "postponed" }],
    ["day", { ...day, status: "postponed" }],
    ["month", { ...month, status: "postponed" }],
    ["quarter", { ...quarter, status: "postponed" }],
  ])("never says of a postponed event that it took place (%s)", (_precision, event) => {
    expect(stateSentence(event, after)).toBe("Postponed; a new date is not announced yet");
    expect(waitlistSentence(event, after)).not.toContain("This edition is over");
  });

  it.each<[string, Event]>([
    ["month", { ...month, status: "cancelled" }],
    ["quarter", { ...quarter, status: "cancelled" }],
  ])("says of a canceled event that it was canceled, also when only its %s was known", (_precision, event) => {
    expect(stateSentence(event, after)).toMatch(/^Was canceled/);
  });

  it("says of a past event that the list is for the next edition", () => {
    expect(waitlistSentence(pizza, after)).toBe(
      "This edition is over. The list is for the next one: join it and you hear first when it opens.",
    );
    expect(waitlistSentence(quarter, after)).toMatch(/^This edition is over\./);
    expect(waitlistSentence(pizza, before)).toBe("Join the list and you hear first when tickets are available.");
    expect(waitlistSentence(tba, after)).toBe("Join the list and you hear first when tickets are available.");
  });
});

describe("the date and time of an event", () => {
  it.each<[Event, string]>([
    [pizza, "Thursday, May 22, 2025"],
    [day, "Thursday, May 22, 2025"],
    [month, "May 2025"],
    [quarter, "Q3 2026"],
    [tba, "Date to be announced"],
  ])("is as precise as it is known: %#", (event, words) => {
    expect(dateOf(event)).toBe(words);
  });

  it("is Honolulu's, also where the day in UTC is another", () => {
    expect(dateOf({ ...withoutEnd, starts_at: "2025-05-23T09:59:59Z" })).toBe("Thursday, May 22, 2025");
    expect(dateOf({ ...withoutEnd, starts_at: "2025-05-23T10:00:00Z" })).toBe("Friday, May 23, 2025");
  });

  it("is printed with HST where it is exact", () => {
    expect(timeOf(pizza)).toBe("6:00 PM to 8:00 PM HST");
    expect(timeOf(withoutEnd)).toBe("6:00 PM HST");
    expect(timeOf({ ...pizza, time_note: "doors at 5:30 PM" })).toBe("6:00 PM to 8:00 PM HST, doors at 5:30 PM");
  });

  it("is the note alone where no exact time is known: no end time is derived", () => {
    const note = "Multiple sessions throughout the day";
    expect(timeOf({ ...quarter, time_note: note })).toBe(note);
    expect(timeOf(quarter)).toBeNull();
    expect(timeOf(day)).toBeNull();
    expect(timeOf(tba)).toBeNull();
  });
});

describe("an event's page", () => {
  it("is /events/{key}, and /global-pizza-party for the Global Pizza Party", () => {
    expect(pathOf(pizza)).toBe("/events/bitcoin");
    expect(pathOf({ key: "global-pizza-party" })).toBe("/global-pizza-party");
  });

  it("is named in tabs and waitlists by the tab's label, else by its title", () => {
    expect(shortTitle(pizza)).toBe("Bitcoin Pizza Day");
    expect(shortTitle({ ...pizza, tab_label: null })).toBe("Bitcoin Pizza Day 2025");
  });
});

describe("a calendar", () => {
  it("takes exact times alone", () => {
    expect([pizza, withoutEnd].every(hasExactTime)).toBe(true);
    expect([day, month, quarter, tba].some(hasExactTime)).toBe(false);
  });
});

describe("an event of several days", () => {
  const from = (starts_at: string, ends_at: string): Event => ({ ...pizza, starts_at, ends_at, over_at: ends_at });
  const conference = from("2027-05-20T09:00:00-10:00", "2027-05-22T17:00:00-10:00");

  it("says from which day to which", () => {
    expect([dateOf(conference), timeOf(conference)]).toEqual(["May 20, 9:00 AM to May 22, 2027, 5:00 PM HST", null]);
  });

  it("names both years where it ends in another one", () => {
    expect(dateOf(from("2026-12-31T09:00:00-10:00", "2027-01-02T01:30:00-10:00"))).toBe(
      "December 31, 2026, 9:00 AM to January 2, 2027, 1:30 AM HST",
    );
  });

  it("keeps what else is said of its time", () => {
    expect(timeOf({ ...conference, time_note: "doors at 8:30" })).toBe("doors at 8:30");
  });

  it("is one evening where it ends after midnight", () => {
    const party = from("2026-12-31T21:00:00-10:00", "2027-01-01T01:30:00-10:00");
    expect([dateOf(party), timeOf(party)]).toEqual(["Thursday, December 31, 2026", "9:00 PM to 1:30 AM HST"]);
  });

  it("has its first day on the plate that stands for a poster", () => {
    expect(firstDayOf(conference)).toBe("Thursday, May 20, 2027");
  });
});

describe("the moments at which something changes for some events", () => {
  const events = [
    pizza,
    withoutEnd,
    day,
    month,
    quarter,
    tba,
    withTickets(pizza),
    { ...day, status: "cancelled" as const },
  ];
  const changes = [...new Set(changesOf(events))].sort((one, other) => one - other);
  const said = (moment: number) => {
    const now = new Date(moment);
    return events.map((event) => [stateOf(event, now), stateSentence(event, now), waitlistSentence(event, now)]);
  };

  it("are there, so that the next test looks at some", () => {
    expect(changes.length).toBeGreaterThan(4);
  });

  it.each([0, ...changes])("leave nothing that changes between %i and the next of them", (moment) => {
    const next = changes.find((change) => change > moment) ?? moment + 100 * 365 * 86_400_000;
    expect(said(next - 1)).toEqual(said(moment));
  });

  it("are the start and the end of each, where they are known", () => {
    expect(changesOf([pizza])).toEqual([Date.parse(pizza.starts_at ?? ""), Date.parse(pizza.over_at ?? "")]);
    expect(changesOf([tba])).toEqual([]);
  });
});
