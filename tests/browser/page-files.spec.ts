/** What can be taken along from the pages beside a run's own: charts as pictures, tables as CSV. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge } from "./judge";

let server: RealServer;

test.beforeAll(async () => {
  server = await startServer();
  await send("/api/v1/demo", { scenario: "step-61", run: "demo" });
  await send("/api/v1/runs/calm/rollouts", rowsOf(999));
  await send("/api/v1/runs/broken/rollouts", rowsOf(11));
  await send("/api/v1/runs/broken/annotations", { step: 12, text: "pool b <drained>" });
  await send("/api/v1/runs/broken/annotations", { at: "2020-01-01T00:00:00Z", text: "long before" });
});

test.afterAll(async () => {
  await server.stop();
});

async function send(path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
}

/** 20 steps of 8; from `broken` on 6 of them are lost. */
function rowsOf(broken: number) {
  return Array.from({ length: 20 }, (_, index) => index + 1).flatMap((step) =>
    Array.from({ length: 8 }, (_, sample) => {
      const told = { step, sample, group: "0" };
      if (step < broken || sample < 2) return { ...told, reward: sample % 2, mask_sample: false };
      return { ...told, reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason: "gone" };
    }),
  );
}

/** The file that a press of a button saves. */
async function take(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

function takeTable(page: Page, label: string) {
  return take(page, () => page.getByRole("button", { name: label, exact: true }).click());
}

async function takeChart(page: Page, title: string) {
  await page.getByRole("button", { name: `Save or link the chart ${title}` }).click();
  return take(page, () => page.getByRole("menuitem", { name: "Save as SVG" }).click());
}

/** What an SVG says, once it was read as a document of its own. */
async function readPicture(page: Page, svg: string): Promise<string> {
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const wrong = parsed.querySelector("parsererror")?.textContent ?? null;
    if (wrong !== null) throw new Error(wrong);
    return [...parsed.querySelectorAll("text")].map((element) => element.textContent ?? "").join("\n");
  }, svg);
}

test("compared runs: a chart with each run's annotation and incident, and the tables with numbers in full", async ({
  page,
}) => {
  const errors = hearErrors(page);
  await page.goto(`${server.url}/compare?runs=calm,broken`);
  await expect(page.locator("[data-plot-overlay]")).toHaveCount(3);
  await expect(page.locator("[data-run-shade='1']").first()).toBeAttached();
  await expect(page.locator("[data-run-shade='0']")).toHaveCount(0);

  const chart = await takeChart(page, "Lost");
  expect(chart.name).toBe("compare-calm-broken-Lost.svg");
  const words = await readPicture(page, chart.text);
  for (const word of ["Lost", "broken: pool b <drained>", "session_lost", "calm, the baseline · broken", server.url]) {
    expect(words).toContain(word);
  }

  const differences = await takeTable(page, "Differences as CSV");
  expect(differences.name).toBe("compare-calm-broken-differences.csv");
  expect(differences.text).toMatch(/^measure,run,value,count,n,estimate\.low,estimate\.high,design_effect,difference/);
  // 10 of 20 steps lost 6 of their 8.
  expect(differences.text).toMatch(/\r\nlost,broken,0\.375,60,160,/);
  expect((await takeTable(page, "Failure issues of these runs as CSV")).text).toMatch(
    /^issue,kind,template,state,presence,count\.calm,count\.broken\r\n\d+,session_lost,gone,open,new,0,60\r\n$/,
  );
  expect((await takeTable(page, "Compared runs as CSV")).text).toMatch(/\r\nbroken,,/);
  await page.locator("[data-compare-table='lost'] summary").click();
  expect((await takeTable(page, "Lost as CSV")).text).toMatch(/\r\nbroken,11,11,11,11,1,(?:true|false),6,8,/);

  await page
    .getByRole("list", { name: "Annotations and launches on the charts" })
    .getByRole("button", { name: "broken: pool b <drained>" })
    .click();
  await expect(page.getByRole("article", { name: "Annotation of Step 12" })).toContainText("pool b <drained>");
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Incidents on the charts" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\/broken#incident-/);
  expect(errors).toEqual([]);
});

