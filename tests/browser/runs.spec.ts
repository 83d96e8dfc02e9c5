import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { judge } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
});

async function post(run: string, rows: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${encodeURIComponent(run)}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

const lost = { reward: 0, mask_sample: true, failure_kind: "session_lost" };
const solved = { reward: 1 };

test("an empty server explains itself, and its own words send the first rollout, which shows without a reload", async ({
  page,
}) => {
  await page.goto(server.url);
  const snippet = page.locator("pre").first();
  await expect(snippet).toContainText(`curl ${server.url}/api/v1/runs/my-run/rollouts`);
  await expect(page.getByRole("button", { name: "Load the reconstruction" })).toBeVisible();
  await expect(page.getByText("reconstruction, generated from published figures")).toBeVisible();

  await post("my-run", [{ step: 1, group: "0", sample: 0, ...solved }]);
  await expect(page.getByRole("link", { name: "my-run", exact: true })).toBeVisible();
});

test("one click loads the reconstruction and leads to its run, which says what it is", async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole("button", { name: "Load the reconstruction" }).click();
  // The page changes when all of its 5,120 rollouts are in.
  await expect(page).toHaveURL(/\/runs\/step-61$/, { timeout: 30_000 });
  await expect(page.getByText("Reconstruction, generated from published figures")).toBeVisible();
  await page.goto(server.url);
  await expect(page.getByRole("row", { name: /step-61/ })).toContainText("reconstruction");
  await expect(page.getByRole("button", { name: "Load the reconstruction of the incident" })).toBeVisible();
});

test("the first HTML has the sentence and every run, those that lose most first", async ({ browser }) => {
  await post(
    "calm",
    Array.from({ length: 8 }, (_, sample) => ({ step: 1, group: "0", sample, ...solved })),
  );
  await post("ill", [
    ...Array.from({ length: 6 }, (_, sample) => ({ step: 7, group: "0", sample, ...lost })),
    ...Array.from({ length: 2 }, (_, sample) => ({ step: 7, group: "1", sample, ...solved })),
  ]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "2 runs, 2 live. ill loses 75% of its rollouts, 6 of 8 in step 7, most of them as session_lost.",
  );
  await expect(page.locator("tbody tr")).toContainText([
    /^Choose ill to compareill.*75%6 of 8/,
    /^Choose calm to comparecalm.*0%0 of 8/,
  ]);
  await context.close();
});

test("a run's row leads to the run, its incident to the rollouts that show it, on a wide and on a small screen", async ({
  page,
}) => {
  const group = (step: number, rows: number, row: object) =>
    Array.from({ length: rows }, (_, sample) => ({ step, group: "0", sample, ...row }));
  for (let step = 1; step <= 20; step++) await post("calm then ill", group(step, 8, solved));
  for (let step = 21; step <= 24; step++) await post("calm then ill", group(step, 8, lost));
  for (const width of [1700, 1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(server.url);
    // Playwright refuses the click where another link lies above the words.
    const row = page.getByRole("row", { name: /calm then ill/ });
    await row
      .getByRole("link", { name: /session_lost/ })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveURL(/\/runs\/calm%20then%20ill\/rollouts\?/);
    await page.goBack();
    // Beside every word of the row, where only the link that covers it is.
    const box = await row.boundingBox();
    if (box === null) throw new Error("the row is not drawn");
    await page.mouse.click(box.x + box.width - 3, box.y + 3);
    await expect(page).toHaveURL(/\/runs\/calm%20then%20ill$/);
  }
});

test("a posted step shows at once; filter and order are in the address and survive a reload", async ({ page }) => {
  await post("a-run", [{ step: 1, ...solved, id: "1" }]);
  await post("b-run", [{ step: 5, ...solved, id: "1" }]);
  await page.goto(server.url);
  await expect(page.locator("tbody tr")).toHaveCount(2);

  await post("a-run", [{ step: 9, ...lost, id: "2" }]);
  await expect(page.getByRole("row", { name: /a-run/ })).toContainText("100%");
  await post("c-run", [{ step: 1, ...solved, id: "1" }]);
  await expect(page.locator("tbody tr")).toHaveCount(3);

  await page.getByRole("button", { name: "Last step" }).click();
  await expect(page).toHaveURL(/sort=step/);
  const filter = page.getByRole("combobox", { name: "Filter runs" });
  await filter.fill("run");
  await expect(page).toHaveURL(/q=run/);
  await page.reload();
  await expect(page.locator("tbody tr")).toContainText([/compare *a-run/, /compare *b-run/, /compare *c-run/]);
  await filter.fill("nothing like it");
  await expect(page.getByText("No run matches.")).toBeVisible();
});

test("odd names are text, stay in their column at 375 px, and pass axe in both themes", async ({ browser }) => {
  const names = ['<b>bold</b> & "quoted"', "مرحبا/run 🙂", "x".repeat(200)];
  for (const name of names) await post(name, [{ step: 1, ...lost, id: "1", failure_kind: `${"k".repeat(120)}\n` }]);
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await page.goto(server.url);
    await expect(page.getByRole("link", { name: /^<b>bold<.b>/ })).toBeVisible();
    await judge(page, colorScheme);
    await context.close();
  }
});
