import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { checkPassword } from "./sign-in.server.ts";

interface Surroundings {
  /** What begin_sign_in returns. */
  attempt?: number;
  /** What the auth server responds. */
  answer: { status: number; body: unknown } | "gone";
  /** Whether the outcome of the attempt can be stored. */
  settles?: boolean;
}

/** Tries a password with all dependencies faked. @returns the outcome, and the calls in order */
async function tried({ attempt = 7, answer, settles = true }: Surroundings) {
  const asked: unknown[] = [];
  const work: Promise<unknown>[] = [];
  const context = {
    env: { VISITOR_SECRET: "visitor-secret".padEnd(40, "0123456789") },
    addressKey: async () => "a".repeat(32),
    visitorKey: async () => null,
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    database: {
      async call(name: string, args: { p_outcome?: string }) {
        if (name === "note_refused_sign_in") return;
        asked.push([name, args.p_outcome ?? "the keys"]);
        if (name === "begin_sign_in") return attempt;
        if (!settles) throw new DatabaseUnavailable("gone");
        return true;
      },
      async askAuth() {
        asked.push("the auth server");
        if (answer === "gone") throw new DatabaseUnavailable("auth: 503");
        return answer;
      },
    },
  } as unknown as AppLoadContext;
  const outcome = await checkPassword(context, "admin@example.org", "a password");
  await Promise.all(work);
  return { outcome: outcome.kind === "refused" ? outcome.message : outcome.kind, asked };
}

const begun = ["begin_sign_in", "the keys"];
const right = {
  status: 200,
  body: { access_token: "token", refresh_token: "another", expires_in: 3600, user: { id: "1" } },
};
const refusal = (status: number, error_code: string) => ({
  status,
  body: { error_code, msg: "Invalid login credentials" },
});

describe("a password attempt", () => {
  it.each([
    ["right", right, "succeeded"],
    ["Invalid login credentials", refusal(400, "invalid_credentials"), "failed"],
    ["Failed to sign in", refusal(400, "email_not_confirmed"), "failed"],
    ["Failed to sign in", refusal(403, "user_banned"), "failed"],
  ])("is counted first, and its outcome is stored before it is returned: %s", async (outcome, answer, end) => {
    expect(await tried({ answer })).toEqual({ outcome, asked: [begun, "the auth server", ["settle_sign_in", end]] });
  });

  it("is not counted when the auth server does not respond", async () => {
    expect(await tried({ answer: "gone" })).toEqual({
      outcome: "unavailable",
      asked: [begun, "the auth server", ["settle_sign_in", "unknown"]],
    });
    expect((await tried({ answer: "gone", settles: false })).outcome).toBe("unavailable");
  });

  it("reveals nothing, right or wrong, when its outcome cannot be stored", async () => {
    for (const answer of [right, refusal(400, "invalid_credentials")])
      expect((await tried({ answer, settles: false })).outcome).toBe("unavailable");
  });

  it.each([
    ["too-many", 0],
    ["read-only", -1],
  ])("does not reach the auth server when it is refused: %s", async (outcome, attempt) => {
    expect(await tried({ attempt, answer: right })).toEqual({ outcome, asked: [begun] });
  });
});
