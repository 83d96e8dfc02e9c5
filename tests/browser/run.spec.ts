import { expect, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judgeTheme, judgeWidth } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
});

type Row = Readonly<Record<string, unknown>>;

async function post(run: string, rows: readonly Row[]): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${encodeURIComponent(run)}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

/** 16 rollouts of one step in two groups; the first `solved` of them have reward 1. */
function play(step: number, told: (index: number) => Row = (index) => ({ reward: index < 4 ? 1 : 0 })): Row[] {
  return Array.from({ length: 16 }, (_, index) => ({
    step,
    group: `${step}-${index >> 3}`,
    sample: index & 7,
    environment: index < 8 ? "browser" : "shell",
    ...told(index),
  }));
}

const lost = { reward: 0, mask_sample: true, failure_kind: "session_lost" };

/** Unbroken pieces of the evidence line. */
async function countEvidencePieces(page: Page): Promise<number> {
  const path = page.locator('path[data-line="evidence"]');
  await expect(path).toHaveCount(1);
  const drawn = (await path.getAttribute("d")) ?? "";
  return drawn.match(/M/g)?.length ?? 0;
}

/** Cells of a step's row in the table twin, by heading. */
async function readStepRow(page: Page, step: number): Promise<Record<string, string>> {
  const table = page.locator("[data-step-table] table");
  const headings = await table.locator("thead th").allInnerTexts();
  const row = table.locator("tbody tr").filter({ has: page.locator("th", { hasText: new RegExp(`^${step}$`) }) });
  const cells = await row.locator("th, td").allInnerTexts();
  return Object.fromEntries(headings.map((heading, index) => [heading.trim(), cells[index]?.trim() ?? ""]));
}

async function openTable(page: Page): Promise<void> {
  await page.locator("[data-step-table] summary").click();
}

