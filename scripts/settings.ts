import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv as parseVariables } from "node:util";
import { parseEnv } from "../app/platform/env.ts";
import { newCredentialKey } from "../harness/credential-keys.ts";

export type Settings = Record<string, string> & {
  PORT: string;
  SUPABASE_PORT: string;
  SUPABASE_URL: string;
  SITE_ORIGIN: string;
};

const file = ".dev.vars";
const marker = "# Made by set-up: random values for this machine. Delete a line to have it made anew.";
const random = (bytes: number) => randomBytes(bytes).toString("base64url");

/** Settings that set-up generates into .dev.vars if they are neither there nor exported. */
const generated: Record<string, () => string> = {
  SUPABASE_PUBLISHABLE_KEY: () => `sb_publishable_${random(22)}`,
  SUPABASE_SECRET_KEY: () => `sb_secret_${random(22)}`,
  SUPABASE_JWT_SECRET: () => random(36),
  SESSION_SECRET: () => random(36),
  VISITOR_SECRET: () => random(36),
  FACTOR_SECRET: () => random(36),
  CREDENTIAL_KEYS: newCredentialKey,
  MAIL_SECRET: () => random(36),
  LOCAL_ADMIN_EMAIL: () => "admin@example.org",
  LOCAL_ADMIN_PASSWORD: () => random(15),
  LOCAL_MEMBER_EMAIL: () => "member@example.org",
  LOCAL_MEMBER_PASSWORD: () => random(15),
};

/** The variables in a file's text that are not empty. */
const variablesOf = (text: string) =>
  Object.fromEntries(Object.entries(parseVariables(text)).filter(([, value]) => value)) as Record<string, string>;

const readFile = () => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Drops the keys if they are stored with another URL, or none: they belong to another database. */
function withoutForeignKeys(stored: Record<string, string>, url: string | undefined): Record<string, string> {
  if (!url || stored.SUPABASE_URL === url) return stored;
  const { SUPABASE_PUBLISHABLE_KEY: _publishable, SUPABASE_SECRET_KEY: _secret, ...rest } = stored;
  return rest;
}

/** Merges the stored variables, the exported ones, which win, and the defaults. */
function complete(stored: Record<string, string>, exported: NodeJS.ProcessEnv): Record<string, string> {
  const settings: Record<string, string> = {
    PORT: "8787",
    SUPABASE_PORT: "54321",
    SUPABASE_JWT_EXPIRY: "3600",
    ...stored,
  };
  for (const [name, value] of Object.entries(exported)) if (value) settings[name] = value;
  settings.SUPABASE_URL ||= `http://127.0.0.1:${settings.SUPABASE_PORT}`;
  settings.SITE_ORIGIN ||= `http://localhost:${settings.PORT}`;
  settings.SUPABASE_DATA ||= ".local/database";
  return settings;
}

/** The current settings: .dev.vars, overridden by exported variables, plus defaults. Generates and checks nothing. */
export function readSettings(exported: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return complete(withoutForeignKeys(variablesOf(readFile()), exported.SUPABASE_URL), exported);
}

/**
 * Reads .dev.vars, adds the lines that set-up generates, lets exported variables override it, and checks the result.
 * The embedded Supabase is used unless SUPABASE_URL is set.
 * @throws Error in one line that names what is missing or wrong.
 */
export function loadSettings(exported: NodeJS.ProcessEnv = process.env): { settings: Settings; embedded: boolean } {
  const kept = readFile();
  const stored = withoutForeignKeys(variablesOf(kept), exported.SUPABASE_URL);
  const embedded = !(exported.SUPABASE_URL ?? stored.SUPABASE_URL);
  const names = Object.keys(generated).filter(
    (name) => !exported[name] && !stored[name] && (embedded || /^(SESSION|VISITOR|FACTOR|CREDENTIAL)_/.test(name)),
  );
  if (names.length > 0) {
    for (const name of names) stored[name] = generated[name]?.() ?? "";
    const head = kept.includes(marker) ? kept.trimEnd() : `${kept.trimEnd()}\n${marker}`.trimStart();
    writeFileSync(file, `${head}\n${names.map((name) => `${name}=${stored[name]}`).join("\n")}\n`, { mode: 0o600 });
  }
  const settings = complete(stored, exported);
  parseEnv(settings);
  return { settings: settings as Settings, embedded };
}
