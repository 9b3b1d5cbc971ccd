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

/** Browsers keep `Secure` cookies off plain http, so only a loopback origin may do without https. */
const siteOrigin = z
  .string()
  .refine(
    (origin) =>
      /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/.test(origin) &&
      URL.canParse(origin) &&
      new URL(origin).origin === origin,
    "must be an https origin without a path (http only for localhost)",
  );

/** `Name <post@example.org>` or the address alone. */
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

export const environment = z.object({
  SUPABASE_URL: httpUrl.transform((url) => url.replace(/\/+$/, "")),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20, "must be the project's publishable key"),
  SUPABASE_SECRET_KEY: z.string().min(20, "must be the project's secret key"),
  SESSION_SECRET: secrets,
  VISITOR_SECRET: secret,
  FACTOR_SECRET: optionalText.pipe(secrets.optional()),
  SITE_ORIGIN: siteOrigin,
  NEWSLETTER_API_URL: optionalUrl,
  NEWSLETTER_API_TOKEN: optionalText,
  NEWSLETTER_EMBED_URL: optionalUrl,
  WAITLIST_ENDPOINT_URL: optionalUrl,
  WAITLIST_API_TOKEN: optionalText,
  NOTIFY_URL: optionalUrl,
  MAIL_FROM: sender,
  MAIL_REPLY_TO: sender,
  MAIL_API_URL: optionalUrl,
  MAIL_API_KEY: optionalText,
  MAIL_SECRET: optionalText.pipe(secrets.optional()),
  DNS_RESOLVER_URL: optionalUrl,
  MAIL_EVENTS_SECRET: optionalText.pipe(z.string().startsWith("whsec_", "must begin with whsec_").optional()),
  AUTH_ADMIN_URL: optionalText.pipe(
    z
      .string()
      .regex(/^http:\/\/(localhost|127\.0\.0\.1):\d+$/, "must be an address of this machine")
      .optional(),
  ),
  BREACH_API_URL: optionalText.pipe(z.union([z.literal("none"), httpUrl]).optional()),
  WORKERS_PLAN: optionalText.pipe(
    z.enum(["free", "paid"], { errorMap: () => ({ message: "must be free or paid" }) }).optional(),
  ),
  ISSUES_FROM: sender,
  ISSUES_API_URL: optionalUrl,
  ISSUES_API_KEY: optionalText,
  ISSUES_POSTAL_ADDRESS: optionalText.pipe(z.string().max(300, "must have at most 300 characters").optional()),
});

/** Cloudflare's binding that sends mail, as far as we use it. */
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

export type Env = z.output<typeof environment> & { SEND_EMAIL?: MailBinding };

/** The variables that have no default: what set-up makes and what a deploy must find. */
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
  "NEWSLETTER_API_URL",
  "NEWSLETTER_API_TOKEN",
  "NEWSLETTER_EMBED_URL",
  "WAITLIST_ENDPOINT_URL",
  "WAITLIST_API_TOKEN",
  "NOTIFY_URL",
  "MAIL_FROM",
  "MAIL_REPLY_TO",
  "MAIL_API_URL",
  "MAIL_API_KEY",
  "MAIL_SECRET",
  "MAIL_EVENTS_SECRET",
  "ISSUES_FROM",
  "ISSUES_API_URL",
  "ISSUES_API_KEY",
  "ISSUES_POSTAL_ADDRESS",
  "DNS_RESOLVER_URL",
  "AUTH_ADMIN_URL",
  "BREACH_API_URL",
  "WORKERS_PLAN",
] as const;

/** What of the configuration can be read, and in words what is missing or wrong: the name of each variable, never its value. */
export function readEnv(variables: Record<string, unknown>): { env: Partial<Env>; faults: string[] } {
  const parsed = environment.safeParse(variables);
  if (parsed.success) {
    const env = withBinding(parsed.data, variables.SEND_EMAIL);
    return { env, faults: [...new Set([...faultsOfMail(env), ...faultsOfIssues(env)])] };
  }
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return variables[name] === undefined || variables[name] === ""
      ? `${name} is missing`
      : `${name} ${issue.message.toLowerCase()}`;
  });
  const readable = Object.entries(environment.shape).flatMap(([name, field]) => {
    const value = field.safeParse(variables[name]);
    return value.success ? [[name, value.data]] : [];
  });
  return { env: Object.fromEntries(readable), faults: [...new Set(faults)] };
}

/**
 * Parses the configuration; never fills in a default.
 * @throws Error whose one-line message names every variable that is missing or wrong, never its value.
 */
export function parseEnv(variables: Record<string, unknown>): Env {
  const { env, faults } = readEnv(variables);
  if (faults.length > 0) throw new Error(`Configuration: ${faults.join("; ")}.`);
  return env as Env;
}

function withBinding(env: Env, binding: unknown): Env {
  const sends = typeof (binding as MailBinding | undefined)?.send === "function";
  return sends ? { ...env, SEND_EMAIL: binding as MailBinding } : env;
}

/** Half a configuration would promise mails that nobody sends. */
function faultsOfMail(env: Env): string[] {
  const { MAIL_FROM, MAIL_API_URL, MAIL_API_KEY, SEND_EMAIL } = env;
  if (!MAIL_FROM && !MAIL_API_URL && !MAIL_API_KEY) return [];
  const needed = ["MAIL_FROM", "MAIL_SECRET"] as const;
  const provider = SEND_EMAIL && !MAIL_API_URL && !MAIL_API_KEY ? [] : (["MAIL_API_URL", "MAIL_API_KEY"] as const);
  return missing(env, [...needed, ...provider]);
}

const missing = (env: Env, names: readonly (keyof Env)[]) =>
  names.filter((name) => !env[name]).map((name) => `${name} is missing`);

const forIssues = ["ISSUES_FROM", "ISSUES_API_URL", "ISSUES_API_KEY"] as const;

/** Issues of the newsletter are bulk mail, which not everybody sends. Where their sender lives, an owner may say too. */
function faultsOfIssues(env: Env): string[] {
  if (forIssues.every((name) => !env[name])) return [];
  if (env.SEND_EMAIL && !env.ISSUES_API_URL && !env.ISSUES_API_KEY) {
    return ["ISSUES_FROM needs ISSUES_API_URL and ISSUES_API_KEY, because Cloudflare sends transactional email only"];
  }
  // Nobody gets an issue who has not confirmed by a mail of the other kind.
  return missing(env, [...forIssues, "MAIL_FROM"]);
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
