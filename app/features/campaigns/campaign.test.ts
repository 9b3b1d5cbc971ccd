import { describe, expect, it } from "vitest";
import { type Campaign, type News, newsToSend, reminderTime } from "./campaign.ts";

describe("the time of a reminder", () => {
  it.each([
    ["2027-05-22T18:00:00-10:00", "2027-05-21T18:00:00-10:00"],
    ["2027-05-22T06:59:00-10:00", "2027-05-21T07:00:00-10:00"],
    ["2027-05-22T00:00:00-10:00", "2027-05-21T07:00:00-10:00"],
    ["2027-05-22T21:59:00-10:00", "2027-05-21T21:59:00-10:00"],
    ["2027-05-22T22:00:00-10:00", "2027-05-22T07:00:00-10:00"],
  ])("%s: %s", (start, at) => {
    expect(reminderTime(start)).toEqual(new Date(at));
  });
});

describe("what there is still to tell", () => {
  const news = ["new-date", "reminder"].map((kind) => ({ kind, queued: 1 })) as News[];
  const reminded = [{ kind: "reminder", starts_at: "2027-05-23T04:00:00+00:00" }] as Campaign[];
  const kindsOf = (campaigns: Campaign[], startsAt: string | null) =>
    newsToSend({ kinds: news, campaigns, troubles: [] }, startsAt).map(({ kind }) => kind);

  it("leaves out a reminder that has gone out for this start, however the instant is written", () => {
    expect(kindsOf(reminded, "2027-05-22T18:00:00-10:00")).toEqual(["new-date"]);
    expect(kindsOf(reminded, "2027-05-24T18:00:00-10:00")).toEqual(["new-date", "reminder"]);
    expect(kindsOf([], "2027-05-22T18:00:00-10:00")).toEqual(["new-date", "reminder"]);
    expect(kindsOf(reminded, null)).toEqual(["new-date", "reminder"]);
  });
});
