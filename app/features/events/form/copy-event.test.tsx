import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { copySchema } from "./copy-event.schema.ts";
import { CopyEvent } from "./copy-event.tsx";

const dates = { starts_at: "2026-11-21T04:00:00Z", ends_at: "2026-11-21T06:00:00Z" };

it("suggests the hours of the event that is copied, and not its day", () => {
  const form = renderToStaticMarkup(<CopyEvent event={{ ...pizzaDay, ...dates, date_precision: "exact" }} />);
  const suggested = (name: string) =>
    / value="([^"]*)"/.exec(form.match(`<input[^>]* name="${name}"[^>]*>`)?.[0] ?? "")?.[1];
  expect(["date", "start", "end", "end_date"].map(suggested)).toEqual([undefined, "18:00", "20:00", undefined]);
});

it("is to be announced without a day, whatever the hours, but not with a last day", () => {
  const typed = { key: "next", start: "18:00", end: "20:00" };
  const copied = copySchema("exact").parse(typed);
  expect(copied).toEqual({ key: "next", starts_at: null, ends_at: null });
  const { error } = copySchema("exact").safeParse({ ...typed, end_date: "2026-12-21" });
  expect(error?.issues).toMatchObject([{ path: ["date"], message: "Enter the date, or leave the last day empty too" }]);
});
