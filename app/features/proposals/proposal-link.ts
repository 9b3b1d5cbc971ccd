import { linkToken } from "../../platform/text/link-token.ts";

export const proposalToken = (secret: string, id: string) => linkToken(secret, `proposal:v1:${id}`);

/** The path of the page on which the proposer confirms, edits or withdraws a proposal. */
export const proposalPath = (token: string) => `/proposals/${token}`;
