import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, run } from "../../harness/processes.ts";
import { startAccountStandIn } from "../../harness/serving/account-stand-in.ts";
import { startSupabase } from "../../harness/serving/embedded-supabase.ts";
import { makeDataFolder, testSettings } from "../../harness/serving/stack.ts";
import { hostedTarget } from "./hosted.ts";
import { type PostgresOrigin, startRealParts } from "./real-parts.ts";
import type { Credentials, Target } from "./target.ts";

interface Started extends Target {
  stop(): Promise<void>;
}

const account = (role: "ADMIN" | "MEMBER"): Credentials => ({
  email: testSettings[`LOCAL_${role}_EMAIL`] ?? "",
  password: testSettings[`LOCAL_${role}_PASSWORD`] ?? "",
});

const known = {
  publishable: testSettings.SUPABASE_PUBLISHABLE_KEY ?? "",
  secret: testSettings.SUPABASE_SECRET_KEY ?? "",
  admin: account("ADMIN"),
  member: account("MEMBER"),
};

const operatorEmail = "operator@contract.example";

/** vitest global set-up: sets CONTRACT to what has been started. */
export async function setup(): Promise<() => Promise<void>> {
  const name = process.env.CONTRACT_TARGET ?? "lite";
  const { stop, ...target } = await started(name);
  const versions = Object.entries(target.versions).map((each) => each.join(" "));
  console.log(`Asking ${versions.join(", ")}.`);
  process.env.CONTRACT = JSON.stringify(target satisfies Target);
  return stop;
}

async function started(name: string): Promise<Started> {
  if (name === "hosted") return withOperator(await hostedTarget());
  const folder = mkdtempSync(join(tmpdir(), "community-contract-"));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  if (name === "lite") return lite(folder, clear);
  const parts = await startRealParts(folder, name as PostgresOrigin);
  const stop = async () => {
    await parts.stop();
    clear();
  };
  return withOperator({ ...parts, kind: "real", ...known, stop });
}

async function lite(folder: string, clear: () => void): Promise<Started> {
  const data = join(folder, "database");
  const template = process.env.TEST_DATABASE_TEMPLATE ?? (await makeDataFolder());
  cpSync(template, data, { recursive: true });
  const settings = { ...testSettings, SUPABASE_DATA: data, SUPABASE_PORT: String(await freePort()) };
  const password = await addByCommand(settings);
  const accounts = await startAccountStandIn(known.secret);
  const service = await startSupabase(settings, join(folder, "embedded.log"));
  accounts.reach(service.query);
  return {
    kind: "lite",
    url: `http://127.0.0.1:${settings.SUPABASE_PORT}`,
    accounts: accounts.url,
    ...known,
    operator: { email: operatorEmail, password },
    versions: { "@supabase/lite": "0.10.0" },
    stop: async () => {
      await Promise.all([service.stop(), accounts.stop()]);
      clear();
    },
  };
}

async function withOperator(target: Omit<Started, "operator">): Promise<Started> {
  // Without GoTrue the command has no auth.admin to call.
  if (target.versions.GoTrue?.startsWith("not run")) return { ...target, operator: target.member };
  const settings = {
    SUPABASE_URL: target.url,
    SUPABASE_PUBLISHABLE_KEY: target.publishable,
    SUPABASE_SECRET_KEY: target.secret,
  };
  const password = await addByCommand(settings).catch(async (error: unknown) => {
    await target.stop();
    throw error;
  });
  return { ...target, operator: { email: operatorEmail, password } };
}

/** @returns the one-time password that `npm run admin -- add` prints */
async function addByCommand(settings: Record<string, string>): Promise<string> {
  const printed = await run("node", ["scripts/admin.ts", "add", operatorEmail], {
    ...process.env,
    ...testSettings,
    ...settings,
  });
  const [, password] = /One-time password[^:]*: (\S+)/.exec(printed) ?? [];
  if (!password) throw new Error(`npm run admin printed no password:\n${printed}`);
  return password;
}
