import { describe, expect, it, vi } from "vitest";
import type { Env } from "../../platform/env.ts";
import { cloudflareEmail } from "./cloudflare-email.server.ts";
import type { Mail } from "./mail.ts";
import { issuesSenderOf, senderOf } from "./mail-sender.server.ts";
import { batchVerdictOf, verdictOf } from "./resend.server.ts";

const mail: Mail = { from: "a@b.example", to: "c@d.example", subject: "Aloha", text: "t", html: "h", headers: {} };

describe("the verdict on a response of Resend", () => {
  it.each([
    [200, { id: "re_1" }, { outcome: "accepted", id: "re_1" }],
    [200, null, { outcome: "unknown", reason: "status 200 without an id" }],
    [200, { id: "" }, { outcome: "unknown", reason: "status 200 without an id" }],
    [200, { id: "x".repeat(201) }, { outcome: "unknown", reason: "status 200 without an id" }],
    [401, { name: "missing_api_key" }, { outcome: "later", reason: "status 401 missing_api_key", wait: 7 }],
    [403, { name: "invalid_api_key" }, { outcome: "later", reason: "status 403 invalid_api_key", wait: 7 }],
    [408, null, { outcome: "unknown", reason: "status 408" }],
    [
      409,
      { name: "concurrent_idempotent_requests" },
      { outcome: "unknown", reason: "status 409 concurrent_idempotent_requests" },
    ],
    [
      422,
      { name: "validation_error", message: "c@d.example" },
      { outcome: "refused", reason: "status 422 validation_error" },
    ],
    [422, { name: "c@d.example" }, { outcome: "refused", reason: "status 422" }],
    [429, { name: "rate_limit_exceeded" }, { outcome: "later", reason: "status 429 rate_limit_exceeded", wait: 7 }],
    [500, { name: "application_error" }, { outcome: "unknown", reason: "status 500 application_error" }],
  ])("follows status and body: %i %j", (status, body, verdict) => {
    expect(verdictOf({ status, body, wait: 7 })).toEqual(verdict);
  });

  it("is unknown without a response", () => {
    expect(verdictOf(null)).toEqual({ outcome: "unknown", reason: "no answer" });
  });
});

describe("the verdict on a response of Resend to a batch of 3", () => {
  const ids = (...given: unknown[]) => given.map((id) => ({ id }));
  it.each([
    [200, { data: ids("a", "b", "c") }, [{ id: "a" }, { id: "b" }, { id: "c" }]],
    [
      200,
      { data: ids("a", "c"), errors: [{ index: 1, message: "c@d.example" }] },
      [{ id: "a" }, { reason: "invalid for the provider" }, { id: "c" }],
    ],
    [
      200,
      { data: [], errors: [{ index: 0 }, { index: 1 }, { index: 2 }] },
      Array(3).fill({ reason: "invalid for the provider" }),
    ],
  ])("accepts or refuses each mail separately: %i %j", (status, body, results) => {
    expect(batchVerdictOf({ status, body, wait: 0 }, 3)).toEqual({ outcome: "answered", results });
  });

  it.each([
    null,
    {},
    [],
    { data: ids("a", "b") },
    { data: ids("a", "b", "") },
    { data: ids("a", "b", "x".repeat(201)) },
    { data: ids("a", "b", "c", "d") },
    { data: ids("a", "b"), errors: [{ index: 3 }] },
    { data: ids("a", "b"), errors: [{}] },
    { data: ids("a"), errors: [{ index: 1 }, { index: 1 }] },
    { id: "a" },
  ])("is unknown for 200 %j", (body) => {
    expect(batchVerdictOf({ status: 200, body, wait: 0 }, 3)).toEqual({
      outcome: "unknown",
      reason: "status 200 without an id for each mail",
    });
  });

  it.each([
    [409, "unknown"],
    [422, "refused"],
    [429, "later"],
    [403, "later"],
    [500, "unknown"],
  ])("for status %i is %s for all mails", (status, outcome) => {
    expect(batchVerdictOf({ status, body: { name: "odd", data: ids("a", "b", "c") }, wait: 5 }, 3)).toMatchObject({
      outcome,
    });
  });

  it("is unknown for the whole batch without a response", () => {
    expect(batchVerdictOf(null, 3)).toEqual({ outcome: "unknown", reason: "no answer" });
  });
});

