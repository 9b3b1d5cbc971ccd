/** The outcomes of a helper's press, shown for `?done=` in the URL and by the check-in script. */
export const doorDone = {
  in: { title: "Checked in." },
  "already-in": { title: "Checked in before. Nothing was changed." },
  "no-spot": { title: "Nobody was checked in: this reservation has no spot.", bad: true },
  "not-found": { title: "Nobody was checked in: no reservation in the room has this code.", bad: true },
  undone: { title: "The check-in was undone." },
  "not-in": { title: "Nothing was changed: the check-in had been undone." },
  "walked-in": { title: "The walk-ins were counted." },
  "not-walked-in": { title: "These walk-ins had been counted before. Nothing was changed." },
  "walk-in-undone": { title: "The walk-ins are no longer counted." },
};

export type DoorDone = keyof typeof doorDone;
