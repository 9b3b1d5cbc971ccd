import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import { EntryFacts, EventTitle, WaysOut } from "./status-details.tsx";
import type { TicketEntry, Waiting } from "./status-page.server.ts";
import { type Placed, Ticket } from "./ticket.tsx";
import type { OwnWorkshop } from "./workshops.server.ts";
import { Workshops } from "./workshops.tsx";

const now = new Date("2025-05-01T00:00:00Z");
const entry = (isPublished: boolean) =>
  ({
    event: { ...pizzaDay, is_published: isPublished },
    tickets_notified_at: null,
    position: 3,
    reservation: null,
    workshops: [],
  }) as Partial<Waiting> as Waiting;
const shown = (isPublished: boolean) =>
  renderToStaticMarkup(
    <>
      <EventTitle event={entry(isPublished).event} />
      <EntryFacts entry={entry(isPublished)} now={now} />
    </>,
  );

describe("the status page", () => {
  it("links to a published event and shows its date", () => {
    expect(shown(true)).toContain(`href="/events/${pizzaDay.key}"`);
    expect(shown(true)).toContain("<dt>Date</dt>");
  });

  it("links to the tickets after a ticket notification, if there is a ticket URL", () => {
    const told = (ticketUrl: string | null) => {
      const event = { ...entry(true).event, ticket_url: ticketUrl, starts_at: "2025-05-22T04:00:00Z" };
      const waiting = { ...entry(true), event, tickets_notified_at: "2025-04-01T00:00:00Z", position: null } as Waiting;
      return renderToStaticMarkup(<EntryFacts entry={waiting} now={now} />);
    };
    expect(told("https://tickets.example/1")).toContain('<a href="https://tickets.example/1">Get tickets</a>');
    expect(told(null)).not.toContain("<a ");
  });

  it("says that the list of an event that is over is for the next edition", () => {
    const facts = (at: string) => {
      const event = { ...entry(true).event, starts_at: "2025-05-22T04:00:00Z" };
      return renderToStaticMarkup(<EntryFacts entry={{ ...entry(true), event }} now={new Date(at)} />);
    };
    expect(facts("2025-05-01T00:00:00Z")).not.toContain("next edition");
    expect(facts("2025-06-01T00:00:00Z")).toContain("people joined. The list is for the next edition.");
  });

  it("says whether others can sign up only to who is not there yet", () => {
    const facts = (checkedInAt: string | null) => {
      const reservation = { state: "placed", attends: "room", free: 3, sign_up: "open", checked_in_at: checkedInAt };
      const waiting = { ...entry(true), reservation } as Partial<Waiting> as Waiting;
      return renderToStaticMarkup(<EntryFacts entry={waiting} now={now} />);
    };
    expect(facts(null)).toContain("<dt>Status</dt>");
    expect(facts("2025-05-01T00:00:00Z")).not.toContain("<dt>Status</dt>");
    expect(facts("2025-05-01T00:00:00Z")).toContain("<dt>Date</dt>");
  });

  it("says which evening a canceled event was planned for, and no outdated date of a postponed one", () => {
    const starts = { starts_at: "2025-05-22T18:00:00-10:00" };
    const facts = (event: object) => {
      const waiting = { ...entry(true), event: { ...entry(true).event, ...starts, ...event } } as Waiting;
      return renderToStaticMarkup(<EntryFacts entry={waiting} now={now} />);
    };
    expect(facts({ status: "cancelled" })).toContain(
      "<dt>Was planned for</dt><dd>Thursday, May 22, 2025, 6:00 PM to 8:00 PM HST</dd>",
    );
    expect(facts({ status: "cancelled", date_precision: "month" })).not.toContain("planned");
    expect(facts({ status: "cancelled", is_published: false })).not.toContain("planned");
    expect(facts({ status: "postponed" })).not.toMatch(/May 22|planned/);
  });

  it("says it on the ticket and of a workshop, too", () => {
    const reservation = { state: "placed", attends: "room", party: 1, code: "ABCD2345", checked_in_at: null } as Placed;
    const event = { ...pizzaDay, starts_at: "2025-05-22T18:00:00-10:00", status: "cancelled" as const };
    const ticket = { event, name: "Keola", reservation } as object as TicketEntry;
    const workshop = { key: "first-wallet", event, own: null, sign_up: "closed", places: [] } as object as OwnWorkshop;
    const said = "Canceled. It was planned for Thursday, May 22, 2025, 6:00 PM to 8:00 PM HST.";
    const origin = "https://example.org";
    expect(
      renderToStaticMarkup(
        <Ticket entry={ticket} reservation={reservation} drawing={null} origin={origin} now={now} />,
      ),
    ).toContain(`<dt>When</dt><dd>${said}</dd>`);
    expect(renderToStaticMarkup(<Workshops workshops={[workshop]} now={now} sendsMail service={null} />)).toContain(
      `<p>${said}</p>`,
    );
  });

  it("shows only the title and position for a draft to which the list was carried over, without links", () => {
    expect(shown(false)).toContain(pizzaDay.title);
    expect(shown(false)).toContain("The next date is not announced yet");
    expect(shown(false)).toContain("Number 3");
    expect(shown(false)).not.toMatch(/<a |<dt>Date|<dt>Where/);
  });
});

