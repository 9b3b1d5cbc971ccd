// npm run admin -- add [--editor]|remove|password|reset-factor you@example.org, or list: manages who may use /admin.
// With --env staging|production on a deployed site.
import { randomBytes } from "node:crypto";
import type { Role } from "../app/admin/roles.ts";
import { portTaken } from "../harness/processes.ts";
import { ensureAccount, withDatabase } from "../harness/serving/embedded-supabase.ts";
import type { Sql } from "../harness/serving/owner.ts";
import { adminLine } from "./admin-list.ts";
import { readCommandLine } from "./command-line.ts";
import { environments, readDeployed } from "./deployed-settings.ts";
import { hostedSupabase } from "./hosted-supabase.ts";
import { needDataUnused } from "./process-file.ts";
import { loadSettings } from "./settings.ts";
import { askSecret } from "./terminal.ts";

/** The operations that the commands need from Supabase; each method throws an Error with a readable message. */
interface Accounts {
  /** @returns false if the account already existed (its password is unchanged) */
  create(email: string, password: string): Promise<boolean>;
  setPassword(email: string, password: string): Promise<boolean>;
  /** Requires the account to choose a new password before it can do anything else. */
  noteOneTimePassword(email: string): Promise<void>;
  addAdmin(email: string, role: Role): Promise<string>;
  removeAdmin(email: string): Promise<string>;
  setRole(id: string, role: Role): Promise<string>;
  /** @returns false if the account has no second factor */
  resetFactor(email: string): Promise<boolean>;
  list(): Promise<{ id: string; email: string; since: string; role: string }[]>;
}

const usage = `npm run admin -- add [--editor]|remove|password|reset-factor you@example.org [--env staging|production]
npm run admin -- list [--env staging|production]

Without --env: on the database of this machine, or the one that SUPABASE_URL names.`;
const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { editor: { type: "boolean" }, env: { type: "string" } },
});
const [verb = "", address = ""] = positionals;
const role: Role = values.editor ? "editor" : "owner";
const email = address.trim().toLowerCase();
const lastOwner = `${email} is the last owner and stays one; add another first.`;

