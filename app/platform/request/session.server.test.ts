import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  absoluteLimit,
  hasSessionCookie,
  idleLimit,
  openSession,
  type Session,
  sessionCookie,
} from "./session.server.ts";

const secrets = ["for-tests-only-session-3Jm5Pf9Sg8Kq2vYx1Lz7Rw", "for-tests-only-older-session-5Pf9Sg8Kq2vYx1Lz"];
const now = Date.parse("2026-11-21T09:00:00Z");
const session: Session = { accessToken: "a.b.c", refreshToken: "r", expiresAt: now, startedAt: now, seenAt: now };
const pairOf = (line: string) => line.split(";")[0] ?? "";
const sealed = async (content = session, by = secrets) => pairOf(await sessionCookie(content, by, false));
/** The session, if it has not expired. */
const open = async (header: string | null, by = secrets, at = now) => {
  const opened = await openSession(header, by, false, at);
  return opened && !opened.isOver ? opened.session : null;
};

describe("the sealed session", () => {
  it("can be opened unchanged, and is not readable in the cookie", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 12, maxLength: 400 }),
        fc.string({ maxLength: 40 }),
        async (accessToken, refreshToken) => {
          const content = { ...session, accessToken, refreshToken };
          const header = await sealed(content);
          expect(header).toMatch(/^session=[\w.*~-]+$/);
          expect(header).not.toContain(accessToken);
          expect(await open(header)).toEqual(content);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is different each time, even for the same content", async () => {
    expect(await sealed()).not.toBe(await sealed());
  });

  it("opens with an older secret, but not with one that has been removed", async () => {
    const [newest = "", older = ""] = secrets;
    expect(await open(await sealed(session, [older]), [newest, older])).toEqual(session);
    expect(await open(await sealed(session, [older]), [newest])).toBeNull();
  });

  it("is invalid once any single character of it has changed", async () => {
    const header = await sealed();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: "session=".length, max: header.length - 1 }),
        fc.constantFrom(..."aZ09-_*~."),
        async (at, sign) => {
          fc.pre(header[at] !== sign);
          // The last character of base64url holds unused bits.
          fc.pre(/[^*~]/.test(header[at + 1] ?? "*"));
          expect(await open(header.slice(0, at) + sign + header.slice(at + 1))).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is null for any other text, without an exception", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("session=", "Fe26.2", "*", "**", "~2", "; "),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const header = pieces.join("");
        expect(await open(header)).toBeNull();
        expect(typeof hasSessionCookie(header, false)).toBe("boolean");
      }),
      { numRuns: 300 },
    );
  });

  it("expires after exactly half an hour of inactivity or eight hours in all", async () => {
    const header = await sealed();
    expect(await open(header, secrets, now + idleLimit)).toEqual(session);
    expect(await open(header, secrets, now + idleLimit + 1)).toBeNull();
    const busy = await sealed({ ...session, seenAt: now + absoluteLimit });
    expect(await open(busy, secrets, now + absoluteLimit)).not.toBeNull();
    expect(await open(busy, secrets, now + absoluteLimit + 1)).toBeNull();
  });
});
