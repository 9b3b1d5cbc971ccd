import { expect, it } from "vitest";
import { suggestionSchema } from "./suggestions.schema.ts";

const suggested = { kind: "event", title: "Hula and hashes", url: "https://example.org/", about: "An evening." };
const read = (day: string) => suggestionSchema.safeParse({ ...suggested, day });

it.each(["2027-05-20", "5/20/2027", "May 20, 2027", "Thursday, May 20, 2027", "May 20th 2027", "May 20, 2027, 6 PM"])(
  "takes the day of an event as people write it: %s",
  (day) => {
    expect(read(day)).toMatchObject({ success: true, data: { day: "2027-05-20" } });
  },
);

it.each(["next Friday", "May 20", "2/30/2027", "Friday, May 20, 2027"])("says how to write a day: %s", (day) => {
  expect(read(day).error?.flatten().fieldErrors).toEqual({ day: ["Enter a date like May 20, 2027 or 5/20/2027"] });
});

it("needs no day", () => {
  expect(suggestionSchema.safeParse(suggested)).toMatchObject({ success: true });
});
