import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, it } from "vitest";
import { startStack } from "../../harness/serving/stack.ts";
import { ask, eventually } from "./client.ts";
import { databaseTemplate, readAsAdmin } from "./tables.ts";

const program = `
  const { startStack } = await import(${JSON.stringify(new URL("../../harness/serving/stack.ts", import.meta.url).href)});
  process.stdout.write((await startStack(process.argv[1])).url);
`;
const child = spawn(process.execPath, ["--input-type=module", "--eval", program, databaseTemplate()]);
afterAll(() => child.kill("SIGKILL"));

const isUnreachable = (url = "") =>
  fetch(url).then(
    () => false,
    () => true,
  );

it("serves nothing that a stack before it has changed, and starts after one whose database hung or was killed", async () => {
  const events = "events?select=key,title&order=key";
  const first = await startStack(databaseTemplate());
  const before = await readAsAdmin(first, events);
  await first.query("update public.events set title = 'Of the first stack'", []);
  expect(await readAsAdmin(first, `${events}&limit=1`)).toMatchObject([{ title: "Of the first stack" }]);
  await first.stop();
  expect(await isUnreachable(first.settings.SUPABASE_URL)).toBe(true);

  const second = await startStack(databaseTemplate());
  expect(await readAsAdmin(second, events)).toEqual(before);
  expect((await ask(second.url, "/events")).body).not.toContain("Of the first stack");
  second.pauseSupabase();
  await second.stop();

  const third = await startStack(databaseTemplate());
  expect((await ask(third.url, "/healthz?deep")).status).toBe(200);
  await third.killSupabase();
  await third.stop();

  const fourth = await startStack(databaseTemplate());
  expect((await ask(fourth.url, "/healthz?deep")).status).toBe(200);
  await fourth.stop();
});

it("ends with the process that started it, even if that is killed", async () => {
  const [url] = (await once(child.stdout, "data")).map(String);
  expect((await ask(url ?? "", "/healthz?deep")).status).toBe(200);
  child.kill("SIGKILL");
  await eventually(() => isUnreachable(url), "the end of the Worker");
});
