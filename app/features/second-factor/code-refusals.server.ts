import { tooManyAttempts } from "../sign-in/too-many-attempts.ts";
import type { CodeOutcome } from "./second-factor.server.ts";

interface Refusal {
  text: string;
  status: 401 | 429 | 503;
  headers?: Record<string, string>;
}

export const codeRefusals: Record<Exclude<CodeOutcome, "right" | "ended">, Refusal> = {
  wrong: {
    status: 401,
    text: "This code is not right. If it is from your app, check the clock of your phone and enter the code it shows now. If it is a recovery code, check it for typing mistakes.",
  },
  used: {
    status: 401,
    text: "This code has already been used. Enter the next one that your app shows, or another recovery code.",
  },
  "too-many": { status: 429, ...tooManyAttempts },
  "no-key": {
    status: 503,
    text: "Codes from apps cannot be checked until the operator of this website has set FACTOR_SECRET. A recovery code works.",
    headers: { "Retry-After": "900" },
  },
  unavailable: {
    status: 503,
    text: "Your code could not be checked right now. Please try again in a minute.",
  },
};
