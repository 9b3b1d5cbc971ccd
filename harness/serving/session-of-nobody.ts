import { absoluteLimit, sessionCookie } from "../../app/platform/request/session.server.ts";
import { testSettings } from "./stack.ts";

/**
 * Returns a `Cookie` header with an expired session of no account, sealed with the Worker's secret: it bypasses the page
 * cache, and no page waits for the auth server.
 */
export async function sessionOfNobody(): Promise<string> {
  const now = Date.now();
  const tokens = { accessToken: "none", refreshToken: "none", expiresAt: now + absoluteLimit };
  const session = { ...tokens, startedAt: now - 2 * absoluteLimit, seenAt: now - 2 * absoluteLimit };
  const cookie = await sessionCookie(session, [testSettings.SESSION_SECRET ?? ""], false);
  return cookie.split(";")[0] ?? "";
}
