import {
  type AuthAnswer,
  type Connection,
  createDatabase,
  type Database,
} from "../../platform/database/supabase.server.ts";
import type { Env, SettingName } from "../../platform/env.ts";
import { probe } from "../../platform/outside.server.ts";
import type { Site } from "../../site.ts";
import { channelNames } from "../channel-posts/channel-names.ts";
import { channelsOf } from "../channel-posts/channels.server.ts";
import { credentialKeysOf } from "../credentials/credential-keys.server.ts";
import { postalAddressOf } from "../mail/mail-sender.server.ts";
import { databaseFacts, type Facts } from "./facts.ts";
import { askMail } from "./mail-facts.server.ts";
import { samplesIn } from "./samples.ts";

interface Asker extends Pick<Facts, "versions" | "host" | "migrations" | "faults" | "answers"> {
  env: Partial<Env>;
  /** names of settings that are set but cannot be read here */
  hidden?: readonly string[];
  showsMails?: boolean;
  /** what the site shows; null if what is saved is not known */
  site: Site | null;
  /** epoch milliseconds after which no more requests are sent */
  deadline: number;
  /** whether to query the DNS too, which takes more requests than cron has to spare */
  looksUp?: boolean;
}

/**
 * Gathers all facts at once: three calls to Supabase, one to each provider and channel, and those to the DNS if
 * `looksUp`. Never throws, changes nothing.
 */
export async function gatherFacts(asker: Asker): Promise<Facts> {
  const { env, site, deadline, looksUp = false, hidden = [], showsMails = false, ...known } = asker;
  const isSet = (name: SettingName) => env[name] !== undefined || hidden.includes(name);
  const database = isConnection(env) ? createDatabase(env, deadline) : null;
  const begun = Date.now();
  const [secret, publishable, settings, providers, channels, mail] = await Promise.all([
    askDoctor(database, "secret"),
    askDoctor(database, "publishable"),
    database?.probe("publishable", "/auth/v1/settings") ?? null,
    askProviders(env, hidden, deadline - begun),
    askChannels(env, deadline - begun),
    askMail(env, deadline - begun, looksUp, hidden),
  ]);
  const found = databaseFacts.safeParse(secret?.answer.body).data ?? null;
  const now = Date.now();
  const middle = secret ? (begun + secret.at) / 2 : now;
  const signUp = (settings?.body as { disable_signup?: unknown } | null)?.disable_signup;
  return {
    ...known,
    now,
    off: env.off ?? [],
    hidden,
    showsMails,
    plan: env.SUPABASE_PLAN,
    origin: env.SITE_ORIGIN ?? "",
    isEmbedded: /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(env.SUPABASE_URL ?? ""),
    samples: site && samplesIn(site),
    issues: sendsIssues(env, isSet) ? { hasPostalAddress: hasPostalAddress(env, site) } : null,
    secretKey: secret && keyAnswer(secret.answer),
    publishableKey: publishable && keyAnswer(publishable.answer),
    database: found,
    clockAhead: found && (middle - Date.parse(found.now)) / 1000,
    isSignUpOff: typeof signUp === "boolean" ? signUp : null,
    credentialKeys: await countCredentialKeys(env),
    receivers: [
      ...(isSet("WAITLIST_ENDPOINT_URL") ? ["waitlist"] : []),
      ...(isSet("NOTIFY_URL") ? ["notice"] : []),
      ...(isSet("NEWSLETTER_API_URL") && isSet("NEWSLETTER_API_TOKEN") ? ["newsletter"] : []),
    ],
    providers,
    channels,
    mail,
  };
}

/** Like `issuesSenderOf`, but needs only the names of settings; incomplete settings count as off. */
function sendsIssues({ off = [] }: Partial<Env>, isSet: (name: SettingName) => boolean): boolean {
  const isOff = off.some(({ part }) => part === "Sending of newsletter issues");
  return !isOff && isSet("ISSUES_FROM") && !(isSet("NEWSLETTER_API_URL") && isSet("NEWSLETTER_API_TOKEN"));
}

const countCredentialKeys = (env: Partial<Env>) =>
  credentialKeysOf(env).then(
    (keys) => keys?.length ?? 0,
    (error: Error) => error.message,
  );

/** Null if unknown. The operator's address is printed if owners entered none, so the operator's alone settles it. */
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

/** @param milliseconds the time left */
async function askProviders(
  env: Partial<Env>,
  hidden: readonly string[],
  milliseconds: number,
): Promise<Facts["providers"]> {
  const bearer = { Authorization: `Bearer ${env.NEWSLETTER_API_TOKEN}` };
  const token: Record<string, string> = env.WAITLIST_API_TOKEN ? { "X-API-Token": env.WAITLIST_API_TOKEN } : {};
  const configured: [string, string | undefined, Record<string, string>][] = [
    ["newsletter", env.NEWSLETTER_API_TOKEN && env.NEWSLETTER_API_URL, bearer],
    ["waitlist-endpoint", hidden.includes("WAITLIST_API_TOKEN") ? undefined : env.WAITLIST_ENDPOINT_URL, token],
    ["notices", env.NOTIFY_URL, {}],
  ];
  const asked = configured.flatMap(([name, url, headers]) => (url ? [{ name, url, headers }] : []));
  const answers = asked.map(async ({ name, url, headers }) => [name, await probe(url, headers, milliseconds)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

/** @param milliseconds the time left */
async function askChannels(env: Partial<Env>, milliseconds: number): Promise<Facts["channels"]> {
  const answers = channelsOf(env).map(async ({ id, ask }) => [channelNames[id], await ask(milliseconds)] as const);
  return Object.fromEntries(await Promise.all(answers));
}
