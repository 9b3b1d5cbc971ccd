import { defineConfig } from "@playwright/test";
import { chromium } from "./tests/support/chromium.ts";

const visitors = ["with JavaScript", "without JavaScript"];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  globalSetup: "./tests/support/e2e-stack.ts",
  use: { ...(await chromium()), reducedMotion: "reduce", locale: "en-US" },
  projects: [
    { name: "with JavaScript", testIgnore: /admin-/, use: { javaScriptEnabled: true } },
    { name: "without JavaScript", testIgnore: /admin-|csp|first-view|layout/, use: { javaScriptEnabled: false } },
    // Admins change what visitors see, so they come when the visitors have gone.
    { name: "admin with JavaScript", testMatch: /admin-/, dependencies: visitors, use: { javaScriptEnabled: true } },
    {
      name: "admin without JavaScript",
      testMatch: /admin-/,
      testIgnore: /layout/,
      dependencies: visitors,
      use: { javaScriptEnabled: false },
    },
  ],
} as Parameters<typeof defineConfig>[0]);
