import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

const program = `
  import { onStop } from "./scripts/stop-signals.ts";
  onStop(() => { console.log("stopped"); process.exit(); });
  setInterval(() => {}, 1000);
  console.log("ready");
`;

/** Runs the program as npm does, below a shell, and ends the shell alone. @returns what the program has said */
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

it("what npm has started ends with it, although a TERM reaches nobody but npm and its shell", async () => {
  expect(await endOfShell({ npm_lifecycle_event: "start" })).toBe("ready\nstopped\n");
});
