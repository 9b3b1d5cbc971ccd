import { z } from "zod";

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url), "must be an http(s) URL");
const optionalUrl = optionalText.pipe(httpUrl.optional());
const secret = z.string().min(32, "must have at least 32 characters");

/** Browsers reject `Secure` cookies on plain http, so only a loopback origin may do without https. */
const siteOrigin = z
  .string()
  .refine(
    (origin) =>
      /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/.test(origin) &&
      URL.canParse(origin) &&
      new URL(origin).origin === origin,
    "must be an https origin without a path (http only for localhost)",
  );

/** `Name <post@example.org>` or only the address. */
const sender = optionalText.pipe(
  z
    .string()
    .regex(/^(?:[^\p{Cc}<>"]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u, "must be Name <address>")
    .optional(),
);

const secrets = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(secret).min(1));

/** RSA keys of at least 2,048 bits, in base64url. */
const keys = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().regex(/^[\w-]{300,}$/, "must be keys that npm run credential-key has made")).min(1));

export const environment = z.object({
  SUPABASE_URL: httpUrl.transform((url) => url.replace(/\/+$/, "")),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20, "must be the project's publishable key"),
  SUPABASE_SECRET_KEY: z.string().min(20, "must be the project's secret key"),
  SESSION_SECRET: secrets,
  VISITOR_SECRET: secret,
  FACTOR_SECRET: optionalText.pipe(secrets.optional()),
  CREDENTIAL_KEYS: optionalText.pipe(keys.optional()),
  SITE_ORIGIN: siteOrigin,
  NEWSLETTER_API_URL: optionalUrl,
  NEWSLETTER_API_TOKEN: optionalText,
  NEWSLETTER_EMBED_URL: optionalUrl,
  WAITLIST_ENDPOINT_URL: optionalUrl,
  WAITLIST_API_TOKEN: optionalText,
  NOTIFY_URL: optionalUrl,
  DISCORD_WEBHOOK_URL: optionalUrl,
  SLACK_WEBHOOK_URL: optionalUrl,
  TELEGRAM_BOT_TOKEN: optionalText.pipe(
    z
      .string()
      .regex(/^\d+:[\w-]{30,}$/, "must be the token of a bot")
      .optional(),
  ),
  TELEGRAM_CHAT_ID: optionalText,
  MASTODON_URL: optionalUrl,
  MASTODON_TOKEN: optionalText,
  MAIL_FROM: sender,
  MAIL_REPLY_TO: sender,
  MAIL_API_URL: optionalUrl,
  MAIL_API_KEY: optionalText,
  MAIL_SECRET: optionalText.pipe(secrets.optional()),
  MAIL_DAILY_LIMIT: optionalText.pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,6}$/, "must be a whole number")
      .transform(Number)
      .optional(),
  ),
  MAIL_STRANGERS_A_MINUTE: optionalText.pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/, "must be a whole number")
      .transform(Number)
      .optional(),
  ),
  DNS_RESOLVER_URL: optionalUrl,
  MAIL_EVENTS_SECRET: optionalText.pipe(z.string().startsWith("whsec_", "must begin with whsec_").optional()),
  AUTH_ADMIN_URL: optionalText.pipe(
    z
      .string()
      .regex(/^http:\/\/(localhost|127\.0\.0\.1):\d+$/, "must be an address of this machine")
      .optional(),
  ),
  BREACH_API_URL: optionalText.pipe(z.union([z.literal("none"), httpUrl]).optional()),
  LINK_CHECK: optionalText.pipe(z.literal("none", { errorMap: () => ({ message: "must be none" }) }).optional()),
  WORKERS_PLAN: optionalText.pipe(
    z.enum(["free", "paid"], { errorMap: () => ({ message: "must be free or paid" }) }).optional(),
  ),
  SUPABASE_PLAN: optionalText.pipe(
    z.enum(["free", "pro"], { errorMap: () => ({ message: "must be free or pro" }) }).optional(),
  ),
  ISSUES_FROM: sender,
  ISSUES_API_URL: optionalUrl,
  ISSUES_API_KEY: optionalText,
  ISSUES_POSTAL_ADDRESS: optionalText.pipe(z.string().max(300, "must have at most 300 characters").optional()),
});

