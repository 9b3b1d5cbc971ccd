import { expect, it } from "vitest";
import { hasLinkSecret, withoutLinkSecret } from "./link-secret.ts";

const address = "board-evening-abcdefghij234567abcdefghij234567";

it.each([
  [`/events/${address}`, true],
  [`/events/${address}.ics`, true],
  [`/events/${address}/talks/1-nuts`, true],
  [`/w?event=${address}`, true],
  ["/events/board-evening", false],
  [`/events/${address}x`, false],
  ["/events/board-evening-2027-05-22", false],
])("finds the secret of an event by link in %s: %s", (path, found) => {
  expect(hasLinkSecret(path)).toBe(found);
});

it("returns the key of an address", () => {
  expect([address, "board-evening"].map(withoutLinkSecret)).toEqual(["board-evening", "board-evening"]);
});
