import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeDatabaseTemplate } from "../../harness/serving/stack.ts";

/** Vitest global setup: sets TEST_DATABASE_TEMPLATE to a migrated and seeded data folder. */
export default async function setup() {
  if (process.env.TEST_DATABASE_TEMPLATE) return undefined;
  const template = await makeDatabaseTemplate();
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => rmSync(dirname(template), { recursive: true, force: true });
}
