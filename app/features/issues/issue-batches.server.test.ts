import { afterEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "../../platform/env.ts";
import { defaultSite } from "../../site.ts";
import { deliverIssueBatch, issuesOf } from "./issue-batches.server.ts";
import { composeIssue } from "./issue-letter.tsx";

const variables = {
  SUPABASE_URL: "https://db.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789abcdef",
  SUPABASE_SECRET_KEY: "sb_secret_0123456789abcdef",
  SESSION_SECRET: "session-0123456789-0123456789-0123456789",
  VISITOR_SECRET: "visitor-0123456789-0123456789-0123456789",
  SITE_ORIGIN: "https://hawaii.example.org",
  MAIL_FROM: "Aloha <aloha@example.org>",
  MAIL_SECRET: "mail-0123456789-0123456789-0123456789",
  MAIL_API_URL: "https://mail.example/emails",
  MAIL_API_KEY: "re_1",
  ISSUES_FROM: "News <news@example.org>",
  ISSUES_API_URL: "https://bulk.example/emails",
  ISSUES_API_KEY: "re_2",
};
const env = parseEnv(variables);
const letter = composeIssue(
  { slug: "first", subject: "Aloha", preview_text: "", markdown: "Aloha" },
  { origin: env.SITE_ORIGIN, site: defaultSite, from: "News <news@example.org>", postalAddress: "1 Example Street" },
);
const person = (id: number) => ({ id, subscriber: `s-${id}`, email: `p${id}@example.org`, generation: 0 });
const fresh = { batch: 7, attempt: 1, key: "key-7", letter, people: [person(1), person(2), person(3)] };

interface Asked {
  url: string;
  headers: Headers;
  text: string;
  body: Record<string, unknown> & { to: string[] }[];
}

/** Stubs a database that returns this batch and freezes only the `kept` recipients, and a provider. */
function outside(claimed: object, { kept, answer }: { kept?: number[]; answer?: () => Response } = {}) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    asked.push({ url: String(url), headers: new Headers(init.headers), text: String(init.body), body });
    if (String(url).includes("bulk.example"))
      return answer?.() ?? Response.json({ data: body.map((_: unknown, index: number) => ({ id: `re_${index}` })) });
    if (String(url).endsWith("claim_issue_batch")) return Response.json(claimed);
    if (String(url).endsWith("freeze_issue_batch"))
      return Response.json(kept ?? body.p_frozen.map(({ id }: { id: number }) => id));
    return Response.json("answered");
  });
  const to = (name: string) => asked.filter(({ url }) => url.endsWith(name));
  return { asked, to };
}

vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => vi.unstubAllGlobals());

it("claims, freezes and sends a batch in one request with its own key, and stores the outcome of each email", async () => {
  const { asked, to } = outside(fresh);
  expect(await deliverIssueBatch(env)).toEqual({ isDrained: false, spent: 4 });
  expect(asked.map(({ url }) => url.split("/").at(-1))).toEqual([
    "claim_issue_batch",
    "freeze_issue_batch",
    "batch",
    "settle_issue_batch",
  ]);
  expect(to("freeze_issue_batch")[0]?.text, "sealed").not.toMatch(/@example\.org|Aloha/);
  const [sent] = to("/batch");
  expect(sent?.url).toBe("https://bulk.example/emails/batch");
  expect(sent?.headers.get("Idempotency-Key")).toBe("key-7");
  expect(sent?.headers.get("Authorization")).toBe("Bearer re_2");
  expect(sent?.body.map((mail) => mail.to)).toEqual([["p1@example.org"], ["p2@example.org"], ["p3@example.org"]]);
  const tokens = new Set(sent?.body.map((mail) => /\/n\/([a-z2-7]{32})\b/.exec(JSON.stringify(mail))?.[1]));
  expect(tokens.size, "a link for each").toBe(3);
  expect(to("settle_issue_batch")[0]?.body).toEqual({
    p_batch: 7,
    p_attempt: 1,
    p_settled: {
      outcome: "answered",
      results: [1, 2, 3].map((id) => ({ id, provider_id: `re_${id - 1}` })),
    },
  });
});

