import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { checkPassword } from "./sign-in.server.ts";

interface Surroundings {
  /** what begin_sign_in answers */
  attempt?: number;
  /** what the auth server answers */
  answer: { error: { status?: number; code?: string; message: string } | null };
  /** whether the end of the try can be written */
  settles?: boolean;
}

/** A try of a password with everything around it made up. @returns the outcome, and who was asked what, in order */
async function tried({ attempt = 7, answer, settles = true }: Surroundings) {
  const asked: unknown[] = [];
  const work: Promise<unknown>[] = [];
  const context = {
    env: { VISITOR_SECRET: "visitor-secret".padEnd(40, "0123456789") },
    addressKey: async () => "a".repeat(32),
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    database: {
      async call(name: string, args: { p_outcome?: string }) {
        asked.push([name, args.p_outcome ?? "the keys"]);
        if (name === "begin_sign_in") return attempt;
        if (!settles) throw new DatabaseUnavailable("gone");
        return true;
      },
      auth: {
        async signInWithPassword() {
          asked.push("the auth server");
          return { ...answer, data: { user: { id: "1" }, session: { access_token: "token" } } };
        },
      },
    },
  } as unknown as AppLoadContext;
  const outcome = await checkPassword(context, "admin@example.org", "a password");
  await Promise.all(work);
  return { outcome: outcome.kind === "refused" ? outcome.message : outcome.kind, asked };
}

const begun = ["begin_sign_in", "the keys"];
const passing = [{ status: 429 }, { status: 500 }, { status: 503 }, { status: 0 }, {}];

describe("a try of a password", () => {
  it.each([
    ["right", null, "succeeded"],
    ["Invalid login credentials", { status: 400, code: "invalid_credentials" }, "failed"],
    ["Failed to sign in", { status: 400, code: "email_not_confirmed" }, "failed"],
    ["Failed to sign in", { status: 403, code: "user_banned" }, "failed"],
  ])("is counted first, and its end is written before anybody learns it: %s", async (outcome, error, end) => {
    const answer = { error: error && { ...error, message: "Invalid login credentials" } };
    expect(await tried({ answer })).toEqual({ outcome, asked: [begun, "the auth server", ["settle_sign_in", end]] });
  });

  it.each(passing)("is taken back when the auth server could not tell: %j", async (error) => {
    const answer = { error: { ...error, message: "Bad gateway" } };
    expect(await tried({ answer })).toEqual({
      outcome: "unavailable",
      asked: [begun, "the auth server", ["settle_sign_in", "unknown"]],
    });
    expect((await tried({ answer, settles: false })).outcome).toBe("unavailable");
  });

  it("tells nothing, whether right or wrong, when its end cannot be written", async () => {
    const wrong = { status: 400, code: "invalid_credentials", message: "Invalid login credentials" };
    for (const error of [null, wrong])
      expect((await tried({ answer: { error }, settles: false })).outcome).toBe("unavailable");
  });

  it("that is refused is not made", async () => {
    expect(await tried({ attempt: 0, answer: { error: null } })).toEqual({ outcome: "too-many", asked: [begun] });
  });
});
