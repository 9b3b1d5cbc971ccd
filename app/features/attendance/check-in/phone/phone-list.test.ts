import { describe, expect, it } from "vitest";
import {
  answerText,
  findGuests,
  fold,
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

describe("a list on a phone", () => {
  it("is there until the door closes, by the phone's own clock, be it wrong", () => {
    expect([openList(list, 7_200_999), openList(list, 7_201_000), openList(undefined, 0)]).toEqual([
      ...[list, undefined, undefined],
    ]);
  });

  it("says how old it is, by the clock of the site", () => {
    expect(listText(list, 181_000)).toBe("The list on this phone is from 7:02 PM HST, 3 minutes ago.");
  });

  it("is searched as online: without marks and case, or by the code", () => {
    const guests = [guest(), guest({ code: "c2", name: "Noe" })];
    for (const typed of ["kaiulani", "KANE", " kāne ", "Kaʻiulani", "ka‘iulani"])
      expect(findGuests(guests, typed, "").map(({ code }) => code)).toEqual(["c1"]);
    expect(findGuests(guests, "ABCDEFGH", "c2").map(({ name }) => name)).toEqual(["Noe"]);
    expect(findGuests(guests, "", "")).toHaveLength(2);
    expect(findGuests(guests, "%", "")).toEqual([]);
    expect(fold("Ŋāwaʼi")).toBe(fold("ŋawai"));
  });
});

describe("where a guest stands", () => {
  it("is what the list says", () => {
    expect(standingOf(guest(), [])).toEqual({ state: "out", text: "3 people" });
    expect(standingOf(guest({ party: 1 }), [press({ code: "c2" })])).toEqual({ state: "out", text: "1 person" });
    expect(standingOf(guest({ at, by: "Noe", arrived: 2 }), [])).toEqual({
      ...{ state: "in", text: "In since 7:02 PM HST by Noe, 2 of 3" },
    });
  });

  it("is kept while a press waits, and what the site said of it afterwards", () => {
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
  it("names the check-in that was pressed here, else the one that is seen", () => {
    const made = press();
    expect(undoneBy([made], "c1", at)).toEqual({ of: made.id });
    expect(undoneBy([{ ...made, answer: answer("in") }], "c1", at)).toEqual({ of: made.id });
    expect(undoneBy([{ ...made, answer: answer("already-in") }], "c1", null)).toEqual({ seen: at });
    expect(undoneBy([made], "c2", at)).toEqual({ seen: at });
    expect(undoneBy([], "c1", null)).toEqual({ seen: undefined });
  });

  it("of walk-ins takes them from the page at once", () => {
    const [two, four] = [press({ kind: "walk-in", people: 2 }), press({ kind: "walk-in", people: 4 })];
    expect(keptWalkIns([two, four, press({ kind: "undo-walk-in", of: two.id })])).toEqual([four]);
  });
});

describe("what became of a press", () => {
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
  ])("%s %j", (outcome, given, text) => {
    expect(answerText(answer(outcome, given), guest())).toBe(text);
    expect(isAsWished(press({ answer: answer(outcome, given) }))).toBe(false);
  });

  it("is said without a name where the list has none, and need not be read where all is well", () => {
    expect(answerText(answer("closed"))).toBe("Not counted: check-in is not open. The organizers see it.");
    for (const outcome of ["in", "undone", "walked-in", "walk-in-undone"])
      expect(isAsWished(press({ answer: answer(outcome) }))).toBe(true);
    expect(isAsWished(press())).toBe(false);
  });
});

describe("what waits", () => {
  it("is counted", () => {
    expect(waiting([press(), press({ answer: answer("in") })])).toHaveLength(1);
    expect([0, 1, 2].map(waitingText)).toEqual([
      "Everything is sent.",
      "1 press is kept on this phone, not yet sent.",
      "2 presses are kept on this phone, not yet sent.",
    ]);
  });

  it("is sent with its age, and without what only the phone needs", () => {
    const { id } = press();
    expect(JSON.parse(sentPresses([press({ id, people: 2 })], 61_000))).toEqual([
      { id, kind: "check-in", code: "c1", people: 2, age: 60_000 },
    ]);
  });

  it.each([
    ["a clock that was put back", -10_800_000, 1],
    ["a week", 604_800_000, 172_800_000],
  ])("has an age that is taken, after %s", (_what, passed, age) => {
    expect(JSON.parse(sentPresses([press()], 1000 + passed))).toMatchObject([{ age }]);
  });
});
