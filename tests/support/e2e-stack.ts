import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeDatabaseTemplate, startStack } from "./stack.ts";

/** Playwright global set-up: one Worker and one database for all journeys; E2E_URL names it. */
export default async function setup() {
  const template = process.env.TEST_DATABASE_TEMPLATE ?? (await makeDatabaseTemplate());
  const stack = await startStack(template);
  process.env.E2E_URL = stack.url;
  return async () => {
    await stack.stop();
    if (!process.env.TEST_DATABASE_TEMPLATE) rmSync(dirname(template), { recursive: true, force: true });
  };
}