describe("the ways out", () => {
  const text = (state: string | null, more: object = {}, event: object = {}) => {
    const reservation = state ? { state, party: 2, free: 0, sign_up: "open", checked_in_at: null, ...more } : null;
    const waiting = { ...entry(true), event: { ...entry(true).event, ...event }, reservation } as Waiting;
    return renderToStaticMarkup(<WaysOut entry={waiting} forwardedTo={null} now={now} />);
  };

  it.each([
    ["a spot", text("placed"), "Give up your reservation", "Someone else can then have it."],
    ["an offer", text("offered"), "Leave the waitlist", "You lose the offer and your waitlist position."],
    ["a position in line", text("waiting"), "Leave the waitlist", "You lose your waitlist position."],
    ["a waitlist entry", text(null), "Leave the waitlist", "You lose your waitlist position."],
    ["a canceled reservation", text("canceled"), "Erase your entry", "You get no more emails about this event."],
    ["who has come", text("placed", { checked_in_at: "2025-05-01T00:00:00Z" }), "Erase your entry", "no more emails"],
    ["an event that is over", text("placed", {}, { over_at: now.toISOString() }), "Erase your entry", "no more emails"],
    ["a canceled event", text("placed", {}, { status: "cancelled" }), "Erase your entry", "no more emails"],
    ["the list of one", text(null, {}, { status: "cancelled" }), "Leave the waitlist", "no more emails"],
  ])("name what is given up for %s", (_, shown, title, lost) => {
    expect(shown).toContain(title);
    expect(shown).toContain(lost);
    for (const other of ["Give up your reservation", "Leave the waitlist", "Erase your entry"])
      if (other !== title) expect(shown).not.toContain(other);
  });

  it("name the workshops whose spots end with the reservation, and no others", () => {
    const workshop = (title: string, own: object | null, event: object = {}) => ({
      own: own && { goes_too: true, state: "placed", in_line: null, page: null, ...own },
      event: { ...entry(true).event, title, ...event },
    });
    const shown = (...workshops: object[]) => {
      const reservation = { state: "placed", party: 1, free: 0, sign_up: "open", checked_in_at: null };
      const waiting = { ...entry(true), reservation, workshops } as unknown as Waiting;
      return renderToStaticMarkup(<WaysOut entry={waiting} forwardedTo={null} now={now} />);
    };
    expect(shown(workshop("Solidity", {}), workshop("Wallets", { state: "waiting" }))).toContain(
      "You also lose your spot or waitlist position at Solidity and Wallets. An undo does not bring that back.",
    );
    const others = [
      workshop("Nodes", null),
      workshop("Keys", { goes_too: false }),
      workshop("Seeds", { state: "declined" }),
      workshop("Forks", {}, { status: "cancelled" }),
    ];
    expect(shown(...others)).not.toContain("You also lose");
  });

  it("say that an event is full, even to the person who has its last spot", () => {
    const reservation = { state: "placed", party: 1, free: 0, sign_up: "open" } as Waiting["reservation"];
    const event = { ...entry(true).event, takes_reservations: true, starts_at: "2025-05-22T04:00:00Z" };
    const full = { ...entry(true), event, reservation } as Waiting;
    expect(renderToStaticMarkup(<EntryFacts entry={full} now={now} />)).toContain("Full, with a waitlist");
  });
});
