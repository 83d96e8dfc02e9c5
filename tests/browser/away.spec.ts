/** A server that goes away under open pages, and comes back. */
import { rmSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { judgeAccess } from "./judge";

let dataFolder: string;
let server: RealServer;

test.beforeEach(async () => {
  dataFolder = makeDataFolder();
  server = await startServer({ dataFolder });
  const rows = [1, 2, 3, 4].map((step) => ({ step, id: `r${step}`, reward: (step * 3) % 4 }));
  const failed = {
    step: 4,
    id: "lost",
    reward: 0,
    mask_sample: true,
    failure_kind: "session_lost",
    failure_reason: "gone",
  };
  const response = await fetch(`${server.url}/api/v1/runs/browser-7/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([...rows, failed]),
  });
  expect(response.status).toBe(200);
});

test.afterEach(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The same server again: same address, same data. */
async function comeBack(): Promise<void> {
  server = await startServer({ dataFolder, environment: { PORT: String(server.port) } });
}

/** Resolves when something that a page asked the server for, by a part of its address, got no answer. */
const unanswered = (page: Page, part: string) =>
  page.waitForEvent("requestfailed", (request) => request.url().includes(part));

const away = (page: Page) => page.getByText("The server can’t be reached since");

test("rollouts: the page stays, says that the server is away, and what was asked for comes when it is back", async ({
  page,
}) => {
  await page.goto(`${server.url}/runs/browser-7/rollouts`);
  await expect(page.locator("tbody tr")).toHaveCount(5);
  await server.kill();
  await expect(away(page)).toBeVisible();
  const asked = unanswered(page, "sort=");
  await page
    .getByRole("columnheader", { name: /reward/i })
    .getByRole("button")
    .click();
  await asked;
  await expect(page.locator("tbody tr")).toHaveCount(5);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("5 rollouts");
  await judgeAccess(page);
  await comeBack();
  await expect(page).toHaveURL(/sort=/, { timeout: 15_000 });
  await expect(away(page)).toHaveCount(0);
  await expect(page.locator("tbody tr")).toHaveCount(5);
});

test("the run's page: a link and a choice of the palette wait for the server", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7`);
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  const field = page.getByRole("combobox", { name: /Search runs/ });
  // The palette comes a moment after the page: it is there once it has opened.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await server.kill();
  await expect(away(page)).toHaveCount(1);
  const report = unanswered(page, "/report");
  await page.getByRole("link", { name: "Post-mortem" }).first().click();
  await report;
  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("browser");
  await expect(page.getByText("The server did not answer: what is shown is from before.")).toBeVisible();
  await field.fill("settings");
  const settings = unanswered(page, "/settings");
  await page
    .getByRole("option", { name: /Settings/ })
    .first()
    .click();
  await settings;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await comeBack();
  await expect(page).toHaveURL(/\/settings$/, { timeout: 15_000 });
  await expect(away(page)).toHaveCount(0);
});

test("a plain link, as the cells of a table and of a step's map are, waits as well", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7/steps/4`);
  const cell = page.locator('main a[href^="/rollouts/"]').first();
  await expect(cell).toBeVisible();
  await server.kill();
  await expect(away(page)).toBeVisible();
  const rollout = unanswered(page, "/rollouts/");
  await cell.click();
  await rollout;
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Step 4");
  await comeBack();
  await expect(page).toHaveURL(/\/rollouts\/\d+$/, { timeout: 15_000 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("issues: a filter that could not be asked says so, and is asked when the server is back", async ({ page }) => {
  await page.goto(`${server.url}/issues`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await server.kill();
  await expect(away(page)).toBeVisible();
  await page.getByRole("combobox", { name: "Filter issues" }).fill("nothing-like-this");
  await page.keyboard.press("Enter");
  await expect(page.getByText("the list below is still the one from before, not what is asked for now")).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await comeBack();
  await expect(page.getByText("No issue matches.")).toBeVisible({ timeout: 15_000 });
  await expect(away(page)).toHaveCount(0);
});

test("where the palette can't be loaded though the server answers, it says so, and the next press tries again", async ({
  page,
}) => {
  let isBlocked = false;
  await page.route("**/_next/static/chunks/**", (route) => (isBlocked ? route.abort() : route.continue()));
  page.on("load", () => {
    isBlocked = true;
  });
  await page.goto(`${server.url}/issues`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  const note = page.getByText("This part of the page could not be loaded.");
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(note).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(away(page)).toHaveCount(0);
  isBlocked = false;
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: /Search runs/ })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("pages that hear nothing by themselves, as those of the docs, notice it as well", async ({ page }) => {
  await page.goto(`${server.url}/docs`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Documentation");
  await server.kill();
  await expect(away(page)).toBeVisible({ timeout: 20_000 });
  await comeBack();
  await expect(away(page)).toHaveCount(0, { timeout: 20_000 });
});
