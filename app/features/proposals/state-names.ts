import type { Proposal } from "./calls.server.ts";

export const stateNames: Record<Proposal["state"], string> = {
  new: "New",
  discussed: "In discussion",
  accepted: "Accepted",
  declined: "Declined",
};
