import { defineConfig } from "@playwright/test";
import { chromium } from "./tests/support/chromium.ts";

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
    { name: "with JavaScript", use: { javaScriptEnabled: true } },
    { name: "without JavaScript", use: { javaScriptEnabled: false } },
  ],
} as Parameters<typeof defineConfig>[0]);
