import { linkToken } from "../../platform/text/link-token.ts";

export const proposalToken = (secret: string, id: string) => linkToken(secret, `proposal:v1:${id}`);

export const proposalPath = (token: string) => `/proposals/${token}`;
