import { randomBytes } from "node:crypto";
import { environment as variables } from "../../app/platform/env.ts";
import { newCredentialKey } from "../../harness/credential-keys.ts";
import { namesOwner } from "../admin-list.ts";
import type { Command, Outcome } from "../command.ts";
import type { Place } from "./wrangler-file.ts";

/** Set-up's access to the outside world, so that a test can replace all of it. */
export interface Surroundings {
  say(line: string): void;
  /** The answer on one line, trimmed. */
  ask(question: string): Promise<string>;
  /** The same, without echoing what is typed. */
  askSecret(question: string): Promise<string>;
  /** @param isShown whether the command uses the terminal; otherwise its output is collected */
  run(command: Command, isShown: boolean): Promise<Outcome>;
  /** The body of a successful response, null otherwise. */
  get(url: string, headers?: Record<string, string>): Promise<string | null>;
  /** Reads wrangler.toml: the Worker's variables, the account, and the custom domains that a deploy assigns. */
  readFile(): { variables: Record<string, string>; account?: string; domains: string[] };
  /** @param value in TOML */
  writeSetting(place: Place, name: string, value: string): void;
}

/** What is known about the site so far; a dry run starts with placeholders for what it would ask. */
export interface Site {
  environment: string;
  worker: string;
  /** The version in package.json. */
  version: string;
  /** Names of the secrets that are still to be set. */
  missing: string[];
  wantsSamples: boolean;
  /** --samples: the sample content, and a sample season to try the site with. */
  wantsSeason: boolean;
  /** Cloudflare accounts that the signed-in user can access. */
  accounts: { id: string; name: string }[];
  /** Entered by the operator, or exported. */
  account?: string;
  ref?: string;
  origin?: string;
  publishableKey?: string;
  secretKey?: string;
  admin?: string;
}

export type Change =
  | ({ kind: "command" } & Command)
  | { kind: "setting"; place: Place; name: string; value: string }
  | { kind: "by hand"; text: string };

export interface Step {
  title: string;
  /** What is looked at first, as text or as a command. */
  look: (site: Site) => string | Command;
  /** Whether nothing is left to do. Changes nothing except `site`. */
  isDone(site: Site, around: Surroundings): Promise<boolean>;
  /** What the step asks for, as text for a dry run, which asks nothing. */
  asks?(site: Site): string[];
  /** Further notes for a dry run. */
  notes?(site: Site): string[];
  /** Asks for what the changes need. */
  prepare?(site: Site, around: Surroundings): Promise<void>;
  changes(site: Site): Change[];
  /** Whether this site has the step; if omitted, it does. */
  isWanted?(site: Site): boolean;
  /** The step changes nothing, and runs without confirmation. */
  isHarmless?: true;
}

export const secretNames = [
  "SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "SESSION_SECRET",
  "VISITOR_SECRET",
  "FACTOR_SECRET",
  "CREDENTIAL_KEYS",
];

const isSample = (value = "") => value === "" || value.includes("example");
/** The Worker's URL without a custom domain; enough for staging. */
export const workersDev = (worker: string) => `https://${worker}.YOUR_SUBDOMAIN.workers.dev`;
const urlOf = ({ ref }: Site) => `https://${ref}.supabase.co`;
const wrangler = (...args: string[]): Command => ({ program: "wrangler", args });
const supabase = (...args: string[]): Command => ({ program: "supabase", args });
const command = (given: Command): Change => ({ kind: "command", ...given });

/** Asks until the answer is valid. @param fault says what is wrong with an answer, or returns undefined */
async function askUntil(
  around: Surroundings,
  question: string,
  fault: (answer: string) => string | undefined,
  isSecret = false,
): Promise<string> {
  for (;;) {
    const answer = await (isSecret ? around.askSecret(question) : around.ask(question));
    const wrong = fault(answer);
    if (!wrong) return answer;
    around.say(`   ${wrong}`);
  }
}

const refFault = (ref: string) =>
  /^[a-z]{20}$/.test(ref)
    ? undefined
    : "A ref is 20 small letters: the part of the project's address before .supabase.co.";
const keyFault = (kind: string) => (key: string) =>
  key.startsWith(`sb_${kind}_`) ? undefined : `It begins with sb_${kind}_ (Supabase: Settings, API keys).`;

async function askKeys(site: Site, around: Surroundings): Promise<void> {
  const [publishable, secret] = ["Supabase's publishable key", "Supabase's secret key"];
  const place = "(Settings, API keys; not shown)";
  site.publishableKey ||= await askUntil(around, `${publishable} ${place}`, keyFault("publishable"), true);
  site.secretKey ||= await askUntil(around, `${secret} ${place}`, keyFault("secret"), true);
}

