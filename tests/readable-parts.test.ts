import { expect, it } from "vitest";
import { type Session, sessionCookie } from "../app/platform/request/session.server.ts";
import { readableParts } from "./support/readable-parts.ts";

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const [head, claims] = [part({ alg: "HS256" }), part({ sub: "leilani", role: "authenticated" })];
const token = `${head}.${claims}.c2lnbmF0dXJl`;
const session: Session = { accessToken: token, refreshToken: "r", expiresAt: 0, startedAt: 0, seenAt: 0 };

it("finds a token wherever it stands, which a random text never looks like", async () => {
  expect(readableParts(`session=Fe26.2*x*${token}; Max-Age=1800; Path=/`)).toEqual([head, claims]);
  for (let seal = 0; seal < 1000; seal += 1) {
    const cookie = await sessionCookie(session, ["for-tests-only-session-3Jm5Pf9Sg8Kq2vYx1Lz7Rw"], false);
    expect(readableParts(cookie)).toEqual([]);
  }
});
