import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pizzaDay } from "../../events/event/pizza-day.fixture.ts";
import type { Reservation } from "../reservations/reservation.ts";
import { OwnReservation } from "./own-reservation.tsx";
import type { Waiting } from "./status-page.server.ts";

const now = new Date("2025-05-01T00:00:00Z");
const waiting = { state: "waiting", position: 3, party: 1, attends: "room", sign_up: "open", free: 0 };
const shown = (event: object, confirmedAt: string | null = null) =>
  renderToStaticMarkup(
    <OwnReservation
      entry={
        {
          event: {
            ...{ ...pizzaDay, admission: "here", party_limit: 4, status: "scheduled", date_precision: "exact" },
            ...{ starts_at: "2025-05-22T04:00:00Z", ends_at: "2025-05-22T06:00:00Z", over_at: "2025-05-22T06:00:00Z" },
            ...event,
          },
          email: "kai@example.org",
          confirmed_at: confirmedAt,
          reservation: waiting,
          workshops: [],
        } as unknown as Waiting
      }
      reservation={waiting as unknown as Reservation}
      now={now}
      ticket="/t/1"
      calendar="/w/1.ics"
      attendance="/w/1/attendance"
      sendsMail
    />,
  );
const over = { starts_at: "2025-04-01T04:00:00Z", ends_at: "2025-04-01T06:00:00Z", over_at: "2025-04-01T06:00:00Z" };

describe("what a person has at an event", () => {
  it("has the button that confirms their address before all other forms", () => {
    const page = shown({});
    expect(page).toContain("Confirm your address below");
    expect(page.indexOf("Confirm this address")).toBeGreaterThan(0);
    expect(page.indexOf("Confirm this address")).toBeLessThan(page.indexOf("Save number of people"));
    expect(page.indexOf("Confirm this address")).toBeLessThan(page.indexOf("Free spots go to"));
    expect(shown({}, "2025-04-01T00:00:00Z")).not.toContain("Confirm this address");
  });

  it.each([{ status: "cancelled" }, over])(
    "says nothing of the order of a waitlist, nor asks for an address, once nobody gets a spot: %j",
    (event) => {
      for (const words of ["Free spots go to", "Confirm this address"]) {
        expect(shown({})).toContain(words);
        expect(shown(event)).not.toContain(words);
      }
    },
  );
});