/** The keys that the doctor needs for the project, whose URL is in wrangler.toml. */
const keysOf = (site: Site) => ({
  SUPABASE_PUBLISHABLE_KEY: site.publishableKey ?? "",
  SUPABASE_SECRET_KEY: site.secretKey ?? "",
});

const random = (name: string) =>
  name === "CREDENTIAL_KEYS" ? newCredentialKey() : randomBytes(36).toString("base64url");

/** The secrets in the format that `wrangler secret bulk` reads. */
function secretsOf(site: Site): string {
  const known: Record<string, string> = keysOf(site);
  return JSON.stringify(Object.fromEntries(site.missing.map((name) => [name, known[name] || random(name)])));
}

const listSecrets = (site: Site) => wrangler("secret", "list", "--env", site.environment, "--format", "json");
const whatIsPending = (site: Site) => supabase("db", "push", `--remote=${site.ref}`, "--dry-run");
const admin = (site: Site, ...args: string[]): Command => ({
  program: "npm",
  args: ["run", "admin", "--", ...args, "--env", site.environment],
  env: { SUPABASE_SECRET_KEY: site.secretKey ?? "" },
});

/** The site's custom domain; undefined for a workers.dev URL. */
const domainOf = ({ origin = "" }: Site) =>
  URL.canParse(origin) && !origin.endsWith(".workers.dev") ? new URL(origin).host : undefined;

/** Wrangler's credentials as headers for Cloudflare's API. @throws Error if wrangler does not reveal them */
async function cloudflareHeaders(around: Surroundings): Promise<Record<string, string>> {
  const { ok, output } = await around.run(wrangler("auth", "token", "--json"), false);
  if (!ok) throw new Error(output.trim());
  const { token, key, email } = JSON.parse(output.slice(output.indexOf("{"))) as Record<string, string>;
  return token ? { Authorization: `Bearer ${token}` } : { "X-Auth-Key": key ?? "", "X-Auth-Email": email ?? "" };
}

const cloudflareApi = () => process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";

/** After this step there is a project with a known ref. */
export const projectStep: Step = {
  title: "Have a Supabase project",
  look: ({ environment }) => `SUPABASE_URL in wrangler.toml, [env.${environment}.vars]`,
  asks: () => [
    "the ref of a project that is there (dashboard → Project Settings → General, or its address), or nothing to make one",
  ],
  notes: () => [
    "Supabase asks for the organization, a region (us-west-1 and us-west-2 are nearest to Hawaiʻi) and a password of the",
    "database, which you keep: the site never uses it. The free plan allows two active projects; prices: supabase.com/pricing.",
  ],
  async isDone(site, around) {
    const { SUPABASE_URL = "" } = around.readFile().variables;
    const [, ref] = /^https:\/\/([a-z]{20})\.supabase\.co$/.exec(SUPABASE_URL) ?? [];
    site.ref ??= ref;
    return site.ref !== undefined;
  },
  async prepare(site, around) {
    const question = "Ref of the project (20 letters of its address); nothing to make a new one";
    site.ref = (await askUntil(around, question, (ref) => (ref ? refFault(ref) : undefined))) || undefined;
  },
  changes: ({ worker, ref }) => (ref ? [] : [command(supabase("projects", "create", worker))]),
};

