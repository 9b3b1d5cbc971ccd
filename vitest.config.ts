import mdx from "@mdx-js/rollup";
import remarkFrontmatter from "remark-frontmatter";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { remarkOutline } from "./harness/building/outline.ts";
import { notAskable } from "./tools/contract/coverage.ts";

const plugins = [mdx({ remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkOutline] })];

/** Files that share a database run in the order of their names, so that what one leaves meets the same files each time. */
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShared = files.every(({ project }) => ["contract", "concurrency"].includes(project.name));
    return isShared ? files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1)) : super.sort(files);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: Sequencer },
    projects: [
      {
        plugins,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "harness/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["tools/concurrency/**", "tools/contract/**", "scripts/back-up/rows.database.test.ts"],
          maxWorkers: 2,
          // Files share imported modules: loading them for each file would take as long as all tests.
          isolate: false,
          // The architecture tests parse every file, on a machine that may be busy.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "database",
          include: ["supabase/tests/database/**/*.test.ts", "scripts/back-up/rows.database.test.ts"],
          globalSetup: "tests/support/database-template.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Each file has its own copy of the data; a process that has opened one opens the next in half the time.
          isolate: false,
        },
      },
      {
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          globalSetup: "tests/support/stack-template.ts",
          testTimeout: 30_000,
          hookTimeout: 90_000,
          maxWorkers: 2,
          // Each file has its own stack; loading what they import for each would take as long as starting that.
          isolate: false,
        },
      },
      {
        test: {
          name: "contract",
          include: ["tools/contract/cases/*.test.ts"],
          exclude: notAskable(process.env.CONTRACT_TARGET),
          globalSetup: "tools/contract/start-target.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: process.env.CONTRACT_TARGET && process.env.CONTRACT_TARGET !== "lite" ? 1 : 2,
        },
      },
      {
        test: {
          name: "concurrency",
          include: ["tools/concurrency/*.test.ts"],
          globalSetup: "tools/concurrency/server.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
