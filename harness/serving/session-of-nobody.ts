import { absoluteLimit, sessionCookie } from "../../app/platform/request/session.server.ts";
import { testSettings } from "./stack.ts";

/**
 * A `Cookie` header with a session that was sealed with the Worker's secret, of nobody, and over, so that no page waits for the
 * auth server: with it each page is made anew, whatever is kept.
 */
export async function sessionOfNobody(): Promise<string> {
  const now = Date.now();
  const tokens = { accessToken: "none", refreshToken: "none", expiresAt: now + absoluteLimit };
  const session = { ...tokens, startedAt: now - 2 * absoluteLimit, seenAt: now - 2 * absoluteLimit };
  const cookie = await sessionCookie(session, [testSettings.SESSION_SECRET ?? ""], false);
  return cookie.split(";")[0] ?? "";
}