test("the first HTML holds the sentence, the facts and the charts' table twin without a script", async ({
  browser,
}) => {
  await post("run", [...play(1), ...play(2), ...play(3, (index) => (index < 14 ? lost : { reward: 1 }))]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/runs/run`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("14 of 16 rollouts masked as session_lost (88%)");
  const facts = page.locator("dl[aria-label=Facts]");
  await expect(facts).toContainText("48");
  await expect(facts).toContainText("rollouts");
  const rows = page.locator("[data-step-table] tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("session_lost");
  await context.close();
});

test("a posted step appears live, in the sentence, the facts and the table", async ({ page }) => {
  await post("run", [...play(1), ...play(2)]);
  await page.goto(`${server.url}/runs/run`);
  await openTable(page);
  await expect(page.locator("[data-step-table] tbody tr")).toHaveCount(2);

  await post(
    "run",
    play(3, () => lost),
  );
  await expect(page.locator("[data-step-table] tbody tr")).toHaveCount(3);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("16 of 16 rollouts masked as session_lost");
  await expect(page.locator("dl[aria-label=Facts]")).toContainText("48");
});

test("zoom and filter stand in the address and survive a reload", async ({ page }) => {
  await post("run", Array.from({ length: 20 }, (_, step) => play(step + 1)).flat());
  await page.goto(`${server.url}/runs/run`);
  const overlay = page.locator("[data-plot-overlay]").first();
  const box = await overlay.boundingBox();
  if (box === null) throw new Error("the chart has no size");
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await page.getByLabel("environment").first().click();
  await page.getByRole("option", { name: "browser" }).click();
  await expect(page).toHaveURL(/environment=browser/);

  const address = page.url();
  await openTable(page);
  const rows = page.locator("[data-step-table] tbody tr");
  const from = Number(new URL(address).searchParams.get("from"));
  const to = Number(new URL(address).searchParams.get("to"));
  expect(to - from).toBeLessThan(12);
  await expect(rows).toHaveCount(to - from + 1);
  await expect(rows.first()).toContainText("8");

  await page.reload();
  expect(page.url()).toBe(address);
  await openTable(page);
  await expect(rows).toHaveCount(to - from + 1);
});

test("lines are smoothed where it is asked for, apart on either side of an incident, with the raw ones behind", async ({
  page,
}) => {
  const ill = (index: number): Row => (index < 15 ? lost : { reward: 0 });
  const well = (step: number) => (index: number) => ({ reward: index < 4 + (step % 3) ? 1 : 0 });
  await post("run", Array.from({ length: 60 }, (_, step) => play(step + 1, step < 40 ? well(step) : ill)).flat());
  await page.goto(`${server.url}/runs/run`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("since step 41");
  const smoothed = page.locator('path[stroke="var(--as-scored)"][stroke-width="2.25"]');
  const raw = page.locator('path[data-line="as_scored"]');
  await expect(raw).toHaveCount(1);
  await expect(smoothed).toHaveCount(0);
  await page.getByLabel("smoothing: off").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "5 points", exact: true }).click();
  await expect(page).toHaveURL(/smoothing=5/);

  for (let turn = 0; turn < 2; turn++) {
    await expect(page.getByText(/smoothed over 5 steps/).first()).toBeVisible();
    await expect(raw).toHaveAttribute("stroke-opacity", "0.4");
    // One piece before the onset and one from it on; the raw line goes through.
    expect(((await smoothed.getAttribute("d")) ?? "").match(/M/g)).toHaveLength(2);
    expect(((await raw.getAttribute("d")) ?? "").match(/M/g)).toHaveLength(1);
    await page.reload();
  }
  await page.locator("[data-chart-area]").focus();
  await page.keyboard.press("End");
  const told = page.locator("[data-chart-area] > [aria-live=polite]");
  await expect(told).toContainText(/as scored 0% · n 16; smoothed 0%/);
});

test("a step that was never heard of is a gap, not a line", async ({ page }) => {
  await post(
    "run",
    [1, 2, 3, 6, 7, 8].flatMap((step) => play(step)),
  );
  await page.goto(`${server.url}/runs/run`);
  expect(await countEvidencePieces(page)).toBe(2);
});

test("an all-masked step is a gap in evidence, not 0, while as scored goes on", async ({ page }) => {
  const steps = [1, 2, 3, 4, 5].flatMap((step) => play(step, step === 3 ? () => lost : undefined));
  await post("run", steps);
  await page.goto(`${server.url}/runs/run`);
  expect(await countEvidencePieces(page)).toBe(2);
  const asScored = page.locator('path[data-line="as_scored"]');
  expect(((await asScored.getAttribute("d")) ?? "").match(/M/g)).toHaveLength(1);
  await openTable(page);
  const row = await readStepRow(page, 3);
  expect(row["Evidence"] ?? row["evidence"]).not.toMatch(/^0/);
});

test("names of any kind are legible, lead to their rollouts, and break nothing", async ({ page }) => {
  const run = "a/b 100% ✓ עברית";
  const kinds = ["x".repeat(128), "שגיאת רשת", "🔥:melted", "__proto__"];
  await post(
    run,
    play(1, (index) => ({ reward: 0, mask_sample: true, failure_kind: kinds[index % kinds.length] })),
  );
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${server.url}/runs/${encodeURIComponent(run)}`);
  await expect(page.getByText("שגיאת רשת").first()).toBeVisible();
  await expect(page.getByText("__proto__").first()).toBeVisible();
  await judgeWidth(page);
  await page
    .getByRole("link", { name: /melted/ })
    .first()
    .click();
  await expect(page).toHaveURL(/rollouts/);
  await expect(page.locator("tbody tr")).toHaveCount(4);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the ${colorScheme} page has no violation that axe knows, and no error in the console`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const errors = hearErrors(page);
    await post("run", [...play(1), ...play(2, () => lost)]);
    await page.goto(`${server.url}/runs/run`);
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeTheme(page, colorScheme);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test("the panel of what failures did to learning is in the address, and changes with what the trainer is said to do", async ({
  page,
}) => {
  await post("run", [...play(1), ...play(2, (index) => (index % 8 < 7 ? lost : { reward: 1 }))]);
  await page.goto(`${server.url}/runs/run`);
  await expect(page.getByText("advantage shift on its own scale")).toHaveCount(0);
  await page.getByRole("switch", { name: "Learning" }).click();
  await expect(page).toHaveURL(/learning=1/);
  // Two survivors of eight: each is moved by 7/8.
  await expect(page.getByText("advantage shift on its own scale")).toBeVisible();
  const chart = page.getByRole("figure").filter({ hasText: "Learning" });
  await expect(chart.getByText("0.875")).toBeVisible();
  await page.getByRole("button", { name: /What the trainer does: as scored \(assumed\)/ }).click();
  await page.getByRole("combobox", { name: /Normalised/ }).click();
  await page.getByRole("option", { name: "by the deviation" }).click();
  await expect(chart.getByText("2.475")).toBeVisible();
});