/** The part of Cloudflare's email binding that we use. */
export interface MailBinding {
  send(mail: {
    from: string;
    to: string;
    replyTo?: string;
    subject: string;
    text: string;
    html: string;
    headers: Record<string, string>;
    attachments?: {
      filename: string /** a MIME type */;
      type: string /** base64 */;
      content: string;
      disposition: "attachment";
    }[];
  }): Promise<{ messageId: string }>;
}

export type Env = z.output<typeof environment> & {
  SEND_EMAIL?: MailBinding;
  /** the parts that are off although some of their settings are present */
  off: Off[];
};

/** The variables that have no default: set-up generates them, and a deploy requires them. */
export const required = [
  "SUPABASE_URL",
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SESSION_SECRET",
  "VISITOR_SECRET",
  "SITE_ORIGIN",
] as const;

export const optional = [
  "FACTOR_SECRET",
  "CREDENTIAL_KEYS",
  "NEWSLETTER_API_URL",
  "NEWSLETTER_API_TOKEN",
  "NEWSLETTER_EMBED_URL",
  "WAITLIST_ENDPOINT_URL",
  "WAITLIST_API_TOKEN",
  "NOTIFY_URL",
  "DISCORD_WEBHOOK_URL",
  "SLACK_WEBHOOK_URL",
  "TELEGRAM_BOT_TOKEN",
  "TELEGRAM_CHAT_ID",
  "MASTODON_URL",
  "MASTODON_TOKEN",
  "MAIL_FROM",
  "MAIL_REPLY_TO",
  "MAIL_API_URL",
  "MAIL_API_KEY",
  "MAIL_SECRET",
  "MAIL_EVENTS_SECRET",
  "MAIL_DAILY_LIMIT",
  "MAIL_STRANGERS_A_MINUTE",
  "ISSUES_FROM",
  "ISSUES_API_URL",
  "ISSUES_API_KEY",
  "ISSUES_POSTAL_ADDRESS",
  "DNS_RESOLVER_URL",
  "AUTH_ADMIN_URL",
  "BREACH_API_URL",
  "LINK_CHECK",
  "WORKERS_PLAN",
  "SUPABASE_PLAN",
] as const;

export type SettingName = keyof typeof environment.shape;

/** A part of the site that several settings switch on together. */
export type PartName =
  | "Email"
  | "Sending of newsletter issues"
  | "The newsletter provider"
  | "The waitlist endpoint"
  | "Posting to Telegram"
  | "Posting to Mastodon";

/** A part of the site that is off because its settings are incomplete or malformed. */
export interface Off {
  /** a part, or the single setting that is ignored */
  part: PartName | SettingName;
  /** the name of each setting that is missing or wrong, never its value */
  reasons: string[];
}

export interface Reading {
  /** the usable settings, without those of parts that are off */
  env: Partial<Env>;
  /** why the site cannot run at all: each required setting that is missing or wrong, for people to read */
  faults: string[];
  off: Off[];
}

export const offText = ({ part, reasons }: Off) => `${part} is off: ${reasons.join("; ")}`;

type Has = (name: SettingName | "SEND_EMAIL") => boolean;

interface Part {
  name: PartName;
  /** the settings that switch it on; ignored as long as one of them is missing */
  settings: readonly SettingName[];
  /** names of the missing settings that it needs, or a sentence */
  lacks(has: Has): string[];
}

const without = (has: Has, names: readonly SettingName[]) => names.filter((name) => !has(name));
const forIssues = ["ISSUES_FROM", "ISSUES_API_URL", "ISSUES_API_KEY"] as const;

