import type { AppLoadContext } from "@remix-run/cloudflare";
import { successPath } from "../../app/platform/success.server.ts";
import { testSettings } from "./stack.ts";

/** An address with `done=` as the Worker itself makes it, good for a minute from `now`; others as they are. */
export async function signedAddress(path: string, now = new Date()): Promise<string> {
  const { pathname, searchParams } = new URL(path, "http://site");
  const done = searchParams.get("done");
  if (done !== "waitlist" && done !== "subscribed" && done !== "pending") return path;
  searchParams.delete("done");
  const ofPath = pathname.startsWith("/events/") ? pathname.slice(8) : pathname.slice(1);
  const event = done === "waitlist" ? (searchParams.get("event") ?? ofPath) : "";
  const env = { VISITOR_SECRET: testSettings.VISITOR_SECRET };
  return successPath({ env, now } as AppLoadContext, `${pathname}?${searchParams}`, done, event);
}
