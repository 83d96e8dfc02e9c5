import { expect, test } from "@playwright/test";
import { WireComparison } from "@/lib/wire/comparison";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge } from "./judge";

let server: RealServer;

async function put(run: string, rows: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${encodeURIComponent(run)}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

/** 20 steps of 8; from `broken` on 6 of them are lost. */
function rowsOf(broken: number, first = 1) {
  return Array.from({ length: 20 }, (_, index) => first + index).flatMap((step) =>
    Array.from({ length: 8 }, (_, sample) => {
      const isLost = step >= broken && sample >= 2;
      return isLost
        ? {
            step,
            sample,
            group: "0",
            reward: 0,
            mask_sample: true,
            failure_kind: "session_lost",
            failure_reason: "gone",
          }
        : { step, sample, group: "0", reward: sample % 2, mask_sample: false };
    }),
  );
}

const oddName = "a, b/c ü <b>";

test.beforeAll(async () => {
  server = await startServer();
  await put("healthy", rowsOf(999));
  await put("broken", rowsOf(11));
  await put("later", rowsOf(15));
  await put(oddName, rowsOf(12));
});

test.afterAll(async () => {
  await server.stop();
});

test("two runs chosen in the list by keyboard, under a filter, are compared", async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole("checkbox", { name: "Choose healthy to compare" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("combobox", { name: "Filter runs" }).fill("broken");
  await expect(page.locator("tbody tr[data-index]")).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Choose broken to compare" }).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/choose=healthy&choose=broken/);
  await page.getByRole("link", { name: "Compare" }).press("Enter");
  await expect(page).toHaveURL(`${server.url}/compare?runs=healthy,broken`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "broken loses 37.5 points more of its rollouts than healthy",
  );
  await expect(page).toHaveTitle("broken against healthy · Falsezero");
});

test("the first HTML has the sentence, every number that the API has, and the tables of the charts", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/compare?runs=healthy,broken&range=after`);
  const answer = await fetch(`${server.url}/api/v1/compare?runs=healthy,broken&range=after`);
  const comparison = WireComparison.parse(await answer.json());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(comparison.sentence.trim());
  const lost = page.locator("tr[data-measure='lost'] td");
  // 10 steps of 8, 6 of each lost.
  await expect(lost).toContainText(["0% 0 of 80", "75% 60 of 80"]);
  const [, cell] = comparison.rates.find(({ measure }) => measure === "lost")?.runs ?? [];
  expect(cell).toMatchObject({ count: 60, n: 80, apart: true });
  const table = page.locator("[data-compare-table='lost']");
  await table.locator("summary").click();
  await expect(table.getByRole("row", { name: /^11\b/ })).toHaveText("110% · 0 of 875% · 6 of 8");
  await expect(page.getByRole("region", { name: "Failure issues", exact: true })).toContainText("new");
  await context.close();
});

test("overlaid by step and by onset; what is chosen is in the address and survives a reload", async ({ page }) => {
  await page.goto(`${server.url}/compare?runs=broken,later,healthy`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await page.getByRole("button", { name: "by onset" }).click();
  await expect(page).toHaveURL(/align=onset/);
  await expect(page.getByRole("list", { name: "Remarks" })).toContainText("healthy had no incident to be aligned by");
  await expect(page.locator("[data-compared-runs] tr", { hasText: "healthy" })).toContainText("left out");
  await page.getByLabel("Runs without an incident").fill("5");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/at=5/);
  await page.getByRole("button", { name: "after the onset" }).click();
  await expect(page).toHaveURL(/range=after/);
  await expect(page.getByText("Counted: the first 6 steps from each onset on.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Counted: the first 6 steps from each onset on.")).toBeVisible();
  // Steps 11 to 16, 15 to 20 and 5 to 10.
  await expect(page.locator("tr[data-measure='lost'] td")).toContainText(["36 of 48", "36 of 48", "0 of 48"]);
});

test("a drag on a chart zooms all three and counts what it shows; a number leads to its rollouts", async ({ page }) => {
  await page.goto(`${server.url}/compare?runs=healthy,broken`);
  const plot = page.locator("[data-plot-overlay]").first();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("there is no plot");
  await page.mouse.move(box.x + 100, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect(page.getByRole("button", { name: "as zoomed" })).toBeVisible();
  await page.goto(`${server.url}/compare?runs=healthy,broken&from=11&to=12`);
  await page.locator("tr[data-measure='kind:session_lost'] td").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/runs\/broken\/rollouts\?from=11&to=12&kind=session_lost/);
  await expect(page.getByText("12 rollouts", { exact: true })).toBeVisible();
});

test("the crosshair moves by arrow keys and is spoken", async ({ page }) => {
  await page.goto(`${server.url}/compare?runs=healthy,broken`);
  const charts = page.getByRole("group", { name: /^Charts\./ });
  await charts.focus();
  await page.keyboard.press("Home");
  await expect(charts.locator("[aria-live]")).toHaveText(/Step 1\. healthy: evidence 50%, lost 0%, masked 0%; broken:/);
  await page.keyboard.press("Shift+ArrowRight");
  await expect(charts.locator("[aria-live]")).toHaveText(/^Step 11\./);
  await page.keyboard.press("Escape");
  await expect(charts.locator("[aria-live]")).toBeEmpty();
});

test("arrows with Alt stay the browser's, and the crosshair stays while the focus is within the charts", async ({
  page,
}) => {
  for (const path of ["/runs/healthy", "/compare?runs=healthy,broken"]) {
    await page.goto(`${server.url}${path}`);
    const charts = page.getByRole("group", { name: /^Charts\./ });
    const spoken = charts.locator("[aria-live]").last();
    await charts.focus();
    await page.keyboard.press("Home");
    await expect(spoken).toHaveText(/^Step 1\b/);
    await page.evaluate(() => {
      window.addEventListener("keydown", (event) => {
        document.body.dataset["caught"] =
          `${document.body.dataset["caught"] ?? ""}${event.key} ${event.defaultPrevented},`;
      });
    });
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(spoken).toHaveText(/^Step 2\b/);
    await expect(page.locator("body")).toHaveAttribute("data-caught", "Alt false,ArrowRight false,ArrowRight true,");
    await charts.getByRole("link").last().focus();
    await expect(spoken).toHaveText(/^Step 2\b/);
    await page.getByRole("link", { name: "Runs", exact: true }).focus();
    await expect(spoken).toBeEmpty();
  }
});

test("names with commas, slashes and brackets are compared and stay text; missing ones are named", async ({ page }) => {
  await page.goto(`${server.url}/compare?run=healthy&run=${encodeURIComponent(oddName)}&run=nowhere`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(oddName);
  await expect(page.getByRole("list", { name: "Remarks" })).toContainText("There is no run called nowhere.");
  await page.getByRole("link", { name: `Make ${oddName} the baseline` }).click();
  await expect(page).toHaveURL(/base=a%2C/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("healthy loses");
});

test("one run or none shows what to choose from; nine are refused in words", async ({ page }) => {
  await page.goto(`${server.url}/compare?runs=healthy`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Choose one more run");
  await expect(page.getByRole("checkbox", { name: "healthy" })).toBeChecked();
  await page.getByRole("checkbox", { name: "broken" }).check();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/compare\?run=.*&run=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("points");
  const many = Array.from({ length: 9 }, (_, index) => `r${index}`).join(",");
  await page.goto(`${server.url}/compare?runs=${many}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("9 runs are too many to tell apart");
});

test("new rollouts are told of, and read when asked", async ({ page }) => {
  await put("growing", rowsOf(999));
  await page.goto(`${server.url}/compare?runs=healthy,growing`);
  await put("growing", [{ step: 20, sample: 99, group: "1", reward: 1 }]);
  await expect(page.getByText("There are new rollouts since this was read.")).toBeVisible();
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(page.locator("[data-compared-runs] tr", { hasText: "growing" })).toContainText("161 rollouts");
  await expect(page.getByText("There are new rollouts since this was read.")).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`passes axe at 1440 and 375 px without sideways scrolling, ${colorScheme}`, async ({ browser }) => {
    for (const width of [1440, 375]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const errors = hearErrors(page);
      for (const path of ["/compare?runs=healthy,broken,later&align=onset", "/compare"]) {
        await page.goto(server.url + path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await judge(page, colorScheme);
      }
      expect(errors).toEqual([]);
      await context.close();
    }
  });
}