export const steps: Step[] = [
  {
    title: "Sign in at Cloudflare",
    look: () => wrangler("whoami", "--json"),
    isDone: async (_site, around) => (await around.run(wrangler("whoami", "--json"), false)).ok,
    changes: () => [command(wrangler("login"))],
  },
  {
    title: "Choose the Cloudflare account",
    look: () => wrangler("whoami", "--json"),
    async isDone(site, around) {
      const { ok, output } = await around.run(wrangler("whoami", "--json"), false);
      if (!ok) throw new Error(output.trim());
      site.accounts = JSON.parse(output.slice(output.indexOf("{"))).accounts;
      const [only, ...others] = site.accounts;
      site.account ||= around.readFile().account ?? (others.length === 0 ? only?.id : undefined);
      return site.account !== undefined;
    },
    asks: () => ["which account, where the sign-in reaches several and CLOUDFLARE_ACCOUNT_ID is not exported"],
    async prepare(site, around) {
      for (const [index, { name, id }] of site.accounts.entries()) around.say(`   ${index + 1}: ${name} (${id})`);
      const number = await askUntil(around, "Number of the account", (answer) =>
        site.accounts[Number(answer) - 1] ? undefined : "That is none of these numbers.",
      );
      site.account = site.accounts[Number(number) - 1]?.id;
    },
    changes: ({ account }) => [
      { kind: "setting", place: "top", name: "account_id", value: JSON.stringify(account ?? "YOUR_ACCOUNT_ID") },
    ],
  },
  {
    title: "Have a name at workers.dev",
    look: ({ account = "YOUR_ACCOUNT_ID" }) => `GET ${cloudflareApi()}/accounts/${account}/workers/subdomain`,
    async isDone({ account }, around) {
      const url = `${cloudflareApi()}/accounts/${account}/workers/subdomain`;
      return (await around.get(url, await cloudflareHeaders(around))) !== null;
    },
    notes: () => [
      "A new account has none, and without one Cloudflare makes no Worker (10063), even for a domain of your own.",
    ],
    changes: ({ account = "YOUR_ACCOUNT_ID" }) => [
      { kind: "by hand", text: `https://dash.cloudflare.com/${account}/workers/onboarding: choose a name.` },
    ],
  },
  {
    title: "Sign in at Supabase",
    look: () => supabase("projects", "list"),
    isDone: async (_site, around) => (await around.run(supabase("projects", "list"), false)).ok,
    changes: () => [command(supabase("login"))],
  },
  projectStep,
  {
    title: "Write the addresses into wrangler.toml",
    look: ({ environment }) =>
      `SITE_ORIGIN and SUPABASE_URL in wrangler.toml, [env.${environment}.vars], and routes in [env.${environment}]`,
    async isDone(site, around) {
      const { variables, domains } = around.readFile();
      const { SITE_ORIGIN, SUPABASE_URL } = variables;
      if (!isSample(SITE_ORIGIN)) site.origin = SITE_ORIGIN;
      const domain = domainOf(site);
      return !isSample(SITE_ORIGIN) && !isSample(SUPABASE_URL) && (!domain || domains.includes(domain));
    },
    async prepare(site, around) {
      site.ref ??= await askUntil(around, "Ref of the new project, as Supabase has just named it", refFault);
      const other = site.environment === "staging" ? `, or ${workersDev(site.worker)}` : "";
      const question = `Address of the site, such as https://your.domain${other}`;
      const fault = (origin: string) => {
        const { success, error } = variables.shape.SITE_ORIGIN.safeParse(origin);
        return success && !isSample(origin) ? undefined : `It ${error?.issues[0]?.message ?? "is the sample"}.`;
      };
      site.origin ??= await askUntil(around, question, fault);
    },
    asks: ({ environment }) => [
      environment === "staging"
        ? "the address: a domain of your own, or the Worker’s at workers.dev (dashboard → Workers & Pages names YOUR_SUBDOMAIN)"
        : "the address, on a domain whose DNS is in the same Cloudflare account",
    ],
    changes: (site) => {
      const pattern = domainOf(site);
      const routes = `[{ pattern = ${JSON.stringify(pattern)}, custom_domain = true }]`;
      return [
        { kind: "setting", place: "variables", name: "SITE_ORIGIN", value: JSON.stringify(site.origin ?? "") },
        { kind: "setting", place: "variables", name: "SUPABASE_URL", value: JSON.stringify(urlOf(site)) },
        ...(pattern
          ? [{ kind: "setting" as const, place: "environment" as const, name: "routes", value: routes }]
          : []),
      ];
    },
  },
  {
    title: "Apply the migrations",
    look: whatIsPending,
    async isDone(site, around) {
      const { ok, output } = await around.run(whatIsPending(site), false);
      return ok && /database is up to date/i.test(output);
    },
    async prepare(site, around) {
      site.wantsSamples =
        site.wantsSeason ||
        (await around.ask("With the sample content, to try things out? (y/N)")).toLowerCase() === "y";
    },
    asks: ({ wantsSeason }) =>
      wantsSeason ? [] : ["with the sample content? No, unless you say y; then the command has --include-seed"],
    notes: () => [
      "Your sign-in is enough; where Supabase asks for the password of the database, it is the one that you gave the project.",
    ],
    changes: ({ ref, wantsSamples, wantsSeason }) => [
      // --yes skips the command's own question, whose default is No: the operator has already confirmed.
      command(
        supabase("db", "push", `--remote=${ref}`, ...(wantsSamples || wantsSeason ? ["--include-seed"] : []), "--yes"),
      ),
    ],
  },
  {
    title: "Add the sample season",
    isWanted: ({ wantsSeason }) => wantsSeason,
    look: () => "nothing: what is there already is not added again",
    isDone: async () => false,
    notes: () => [
      "An event with free reservations, an online evening, a sent issue, a recap and likes. An owner removes them at /admin/samples.",
    ],
    changes: ({ ref }) => [
      command(supabase("db", "query", `--remote=${ref}`, "--file", "supabase/samples.sql", "--yes")),
    ],
  },
  {
    title: "Close sign-up",
    asks: () => ["the publishable and the secret key, unless they are exported (Project Settings → API keys)"],
    look: (site) => `GET ${urlOf(site)}/auth/v1/settings: disable_signup`,
    async isDone(site, around) {
      await askKeys(site, around);
      const settings = await around.get(`${urlOf(site)}/auth/v1/settings`, { apikey: site.publishableKey ?? "" });
      return settings !== null && JSON.parse(settings).disable_signup === true;
    },
    changes: ({ ref }) => [
      {
        kind: "by hand",
        text:
          `https://supabase.com/dashboard/project/${ref}/auth/providers: switch "Allow new users to sign up" off, and set the ` +
          "minimum password length (under Email) to 12.",
      },
    ],
  },
  {
    title: "Put the secrets",
    look: listSecrets,
    async isDone(site, around) {
      const { ok, output } = await around.run(listSecrets(site), false);
      if (!ok && !/Worker "[^"]+".* not found/.test(output)) throw new Error(output.trim());
      const there: { name: string }[] = ok ? JSON.parse(output.slice(output.indexOf("["))) : [];
      site.missing = secretNames.filter((name) => !there.some((secret) => secret.name === name));
      return site.missing.length === 0;
    },
    prepare: askKeys,
    notes: () => [
      "SESSION_SECRET, VISITOR_SECRET, FACTOR_SECRET and CREDENTIAL_KEYS are made at random; the two keys are those that were asked for.",
      "Where there is no Worker of this name yet, this makes it.",
    ],
    changes: (site) => [command({ ...wrangler("secret", "bulk", "--env", site.environment), input: secretsOf(site) })],
  },
  {
    title: "Make the first admin",
    look: (site) => admin(site, "list"),
    async isDone(site, around) {
      await askKeys(site, around);
      const { ok, output } = await around.run(admin(site, "list"), false);
      if (!ok) throw new Error(output.trim());
      return namesOwner(output);
    },
    async prepare(site, around) {
      const fault = (email: string) => (/^[^\s@]+@[^\s@]+$/.test(email) ? undefined : "That is no email address.");
      site.admin = await askUntil(around, "Email of the first admin", fault);
    },
    asks: () => ["the email of the first admin"],
    notes: () => [
      "The key is the one that was asked for. It prints a one-time password: the first sign-in asks for another.",
    ],
    changes: (site) => [command(admin(site, "add", site.admin ?? ""))],
  },
  {
    title: "Deploy",
    look: ({ origin }) => `GET ${origin}/healthz: the version of package.json`,
    notes: () => ["The address may not answer yet: the next step sees to it."],
    isDone: async ({ origin, version }, around) =>
      (await around.get(`${origin}/healthz`))?.includes(`\nversion ${version}\n`) === true,
    changes: ({ environment }) => [command({ program: "npm", args: ["run", "deploy", "--", "--env", environment] })],
  },
  {
    title: "Wait for the address",
    look: ({ origin }) => `GET ${origin}/healthz: an answer`,
    isDone: async ({ origin }, around) => (await around.get(`${origin}/healthz`)) !== null,
    changes: ({ worker, origin }) => [
      {
        kind: "by hand",
        text: origin?.endsWith(".workers.dev")
          ? "Wait until it answers: an address at workers.dev needs nothing else, and some minutes the first time."
          : "Wait until it answers: the deploy has given the Worker its domain, whose certificate takes some minutes. If it stays " +
            `silent: Cloudflare dashboard → Workers & Pages → ${worker} → Settings → Domains & Routes shows what ${origin} lacks.`,
      },
    ],
  },
  {
    title: "Ask the doctor",
    look: () => "nothing: it looks at everything itself, and changes nothing",
    isDone: async () => false,
    prepare: askKeys,
    changes: (site) => [
      command({ program: "npm", args: ["run", "doctor", "--", "--env", site.environment], env: keysOf(site) }),
    ],
    isHarmless: true,
  },
];
