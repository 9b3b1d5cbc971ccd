import { describe, expect, it } from "vitest";
import { type Campaign, type News, newsToSend, reminderTime } from "./campaign.ts";

describe("reminderTime", () => {
  it.each([
    ["2027-05-22T18:00:00-10:00", "2027-05-21T18:00:00-10:00"],
    ["2027-05-22T06:59:00-10:00", "2027-05-21T07:00:00-10:00"],
    ["2027-05-22T00:00:00-10:00", "2027-05-21T07:00:00-10:00"],
    ["2027-05-22T21:59:00-10:00", "2027-05-21T21:59:00-10:00"],
    ["2027-05-22T22:00:00-10:00", "2027-05-22T07:00:00-10:00"],
  ])("for an event at %s is %s", (start, at) => {
    expect(reminderTime(start)).toEqual(new Date(at));
  });
});

describe("newsToSend", () => {
  const news = ["new-date", "reminder"].map((kind) => ({ kind, queued: 1 })) as News[];
  const reminded = [{ kind: "reminder", starts_at: "2027-05-23T04:00:00+00:00" }] as Campaign[];
  const kindsOf = (campaigns: Campaign[], startsAt: string | null) =>
    newsToSend({ kinds: news, campaigns, draft: null, troubles: [] }, startsAt).map(({ kind }) => kind);

  it("omits a reminder already sent for this start, however the time is written", () => {
    expect(kindsOf(reminded, "2027-05-22T18:00:00-10:00")).toEqual(["new-date"]);
    expect(kindsOf(reminded, "2027-05-24T18:00:00-10:00")).toEqual(["new-date", "reminder"]);
    expect(kindsOf([], "2027-05-22T18:00:00-10:00")).toEqual(["new-date", "reminder"]);
    expect(kindsOf(reminded, null)).toEqual(["new-date", "reminder"]);
  });
});
