import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { judge } from "./judge";

let server: RealServer;

test.beforeAll(async () => {
  server = await startServer();
  await post(
    Array.from({ length: 64 }, (_, index) => ({
      step: 61,
      group: String(Math.floor(index / 8)),
      sample: index % 8,
      environment: "browser_agent",
      labels: { browser_pool: index % 2 === 0 ? "a" : "b" },
      ...(index < 6
        ? { reward: index === 0 ? 1 : 0 }
        : {
            reward: 0,
            mask_sample: true,
            failure_kind: "session_lost",
            failure_reason: `session ${index} not reset within 30 s\n<img src=x onerror=alert(1)>`,
          }),
    })),
  );
  await post(Array.from({ length: 300 }, (_, index) => ({ step: 1, id: `early-${index}`, reward: 0.5 })));
});

test.afterAll(async () => {
  await server.stop();
});

async function post(rows: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/r%2F1/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

const list = "/runs/r%2F1/rollouts";

test("the first HTML says which rollouts are shown, and shows them, without a script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}${list}?step=61&outcome=masked&kind=session_lost`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("58 rollouts of step 61 masked as session_lost.");
  await expect(page.locator("tbody tr")).toHaveCount(58);
  await page.goto(`${server.url}${list}?to=60`);
  await expect(page.locator("tbody tr")).toHaveCount(100);
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(page.locator("tbody tr").first()).toContainText("early-199");
  await context.close();
});

test("filters and order are in the address, and survive a reload", async ({ page }) => {
  await page.goto(`${server.url}${list}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("364 rollouts.");
  await page.getByLabel("First step").fill("61");
  await page.getByLabel("First step").press("Enter");
  await expect(page).toHaveURL(/\?from=61$/);
  await page.getByRole("combobox", { name: /browser_pool/ }).click();
  await page.getByRole("option", { name: "b", exact: true }).click();
  await expect(page).toHaveURL(/label\.browser_pool=b/);
  const filter = page.getByRole("combobox", { name: "Filter rollouts" });
  await expect(filter).toHaveValue("step:>=61 browser_pool:b");
  await filter.fill('step:>=61 browser_pool:b "not reset"');
  await filter.press("Enter");
  await expect(page).toHaveURL(/q=not\+reset/);
  await page.getByRole("button", { name: "Reward" }).click();
  await expect(page).toHaveURL(/sort=reward/);
  const said = "29 rollouts from step 61 on, with browser_pool = b, whose reason mentions “not reset”.";
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(said);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(said);
  await expect(page.locator("tbody tr")).toHaveCount(29);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("364 rollouts.");
});

test("pages come as the reader scrolls, and only the rows in view are drawn", async ({ page }) => {
  await page.goto(`${server.url}${list}?to=60`);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText("That is all: 300.")).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await page.locator("tbody tr").count()).toBeLessThan(150);
});

test("a row leads to its rollout, which says why it is no evidence, among its siblings", async ({ page }) => {
  await page.goto(`${server.url}${list}?step=61&group=0`);
  await page.getByRole("link", { name: "Rollout of group 0, sample 6, step 61" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Masked as session_lost: flagged at mask_sample; its reward of 0 is no measurement of the policy.",
  );
  // Six scored (one of them 1) and two masked: 1/6 on evidence, 1/8 as scored.
  await expect(
    page.getByText("6 scored, 2 masked; mean reward on evidence 0.1667 (n 6), as scored 0.125 (n 8)."),
  ).toBeVisible();
  await expect(page.getByText("<img src=x onerror=alert(1)>").first()).toBeVisible();
  await page.getByRole("link", { name: "Sample 0: scored 1" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Scored 1: it counts as evidence about the policy.");
  await expect(page.locator('[aria-current="page"][aria-label="Sample 0: scored 1"]')).toBeVisible();
});

test("the conversation is turns and tool calls; the raw JSON is searched", async ({ page }) => {
  await post([
    {
      step: 2,
      id: "talk",
      reward: 1,
      payload: {
        input: [{ role: "user", content: "weather?" }],
        output: [
          { type: "function_call", call_id: "c1", name: "get_weather", arguments: '{"city":"SF"}' },
          { type: "function_call_output", call_id: "c1", output: "cold" },
          { role: "assistant", content: [{ type: "output_text", text: `It is cold. ${"Very. ".repeat(2_000)}` }] },
        ],
      },
    },
  ]);
  await page.goto(`${server.url}${list}?step=2`);
  await page.getByRole("link", { name: "Rollout talk, step 2" }).click();
  await expect(page.getByText("get_weather")).toBeVisible();
  await expect(page.getByText("cold", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Show the other/ }).click();
  await expect(page.getByRole("button", { name: "Fold" })).toBeVisible();
  await page.getByRole("button", { name: "Show the raw JSON" }).click();
  await page.getByRole("searchbox", { name: "Search the raw JSON" }).fill("get_weather");
  await expect(page.getByText("1 of 1")).toBeVisible();
  await expect(page.getByRole("region", { name: "Raw JSON" })).toContainText('name: "get_weather"');
});

test("pages of rollouts pass axe and fit 375 px, in both themes", async ({ browser }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await page.goto(`${server.url}${list}?step=61&kind=session_lost`);
    for (const next of [null, page.getByRole("link", { name: /Rollout of group 7, sample 7/ })]) {
      await next?.click();
      if (next !== null) await page.waitForURL(/\/rollouts\/\d+$/);
      await judge(page, colorScheme);
    }
    await context.close();
  }
});

test("what is not there says so, with a 404", async ({ page }) => {
  for (const path of ["/runs/none/rollouts", "/rollouts/999999", "/rollouts/x"]) {
    const response = await page.goto(`${server.url}${path}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
