// npm run bench:start: requests per second served by npm start, compared with a minimal Node server. Needs wrk
// (Debian's package of that name).
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "../../harness/building/build.ts";
import { freePort, project, startService, stopAll } from "../../harness/processes.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { makeDatabaseTemplate, startStack } from "../../harness/serving/stack.ts";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "3" } },
});

const constantServer = `
const { createServer } = require("node:http");
const page = "x".repeat(50_000);
createServer((request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(page);
}).listen(Number(process.argv[1]), "127.0.0.1");
`;

/**
 * Measures with 16 connections, using one core of this machine for the client. @throws Error if any response is not a
 * 2xx
 */
async function requestsPerSecond(url: string): Promise<number> {
  const { stdout } = await promisify(execFile)("wrk", ["-t1", "-c16", `-d${options.seconds}s`, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered well:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

await build();
const template = await makeDatabaseTemplate();
try {
  const stack = await startStack(template);
  const constant = `http://127.0.0.1:${await freePort()}/`;
  const log = join(project, ".local/logs/constant.log");
  const asked = async () => (await fetch(constant)).ok;
  await startService(
    "The constant",
    process.execPath,
    ["-e", constantServer, new URL(constant).port],
    process.env,
    log,
    asked,
  );
  const urls = {
    "Node, 50 kB": constant,
    Home: `${stack.url}/`,
    Education: `${stack.url}/education`,
    "a file": `${stack.url}/favicon.svg`,
  };
  const readings = Object.keys(urls).map((): number[] => []);
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const [index, url] of Object.values(urls).entries()) {
      const reading = await requestsPerSecond(url);
      // The first round only warms up.
      if (round > 0) readings[index]?.push(reading);
    }
  }
  await stack.stop();
  const ofNode = (reading: number, round: number) => reading / (readings[0]?.[round] ?? Number.NaN);
  console.table(
    Object.keys(urls).map((name, index) => ({
      what: name,
      "requests/s": Math.round(median(readings[index] ?? [])),
      "of Node's": median((readings[index] ?? []).map(ofNode)).toFixed(2),
    })),
  );
} finally {
  await stopAll();
  await dropDatabase(template);
}
