import { linkToken } from "../../platform/text/link-token.ts";

/** The token of the link in an email to a speaker; a different address yields a different token. */
export const speakerToken = (secret: string, speaker: string, email: string) =>
  linkToken(secret, `speaker:v1:${speaker}:${email.toLowerCase()}`);

export const correctionPath = (token: string) => `/corrections/${token}`;
