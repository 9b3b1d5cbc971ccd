import { freePort, run } from "../../harness/processes.ts";
import { createDatabase } from "../../harness/serving/databases.ts";
import { ensureAccount } from "../../harness/serving/embedded-supabase.ts";
import { openDatabase } from "../../harness/serving/owner.ts";
import { testSettings } from "../../harness/serving/stack.ts";

export const accountPassword = "five wet geckos hum at noon";
const projects = ["admin with JavaScript", "admin without JavaScript"];

/** Separate accounts per browser project, since signing out everywhere and changing a password end all sessions. */
export function accountsOf(project: string) {
  const domain = `${project.toLowerCase().replaceAll(" ", "-")}.example`;
  return {
    leaver: `leaver@${domain}`,
    changer: `changer@${domain}`,
    nomad: `nomad@${domain}`,
    careful: `careful@${domain}`,
    helper: `helper@${domain}`,
    newcomer: `newcomer@${domain}`,
  };
}

/** Copies a prepared database and adds these accounts; all but the helpers are admins. @returns the copy's URL */
export async function withAccounts(template: string): Promise<string> {
  const data = await createDatabase(template);
  await openDatabase(data, async (sql) => {
    for (const { leaver, changer, nomad, careful, helper } of projects.map(accountsOf))
      for (const email of [leaver, changer, nomad, careful, helper])
        await ensureAccount(sql, { email, password: accountPassword, admin: email !== helper });
  });
  const passwords: Record<string, string> = {};
  for (const { newcomer } of projects.map(accountsOf)) passwords[newcomer] = await addByCommand(newcomer, data);
  process.env.E2E_ONE_TIME_PASSWORDS = JSON.stringify(passwords);
  return data;
}

/** Runs `npm run admin -- add` on a database. @returns the one-time password that it prints */
async function addByCommand(email: string, data: string): Promise<string> {
  const env = { ...process.env, ...testSettings, SUPABASE_DATA: data, SUPABASE_PORT: String(await freePort()) };
  const printed = await run("node", ["scripts/admin.ts", "add", email], env);
  const [, password] = /One-time password[^:]*: (\S+)/.exec(printed) ?? [];
  if (!password) throw new Error(`The admin command printed no password:\n${printed}`);
  return password;
}
