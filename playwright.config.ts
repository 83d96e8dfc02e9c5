import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// `npm test` names a Chromium that starts; a direct `npx playwright test` takes the usual one, or Playwright's own.
const chromium = process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/browser",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    headless: true,
    timezoneId: "UTC",
    locale: "en-GB",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
