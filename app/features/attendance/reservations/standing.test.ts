import { describe, expect, it } from "vitest";
import { signUps } from "../../events/event/event-states.ts";
import type { Reservation } from "./reservation.ts";
import { reservationStates } from "./reservation-rows.ts";
import { standingOf } from "./standing.ts";

const now = new Date("2027-05-01T20:00:00Z");
const later = "2027-05-02T06:02:00Z";
const reservation: Reservation = {
  ...{
    state: "waiting",
    attends: "room",
    switches_to: null,
    may_switch: false,
    party: 1,
    answer: null,
    hold_until: null,
    offer_ends_at: null,
    code: null,
    checked_in_at: null,
  },
  ...{ in_line: 7, free: 0, moved_up: 0, can_take: false, sign_up: "open" },
};
type Around = Parameters<typeof standingOf>[1];
const event: Around["event"] = {
  ...{ meets: "room", party_limit: 4, attendee_limit: 50, online_limit: 50, sign_up_closes_at: null },
  ...{ status: "scheduled", starts_at: "2027-06-01T04:00:00Z", ends_at: null, over_at: "2027-06-01T10:00:00Z" },
  ...{ date_precision: "exact", time_note: null },
};
type More = Partial<Omit<Around, "event">> & Partial<Around["event"]>;
const standing = (changed: Partial<Reservation>, { isConfirmed = true, sendsMail = true, ...more }: More = {}) =>
  standingOf({ ...reservation, ...changed }, { event: { ...event, ...more }, isConfirmed, sendsMail, now });

