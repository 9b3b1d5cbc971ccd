import { dropDatabase } from "../../harness/serving/databases.ts";
import { makeDatabaseTemplate } from "../../harness/serving/stack.ts";

/** Vitest global setup: sets TEST_STACK_TEMPLATE to a migrated and seeded database, from which stacks are made. */
export default async function setup() {
  if (process.env.TEST_STACK_TEMPLATE) return undefined;
  const template = await makeDatabaseTemplate();
  process.env.TEST_STACK_TEMPLATE = template;
  return () => dropDatabase(template);
}
