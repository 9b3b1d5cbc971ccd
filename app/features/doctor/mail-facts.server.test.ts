import { afterEach, expect, it, vi } from "vitest";
import type { Env } from "../../platform/env.ts";
import { askMail } from "./mail-facts.server.ts";

const api = {
  MAIL_FROM: "Aloha <aloha@mail.example.org>",
  MAIL_API_URL: "https://mail.example/emails",
  MAIL_API_KEY: "re_1",
};
const records: Record<string, object[]> = {
  "TXT send.mail.example.org": [{ type: 16, data: '"v=spf1 include:amazonses.com ~all"' }],
  "MX send.mail.example.org": [{ type: 15, data: "10 feedback-smtp.us-east-1.amazonses.com." }],
  "TXT resend._domainkey.mail.example.org": [
    { type: 5, data: "key.example.net." },
    { type: 16, data: '"p=MIGf" "MA0G"' },
  ],
  "TXT _dmarc.example.org": [{ type: 16, data: "v=DMARC1; p=none" }],
};

/** Stubs a provider and a resolver. @returns the requests that they receive */
function outside({ domains = (): Response => Response.json({ data: [] }), answers = records } = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { headers }: { headers: Record<string, string> }) => {
    const url = new URL(address);
    if (url.host === "mail.example") {
      asked.push(`${url.pathname} ${headers.Authorization}`);
      return domains();
    }
    expect([url.origin + url.pathname, headers.Accept]).toEqual([
      "https://cloudflare-dns.com/dns-query",
      "application/dns-json",
    ]);
    const question = `${url.searchParams.get("type")} ${url.searchParams.get("name")}`;
    asked.push(question);
    const found = answers[question];
    return Response.json(found ? { Status: 0, Answer: found } : { Status: 3 });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());
const ask = (env: Partial<Env>, looksUp = true) => askMail(env, 1000, looksUp);

it("sends no request if no sender is configured", async () => {
  const asked = outside();
  expect(await ask({})).toBeNull();
  expect(asked).toEqual([]);
});

it("queries Resend's domains and the DNS records that receivers look up, with the parent domain's policy", async () => {
  const asked = outside({
    domains: () => Response.json({ data: [{ name: "mail.example.org", status: "pending" }] }),
  });
  expect(await ask({ ...api, MAIL_EVENTS_SECRET: "whsec_1" })).toEqual({
    by: "api",
    hasEvents: true,
    dailyLimit: null,
    domain: "mail.example.org",
    answer: { status: 200, error: null, domain: "pending" },
    records: {
      spf: { name: "send.mail.example.org", values: ["v=spf1 include:amazonses.com ~all"] },
      returnPath: { name: "send.mail.example.org", values: ["10 feedback-smtp.us-east-1.amazonses.com."] },
      dkim: { name: "resend._domainkey.mail.example.org", values: ["p=MIGfMA0G"] },
      dmarc: { name: "_dmarc.example.org", values: ["v=DMARC1; p=none"] },
    },
  });
  expect(asked.sort()).toEqual([
    "/domains Bearer re_1",
    ...Object.keys(records).concat("TXT _dmarc.mail.example.org").sort(),
  ]);
});

it("looks up the records for Cloudflare's email sending if its binding sends", async () => {
  const asked = outside();
  const found = await ask({ MAIL_FROM: "aloha@example.org" });
  expect(found).toMatchObject({ by: "binding", hasEvents: false, answer: null });
  expect(asked.sort()).toEqual([
    "MX cf-bounce.example.org",
    "TXT _dmarc.example.org",
    "TXT cf-bounce._domainkey.example.org",
    "TXT cf-bounce.example.org",
  ]);
});

it("does not query the DNS for cron, nor for emails that stay on this machine", async () => {
  const asked = outside();
  expect(await ask(api, false)).toMatchObject({ records: "not looked up" });
  expect(await ask({ ...api, MAIL_API_URL: "http://127.0.0.1:9/emails" })).toMatchObject({ records: "local" });
  expect(asked.filter((question) => !question.startsWith("/"))).toEqual([]);
});

it("recognizes a key that may only send, and a domain that is not listed", async () => {
  const refusal = { statusCode: 401, name: "restricted_api_key", message: "aloha@mail.example.org" };
  outside({ domains: () => Response.json(refusal, { status: 401 }) });
  expect((await ask(api, false))?.answer).toEqual({ status: 401, error: "restricted_api_key", domain: undefined });
  outside();
  expect((await ask(api, false))?.answer).toEqual({ status: 200, error: null, domain: null });
});

it.each<[string, () => Response]>([
  ["refuses", () => new Response("no", { status: 503 })],
  ["is broken", () => Response.json({ Status: 2 })],
  ["talks of something else", () => Response.json([])],
  ["is gone", () => Response.error()],
])("reports all records as unknown when the resolver %s", async (_, answer) => {
  vi.stubGlobal("fetch", async () => answer());
  const found = await ask({ MAIL_FROM: "aloha@example.org" });
  expect(Object.values(found?.records ?? {}).map(({ values }) => values)).toEqual([null, null, null, null]);
});
