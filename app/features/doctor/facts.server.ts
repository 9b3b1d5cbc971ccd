import type { Env } from "../../platform/env.ts";
import { probe } from "../../platform/outside.server.ts";
import { type AuthAnswer, type Connection, createDatabase, type Database } from "../../platform/supabase.server.ts";
import type { Site } from "../../site.ts";
import { issuesSenderOf, postalAddressOf } from "../mail/mail-sender.server.ts";
import { databaseFacts, type Facts } from "./facts.ts";
import { askMail } from "./mail-facts.server.ts";
import { samplesIn } from "./samples.ts";

interface Asker extends Pick<Facts, "versions" | "host" | "migrations" | "faults"> {
  /** what of the configuration can be read */
  env: Partial<Env>;
  /** what the site shows; null where nobody knows what is saved */
  site: Site | null;
  /** epoch milliseconds at which nobody is asked any more */
  deadline: number;
  /** whether the DNS is asked too, which takes more requests than cron has to spare */
  looksUp?: boolean;
}

/**
 * Asks whoever there is to ask, all at once: three calls to Supabase, one to each provider, and
 * to the DNS where it is to be asked. Never throws, changes nothing.
 */
export async function gatherFacts({ env, site, faults, deadline, looksUp = false, ...known }: Asker): Promise<Facts> {
  const database = isConnection(env) ? createDatabase(env, deadline) : null;
  const begun = Date.now();
  const [secret, publishable, settings, providers, mail] = await Promise.all([
    askDoctor(database, "secret"),
    askDoctor(database, "publishable"),
    database?.probe("publishable", "/auth/v1/settings") ?? null,
    askProviders(env, deadline - begun),
    askMail(env, deadline - begun, looksUp),
  ]);
  const found = databaseFacts.safeParse(secret?.answer.body).data ?? null;
  const now = Date.now();
  const middle = secret ? (begun + secret.at) / 2 : now;
  const signUp = (settings?.body as { disable_signup?: unknown } | null)?.disable_signup;
  return {
    ...known,
    now,
    faults: faults && [...faults, ...halfSet(env)],
    origin: env.SITE_ORIGIN ?? "",
    isEmbedded: /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(env.SUPABASE_URL ?? ""),
    samples: site && samplesIn(site),
    issues: issuesSenderOf(env) && { hasPostalAddress: hasPostalAddress(env, site) },
    secretKey: secret && keyAnswer(secret.answer),
    publishableKey: publishable && keyAnswer(publishable.answer),
    database: found,
    clockAhead: found && (middle - Date.parse(found.now)) / 1000,
    isSignUpOff: typeof signUp === "boolean" ? signUp : null,
    receivers: [...(env.WAITLIST_ENDPOINT_URL ? ["waitlist"] : []), ...(env.NOTIFY_URL ? ["notice"] : [])],
    providers,
    mail,
  };
}

/** What the operator has set is printed where owners have entered nothing, so that it is enough to know. */
function hasPostalAddress(env: Partial<Env>, site: Site | null): boolean | null {
  const isKnown = site !== null || env.ISSUES_POSTAL_ADDRESS !== undefined;
  return isKnown ? postalAddressOf(env, site ?? { postalAddress: null }) !== null : null;
}

const isConnection = (env: Partial<Env>): env is Partial<Env> & Connection =>
  Boolean(env.SUPABASE_URL && env.SUPABASE_PUBLISHABLE_KEY && env.SUPABASE_SECRET_KEY);

async function askDoctor(database: Database | null, key: "secret" | "publishable") {
  const answer = await database?.probe(key, "/rest/v1/rpc/doctor", {});
  return answer ? { answer, at: Date.now() } : null;
}

function keyAnswer({ status, body }: AuthAnswer) {
  const { code } = Object(body) as { code?: unknown };
  return { status, ...(typeof code === "string" ? { code } : {}) };
}

/** What works only together and is there only in part. */
function halfSet(env: Partial<Env>): string[] {
  const pairs = [
    ["NEWSLETTER_API_URL", "NEWSLETTER_API_TOKEN"],
    ["NEWSLETTER_API_TOKEN", "NEWSLETTER_API_URL"],
    ["WAITLIST_API_TOKEN", "WAITLIST_ENDPOINT_URL"],
  ] as const;
  return pairs
    .filter(([one, other]) => env[one] && !env[other])
    .map(([one, other]) => `${one} is set without ${other}`);
}

/** @param milliseconds that are left */
async function askProviders(env: Partial<Env>, milliseconds: number): Promise<Facts["providers"]> {
  const bearer = { Authorization: `Bearer ${env.NEWSLETTER_API_TOKEN}` };
  const token: Record<string, string> = env.WAITLIST_API_TOKEN ? { "X-API-Token": env.WAITLIST_API_TOKEN } : {};
  const configured: [string, string | undefined, Record<string, string>][] = [
    ["newsletter", env.NEWSLETTER_API_TOKEN && env.NEWSLETTER_API_URL, bearer],
    ["waitlist-endpoint", env.WAITLIST_ENDPOINT_URL, token],
    ["notices", env.NOTIFY_URL, {}],
  ];
  const asked = configured.flatMap(([name, url, headers]) => (url ? [{ name, url, headers }] : []));
  const answers = asked.map(async ({ name, url, headers }) => [name, await probe(url, headers, milliseconds)] as const);
  return Object.fromEntries(await Promise.all(answers));
}
