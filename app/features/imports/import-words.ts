/** Why the database refuses a line, for which a check of the line has no words. */
const reasons: Record<string, string> = {
  left: "They have left this list.",
  "no-tab": "The library has no tab yet.",
  twin: "An earlier line leads to the same page.",
  suppressed: "No email may go to this address.",
};

export const reasonText = (reason: string | null) => (reason ? (reasons[reason] ?? reason) : "");

export const stateNames = { new: "New", there: "Already there", refused: "Refused" } as const;

export const importStates = ["", "new", "there", "refused"] as const;

export const importedNames = { subscribers: "subscribers", resources: "resources", events: "events" } as const;
