import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

const program = `
  import { onStop } from "./scripts/stop-signals.ts";
  onStop(() => { console.log("stopped"); process.exit(); });
  setInterval(() => {}, 1000);
  console.log("ready");
`;

/** Runs the program as npm does, below a shell, and kills only the shell. @returns the program's output */
async function endOfShell(env: NodeJS.ProcessEnv): Promise<string> {
  const command = `'${process.execPath}' --input-type=module -e '${program}'; :`;
  const shell = spawn("sh", ["-c", command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of shell.stdout) {
    said += chunk;
    if (String(chunk).includes("ready")) shell.kill("SIGTERM");
  }
  if (shell.exitCode === null && shell.signalCode === null) await once(shell, "exit");
  return said;
}

it("stops a program that npm started when only npm and its shell get the TERM signal", async () => {
  expect(await endOfShell({ npm_lifecycle_event: "start" })).toBe("ready\nstopped\n");
});
