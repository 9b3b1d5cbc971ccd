import { linkToken } from "../../platform/text/link-token.ts";

/** The token of the links in the mails about a proposal. */
export const proposalToken = (secret: string, id: string) => linkToken(secret, `proposal:v1:${id}`);

/** Where whoever has proposed a talk confirms, edits and withdraws it. */
export const proposalPath = (token: string) => `/proposals/${token}`;
