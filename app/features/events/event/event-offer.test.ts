import { describe, expect, it } from "vitest";
import { changesOf, dateOf, type Event } from "./event.ts";
import { inOrder, nextOrLast, offerOf, shelvesOf, shownOf, tabOf } from "./event-offer.ts";
import { pizzaDay as pizza } from "./pizza-day.fixture.ts";

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
    ["cancelled before its time", { ...pizza, status: "cancelled" }, "2025-05-01T00:00", "cancelled"],
    ["cancelled at its time: not on now", { ...pizza, status: "cancelled" }, "2025-05-22T19:00", "cancelled"],
    ["cancelled, tickets or not", withTickets({ ...pizza, status: "cancelled" }), "2025-05-01T00:00", "cancelled"],
    ["postponed before its time", { ...pizza, status: "postponed" }, "2025-05-01T00:00", "postponed"],
    ["postponed at its time: not on now", { ...pizza, status: "postponed" }, "2025-05-22T19:00", "postponed"],
    ["postponed without a date", { ...tba, status: "postponed" }, "2025-05-01T00:00", "postponed"],
  ])("%s", (_promise, event, now, state) => {
    expect(offerOf(event, at(now)).state).toBe(state);
  });

  it("is the same for every timestamp format the database may use", () => {
    const written = { ...pizza, starts_at: "2025-05-23 04:00:00+00", over_at: "2025-05-23 06:00:00+00" };
    expect(offerOf(written, at("2025-05-22T17:59")).state).toBe("announced");
    expect(offerOf(written, at("2025-05-22T18:00")).state).toBe("on-now");
    expect(offerOf(written, at("2025-05-22T20:00")).state).toBe("past");
    expect(dateOf(written)).toBe("Thursday, May 22, 2025");
  });
});

describe("the lists on the events page", () => {
  const now = at("2025-05-01T00:00");
  const events = [
    { ...month, key: "month", tab_order: null },
    { ...pizza, key: "canceled", status: "cancelled" as const, tab_order: 2 },
    { ...pizza, key: "soon", tab_order: null },
    { ...pizza, key: "off", status: "cancelled" as const, tab_order: null },
    { ...tba, key: "some-day", tab_order: null },
    { ...pizza, key: "moved", status: "postponed" as const, tab_order: null },
    {
      ...pizza,
      key: "moved-from-the-past",
      status: "postponed" as const,
      over_at: "2025-01-01T00:00:00Z",
      tab_order: null,
    },
    { ...pizza, key: "over", over_at: "2025-04-01T00:00:00Z", tab_order: null },
  ];
  const keys = (some: Event[]) => some.map(({ key }) => key);
  const keysOfLists = (all: Event[], moment: Date) =>
    Object.fromEntries(Object.entries(shelvesOf(all, moment)).map(([name, some]) => [name, keys(some)]));

  it("put postponed events last among the upcoming ones, and list canceled and past ones separately", () => {
    expect(keysOfLists(inOrder(events, now), now)).toEqual({
      special: ["canceled"],
      upcoming: ["soon", "month", "some-day", "moved", "moved-from-the-past"],
      canceled: ["off"],
      past: ["over"],
    });
  });

  it("give other pages the next event, or the last one with a known day if none is ahead", () => {
    const shown = (all: Event[], moment = now) => nextOrLast(inOrder(all, moment), moment)?.key ?? null;
    const without = (...left: string[]) => events.filter(({ key }) => !left.includes(key));
    expect([shown(events), shown(without("soon")), shown(without("soon", "month"))]).toEqual([
      "soon",
      "month",
      "some-day",
    ]);
    expect(shown(without("soon", "month", "some-day"))).toBe("over");
    expect(shown([{ ...month, over_at: "2025-01-01T00:00:00Z" }])).toBeNull();
    expect(shown([{ ...pizza, status: "cancelled" }], at("2025-06-01T00:00"))).toBeNull();
    expect([shown([]), shown([{ ...pizza, status: "postponed" }])]).toEqual([null, null]);
  });

  it("open on the first tab, with what comes next above it unless it is that, or on the next event if there is no tab", () => {
    const shown = (all: Event[], key = "", moment = now) => {
      const { event, next } = shownOf(shelvesOf(inOrder(all, moment), moment), key, moment);
      return [event?.key ?? null, next?.key ?? null];
    };
    const tab = { ...pizza, key: "tab", starts_at: "2025-05-10T18:00:00-10:00" };
    const later = { ...tab, key: "later", starts_at: "2025-05-12T18:00:00-10:00", tab_order: 2 };
    const soon = { ...tab, key: "soon", starts_at: "2025-05-05T18:00:00-10:00", tab_order: null };
    const someDay = { ...tba, key: "some-day", tab_order: null };
    expect(shown([later, tab, soon])).toEqual(["tab", "soon"]);
    expect(shown([later, tab, soon], "later")).toEqual(["later", "soon"]);
    expect(shown([later, tab], "later")).toEqual(["later", "tab"]);
    expect(shown([later, { ...tab, status: "cancelled" }])).toEqual(["later", null]);
    expect(shown([later, tab, someDay])).toEqual(["tab", null]);
    expect(shown([{ ...tab, over_at: "2025-04-01T00:00:00Z" }, someDay])).toEqual(["tab", "some-day"]);
    expect(shown([soon, someDay])).toEqual(["soon", null]);
    expect(shown([later, tab], "", at("2026-01-01T00:00"))).toEqual(["tab", null]);
    expect(shown([])).toEqual([null, null]);
  });

  it("drop a canceled event once its day is over, from the tabs as well as below them", () => {
    const later = at("2025-05-23T00:00");
    expect(keysOfLists(events, later)).toMatchObject({ special: [], canceled: [] });
    expect(keysOfLists(events, later).past).not.toContain("off");
  });

  it("show a canceled event's tab only on request or if there is no other tab", () => {
    const tabs = [
      { ...pizza, key: "canceled", status: "cancelled" as const },
      { ...pizza, key: "other" },
    ];
    expect([tabOf(tabs, "")?.key, tabOf(tabs, "canceled")?.key]).toEqual(["other", "canceled"]);
    expect([tabOf(tabs.slice(0, 1), "")?.key, tabOf([], "")]).toEqual(["canceled", null]);
  });
});