describe("Cloudflare's binding", () => {
  const failing = (code?: string) =>
    cloudflareEmail({ send: () => Promise.reject(Object.assign(new Error("no"), { code })) });

  it("sends one mail and returns its message id", async () => {
    const send = vi.fn().mockResolvedValue({ messageId: "cf_1" });
    expect(await cloudflareEmail({ send }).send(mail, "key")).toEqual({ outcome: "accepted", id: "cf_1" });
    expect(send).toHaveBeenCalledExactlyOnceWith(mail);
  });

  it.each([
    ["E_RATE_LIMIT_EXCEEDED", "later"],
    ["E_SENDER_NOT_VERIFIED", "later"],
    ["E_RECIPIENT_SUPPRESSED", "refused"],
    ["E_VALIDATION_ERROR", "refused"],
    ["E_INTERNAL_SERVER_ERROR", "unknown"],
    [undefined, "unknown"],
  ])("with error code %s yields the outcome %s", async (code, outcome) => {
    expect(await failing(code).send(mail, "key")).toMatchObject({ outcome });
  });

  it("yields unknown if it does not respond within 4 s", async () => {
    vi.useFakeTimers();
    const sent = cloudflareEmail({ send: () => new Promise(() => {}) }).send(mail, "key");
    await vi.advanceTimersByTimeAsync(4000);
    expect(await sent).toEqual({ outcome: "unknown", reason: "no answer" });
    vi.useRealTimers();
  });

  it("keeps no keys, so that no uncertain mail is sent again automatically", () => {
    expect(failing().keySeconds).toBe(0);
  });
});

describe("the sender of single emails", () => {
  const SEND_EMAIL = { send: async () => ({ messageId: "cf_1" }) };
  const base = { MAIL_FROM: "a@b.example", MAIL_SECRET: ["x".repeat(32)] };
  it.each([
    ["nobody without a configuration", {}, null],
    ["nobody for a secret alone, as set-up makes one", { MAIL_SECRET: base.MAIL_SECRET }, null],
    ["nobody for a binding alone", { SEND_EMAIL }, null],
    [
      "Resend, which keeps keys for a day",
      { ...base, MAIL_API_URL: "https://mail.example", MAIL_API_KEY: "k" },
      86_400,
    ],
    ["the binding without another", { ...base, SEND_EMAIL }, 0],
    [
      "Resend before the binding",
      { ...base, SEND_EMAIL, MAIL_API_URL: "https://mail.example", MAIL_API_KEY: "k" },
      86_400,
    ],
  ])("is %s", (_, env, keySeconds) => {
    expect(senderOf(env as Env)?.sender.keySeconds ?? null).toBe(keySeconds);
  });
});

describe("the sender of newsletter issues", () => {
  const single = { MAIL_FROM: "a@b.example", MAIL_SECRET: ["x".repeat(32)], SEND_EMAIL: { send: vi.fn() } };
  const bulk = {
    ISSUES_FROM: "news@b.example",
    ISSUES_API_URL: "https://mail.example/emails",
    ISSUES_API_KEY: "k",
  };
  const isOn = (env: object) => issuesSenderOf(env as Env) !== null;

  it("is the bulk sender if there is also a sender for confirmations", () => {
    expect(issuesSenderOf({ ...single, ...bulk } as unknown as Env)).toMatchObject({
      from: bulk.ISSUES_FROM,
      sender: { keySeconds: 86_400 },
    });
  });

  it("is missing if anything is not configured or a provider has the newsletter", () => {
    expect(isOn(single)).toBe(false);
    expect(isOn(bulk)).toBe(false);
    for (const name of Object.keys(bulk)) expect(isOn({ ...single, ...bulk, [name]: undefined }), name).toBe(false);
    const provider = { NEWSLETTER_API_URL: "https://beehiiv.example", NEWSLETTER_API_TOKEN: "t" };
    expect(isOn({ ...single, ...bulk, ...provider })).toBe(false);
    expect(isOn({ ...single, ...bulk, NEWSLETTER_API_URL: provider.NEWSLETTER_API_URL })).toBe(true);
  });
});
