import { describe, expect, it } from "vitest";
import { fold } from "../../../../platform/text/fold.ts";
import {
  answerText,
  findGuests,
  isAsWished,
  type KeptGuest,
  type KeptList,
  keptWalkIns,
  listText,
  openList,
  type Press,
  sentPresses,
  standingOf,
  undoneBy,
  waiting,
  waitingText,
} from "./phone-list.ts";

const guest = (given: Partial<KeptGuest> = {}): KeptGuest => ({
  ...{ code: "c1", name: "Kaʻiulani Kāne", party: 3, arrived: null, at: null, by: null },
  ...given,
});
let presses = 0;
const press = (given: Partial<Press> = {}): Press => ({
  ...{ id: `p${++presses}`, kind: "check-in", code: "c1", people: 3, at: 1000, credential: "Fe26", tried: true },
  ...given,
});
const at = "2027-05-22T05:02:00Z";
const answer = (outcome: string, given = {}) => ({ id: "p", outcome, at, by: "Leilani", arrived: 3, ...given });
const list: KeptList = {
  ...{ key: "k", title: "Lūʻau", now: at, closes_in: 7_200_000, credential: "Fe26", guests: [guest()], keptAt: 1000 },
};

describe("the list on a phone", () => {
  it("is available until the door closes, counted from when it was stored by the phone's own clock", () => {
    expect([openList(list, 7_200_999), openList(list, 7_201_000), openList(undefined, 0)]).toEqual([
      ...[list, undefined, undefined],
    ]);
  });

  it("shows when it was made by the site's clock, and its age", () => {
    expect(listText(list, 181_000)).toBe("The list on this phone is from 7:02 PM HST, 3 minutes ago.");
  });

  it("is searched as online: ignoring diacritics, ʻokina and case, or by code", () => {
    const guests = [guest(), guest({ code: "c2", name: "Noe" })];
    for (const typed of ["kaiulani", "KANE", " kāne ", "Kaʻiulani", "ka‘iulani"])
      expect(findGuests(guests, typed, "").map(({ code }) => code)).toEqual(["c1"]);
    expect(findGuests(guests, "ABCDEFGH", "c2").map(({ name }) => name)).toEqual(["Noe"]);
    expect(findGuests(guests, "", "")).toHaveLength(2);
    expect(findGuests(guests, "%", "")).toEqual([]);
    expect(fold("Ŋāwaʼi")).toBe(fold("ŋawai"));
  });
});

describe("the state of a guest", () => {
  it("comes from the list if nothing was pressed for this guest", () => {
    expect(standingOf(guest(), [])).toEqual({ state: "out", text: "3 people" });
    expect(standingOf(guest({ party: 1 }), [press({ code: "c2" })])).toEqual({ state: "out", text: "1 person" });
    expect(standingOf(guest({ at, by: "Noe", arrived: 2 }), [])).toEqual({
      ...{ state: "in", text: "In since 7:02 PM HST by Noe, 2 of 3" },
    });
  });

  it("is kept while a press waits, then follows its outcome", () => {
    const kept = "Kept on this phone, not yet sent";
    expect(standingOf(guest(), [press()])).toEqual({ state: "kept", text: kept });
    expect(standingOf(guest(), [press({ people: 2 })]).text).toBe(`${kept}, 2 of 3`);
    const undo = press({ kind: "undo" });
    expect(standingOf(guest(), [press(), undo])).toEqual({ state: "kept-undo", text: `Undo: ${kept.toLowerCase()}` });
    expect(standingOf(guest(), [press(), undo, press()]).state).toBe("kept");
    expect(standingOf(guest(), [press({ answer: answer("in") })]).text).toBe("In since 7:02 PM HST by Leilani");
    expect(standingOf(guest(), [press({ answer: answer("no-spot", { at: null }) })]).state).toBe("out");
  });
});

describe("an undo", () => {
  it("refers to the check-in pressed on this phone, or else to the one the helper sees", () => {
    const made = press();
    expect(undoneBy([made], "c1", at)).toEqual({ of: made.id });
    expect(undoneBy([{ ...made, answer: answer("in") }], "c1", at)).toEqual({ of: made.id });
    expect(undoneBy([{ ...made, answer: answer("already-in") }], "c1", null)).toEqual({ seen: at });
    expect(undoneBy([made], "c2", at)).toEqual({ seen: at });
    expect(undoneBy([], "c1", null)).toEqual({ seen: undefined });
  });

  it("removes kept walk-ins from the page at once", () => {
    const [two, four] = [press({ kind: "walk-in", people: 2 }), press({ kind: "walk-in", people: 4 })];
    expect(keptWalkIns([two, four, press({ kind: "undo-walk-in", of: two.id })])).toEqual([four]);
  });
});

describe("the outcome of a press", () => {
  it.each([
    ["already-in", {}, "Kaʻiulani Kāne: Already checked in, by Leilani at 7:02 PM."],
    [
      "already-in",
      { arrived: 2 },
      "Kaʻiulani Kāne: Already checked in, by Leilani at 7:02 PM, 2 of 3. If others of them came now, undo it and check in all who are here.",
    ],
    ["already-in", { at: null }, "Kaʻiulani Kāne: Checked in before. Nothing was changed."],
    ["no-spot", {}, "Kaʻiulani Kāne: Nobody was checked in: this reservation has no spot."],
    ["pass-ended", {}, "Kaʻiulani Kāne: Not counted: this pass was taken back. The organizers see it."],
    ["a word of a later version", {}, "Kaʻiulani Kāne: a word of a later version"],
  ])("%s %j is explained and must be dismissed", (outcome, given, text) => {
    expect(answerText(answer(outcome, given), guest())).toBe(text);
    expect(isAsWished(press({ answer: answer(outcome, given) }))).toBe(false);
  });

  it("is explained without a name for an unknown guest, and needs no dismissal on success", () => {
    expect(answerText(answer("closed"))).toBe("Not counted: check-in is not open. The organizers see it.");
    for (const outcome of ["in", "undone", "walked-in", "walk-in-undone"])
      expect(isAsWished(press({ answer: answer(outcome) }))).toBe(true);
    expect(isAsWished(press())).toBe(false);
  });
});

describe("waiting presses", () => {
  it("are counted", () => {
    expect(waiting([press(), press({ answer: answer("in") })])).toHaveLength(1);
    expect([0, 1, 2].map(waitingText)).toEqual([
      "Everything is sent.",
      "1 press is kept on this phone, not yet sent.",
      "2 presses are kept on this phone, not yet sent.",
    ]);
  });

  it("are sent with their age and without the fields that only the phone needs", () => {
    const { id } = press();
    expect(JSON.parse(sentPresses([press({ id, people: 2 })], 61_000))).toEqual([
      { id, kind: "check-in", code: "c1", people: 2, age: 60_000 },
    ]);
  });

  it.each([
    ["a clock that was put back", -10_800_000, 1],
    ["a week", 604_800_000, 172_800_000],
  ])("are sent with an age that the site accepts, after %s", (_what, passed, age) => {
    expect(JSON.parse(sentPresses([press()], 1000 + passed))).toMatchObject([{ age }]);
  });
});
