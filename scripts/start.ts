// npm start: runs the embedded Supabase, then the built Worker in workerd, until Ctrl-C.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { purgeCron } from "../app/features/retention/retention.ts";
import { defaultSite } from "../app/site.ts";
import { build } from "../harness/building/build.ts";
import { freePort, portTaken, run, type Service, stopAll } from "../harness/processes.ts";
import { type AccountStandIn, startAccountStandIn } from "../harness/serving/account-stand-in.ts";
import { startSupabase } from "../harness/serving/embedded-supabase.ts";
import { startMailPage } from "../harness/serving/mail-page.ts";
import { startWorker } from "../harness/serving/start-worker.ts";
import { readCommandLine } from "./command-line.ts";
import { beginProcesses, forgetProcesses, needDataUnused, noteProcess, noteSupabase } from "./process-file.ts";
import { loadSettings, type Settings } from "./settings.ts";
import { onStop } from "./stop-signals.ts";

const logs = ".local/logs";
const minute = 60_000; // ms
const mailPort = 8025;

readCommandLine("[PORT=8788] [SUPABASE_PORT=54322] npm start    serves the site on this machine, until Ctrl-C", {});

let isStopping = false;
onStop(() => {
  isStopping = true;
  void stopAll().then(() => process.exit(0));
});

process.once("exit", forgetProcesses);

try {
  await start();
} catch (error) {
  await stopAll();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const { settings, embedded } = loadSettings();
  await needFreePort(settings, "PORT");
  if (embedded) await needFreePort(settings, "SUPABASE_PORT");
  if (embedded) await needDataUnused();
  beginProcesses();
  if (embedded && !existsSync(settings.SUPABASE_DATA ?? ""))
    console.log("First start: makes a database on this machine and builds the site, which takes about half a minute.");
  // With a hosted database, queued emails may be for real people and must not end up on this page.
  const mailUrl = embedded && !settings.MAIL_FROM && !settings.ISSUES_FROM ? await serveMails(settings) : "";
  const data = embedded ? serveData(settings, await serveAccounts(settings)) : needHostedSupabase(settings);
  const [, worker] = await Promise.all([data, serveWorker(settings)]);
  noteProcess("worker", worker.pid);
  worker.process.once("exit", (code) => {
    if (isStopping) return;
    console.error(`The Worker stopped (${code ?? "signal"}); see ${logs}/worker.log.`);
    void stopAll().then(() => process.exit(1));
  });
  // workerd never fires cron triggers when it runs alone.
  const tick = (cron = "") => {
    const url = `http://127.0.0.1:${settings.PORT}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`;
    void fetch(url).catch(() => {});
  };
  await answers(settings);
  setInterval(tick, minute);
  setInterval(tick, 24 * 60 * minute, purgeCron);
  tick(purgeCron);
  const signIn = embedded ? `; admin ${settings.LOCAL_ADMIN_EMAIL}, password ${settings.LOCAL_ADMIN_PASSWORD}` : "";
  const mails = mailUrl && `; mails ${mailUrl}`;
  console.log(`Ready: http://localhost:${settings.PORT}${mails}${signIn}`);
}

/** Makes the Worker send its emails to a page on this machine. @returns the page's URL */
async function serveMails(settings: Settings): Promise<string> {
  const port = (await portTaken(mailPort)) ? await freePort() : mailPort;
  const page = await startMailPage(
    port,
    `${defaultSite.name} <${defaultSite.email}>`,
    settings.MAIL_SECRET ?? "",
    "1 Sample Street, Honolulu, HI 96813",
  );
  Object.assign(settings, page.settings);
  return page.url;
}

async function serveWorker(settings: Settings): Promise<Service> {
  if (await build()) console.log("The site is built.");
  return startWorker(settings, Number(settings.PORT), ".local/worker-state", `${logs}/worker.log`);
}

/**
 * Gives the Worker a stand-in for the auth admin API, because the embedded Supabase creates no accounts, and turns off
 * the leaked-password and link checks.
 */
async function serveAccounts(settings: Settings): Promise<AccountStandIn> {
  const accounts = await startAccountStandIn(settings.SUPABASE_SECRET_KEY ?? "");
  settings.AUTH_ADMIN_URL = accounts.url;
  settings.BREACH_API_URL ||= "none";
  settings.LINK_CHECK ||= "none";
  return accounts;
}

async function serveData(settings: Settings, accounts: AccountStandIn): Promise<void> {
  await run("node", ["harness/serving/prepare-database.ts", "--samples"], { ...process.env, ...settings });
  const supabase = await startSupabase(settings, `${logs}/supabase.log`);
  console.log("The database is ready.");
  accounts.reach(supabase.query);
  noteSupabase(supabase.pid, settings);
  supabase.process.once("exit", () => {
    if (isStopping) return;
    console.error(`The embedded Supabase stopped; see ${logs}/supabase.log. To start it again: npm run database`);
  });
}

/** Waits until the site responds: a new database is slow at first, and later requests should not fail because of it. */
async function answers({ PORT }: Settings): Promise<void> {
  const question = `http://127.0.0.1:${PORT}/healthz?deep`;
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await fetch(question).catch(() => undefined);
    if (answer?.ok) return;
    await pause(500);
  }
}

async function needHostedSupabase(settings: Settings): Promise<void> {
  const url = `${settings.SUPABASE_URL}/auth/v1/settings`;
  const headers = { apikey: settings.SUPABASE_PUBLISHABLE_KEY ?? "" };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  if (!answer) throw new Error(`Supabase does not answer at SUPABASE_URL (${settings.SUPABASE_URL}).`);
  if (!answer.ok)
    throw new Error(`Supabase at ${settings.SUPABASE_URL} refuses SUPABASE_PUBLISHABLE_KEY (${answer.status}).`);
}

async function needFreePort(settings: Settings, name: "PORT" | "SUPABASE_PORT"): Promise<void> {
  if (await portTaken(Number(settings[name]))) {
    throw new Error(
      `Port ${settings[name]} is taken. Stop what uses it, or choose another: ${name}=${Number(settings[name]) + 1} npm start`,
    );
  }
}
