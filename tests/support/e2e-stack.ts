import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { withAccounts } from "./accounts.ts";
import { makeDatabaseTemplate, type Stack, startStack } from "./stack.ts";

/**
 * Playwright global set-up: one Worker and one database for all journeys. E2E_URL names the site, E2E_DATABASE and
 * E2E_ADMIN_TOKEN let a test look at what was stored.
 */
export default async function setup() {
  const template = process.env.TEST_DATABASE_TEMPLATE ?? (await makeDatabaseTemplate());
  const data = await withAccounts(template);
  const stack = await startStack(data);
  rmSync(dirname(data), { recursive: true, force: true });
  process.env.E2E_URL = stack.url;
  process.env.E2E_DATABASE = stack.settings.SUPABASE_URL;
  process.env.E2E_PUBLISHABLE_KEY = stack.settings.SUPABASE_PUBLISHABLE_KEY;
  process.env.E2E_ADMIN_TOKEN = await signIn(stack);
  await addIslandsTab(stack);
  return async () => {
    await stack.stop();
    if (!process.env.TEST_DATABASE_TEMPLATE) rmSync(dirname(template), { recursive: true, force: true });
  };
}

async function signIn({ settings }: Stack): Promise<string> {
  const answer = await fetch(`${settings.SUPABASE_URL}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: settings.SUPABASE_PUBLISHABLE_KEY ?? "", "Content-Type": "application/json" },
    body: JSON.stringify({ email: settings.LOCAL_ADMIN_EMAIL, password: settings.LOCAL_ADMIN_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The local admin cannot sign in: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A tab of three pages, so that each journey has a work of its own to like, and a title with an ʻokina and a kahakō. */
async function addIslandsTab(stack: Stack): Promise<void> {
  const works = Array.from({ length: 50 }, (_, index) => `Island work ${String(index + 1).padStart(2, "0")}`);
  await insert(stack, "education_tabs", [{ tab_key: "islands", label: "Islands", display_order: 9 }]);
  await insert(
    stack,
    "education_resources",
    [...works, "Ledgers of Hawaiʻi and Kāneʻohe"].map((title, index) => ({
      tab_key: "islands",
      title,
      description: "A sample for the browser tests.",
      url: "https://example.org/",
      resource_type: index % 2 === 0 ? "resource_card" : "compact",
      is_published: true,
      display_order: index,
    })),
  );
}

async function insert({ settings }: Stack, table: string, rows: object[]): Promise<void> {
  const answer = await fetch(`${settings.SUPABASE_URL}/rest/v1/${table}`, {
    method: "POST",
    headers: {
      apikey: settings.SUPABASE_PUBLISHABLE_KEY ?? "",
      Authorization: `Bearer ${process.env.E2E_ADMIN_TOKEN}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(rows),
  });
  if (!answer.ok) throw new Error(`${table} took no rows: ${answer.status} ${await answer.text()}`);
}
