import { dropDatabase } from "../../harness/serving/databases.ts";
import { makeDataFolder } from "../../harness/serving/stack.ts";

/**
 * Vitest global setup: sets TEST_DATABASE_TEMPLATE to a migrated and seeded data folder of PGlite, whose clock a test can
 * set.
 */
export default async function setup() {
  if (process.env.TEST_DATABASE_TEMPLATE) return undefined;
  const template = await makeDataFolder();
  process.env.TEST_DATABASE_TEMPLATE = template;
  return () => dropDatabase(template);
}
