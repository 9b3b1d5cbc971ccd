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

  const spanOf = (event: typeof pizza) => {
    const query = (url: string | null) => new URL(url ?? "about:blank").searchParams;
    const [google, outlook] = [query(googleCalendarUrl(event, origin)), query(outlookCalendarUrl(event, origin))];
    return [google.get("dates"), ...["allday", "startdt", "enddt"].map((name) => outlook.get(name))];
  };

  it("has whole days, up to the day after the last one", () => {
    const three = {
      ...{ ...pizza, date_precision: "day" as const, starts_at: "2027-06-04 10:00:00+00" },
      ...{ ends_at: "2027-06-07 10:00:00+00", over_at: "2027-06-07 10:00:00+00" },
    };
    expect(spanOf(three)).toEqual(["20270604/20270607", "true", "2027-06-04", "2027-06-07"]);
    const one = { ...three, ends_at: null, over_at: "2027-06-05 10:00:00+00" };
    expect(spanOf(one)).toEqual(["20270604/20270605", "true", "2027-06-04", "2027-06-05"]);
  });

  it("has the start twice for an event without an end, and is null until the day is known", () => {
    const endless = { ...pizza, ends_at: null };
    const start = "2027-05-22T18:00:00-10:00";
    expect(spanOf(endless)).toEqual(["20270523T040000Z/20270523T040000Z", null, start, start]);
    const month = { ...pizza, date_precision: "month" as const };
    const hrefs = (event: typeof pizza) =>
      [...renderToStaticMarkup(<CalendarLinks event={event} origin={origin} />).matchAll(/href="([^"?]*)/g)].map(
        ([, href]) => href,
      );
    expect(hrefs(month)).toEqual(["/events/bitcoin.ics"]);
    expect(hrefs(endless)).toEqual([
      "/events/bitcoin.ics",
      "https://calendar.google.com/calendar/render",
      "https://outlook.live.com/calendar/0/deeplink/compose",
    ]);
  });
});