describe("the badge and sentence about the state", () => {
  const before = at("2025-01-01T00:00");
  const after = at("2027-01-01T00:00");

  it.each<[Event, Date, string]>([
    [pizza, before, "Announced"],
    [day, before, "Announced"],
    [month, before, "Announced"],
    [quarter, before, "Announced"],
    [tba, before, "Date to be announced"],
    [withTickets(tba), before, "Date to be announced"],
    [withTickets(pizza), before, "Tickets are on sale"],
    [withTickets(quarter), before, "Tickets are on sale"],
    [pizza, at("2025-05-22T19:00"), "On now"],
    [pizza, after, "Took place May 22, 2025"],
    [withoutEnd, after, "Took place May 22, 2025"],
    [day, after, "Took place May 22, 2025"],
    [month, after, "May 2025 has passed"],
    [quarter, after, "Q3 2026 has passed"],
    [{ ...pizza, status: "cancelled" }, before, "Canceled"],
    [{ ...pizza, status: "cancelled" }, after, "Was canceled (May 22, 2025)"],
    [{ ...day, status: "cancelled" }, after, "Was canceled (May 22, 2025)"],
    [{ ...pizza, status: "postponed" }, before, "Postponed; a new date is not announced yet"],
    [{ ...tba, status: "postponed" }, after, "Postponed; a new date is not announced yet"],
  ])("has the agreed badge, word for word (%#)", (event, now, sentence) => {
    expect(offerOf(event, now).badge).toBe(sentence);
  });

  it.each<[string, Event]>([
    ["exact", { ...pizza, status: "postponed" }],
    ["day", { ...day, status: "postponed" }],
    ["month", { ...month, status: "postponed" }],
    ["quarter", { ...quarter, status: "postponed" }],
  ])("never says of a postponed event that it took place (%s)", (_precision, event) => {
    expect(offerOf(event, after).badge).toBe("Postponed; a new date is not announced yet");
    expect(offerOf(event, after).waitlist.sentence).not.toContain("This edition is over");
  });

  it.each<[string, Event]>([
    ["month", { ...month, status: "cancelled" }],
    ["quarter", { ...quarter, status: "cancelled" }],
  ])("says that a past canceled event was canceled, even if only its %s was known", (_precision, event) => {
    expect(offerOf(event, after).badge).toMatch(/^Was canceled/);
  });

  it("says that a past event's list is for the next edition, or for a new date if its day was never known", () => {
    expect(offerOf(pizza, after).waitlist.sentence).toBe(
      "This edition is over. The list is for the next one: join it to hear about it.",
    );
    expect(offerOf(quarter, after).waitlist.sentence).toBe(
      "Join the list to be notified when the next date is announced, and when tickets become available.",
    );
    expect(offerOf(pizza, before).waitlist.sentence).toBe("Join the list to get email updates about this event.");
    expect(offerOf(tba, after).waitlist.sentence).toBe(
      "Join the list to be notified when the date is announced, and when tickets become available.",
    );
  });
});

describe("the moments at which an event's offer changes", () => {
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
    return events.map((event) => offerOf(event, now));
  };

  it("are numerous enough for the next test to be meaningful", () => {
    expect(changes.length).toBeGreaterThan(4);
  });

  it.each([0, ...changes])("leave every offer the same from %i until the next of them", (moment) => {
    const next = changes.find((change) => change > moment) ?? moment + 100 * 365 * 86_400_000;
    expect(said(next - 1)).toEqual(said(moment));
  });

  it("are the known start and end of each event", () => {
    expect(changesOf([pizza])).toEqual([Date.parse(pizza.starts_at ?? ""), Date.parse(pizza.over_at ?? "")]);
    expect(changesOf([tba])).toEqual([]);
  });
});
