import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { ensureAccount, type Sql } from "../../scripts/embedded-supabase.ts";

export const accountPassword = "five wet geckos hum at noon";
const projects = ["with JavaScript", "without JavaScript"];

/** Accounts of one browser project: signing out and changing a password end every session, also those of other tests. */
export function accountsOf(project: string) {
  const domain = `${project.toLowerCase().replace(" ", "-")}.example`;
  return { leaver: `leaver@${domain}`, changer: `changer@${domain}`, helper: `helper@${domain}` };
}

/** A copy of a prepared data folder that has these accounts too; all but the helpers are admins. @returns its path */
export async function withAccounts(template: string): Promise<string> {
  const data = join(mkdtempSync(join(tmpdir(), "community-accounts-")), "database");
  cpSync(template, data, { recursive: true });
  const database = await PGlite.create(data);
  try {
    for (const { leaver, changer, helper } of projects.map(accountsOf)) {
      for (const email of [leaver, changer, helper]) {
        const account = { email, password: accountPassword, admin: email !== helper };
        await ensureAccount(database as unknown as Sql, account);
      }
    }
  } finally {
    await database.close();
  }
  return data;
}
