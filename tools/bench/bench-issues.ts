// npm run bench:issues: sends a newsletter issue to 10,000 people with the built Worker, a throw-away database and a
// provider that implements Resend's API, and counts cron runs, seconds, subrequests and CPU time.
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { build } from "../../harness/building/build.ts";
import { cpuTime, stopAll } from "../../harness/processes.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { exchange } from "../../harness/serving/exchange.ts";
import { makeDatabaseTemplate, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";

const { values: options } = parseArgs({
  options: {
    people: { type: "string", default: "10000" },
    plan: { type: "string", default: "paid" },
    kilobytes: { type: "string", default: "6" },
    /** Limits the run on the free plan, where sending everything would take hours. */
    runs: { type: "string", default: "1000" },
  },
});
const people = Number(options.people);

/** Counts the requests that it forwards to another server on this machine. */
async function startCounter(to: () => string) {
  let count = 0;
  const server = createServer((incoming: IncomingMessage, response) => {
    count += 1;
    const { hostname, port } = new URL(to());
    const outgoing = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

await build();
const template = await makeDatabaseTemplate("none");
const provider = await startMailProvider();
const counters: Awaited<ReturnType<typeof startCounter>>[] = [];
try {
  let databaseUrl = "";
  const toDatabase = await startCounter(() => databaseUrl);
  const toProvider = await startCounter(() => provider.url);
  counters.push(toDatabase, toProvider);
  const stack = await startStack(template, {
    ...provider.settings,
    ISSUES_API_URL: `${toProvider.url}/emails`,
    WORKERS_PLAN: options.plan ?? "paid",
    SUPABASE_URL: toDatabase.url,
  });
  databaseUrl = `http://127.0.0.1:${stack.settings.SUPABASE_PORT}`;
  const picture = `<p><img src="http://localhost/uploads/${"a".repeat(32)}-600x338.jpg" alt="A canoe" width="600" height="338"></p>\n`;
  const html = picture + "<p>Aloha kākou. </p>\n".repeat(Math.ceil((Number(options.kilobytes) * 1024) / 22));
  const letter = {
    from: provider.settings.ISSUES_FROM,
    subject: "Aloha",
    html: `<!DOCTYPE html><html lang="en"><body>${html}<a href="http://localhost/n/thisstandsforatoken">Leave</a></body></html>`,
    text: `${"Aloha kākou.\n".repeat(html.length / 30)}http://localhost/n/thisstandsforatoken\n`,
    headers: { "List-Unsubscribe": "<http://localhost/n/thisstandsforatoken/leave>" },
    placeholder: "thisstandsforatoken",
  };
  await stack.query(
    `insert into public.newsletter_subscribers (email, confirmed_at)
     select 'reader-' || n || '@example.org', now() from generate_series(1, $1::integer) n`,
    [people],
  );
  await stack.query(
    `insert into public.newsletter_issues (slug, subject, markdown, html, renderer, scheduled_at, letter)
     values ('aloha', 'Aloha', 'Aloha', '<p>Aloha</p>', 'markdown', now(), $1)`,
    [letter],
  );
  await exchange(stack.url, "/healthz");

  const before = { database: toDatabase.count(), provider: toProvider.count(), cpu: cpuTime(stack.workerPid) };
  const runs: number[] = [];
  while (provider.mailbox.mails.length < people && runs.length < Number(options.runs)) {
    const begun = performance.now();
    await exchange(stack.url, "/cdn-cgi/handler/scheduled");
    runs.push(performance.now() - begun);
  }
  const batches = toProvider.count() - before.provider;
  const cpu = cpuTime(stack.workerPid) - before.cpu;
  const addresses = new Set(provider.mailbox.mails.map(({ to }) => to[0]));
  const seconds = runs.reduce((sum, each) => sum + each, 0) / 1000;
  console.log(
    `${provider.mailbox.mails.length} mails to ${addresses.size} people, a letter of ${options.kilobytes} kB, plan ${options.plan}`,
  );
  console.log(
    `${runs.length} runs of cron, ${seconds.toFixed(1)} s in all, the longest ${(Math.max(...runs) / 1000).toFixed(1)} s`,
  );
  console.log(`${batches} requests to the provider, ${toDatabase.count() - before.database} to the database`);
  console.log(
    `${cpu} ms of CPU of workerd, ${(cpu / batches).toFixed(1)} ms a batch, ${(cpu / runs.length).toFixed(1)} ms a run`,
  );
  await stack.stop();
} finally {
  for (const counter of counters) counter.stop();
  await provider.stop();
  await stopAll();
  await dropDatabase(template);
}
