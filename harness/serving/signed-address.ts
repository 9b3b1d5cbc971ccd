import { signDone } from "../../app/platform/request/done.server.ts";
import { testSettings } from "./stack.ts";

/** Signs a URL with `done=` as the Worker does, valid for a minute from `now`; returns other URLs unchanged. */
export const signedAddress = (path: string, now = new Date()): Promise<string> =>
  signDone(testSettings.VISITOR_SECRET ?? "", path, now);

/** Removes the signature from a URL, since it changes every second. */
export const withoutSignature = (address = "") => address.replace(/&at=[\da-z]+\.[\da-f]{32}(?=#|$)/, "");
