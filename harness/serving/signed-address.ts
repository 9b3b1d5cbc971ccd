import { signDone } from "../../app/platform/request/done.server.ts";
import { testSettings } from "./stack.ts";

/** An address with `done=` as the Worker itself signs it, good for a minute from `now`; others as they are. */
export const signedAddress = (path: string, now = new Date()): Promise<string> =>
  signDone(testSettings.VISITOR_SECRET ?? "", path, now);

/** An address without its signature, which is another one each second. */
export const withoutSignature = (address = "") => address.replace(/&at=[\da-z]+\.[\da-f]{32}(?=#|$)/, "");
