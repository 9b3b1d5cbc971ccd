import type { Env } from "../../platform/env.ts";
import { getJson } from "../../platform/outside.server.ts";
import { addressIn } from "../mail/mail.ts";
import type { MailAnswer, MailFacts, MailRecords } from "./facts.ts";

/** Serves DNS over HTTPS as JSON (developers.cloudflare.com/1.1.1.1, "Using JSON"). */
const resolver = "https://cloudflare-dns.com/dns-query";

/**
 * Where each sender's records are below our domain: the DKIM selector, and the subdomain that receives bounces and
 * whose SPF counts (resend.com/docs/dashboard/domains, developers.cloudflare.com/email-service/reference/postmaster).
 */
const places = {
  api: { selector: "resend", bounces: "send" },
  binding: { selector: "cf-bounce", bounces: "cf-bounce" },
};

/**
 * Queries the state of our email sender, and the DNS for what receivers look up: one request to the former, four to six
 * to the latter. Never throws, changes nothing.
 * @param milliseconds the time left
 * @param looksUp whether to query the DNS
 * @param hidden names of settings that are set but cannot be read here
 */
export async function askMail(
  env: Partial<Env>,
  milliseconds: number,
  looksUp: boolean,
  hidden: readonly string[] = [],
): Promise<MailFacts | null> {
  if (!env.MAIL_FROM) return null;
  const domain = addressIn(env.MAIL_FROM).split("@")[1]?.toLowerCase() ?? "";
  const api = env.MAIL_API_URL && env.MAIL_API_KEY ? { url: env.MAIL_API_URL, key: env.MAIL_API_KEY } : null;
  const isLocal = !env.DNS_RESOLVER_URL && /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(env.MAIL_API_URL ?? "");
  const by = env.MAIL_API_URL || hidden.includes("MAIL_API_URL") ? "api" : "binding";
  const [answer, records] = await Promise.all([
    api && askSender(api.url, api.key, domain, milliseconds),
    isLocal
      ? ("local" as const)
      : looksUp
        ? lookUp(env.DNS_RESOLVER_URL ?? resolver, domain, places[by], milliseconds)
        : ("not looked up" as const),
  ]);
  const hasEvents = env.MAIL_EVENTS_SECRET !== undefined || hidden.includes("MAIL_EVENTS_SECRET");
  return { by, hasEvents, dailyLimit: env.MAIL_DAILY_LIMIT ?? null, domain, answer, records };
}

/** Resend's list of domains, refused to send-only keys (resend.com/docs/api-reference/domains/list-domains). */
async function askSender(url: string, key: string, domain: string, milliseconds: number): Promise<MailAnswer | null> {
  const answer = await getJson(new URL("domains", url).href, { Authorization: `Bearer ${key}` }, milliseconds);
  if (!answer) return null;
  const { name, data } = Object(answer.body) as { name?: unknown; data?: unknown };
  const listed: { name?: unknown; status?: unknown }[] | undefined = Array.isArray(data) ? data.map(Object) : undefined;
  const found = listed?.find((each) => each.name === domain);
  return {
    status: answer.status,
    error: typeof name === "string" && /^[a-z_]{1,60}$/.test(name) ? name : null,
    domain: listed && (found ? String(found.status).slice(0, 40) : null),
  };
}

async function lookUp(
  url: string,
  domain: string,
  { selector, bounces }: (typeof places)["api"],
  milliseconds: number,
): Promise<MailRecords> {
  const ask = async (name: string, type: "TXT" | "MX") => ({
    name,
    values: await recordsOf(`${url}?name=${encodeURIComponent(name)}&type=${type}`, milliseconds),
  });
  // A domain without its own policy has that of its parent.
  const labels = domain.split(".");
  const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  const [spf, dkim, returnPath, ...policies] = await Promise.all([
    ask(`${bounces}.${domain}`, "TXT"),
    ask(`${selector}._domainkey.${domain}`, "TXT"),
    ask(`${bounces}.${domain}`, "MX"),
    ...above.slice(0, 3).map((each) => ask(`_dmarc.${each}`, "TXT")),
  ]);
  const policy = policies.find(({ values }) => values === null || values.some(isPolicy)) ?? policies[0];
  return { spf, dkim, returnPath, dmarc: policy ?? { name: `_dmarc.${domain}`, values: [] } };
}

export const isPolicy = (text: string) => /^v=DMARC1\b/i.test(text);

/** The texts of records; those of TXT records in one piece, without quotation marks. */
async function recordsOf(url: string, milliseconds: number): Promise<string[] | null> {
  const answer = await getJson(url, { Accept: "application/dns-json" }, milliseconds);
  const { Status: status, Answer: records = [] } = Object(answer?.body) as { Status?: unknown; Answer?: unknown };
  const noSuchName = 3;
  if (answer?.status !== 200 || (status !== 0 && status !== noSuchName) || !Array.isArray(records)) return null;
  const types = [15, 16]; // MX and TXT, not the CNAME that leads to them
  return records
    .map((record) => Object(record) as { type?: unknown; data?: unknown })
    .filter(({ type, data }) => types.includes(Number(type)) && typeof data === "string")
    .map(({ data }) => String(data).replace(/"\s+"/g, "").replaceAll('"', "").trim());
}
