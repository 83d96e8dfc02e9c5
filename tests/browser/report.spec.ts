import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge, judgeTheme, judgeWidth } from "./judge";

let server: RealServer;

test.beforeAll(async () => {
  server = await startServer();
  const response = await fetch(`${server.url}/api/v1/demo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario: "step-61" }),
  });
  expect(response.status).toBe(200);
});

test.afterAll(async () => {
  await server.stop();
});

const address = "/runs/step-61/report";

function section(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true }).first();
}

test("the run's page leads to its report, whose first HTML tells the story without a script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/runs/step-61`);
  await page.getByRole("banner").getByRole("link", { name: "Post-mortem" }).click();
  await expect(page).toHaveURL(`${server.url}${address}`);
  await expect(page.getByText(/92% of rollouts came back masked as session_lost: 1,17\d of 1,280/)).toBeVisible();
  await expect(page.getByText("Reconstruction, generated from published figures").first()).toBeVisible();
  await expect(page.locator("section > h2, section h2")).toHaveCount(11);
  await context.close();
});

test("a section is edited, told apart, given back, and of two who edit one is shown the other's words", async ({
  page,
  browser,
}) => {
  await page.goto(`${server.url}${address}`);
  const notes = section(page, "Notes");
  await notes.getByRole("button", { name: "Edit Notes" }).click();
  await notes.getByLabel("Sign as").fill("mira");
  await notes
    .getByRole("textbox", { name: /^Notes:/ })
    .fill("The pool was restarted.\n\nSee https://tickets.example/812.");
  await notes.getByRole("button", { name: "Keep" }).click();
  await expect(notes.locator("[data-edited]")).toContainText("Edited by mira");
  await page.reload();
  await expect(notes.locator("[data-edited]")).toContainText("The pool was restarted.");
  await expect(notes.getByRole("link", { name: "https://tickets.example/812" })).toBeVisible();

  const summary = section(page, "Summary");
  await summary.getByRole("button", { name: "Edit Summary" }).click();
  await expect(summary.getByRole("textbox", { name: /^Summary:/ })).toHaveValue(/^From step 61/);
  const other = await browser.newPage();
  await other.goto(`${server.url}${address}`);
  await section(other, "Summary").getByRole("button", { name: "Edit Summary" }).click();
  await section(other, "Summary")
    .getByRole("textbox", { name: /^Summary:/ })
    .fill("Somebody was faster.");
  await section(other, "Summary").getByRole("button", { name: "Keep" }).click();
  await expect(section(other, "Summary").locator("[data-edited]")).toContainText("Somebody was faster.");
  await other.close();

  await summary.getByRole("textbox", { name: /^Summary:/ }).fill("In my words.");
  await summary.getByRole("button", { name: "Keep" }).click();
  await expect(summary.getByRole("alert")).toContainText("Somebody was faster.");
  await expect(summary.getByRole("textbox", { name: /^Summary:/ })).toHaveValue("In my words.");
  await summary.getByRole("textbox", { name: /^Summary:/ }).focus();
  await page.keyboard.press("Tab");
  await expect(summary.getByRole("region", { name: "What they kept" })).toBeFocused();
  await summary.getByRole("button", { name: "Keep mine instead" }).click();
  await expect(summary.locator("[data-edited]")).toContainText("In my words.");
  await summary.getByText("What is written from the data").click();
  await expect(summary.getByText(/^From step 61/)).toBeVisible();
  await summary.getByText("History").click();
  await expect(summary.getByRole("listitem").filter({ hasText: "Somebody was faster." })).toBeVisible();
  await summary.getByRole("button", { name: "Use that again" }).click();
  await expect(summary.locator("[data-edited]")).toHaveCount(0);
});

test("the rule that is replayed is in the address", async ({ page }) => {
  await page.goto(`${server.url}${address}`);
  const replay = section(page, "What an alert rule would have said");
  await replay.getByLabel("What is watched").selectOption("kind:session_lost");
  await replay.getByLabel("Share of a step, %").fill("50");
  await replay.getByLabel("Steps in a row").fill("3");
  await replay.getByRole("button", { name: "Replay" }).click();
  await expect(page).toHaveURL(/\?rule=kind%3Asession_lost&over=0.5&steps=3$/);
  await expect(replay).toContainText("would have fired in step 63, 2 steps into it");
  await page.reload();
  await expect(replay.getByLabel("Steps in a row")).toHaveValue("3");
});

/** The file as somebody opens it who has nothing else: no server, no network. */
async function openOffline(browser: Browser, html: string, colorScheme: "light" | "dark", width: number) {
  const file = join(test.info().outputDir, "report.html");
  writeFileSync(test.info().outputPath("report.html"), html);
  const context = await browser.newContext({ offline: true, colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${file}`);
  return { page, context, asked };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the file opens alone, in ${colorScheme}, with its charts, and axe finds nothing`, async ({ browser }) => {
    const html = await (await fetch(`${server.url}/api/v1${address}?format=html`)).text();
    const { page, context, asked } = await openOffline(browser, html, colorScheme, 375);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("figure svg")).toHaveCount(3);
    await expect(page.getByText("1,280").first()).toBeVisible();
    await judge(page, colorScheme);
    expect(asked.map((url) => new URL(url).protocol)).toEqual(["file:"]);
    await context.close();
  });

  test(`the ${colorScheme} report has no violation that axe knows, and fits 375 px`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    const errors = hearErrors(page);
    await page.goto(`${server.url}${address}`);
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeWidth(page);
    await section(page, "Notes").getByRole("button", { name: "Edit Notes" }).click();
    await judgeTheme(page, colorScheme);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test("on paper, controls are gone and charts are drawings that fit it", async ({ page }) => {
  await page.goto(`${server.url}${address}`);
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("svg.recharts-surface").first()).toBeHidden();
  await expect(page.locator("figure svg[viewBox^='0 0 960']")).toHaveCount(3);
  await expect(page.locator("figure svg[viewBox^='0 0 960']").first()).toBeVisible();
  for (const name of ["HTML", "Markdown"]) await expect(page.getByRole("link", { name, exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Edit/ }).first()).toBeHidden();
  await page.pdf({ path: test.info().outputPath("report.pdf"), format: "A4" });
});

test("a run that is not there has no report; one that nothing was heard of says so", async ({ page }) => {
  expect((await page.goto(`${server.url}/runs/nowhere/report`))?.status()).toBe(404);
  await fetch(`${server.url}/api/v1/runs/empty`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Empty" }),
  });
  await page.goto(`${server.url}/runs/empty/report`);
  await expect(page.getByText("Nothing has been heard of this run yet.")).toBeVisible();
  await expect(page.locator("svg.recharts-surface")).toHaveCount(0);
});

test("a run that goes on is said to, and its report is written again when asked", async ({ page }) => {
  const put = (step: number) =>
    fetch(`${server.url}/api/v1/runs/goes-on/rollouts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ step, id: `s${step}`, reward: 1, mask_sample: false }]),
    });
  await put(1);
  await page.goto(`${server.url}/runs/goes-on/report`);
  await expect(section(page, "Coverage")).toContainText("1 train rollout expected in 1 step");
  await put(2);
  const news = page.getByText("The run went on since this was written.");
  await expect(news).toBeVisible();
  await page.getByRole("button", { name: "Write it again" }).click();
  await expect(section(page, "Coverage")).toContainText("2 train rollouts expected in 2 steps");
  await expect(news).toBeHidden();
});
