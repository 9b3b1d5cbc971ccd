import { afterEach, expect, it, vi } from "vitest";
import { parseEnv } from "../../platform/env.ts";
import { defaultSite } from "../../site.ts";
import { type Composers, deliverMailBatch, type FindLetter } from "./post-office.server.ts";

const env = parseEnv({
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
});
const composers: Composers = {
  "waitlist-receipt": async ({ content, origin }) => ({
    letter: {
      to: (content as { email: string }).email,
      subject: "Aloha",
      text: origin,
      site: defaultSite,
      html: "<p>Aloha</p>",
    },
    token: "a".repeat(32),
  }),
};
const findLetter: FindLetter = async (purpose) => composers[purpose];
const due = (id: number, more: object = {}) => ({
  id,
  purpose: "waitlist-receipt",
  idempotency_key: `key-${id}`,
  attempts: 1,
  sealed: null,
  content: { email: `p${id}@example.org` },
  ...more,
});

interface Asked {
  url: string;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Stubs a database that hands out the claimed mails and freezes those in `kept` (default: all), and a provider. */
function outside(
  claimed: object[],
  { kept, answer = () => Response.json({ id: "re_1" }) }: { kept?: number[]; answer?: () => Response } = {},
) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    asked.push({ url: String(url), headers: new Headers(init.headers), body });
    if (String(url).includes("mail.example")) return answer();
    if (String(url).endsWith("claim_mails")) return Response.json(claimed);
    if (String(url).endsWith("freeze_mails"))
      return Response.json(kept ?? body.p_frozen.map(({ id }: { id: number }) => id));
    return Response.json(1);
  });
  const to = (name: string) => asked.filter(({ url }) => url.endsWith(name));
  return { asked, to };
}

vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => vi.unstubAllGlobals());

it("freezes mails before sending, sends each with its own key, and settles the outcomes", async () => {
  const { asked, to } = outside([due(1), due(2)]);
  expect(await deliverMailBatch(env, defaultSite, findLetter)).toEqual({ isDrained: true, spent: 5 });
  expect(asked.map(({ url }) => url.split("/").at(-1))).toEqual([
    "claim_mails",
    "freeze_mails",
    "emails",
    "emails",
    "settle_mails",
  ]);
  const [frozen] = to("freeze_mails");
  expect(JSON.stringify(frozen?.body), "sealed").not.toMatch(/@example\.org|Aloha/);
  const [sent] = to("emails");
  expect(sent?.headers.get("Idempotency-Key")).toBe("key-1");
  expect(sent?.headers.get("Authorization")).toBe("Bearer re_1");
  expect(sent?.body).toMatchObject({ from: "Aloha <aloha@example.org>", to: ["p1@example.org"], subject: "Aloha" });
  expect(to("settle_mails")[0]?.body.p_settled).toEqual([
    { id: 1, attempt: 1, outcome: "accepted", provider_id: "re_1" },
    { id: 2, attempt: 1, outcome: "accepted", provider_id: "re_1" },
  ]);
});

it("sends no mail that could not be frozen", async () => {
  const { to } = outside([due(1), due(2)], { kept: [2] });
  await deliverMailBatch(env, defaultSite, findLetter);
  expect(to("emails").map(({ body }) => body.to)).toEqual([["p2@example.org"]]);
});

it("sends a frozen mail again unchanged, even if its content has changed", async () => {
  const first = outside([due(1)]);
  await deliverMailBatch(env, defaultSite, findLetter);
  const [frozen] = (first.to("freeze_mails")[0]?.body.p_frozen ?? []) as { sealed: string }[];
  const sealed = frozen?.sealed;
  const second = outside([due(1, { sealed, attempts: 2, content: { email: "other@example.org" } })]);
  expect(await deliverMailBatch(env, defaultSite, findLetter)).toMatchObject({ spent: 4 });
  expect(second.to("emails")[0]?.body).toEqual(first.to("emails")[0]?.body);
  expect(second.to("freeze_mails")).toEqual([]);
});

it("settles a rate-limited mail with the seconds the provider asks to wait", async () => {
  const answer = () =>
    Response.json({ name: "rate_limit_exceeded" }, { status: 429, headers: { "Retry-After": "30" } });
  const { to } = outside([due(1)], { answer });
  await deliverMailBatch(env, defaultSite, findLetter);
  expect(to("settle_mails")[0]?.body.p_settled).toEqual([
    { id: 1, attempt: 1, outcome: "later", error: "status 429 rate_limit_exceeded", wait: 30 },
  ]);
});

it("makes no request without a configured sender", async () => {
  const { asked } = outside([due(1)]);
  expect(await deliverMailBatch({ ...env, MAIL_FROM: undefined }, defaultSite, findLetter)).toEqual({
    isDrained: true,
    spent: 0,
  });
  expect(asked).toEqual([]);
});

it("reports that the database could not be reached", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("gone")));
  expect(await deliverMailBatch(env, defaultSite, findLetter)).toMatchObject({ isDrained: true, failed: true });
});