it("sends only to the recipients that could be frozen", async () => {
  const { to } = outside(fresh, { kept: [1, 3] });
  await deliverIssueBatch(env);
  expect(to("/batch")[0]?.body.map((mail) => mail.to)).toEqual([["p1@example.org"], ["p3@example.org"]]);
  expect(to("settle_issue_batch")[0]?.body.p_settled).toMatchObject({ results: [{ id: 1 }, { id: 3 }] });
});

it("sends nothing if no recipient is left", async () => {
  const { to } = outside(fresh, { kept: [] });
  expect(await deliverIssueBatch(env)).toEqual({ isDrained: false, spent: 2 });
  expect(to("/batch")).toEqual([]);
});

it("sends a frozen batch again byte for byte, even after the secret was rotated", async () => {
  const first = outside(fresh, { kept: [1, 3] });
  await deliverIssueBatch(env);
  const sealed = (first.to("freeze_issue_batch")[0]?.body as { p_sealed?: string } | undefined)?.p_sealed;
  const again = {
    batch: 7,
    attempt: 2,
    key: "key-7",
    letter: JSON.parse(JSON.stringify(letter)),
    sealed,
    recipients: [1, 3],
  };
  const rotated = parseEnv({ ...variables, MAIL_SECRET: `${"n".repeat(32)},${variables.MAIL_SECRET}` });
  const second = outside(again);
  await deliverIssueBatch(rotated);
  expect(second.to("/batch")[0]?.text).toBe(first.to("/batch")[0]?.text);
  expect(second.to("freeze_issue_batch")).toEqual([]);
});

describe("the provider's response", () => {
  it.each([
    [
      "a wait",
      () => Response.json({ name: "rate_limit_exceeded" }, { status: 429, headers: { "Retry-After": "30" } }),
      { outcome: "later", error: "status 429 rate_limit_exceeded", wait: 30 },
    ],
    [
      "a refusal of all",
      () => Response.json({ name: "validation_error" }, { status: 422 }),
      { outcome: "refused", error: "status 422 validation_error", wait: 0 },
    ],
    ["an error", () => Response.json({}, { status: 500 }), { outcome: "unknown", error: "status 500", wait: 0 }],
    [
      "another payload",
      () => Response.json({ name: "invalid_idempotent_request" }, { status: 409 }),
      { outcome: "unknown", error: "status 409 invalid_idempotent_request", wait: 0 },
    ],
    [
      "a page",
      () => new Response("<h1>Welcome</h1>"),
      { outcome: "unknown", error: "status 200 without an id for each mail", wait: 0 },
    ],
  ])("ends the run if it is %s", async (_, answer, settled) => {
    const { to } = outside(fresh, { answer });
    expect(await deliverIssueBatch(env)).toEqual({ isDrained: true, spent: 4 });
    expect(to("settle_issue_batch")[0]?.body.p_settled).toEqual(settled);
  });
});

it("is drained if nothing is due", async () => {
  const { asked } = outside({});
  expect(await deliverIssueBatch(env)).toEqual({ isDrained: true, spent: 1 });
  expect(asked).toHaveLength(1);
});

it("sends no request if no sender of issues is configured", async () => {
  const { asked } = outside(fresh);
  expect(await deliverIssueBatch({ ...env, ISSUES_FROM: undefined })).toEqual({ isDrained: true, spent: 0 });
  expect(asked).toEqual([]);
});

it("sends one batch a minute on Workers Free, and at most four a second on a paid plan", async () => {
  outside(fresh);
  expect(await issuesOf(env).deliverBatch()).toEqual({ isDrained: true, spent: 4 });
  const paid = issuesOf({ ...env, WORKERS_PLAN: "paid" });
  const begun = Date.now();
  expect(await paid.deliverBatch()).toEqual({ isDrained: false, spent: 4 });
  await paid.deliverBatch();
  await paid.deliverBatch();
  expect(Date.now() - begun).toBeGreaterThanOrEqual(499);
});