describe("standingOf", () => {
  it.each<[string, Partial<Reservation>, More, string, string[]]>([
    ["a place", { state: "placed", code: "ABCDEFGH" }, {}, "You have a spot.", ["ticket", "change-party"]],
    [
      "spots that are held",
      { state: "placed", party: 3, hold_until: later },
      { isConfirmed: false },
      "We hold 3 spots for you until May 1, 2027, 8:02 PM HST.",
      ["change-party"],
    ],
    [
      "a spot whose time to confirm has run out",
      { state: "placed", hold_until: now.toISOString() },
      { isConfirmed: false },
      "if no one else has it yet, it stays yours",
      ["change-party"],
    ],
    [
      "a spot that nobody has confirmed, after sign-up",
      { state: "placed", hold_until: now.toISOString(), sign_up: "late" },
      { isConfirmed: false },
      "We keep a spot for you. Confirm your address below to complete your reservation.",
      [],
    ],
    [
      "an offer of an event that has lost its date",
      { state: "offered", sign_up: "line" },
      {},
      "You are on the waitlist.",
      [],
    ],
    [
      "what is held for a party, in numbers",
      { state: "placed", party: 2, hold_until: later },
      { isConfirmed: false },
      "Confirm your address below to keep them. After that time, while sign-up is open, someone else can get them",
      ["change-party"],
    ],
    [
      "a request for a party, whose address nobody has confirmed",
      { state: "asked", in_line: null, party: 3 },
      { isConfirmed: false },
      "You have asked to attend, for 3 people. Confirm your address below: only confirmed requests can be accepted. You have no spot yet.",
      ["change-party"],
    ],
    [
      "a request, at an event in a room and online",
      { state: "asked", in_line: null, attends: "online" },
      { meets: "both" },
      "You have asked to attend online. The organizers decide, and email you once they have. Until then you have no spot.",
      ["change-party"],
    ],
    [
      "a request, where no emails are sent",
      { state: "asked", in_line: null },
      { sendsMail: false, isConfirmed: false },
      "The organizers decide, and contact you.",
      ["change-party"],
    ],
    [
      "a request after sign-up",
      { state: "asked", in_line: null, sign_up: "late" },
      {},
      "Until then you have no spot.",
      [],
    ],
    [
      "a request that nobody decided",
      { state: "asked", in_line: null },
      { over_at: now.toISOString() },
      "This event is over. You had asked to attend, and the organizers did not decide.",
      [],
    ],
    [
      "a request that is turned down",
      { state: "turned-down", in_line: null },
      {},
      "The organizers have turned down your request to attend.",
      [],
    ],
    ["a number in line", {}, {}, "You are number 7 on the waitlist.", ["change-party"]],
    ["a free place", { can_take: true }, {}, "A spot is available for you now.", ["take", "change-party"]],
    [
      "a free spot, for an address that nobody has confirmed",
      { can_take: true },
      { isConfirmed: false },
      "only confirmed addresses get a free spot",
      ["change-party"],
    ],
    ["a line before there is a date", { sign_up: "line" }, {}, "once the date is announced", ["change-party"]],
    [
      "a line before there is a date, for an address that nobody has confirmed",
      { sign_up: "line" },
      { isConfirmed: false },
      "Confirm your address below",
      ["change-party"],
    ],
    ["a line that is closed", { sign_up: "closed" }, {}, "Sign-up is closed at the moment", []],
    ["an offer after sign-up", { state: "offered", offer_ends_at: later, sign_up: "late" }, {}, "has ended", []],
    ["a line after sign-up", { sign_up: "late" }, {}, "no more spots are offered", []],
    [
      "a party after sign-up, which can be smaller then",
      { state: "placed", party: 3, code: "ABCDEFGH", sign_up: "late" },
      {},
      "You have 3 spots.",
      ["ticket", "change-party"],
    ],
    [
      "an offer",
      { state: "offered", offer_ends_at: later },
      {},
      "Accept or decline by May 1, 2027, 8:02 PM HST.",
      ["answer", "change-party"],
    ],
    [
      "an offer whose mail is on its way",
      { state: "offered" },
      {},
      "The time to answer starts when our email about it has been sent.",
      ["answer", "change-party"],
    ],
    [
      "an offer that has run out, before the database has noticed",
      { state: "offered", offer_ends_at: now.toISOString() },
      {},
      "Our offer of a spot has ended.",
      ["join"],
    ],
    [
      "an offer that ended because an admin has closed sign-up",
      { state: "lapsed", sign_up: "closed" },
      {},
      "Our offer of a spot has ended.",
      [],
    ],
    ["an offer that was declined", { state: "declined" }, {}, "You declined", ["join"]],
    ["a spot that was canceled", { state: "canceled" }, {}, "The organizers canceled your sign-up.", ["join"]],
    [
      "who came to an earlier date",
      { state: "past", checked_in_at: "2026-05-02T04:02:00Z" },
      {},
      "You came to an earlier date of this event.",
      ["join"],
    ],
    ["an earlier date", { state: "past", sign_up: "line" }, {}, "an earlier date of this event", ["join"]],
    [
      "somebody who is in",
      { state: "placed", checked_in_at: "2027-05-02T04:02:00Z", sign_up: "late" },
      {},
      "You are checked in. You were let in on May 1, 2027, 6:02 PM HST.",
      ["ticket"],
    ],
    [
      "a spot in the room, where there is online too",
      { state: "placed", may_switch: true },
      { meets: "both" },
      "You have a spot in the room. Show your ticket at the door.",
      ["ticket", "switch", "change-party"],
    ],
    [
      "spots online, which have no ticket",
      { state: "placed", attends: "online", party: 2, may_switch: true },
      { meets: "both" },
      "You have 2 spots online. ",
      ["switch", "change-party"],
    ],
    [
      "a spot of an event that is online alone",
      { state: "placed", attends: "online" },
      { meets: "online" },
      "You have a spot. ",
      ["change-party"],
    ],
    [
      "a spot in the room, and a position to have one online",
      { state: "placed", switches_to: "online", in_line: 2, may_switch: true },
      { meets: "both" },
      "You are number 2 on the waitlist for a spot online. As soon as it is your turn, we switch you and email you. You keep the spot that you have until you switch.",
      ["ticket", "stay", "change-party"],
    ],
    [
      "a spot online, with one free in the room for them",
      { state: "placed", attends: "online", switches_to: "room", in_line: 1, can_take: true, may_switch: true },
      { meets: "both" },
      "You can have a spot in the room now.",
      ["take", "stay", "change-party"],
    ],
    [
      "a wish to switch, after sign-up",
      { state: "placed", attends: "online", switches_to: "room", in_line: 1, sign_up: "late" },
      { meets: "both" },
      "on the waitlist for a spot in the room. Sign-up is over, so no more spots are offered.",
      ["stay"],
    ],
    [
      "a number in one of two lines",
      { attends: "online", may_switch: true },
      { meets: "both" },
      "You are number 7 on the waitlist for spots online.",
      ["switch", "change-party"],
    ],
    [
      "an event that is over, whose sign-up an admin had closed",
      { state: "placed", sign_up: "closed" },
      { over_at: now.toISOString() },
      "You had a spot.",
      [],
    ],
    [
      "a month that has passed, of which nobody knows whether anything took place in it",
      { sign_up: "line" },
      { date_precision: "month", over_at: now.toISOString() },
      "Spots are offered once the date is announced.",
      ["change-party"],
    ],
    [
      "a number in line, in the last hour of sign-up",
      {},
      { sign_up_closes_at: "2027-05-01T20:30:00Z" },
      "a free spot goes to the first person who takes it",
      ["change-party"],
    ],
    [
      "a number in line, where no mails are sent",
      {},
      { sendsMail: false, isConfirmed: false },
      "The organizers give free spots in the order of the waitlist",
      ["change-party"],
    ],
    ["a canceled event", { state: "placed" }, { status: "cancelled" }, "The event is canceled.", []],
  ])("describes %s and offers its steps", (_what, changed, more, words, steps) => {
    const { title, text, steps: shown } = standing(changed, more);
    expect(`${title} ${text}`).toContain(words);
    expect(shown).toEqual(steps);
  });

  it("offers each step only in the reservation and sign-up states that allow it", () => {
    for (const state of reservationStates)
      for (const signUp of signUps)
        for (const status of ["scheduled", "cancelled"] as const)
          for (const party_limit of [1, 4]) {
            const given = { state, sign_up: signUp, can_take: state === "waiting" && signUp === "open" };
            const { title, steps } = standing(given, { status, party_limit });
            const isGiven = signUp === "open" || signUp === "line";
            expect.soft(title, `${state}, ${signUp}`).toMatch(/\.$/);
            if (steps.includes("join"))
              expect.soft([isGiven, status], `${state}, ${signUp}`).toEqual([true, "scheduled"]);
            if (steps.includes("take")) expect.soft([state, signUp]).toEqual(["waiting", "open"]);
            if (steps.includes("answer")) expect.soft([state, signUp]).toEqual(["offered", "open"]);
            if (steps.includes("change-party"))
              expect.soft([party_limit, isGiven || signUp === "late"]).toEqual([4, true]);
          }
  });
});
