import { expect, it } from "vitest";
import { hasLinkSecret, leadsByLink, withoutLinkSecret } from "./link-secret.ts";

const address = "board-evening-abcdefghij234567abcdefghij234567";

it.each([
  [`/events/${address}`, true],
  [`/events/${address}.ics`, true],
  [`/events/${address}/talks/1-nuts`, true],
  [`/w?event=${address}`, true],
  [`https://hawaii.example.org/events?page=1&event=${address}`, true],
  [`/insights/${address}`, false],
  ["/events/board-evening", false],
  [`/events/${address}x`, false],
  ["/events/board-evening-2027-05-22", false],
])("knows whether %s leads to an event by link: %s", (path, found) => {
  expect(leadsByLink(path)).toBe(found);
});

it("finds the secret of an address and returns its key", () => {
  expect([address, "board-evening", `talk/2/${address}/1`].map(hasLinkSecret)).toEqual([true, false, true]);
  expect([address, "board-evening"].map(withoutLinkSecret)).toEqual(["board-evening", "board-evening"]);
});
