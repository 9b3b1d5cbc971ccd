import { expect, it } from "vitest";
import { strayTalksOf } from "./clashes.ts";
import type { EditedProgramme, EditedTalk } from "./programme-editing.server.ts";

type Workshop = EditedProgramme["workshops"][number];
const times = { starts_at: "2027-01-16T20:30:00+00:00", ends_at: "2027-01-16T22:30:00+00:00" };
const isStray = (talk: Partial<EditedTalk>, workshop: Partial<Workshop>) =>
  strayTalksOf({
    talks: [{ workshop_id: "poi", status: "scheduled", ...times, ...talk } as EditedTalk],
    workshops: [{ id: "poi", title: "Pounding poi", status: "scheduled", ...times, ...workshop }],
  }).length > 0;

it.each<[string, Partial<EditedTalk>, Partial<Workshop>, boolean]>([
  ["the same time", {}, {}, false],
  ["a talk without a workshop", { workshop_id: null, starts_at: null }, {}, false],
  ["a workshop without an end", {}, { ends_at: null }, false],
  ["a workshop without an exact time", {}, { starts_at: null }, false],
  ["another start", { starts_at: "2027-01-16T21:00:00+00:00" }, {}, true],
  ["another end", {}, { ends_at: "2027-01-16T23:00:00+00:00" }, true],
  ["a talk without a time", { starts_at: null, ends_at: null }, {}, true],
  ["a canceled workshop", {}, { status: "cancelled" }, true],
  ["a canceled talk", { status: "cancelled" }, {}, true],
  ["both canceled", { status: "cancelled", starts_at: null }, { status: "cancelled" }, false],
])("names a talk that differs from where people sign up for it: %s", (_what, talk, workshop, expected) => {
  expect(isStray(talk, workshop)).toBe(expected);
});
