import { doorCookieName, sessionCookieName, visitorCookieName } from "../../platform/request/cookies.ts";
import { durationText, retention } from "../retention/retention.ts";

export interface CookieEntry {
  name: string;
  purpose: string;
  lifetime: string;
  setWhen: string;
}

/** Every cookie that the code sets; a test compares this with what the Worker sends. */
export function cookieList(secure: boolean): CookieEntry[] {
  return [
    {
      name: visitorCookieName(secure),
      purpose:
        "A random number that lets your browser have its own likes in the library, list them for you, and take them back. It also tells the people who look after the site when someone signs in with another browser. It holds nothing else.",
      lifetime: "13 months",
      setWhen: "when you read the Education page, or sign in as one of the people who look after the site",
    },
    {
      name: sessionCookieName(secure),
      purpose: "Keeps the people who look after the site signed in. It is encrypted, and only the site can read it.",
      lifetime: `${durationText(retention.idleSession)} after the last page, ${durationText(retention.adminSession)} at most`,
      setWhen: "when someone signs in; visitors never get it",
    },
    {
      name: doorCookieName(secure),
      purpose:
        "Lets helpers check people in at the door of an event. It holds their pass and the name they gave, is encrypted, and only the site can read it.",
      lifetime: "until check-in closes, four hours after the event",
      setWhen: "when someone opens a door pass and enters a name; visitors never get it",
    },
  ];
}
