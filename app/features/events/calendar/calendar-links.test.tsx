import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { CalendarLinks, googleCalendarUrl, outlookCalendarUrl } from "./calendar-links.tsx";

const origin = "https://hawaii.example.org";
const pizza: Event & { starts_at: string } = {
  ...pizzaDay,
  title: "Pizza & art #1",
  starts_at: "2027-05-23 04:00:00+00",
  ends_at: "2027-05-23 06:00:00+00",
  over_at: "2027-05-23 06:00:00+00",
};

describe("the link to an online calendar", () => {
  it("gives Google the event in UTC, with every part encoded and an absolute URL", () => {
    const url = new URL(googleCalendarUrl(pizza, origin) ?? "");
    expect(url.origin + url.pathname).toBe("https://calendar.google.com/calendar/render");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: "TEMPLATE",
      text: "Pizza & art #1",
      dates: "20270523T040000Z/20270523T060000Z",
      location: "Co-working space in Kahala",
      details: "An evening with pizza.\n\nhttps://hawaii.example.org/events/bitcoin",
    });
  });

  it("gives Outlook the same event in Honolulu time with its offset, and no plus sign for a space", () => {
    const text = outlookCalendarUrl(pizza, origin) ?? "";
    const url = new URL(text);
    expect(text).not.toContain("+");
    expect(url.origin + url.pathname).toBe("https://outlook.live.com/calendar/0/deeplink/compose");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      path: "/calendar/action/compose",
      rru: "addevent",
      subject: "Pizza & art #1",
      startdt: "2027-05-22T18:00:00-10:00",
      enddt: "2027-05-22T20:00:00-10:00",
      location: "Co-working space in Kahala",
      body: "An evening with pizza.\n\nhttps://hawaii.example.org/events/bitcoin",
    });
  });

  it("is null for an event with only known days, because the services require times", () => {
    const days = {
      ...pizza,
      date_precision: "day",
      starts_at: "2027-05-22 10:00:00+00",
      ends_at: "2027-05-24 10:00:00+00",
    } as const;
    expect([googleCalendarUrl(days, origin), outlookCalendarUrl(days, origin)]).toEqual([null, null]);
  });

  it("is null for an event without an end, which would have no duration there; only the file is offered", () => {
    const endless = { ...pizza, ends_at: null };
    expect([googleCalendarUrl(endless, origin), outlookCalendarUrl(endless, origin)]).toEqual([null, null]);
    const hrefs = (event: typeof pizza) =>
      [...renderToStaticMarkup(<CalendarLinks event={event} origin={origin} />).matchAll(/href="([^"?]*)/g)].map(
        ([, href]) => href,
      );
    expect(hrefs(endless)).toEqual(["/events/bitcoin.ics"]);
    expect(hrefs(pizza)).toEqual([
      "/events/bitcoin.ics",
      "https://calendar.google.com/calendar/render",
      "https://outlook.live.com/calendar/0/deeplink/compose",
    ]);
  });
});
