import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { startMailPage } from "../../harness/serving/mail-page.ts";
import { makeDatabaseTemplate, type Stack, startStack } from "../../harness/serving/stack.ts";
import { startDiscordWebhook, startSlackWebhook } from "../../harness/serving/stand-in.ts";
import { withAccounts } from "./accounts.ts";
import { daytime } from "./daytime.ts";

/** One of the two sites for browser tests; admins change what visitors see, so they have a separate one. */
export interface JourneyStack {
  url: string;
  /** URL of the data API */
  database: string;
  publishableKey: string;
  adminToken: string;
  /** URL of the page that shows its emails */
  mails: string;
}

type DataApi = Pick<JourneyStack, "database" | "publishableKey" | "adminToken">;

const mailSecret = "for-tests-only-mail-secret-7Rw4Nd0Tb6Hc3Jm5";

/**
 * Playwright global setup: starts a Worker and a database for visitors, and others for admins with a Discord channel
 * and a Slack channel that is down. Sets E2E_STACKS to both stacks, and E2E_EMPTY_TEMPLATE to a database without
 * samples.
 */
export default async function setup() {
  const template = process.env.TEST_STACK_TEMPLATE ?? (await makeDatabaseTemplate());
  const [data, empty] = await Promise.all([withAccounts(template), makeDatabaseTemplate("none")]);
  const from = "Hawaiʻi Blockchain Community <aloha@example.org>";
  const mailPage = await startMailPage(0, from, mailSecret, "1 Example Street, Honolulu, HI 96813");
  // The admins' site has no provider for newsletter issues.
  const ofMails = Object.fromEntries(Object.entries(mailPage.settings).filter(([name]) => name.startsWith("MAIL_")));
  const [discord, slack] = await Promise.all([startDiscordWebhook(), startSlackWebhook()]);
  slack.answer({ status: 503 });
  const channels = { DISCORD_WEBHOOK_URL: discord.url, SLACK_WEBHOOK_URL: slack.url };
  const [visitors, admins] = await Promise.all([
    startStack(template, mailPage.settings),
    startStack(data, { ...ofMails, ...channels }),
  ]);
  await dropDatabase(data);
  const mails = mailPage.url;
  const stacks = { visitors: { ...(await prepare(visitors)), mails }, admins: { ...(await prepare(admins)), mails } };
  process.env.E2E_STACKS = JSON.stringify(stacks);
  process.env.E2E_EMPTY_TEMPLATE = empty;
  return async () => {
    await Promise.all([visitors, admins, mailPage, discord, slack].map((each) => each.stop()));
    await dropDatabase(empty);
    if (!process.env.TEST_STACK_TEMPLATE) await dropDatabase(template);
  };
}

async function prepare({ url, settings, query }: Stack): Promise<Omit<JourneyStack, "mails">> {
  await query(daytime, []);
  const database = settings.SUPABASE_URL ?? "";
  const publishableKey = settings.SUPABASE_PUBLISHABLE_KEY ?? "";
  const adminToken = await beginSession(keysOf(settings), localAdmin(settings));
  const stack = { url, database, publishableKey, adminToken };
  await addIslandsTab(stack);
  await insert(stack, "series", [{ key: "full-moon", name: "Full moon walks" }]);
  return stack;
}

/** Adds a tab of three pages, so that each test can like a different work, and a title with an ʻokina and a kahakō. */
async function addIslandsTab(stack: DataApi): Promise<void> {
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
      tags: index < 2 ? ["Ledgers", "ʻĀina"] : [],
      is_published: true,
      display_order: index,
    })),
  );
}

async function insert({ database, publishableKey, adminToken }: DataApi, table: string, rows: object[]): Promise<void> {
  const answer = await fetch(`${database}/rest/v1/${table}`, {
    method: "POST",
    headers: { apikey: publishableKey, Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
    body: JSON.stringify(rows),
  });
  if (!answer.ok) throw new Error(`${table} took no rows: ${answer.status} ${await answer.text()}`);
}
