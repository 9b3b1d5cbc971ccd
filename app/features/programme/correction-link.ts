import { linkToken } from "../../platform/text/link-token.ts";

/** The token of the link in a mail to a speaker: another address has another one. */
export const speakerToken = (secret: string, speaker: string, email: string) =>
  linkToken(secret, `speaker:v1:${speaker}:${email.toLowerCase()}`);

/** Where a speaker corrects what the program says of them. */
export const correctionPath = (token: string) => `/corrections/${token}`;
