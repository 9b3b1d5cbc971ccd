import { defineConfig } from "@playwright/test";
import { chromium } from "./harness/browser/chromium.ts";

/** Which of the two sites of e2e-stack.ts a project's tests run on. */
export interface ProjectMetadata {
  stack: "visitors" | "admins";
}

const visitors: ProjectMetadata = { stack: "visitors" };
const admins: ProjectMetadata = { stack: "admins" };

export default defineConfig({
  testDir: "tests/e2e",
  // Playwright empties this folder, so it is not the one of all reports.
  outputDir: "test-results/browser",
  workers: 2,
  fullyParallel: true,
  // How long a page may take is said where it matters; a busy machine takes three times as long as a quiet one.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  globalSetup: "./tests/support/e2e-stack.ts",
  use: { ...(await chromium()), reducedMotion: "reduce", locale: "en-US" },
  projects: [
    {
      name: "with JavaScript",
      metadata: visitors,
      testIgnore: /admin-/,
      grepInvert: /without the site's scripts/,
      use: { javaScriptEnabled: true },
    },
    {
      name: "without JavaScript",
      metadata: visitors,
      testIgnore: /admin-|first-view|layout/,
      use: { javaScriptEnabled: false },
    },
    {
      name: "admin with JavaScript",
      metadata: admins,
      testMatch: /admin-/,
      use: { javaScriptEnabled: true },
    },
    {
      name: "admin without JavaScript",
      metadata: admins,
      testMatch: /admin-/,
      testIgnore: /layout|door-offline/,
      use: { javaScriptEnabled: false },
    },
  ],
} as Parameters<typeof defineConfig>[0]);