try {
  if (
    verb !== "list" &&
    !(["add", "remove", "password", "reset-factor"].includes(verb) && /^[^\s@]+@[^\s@]+$/.test(email))
  )
    throw new Error(usage);
  if (values.env !== undefined) await command(await deployed(values.env));
  else await onThisMachine();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The accounts of a deployed site. The project is always the one in wrangler.toml, whatever is exported. */
async function deployed(environment: string): Promise<Accounts> {
  if (!environments.includes(environment)) throw new Error(usage);
  const url = String(readDeployed(environment).vars.SUPABASE_URL);
  if (!/^https:\/\/[a-z]{20}\.supabase\.co$/.test(url))
    throw new Error(`SUPABASE_URL in [env.${environment}.vars] of wrangler.toml names no project: npm run setup.`);
  console.log(`Database of ${environment}: ${url}`);
  if (!process.env.SUPABASE_SECRET_KEY && !process.stdin.isTTY)
    throw new Error("Export SUPABASE_SECRET_KEY: there is no terminal to ask for it.");
  const question = "Its secret key (Supabase: Settings, API keys; not shown)";
  return hosted(url, process.env.SUPABASE_SECRET_KEY || (await askSecret(question)));
}

async function onThisMachine(): Promise<void> {
  const { settings, embedded } = loadSettings();
  console.log(
    `Database: ${embedded ? `that of this machine, ${settings.SUPABASE_DATA} (a deployed one: --env production)` : settings.SUPABASE_URL}`,
  );
  if (!embedded) await command(hosted(settings.SUPABASE_URL, settings.SUPABASE_SECRET_KEY ?? ""));
  else {
    if (await portTaken(Number(settings.SUPABASE_PORT)))
      throw new Error("Stop npm start first: the embedded database can be open only once.");
    await needDataUnused(settings.SUPABASE_DATA);
    Object.assign(process.env, settings);
    await withDatabase((sql) => command(local(sql)));
  }
}

async function command(accounts: Accounts): Promise<void> {
  const oneTime = randomBytes(15).toString("base64url");
  if (verb === "list") {
    for (const admin of await accounts.list()) console.log(adminLine(admin));
  } else if (verb === "add") {
    const created = await accounts.create(email, oneTime);
    if (created) await accounts.noteOneTimePassword(email);
    const outcome = await accounts.addAdmin(email, role);
    console.log(outcome === "added" ? `${email} is an ${role}.` : await changeRole(accounts));
    if (created) console.log(`The account is new. One-time password (the first sign-in asks for another): ${oneTime}`);
  } else if (verb === "remove") {
    const outcome = await accounts.removeAdmin(email);
    if (outcome === "last-owner") throw new Error(lastOwner);
    console.log(outcome === "removed" ? `${email} is no admin any more; the account stays.` : `${email} is no admin.`);
  } else if (verb === "reset-factor") {
    if (!(await accounts.resetFactor(email))) throw new Error(`${email} has no second factor.`);
    console.log(`${email} has no second factor any more, and is signed out. The password opens the account again.`);
  } else {
    if (!(await accounts.setPassword(email, oneTime))) throw new Error(`There is no account ${email}.`);
    await accounts.noteOneTimePassword(email);
    console.log(`One-time password of ${email} (the next sign-in asks for another): ${oneTime}`);
  }
}

/** Gives an existing admin the requested role. @returns the outcome, as a sentence */
async function changeRole(accounts: Accounts): Promise<string> {
  const admin = (await accounts.list()).find((each) => each.email.toLowerCase() === email);
  const outcome = await accounts.setRole(admin?.id ?? "", role);
  if (outcome === "last-owner") throw new Error(lastOwner);
  return outcome === "same"
    ? `${email} was an ${role} already.`
    : `${email} was an ${admin?.role} and is an ${role} now.`;
}

function local(sql: Sql): Accounts {
  const asService = async <Row>(statement: string, parameters: unknown[] = []) => {
    await sql.exec("set role service_role");
    try {
      return (await sql.query(statement, parameters)).rows as Row[];
    } finally {
      await sql.exec("reset role");
    }
  };
  const exists = async (email: string) =>
    (await sql.query("select from auth.users where lower(email) = $1", [email])).rows.length > 0;
  return {
    async create(email, password) {
      const there = await exists(email);
      await ensureAccount(sql, { email, password, admin: false });
      return !there;
    },
    async setPassword(email, password) {
      if (!(await exists(email))) return false;
      await ensureAccount(sql, { email, password, admin: false }, true);
      return true;
    },
    async noteOneTimePassword(email) {
      await asService("select public.note_one_time_password($1)", [email]);
    },
    async addAdmin(email, role) {
      const [row] = await asService<{ outcome: string }>("select public.add_admin($1, $2) as outcome", [email, role]);
      return row?.outcome ?? "";
    },
    async removeAdmin(email) {
      const [row] = await asService<{ outcome: string }>("select public.remove_admin($1) as outcome", [email]);
      return row?.outcome ?? "";
    },
    async setRole(id, role) {
      const [row] = await asService<{ outcome: string }>("select public.set_role($1, $2) as outcome", [id, role]);
      return row?.outcome ?? "";
    },
    async resetFactor(email) {
      const [row] = await asService<{ reset: boolean }>("select public.reset_factor_of($1) as reset", [email]);
      return row?.reset ?? false;
    },
    list: () => asService("select id, email, since, role from public.admin_accounts()"),
  };
}

function hosted(url: string, secretKey: string): Accounts {
  const supabase = hostedSupabase(url, secretKey);
  const find = async (email: string) => {
    for (let page = 1; ; page += 1) {
      const { data, error } = await supabase.auth.admin.listUsers({ page, perPage: 1000 });
      if (error) throw new Error(`Supabase: ${error.message}`);
      const user = data.users.find((each) => each.email?.toLowerCase() === email);
      if (user || data.users.length < 1000) return user;
    }
  };
  return {
    async create(email, password) {
      if (await find(email)) return false;
      const { error } = await supabase.auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return true;
    },
    async setPassword(email, password) {
      const user = await find(email);
      if (!user) return false;
      const { error } = await supabase.auth.admin.updateUserById(user.id, { password });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return true;
    },
    async noteOneTimePassword(email) {
      const { error } = await supabase.rpc("note_one_time_password", { p_email: email });
      if (error) throw new Error(`Supabase: ${error.message}`);
    },
    async addAdmin(email, role) {
      const { data, error } = await supabase.rpc("add_admin", { p_email: email, p_role: role });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return data;
    },
    async removeAdmin(email) {
      const { data, error } = await supabase.rpc("remove_admin", { p_email: email });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return data;
    },
    async setRole(id, role) {
      const { data, error } = await supabase.rpc("set_role", { p_user: id, p_role: role });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return data;
    },
    async resetFactor(email) {
      const { data, error } = await supabase.rpc("reset_factor_of", { p_email: email });
      if (error) throw new Error(`Supabase: ${error.message}`);
      return data;
    },
    async list() {
      const { data, error } = await supabase.rpc("admin_accounts");
      if (error) throw new Error(`Supabase: ${error.message}`);
      return data;
    },
  };
}
