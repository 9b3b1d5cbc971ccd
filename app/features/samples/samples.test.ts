import { expect, it } from "vitest";
import type { Samples } from "./samples.server.ts";
import { peopleOf, samplesLeft } from "./samples.ts";

const event = { id: "1", key: "luau", title: "Luau", people: 2 };
const none: Samples = {
  events: [],
  recaps: [],
  issues: [],
  series: [],
  places: [],
  programmes: [],
  likes: 0,
  people: 0,
};

it("samplesLeft counts the remaining samples by kind and leaves out kinds with none", () => {
  const all = {
    events: [event, event],
    recaps: [event],
    issues: [{ id: "1", subject: "Aloha" }],
    series: [{ id: "1", name: "Study Evenings" }],
    places: [{ id: "1", name: "Hall" }],
    programmes: [{ id: "1", title: "ETH Hawaii" }],
    likes: 48,
    people: 3,
  };
  expect(samplesLeft(all)).toBe(
    "2 events, 1 recap, 1 newsletter issue, 1 series, 1 place, 1 program, 3 made-up people and 48 likes",
  );
  expect(samplesLeft({ ...none, events: [event] })).toBe("1 event");
  expect(samplesLeft(none)).toBe("");
  expect(peopleOf(all)).toBe(4);
});