/** Parts that cannot work with incomplete settings. Ordered so that none depends on a later one. */
const parts: readonly Part[] = [
  {
    name: "Email",
    settings: ["MAIL_FROM", "MAIL_API_URL", "MAIL_API_KEY"],
    lacks(has) {
      const isBinding = has("SEND_EMAIL") && !has("MAIL_API_URL") && !has("MAIL_API_KEY");
      const provider: SettingName[] = isBinding ? [] : ["MAIL_API_URL", "MAIL_API_KEY"];
      return without(has, ["MAIL_FROM", "MAIL_SECRET", ...provider]);
    },
  },
  {
    name: "Sending of newsletter issues",
    settings: forIssues,
    // Issues are bulk email, which not every provider sends; and subscribers first confirm by a transactional email.
    lacks: (has) =>
      has("SEND_EMAIL") && !has("ISSUES_API_URL") && !has("ISSUES_API_KEY")
        ? ["ISSUES_FROM needs ISSUES_API_URL and ISSUES_API_KEY, because Cloudflare sends transactional email only"]
        : without(has, [...forIssues, "MAIL_FROM"]),
  },
  {
    name: "The newsletter provider",
    settings: ["NEWSLETTER_API_URL", "NEWSLETTER_API_TOKEN"],
    lacks: (has) => without(has, ["NEWSLETTER_API_URL", "NEWSLETTER_API_TOKEN"]),
  },
  {
    name: "The waitlist endpoint",
    settings: ["WAITLIST_ENDPOINT_URL", "WAITLIST_API_TOKEN"],
    lacks: (has) => without(has, ["WAITLIST_ENDPOINT_URL"]),
  },
  {
    name: "Posting to Telegram",
    settings: ["TELEGRAM_BOT_TOKEN", "TELEGRAM_CHAT_ID"],
    lacks: (has) => without(has, ["TELEGRAM_BOT_TOKEN", "TELEGRAM_CHAT_ID"]),
  },
  {
    name: "Posting to Mastodon",
    settings: ["MASTODON_URL", "MASTODON_TOKEN"],
    lacks: (has) => without(has, ["MASTODON_URL", "MASTODON_TOKEN"]),
  },
];

/**
 * Determines which settings are usable, which are missing or wrong, and which parts are off because of it. Never throws.
 * @param hidden names of settings whose values cannot be read, like the secrets of a deployed Worker: assumed valid
 */
export function readEnv(variables: Record<string, unknown>, hidden: readonly string[] = []): Reading {
  const faults: string[] = [];
  /** what is wrong with optional settings, by name */
  const wrong = new Map<SettingName, string>();
  const entries = Object.entries(environment.shape).flatMap(([name, field]) => {
    if (hidden.includes(name)) return [];
    const parsed = field.safeParse(variables[name]);
    if (parsed.success) return parsed.data === undefined ? [] : [[name, parsed.data]];
    const message = parsed.error.issues[0]?.message.toLowerCase() ?? "is wrong";
    if ((optional as readonly string[]).includes(name)) wrong.set(name as SettingName, message);
    else faults.push(`${name} ${variables[name] ? message : "is missing"}`);
    return [];
  });
  const env: Partial<Env> = withBinding(Object.fromEntries(entries), variables.SEND_EMAIL);
  const ignored = new Set<string>();
  const explained = new Set<string>();
  const isSet = (name: string) => !ignored.has(name) && (hidden.includes(name) || name in env);
  const reasonOf = (name: string) => {
    explained.add(name);
    if (name.includes(" ")) return name;
    return ignored.has(name) ? `${name} is off` : `${name} ${wrong.get(name as SettingName) ?? "is missing"}`;
  };
  const off: Off[] = [];
  for (const { name: part, settings, lacks } of parts) {
    if (!settings.some((name) => isSet(name) || wrong.has(name))) continue;
    const lacking = lacks(isSet);
    const others = settings.filter((name) => wrong.has(name) && !lacking.includes(name));
    if (lacking.length + others.length === 0) continue;
    off.push({ part, reasons: [...lacking, ...others].map(reasonOf) });
    for (const name of settings) {
      ignored.add(name);
      delete env[name];
    }
  }
  for (const [name, message] of wrong) if (!explained.has(name)) off.push({ part: name, reasons: [`it ${message}`] });
  return { env: { ...env, off }, faults, off };
}

/**
 * Parses the configuration; never fills in a default. Optional parts that are wrong or incomplete are off.
 * @throws Error with a one-line message that names every required variable that is missing or wrong, never its value.
 */
export function parseEnv(variables: Record<string, unknown>): Env {
  const { env, faults } = readEnv(variables);
  if (faults.length > 0) throw new Error(`Configuration: ${faults.join("; ")}.`);
  return env as Env;
}

function withBinding(env: Partial<Env>, binding: unknown): Partial<Env> {
  const sends = typeof (binding as MailBinding | undefined)?.send === "function";
  return sends ? { ...env, SEND_EMAIL: binding as MailBinding } : env;
}

const parsedOnce = new WeakMap<object, Env>();

/** `parseEnv` once per isolate: the bindings object is the same for every request. */
export function envOf(bindings: object): Env {
  let env = parsedOnce.get(bindings);
  if (!env) {
    env = parseEnv(bindings as Record<string, unknown>);
    parsedOnce.set(bindings, env);
  }
  return env;
}