test("by onset an annotation moves with its run", async ({ page }) => {
  await page.goto(`${server.url}/compare?runs=broken,demo&align=onset`);
  const line = page.locator("[data-mark='annotation']").first();
  await expect(line).toBeAttached();
  // One step after its onset; the axis begins 60 steps before the onset of the other.
  await page.locator("[data-chart-area]").focus();
  for (let press = 0; press < 62; press += 1) await page.keyboard.press("ArrowRight");
  await expect(page.locator("[data-chart-area]")).toContainText("broken: pool b <drained>");
});

test("an issue: its chart with the run's annotation, and its tables", async ({ page }) => {
  const errors = hearErrors(page);
  await page.goto(`${server.url}/runs/broken`);
  await page.goto(`${server.url}/issues`);
  await page.locator("tbody tr", { hasText: "gone" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("session_lost");
  // Of a step, and of a moment before the last of these steps was heard of.
  await expect(page.locator("[data-mark='annotation']")).toHaveCount(2);
  const chart = await takeChart(page, "Share in broken");
  expect(chart.name).toMatch(/^issue-\d+-Share-in-broken\.svg$/);
  const words = await readPicture(page, chart.text);
  for (const word of ["pool b <drained>", "session_lost · gone", "broken · steps 1–20", "100%"]) {
    expect(words).toContain(word);
  }
  expect((await takeTable(page, "Share of each step as CSV")).text).toContain("\r\nbroken,train,11,11,6,8,0.75\r\n");
  expect((await takeTable(page, "Runs that it was seen in as CSV")).text).toMatch(/\r\nbroken,11,20,60,60,\d{4}-/);
  expect(errors).toEqual([]);
});

test("a step: its rewards as a picture and as a table, its coverage and its kinds", async ({ page }) => {
  const errors = hearErrors(page);
  await page.goto(`${server.url}/runs/broken/steps/11`);
  await expect(page.locator("#chart-rewards .recharts-surface")).toBeVisible();
  const chart = await takeChart(page, "Rewards");
  expect(chart.name).toBe("broken-step-11-Rewards.svg");
  const words = await readPicture(page, chart.text);
  for (const word of ["Rewards", "masked", "broken · step 11 · no filter"]) expect(words).toContain(word);
  expect((await takeTable(page, "Rewards as CSV")).text).toMatch(
    /^reward,outcome,degraded,suspected_false_zero,count\r\n(?:.*\r\n)*0,masked,false,(?:true|false),6\r\n/,
  );
  expect((await takeTable(page, "Coverage as CSV")).text).toContain("\r\nmasked,6,8\r\n");
  expect((await takeTable(page, "Kinds by outcome as CSV")).text).toContain("\r\nsession_lost,0,6,0,0,0,6\r\n");
  expect(errors).toEqual([]);
});

test("a report: each of its charts and tables", async ({ page }) => {
  const errors = hearErrors(page);
  await page.goto(`${server.url}/runs/broken/report`);
  const chart = await takeChart(page, "Failures by kind");
  expect(await readPicture(page, chart.text)).toContain("pool b <drained>");
  const table = await takeTable(page, "What became of the rollouts as CSV");
  expect(table.name).toBe("broken-What-became-of-the-rollouts.csv");
  expect(table.text).toContain("\r\nmasked,60,0.75,0,0\r\n");
  expect(errors).toEqual([]);
});

test("the settings: what each run takes", async ({ page }) => {
  await page.goto(`${server.url}/settings`);
  const table = await takeTable(page, "Storage by run as CSV");
  expect(table.name).toBe("storage.csv");
  expect(table.text).toMatch(/\r\nbroken,,false,160,\d+,\d+,\d+,\d+\r\n/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`what was added has no violation and fits a phone, ${colorScheme}`, async ({ browser }) => {
    for (const width of [1440, 375]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const path of ["/compare?runs=broken,demo,calm", "/issues/1", "/runs/broken/steps/11"]) {
        await page.goto(server.url + path);
        await expect(page.getByRole("button", { name: /^Save or link the chart/ }).first()).toBeVisible();
        await judge(page, colorScheme);
      }
      await context.close();
    }
  });
}
