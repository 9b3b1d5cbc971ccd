import { expect, it } from "vitest";
import { spotsText, type WorkshopFacts } from "./workshop.ts";

const room = (left: number, waiting = 0, total = 20) => ({ attends: "room" as const, total, left, waiting });
const online = { attends: "online" as const, total: 5, left: 2, waiting: 0 };
const text = (
  places: WorkshopFacts["places"],
  sign_up: WorkshopFacts["sign_up"] = "open",
  status: WorkshopFacts["status"] = "scheduled",
) => spotsText({ status, sign_up, places });

it.each([
  ["free spots", text([room(3)]), "3 of 20 spots left"],
  ["the only one", text([room(1, 0, 1)]), "1 of 1 spot left"],
  ["with a line", text([room(3, 1)]), "3 of 20 spots left, with 1 person on the waitlist"],
  ["none", text([room(0, 4)]), "Full, with a waitlist"],
  ["two places", text([room(0), online]), "In the room: Full, with a waitlist; Online: 2 of 5 spots left"],
  ["no date", text([room(3)], "line"), "Limited spots; the waitlist is open"],
  ["before sign-up", text([room(3)], "early"), "Limited spots; sign-up is not open yet"],
  ["after it", text([room(3)], "late"), "Sign-up is over"],
  ["after the event", text([room(3)], "next"), "Its date has passed"],
  ["closed", text([room(3)], "closed"), "Sign-up is closed"],
  ["canceled", text([room(3)], "closed", "cancelled"), "Canceled"],
])("describes the available spots: %s", (_what, said, expected) => {
  expect(said).toBe(expected);
});
