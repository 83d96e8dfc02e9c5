import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge, judgeWidth } from "./judge";

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

async function post(run: string, rows: readonly object[], query = ""): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${encodeURIComponent(run)}/rollouts${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

async function put(path: string, body: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const at61 = "/runs/step-61/steps/61";

test("the first HTML says what became of step 61, and has its map and its sum, without a script", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}${at61}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Step 61: 58 of 64 rollouts masked as session_lost (91%). Mean reward on evidence 16.7% (n 6), as scored 1.6% (n 64).",
  );
  await expect(page.getByText("Of 8 groups, all 8 have lost rollouts")).toBeVisible();
  const map = page.locator("[data-group-map]");
  await expect(map.locator("> li")).toHaveCount(8);
  await expect(map.locator("[data-appearance]")).toHaveCount(64);
  await expect(map.locator("[data-appearance=masked]")).toHaveCount(58);
  await expect(map.locator("[data-appearance=solved]")).toHaveCount(1);
  const rows = await page.getByRole("region", { name: "Coverage" }).locator("tbody tr").allInnerTexts();
  const counts = rows.map((row) => Number(/\t(\d+)/.exec(row)?.[1]));
  expect(counts).toEqual([6, 58, 0, 0, 0, 0]);
  await expect(page.locator("[data-expected]")).toHaveText("64");
  await context.close();
});

test("arrow keys lead to the steps on either side, and the view goes along", async ({ page }) => {
  await page.goto(`${server.url}${at61}?order=lost`);
  await expect(page.locator("[data-group-map]")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/steps\/62\?order=lost$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Step 62:");
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/steps\/61\?order=lost$/);
  await page.getByRole("link", { name: "Previous step, 60" }).click();
  await expect(page).toHaveURL(/steps\/60\?order=lost$/);
});

test("a cell leads to its rollout, a number to the rollouts it counts", async ({ page }) => {
  await page.goto(`${server.url}${at61}`);
  await page.getByRole("region", { name: "Coverage" }).getByRole("link", { name: "58" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("58 rollouts of step 61 masked.");
  await page.goBack();
  await page.locator("[data-appearance=solved]").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Scored 1");
});

test("steps that are missing are skipped; one that was never heard of names its neighbours", async ({ page }) => {
  await post("gappy", [
    { step: 3, group: "a", sample: 0, reward: 1 },
    { step: 7, group: "a", sample: 0, reward: 1 },
  ]);
  await page.goto(`${server.url}/runs/gappy/steps/3`);
  await page.getByRole("link", { name: "Next step, 7" }).click();
  await expect(page).toHaveURL(/steps\/7$/);
  const response = await page.goto(`${server.url}/runs/gappy/steps/5`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Step 5 was not heard of.");
  await page.getByRole("link", { name: "Step 7", exact: true }).click();
  await expect(page).toHaveURL(/steps\/7$/);
});

test("a step that fills keeps places for what is to come, and fills live", async ({ page }) => {
  await put("filling", { group_size: 4, expected_per_step: 8 });
  await post(
    "filling",
    [0, 1, 2].map((sample) => ({ step: 1, group: "a", sample, reward: sample === 0 ? 1 : 0 })),
  );
  await page.goto(`${server.url}/runs/filling/steps/1`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("5 still to come.");
  await expect(page.locator("[data-place]")).toHaveCount(1);
  await expect(page.getByText("4 to come, in which groups is not known.")).toBeVisible();
  await post("filling", [
    { step: 1, group: "a", sample: 3, mask_sample: true, reward: 0, failure_kind: "session_lost" },
  ]);
  await expect(page.locator("[data-appearance=masked]")).toHaveCount(1);
  await expect(page.locator("[data-place]")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 of 4 rollouts masked as session_lost (25%)");
});

test("what people noted of a step is in its first HTML, and a note appears as it is written", async ({
  page,
  browser,
}) => {
  const annotate = async (body: object) => {
    const response = await fetch(`${server.url}/api/v1/runs/noted/annotations`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };
  await post(
    "noted",
    [1, 2, 3].map((step) => ({ step, group: "a", sample: 0, reward: 1 })),
  );
  await annotate({ step: 1, to_step: 2, text: "pool b was restarted" });
  await annotate({ step: 3, text: "of another step" });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const first = await context.newPage();
  await first.goto(`${server.url}/runs/noted/steps/2`);
  const listed = first.getByRole("region", { name: "Annotations" }).getByRole("listitem");
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText("pool b was restarted");
  await context.close();

  // What an annotation needs comes with the page and its live stream: it asks for no list of its own.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("/annotations")) asked.push(request.url());
  });
  await page.goto(`${server.url}/runs/noted/steps/2`);
  await page.getByRole("button", { name: "Annotate this step" }).click();
  const form = page.getByRole("form", { name: "New annotation" });
  await form.getByLabel("What there is to say").fill("the judge was slow");
  await form.getByRole("button", { name: "Annotate" }).click();
  const notes = page.getByRole("region", { name: "Annotations" }).getByRole("listitem");
  await expect(notes).toHaveCount(2);
  await expect(notes.filter({ hasText: "the judge was slow" })).toBeVisible();
  await annotate({ step: 2, text: "from elsewhere" });
  await expect(notes.filter({ hasText: "from elsewhere" })).toBeVisible();
  expect(asked).toEqual([]);
});

test("one survivor among seven failures, in the world that the run tells", async ({ page }) => {
  await put("survivor", { world: "as_scored", baseline: "mean", normalised: true });
  await post(
    "survivor",
    Array.from({ length: 8 }, (_, sample) => ({
      step: 61,
      group: "g",
      sample,
      ...(sample === 0 ? { reward: 1 } : { reward: 0, mask_sample: true, failure_kind: "session_lost" }),
    })),
  );
  await page.goto(`${server.url}/runs/survivor/steps/61`);
  await expect(page.locator("[data-group-map] > li")).toContainText("teaches only what was lost: +2.475 → 0");
  // The page hears that the trainer's world is another one.
  await put("survivor", { world: "evidence_only" });
  await expect(page.locator("[data-group-map] > li")).toContainText("teaches nothing");
});

test("a launch that was superseded can still be looked at", async ({ page }) => {
  const rows = (reward: number) => [0, 1].map((sample) => ({ step: 5, group: "a", sample, reward }));
  await post("resumed", rows(1), "?segment=first");
  await post("resumed", rows(0), "?segment=second");
  await page.goto(`${server.url}/runs/resumed/steps/5`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mean reward 0%");
  await page.getByRole("combobox", { name: /segment/ }).click();
  await page.getByRole("option", { name: /^first/ }).click();
  await expect(page).toHaveURL(/segment=first/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mean reward 100%");
});

test("a step of 10,000 rollouts shows its first groups and the rest as they are asked for", async ({ page }) => {
  await post(
    "huge",
    Array.from({ length: 10_000 }, (_, index) => ({
      step: 1,
      group: `prompt ${index >> 3}`,
      sample: index & 7,
      reward: index % 5 === 0 ? 1 : 0,
    })),
  );
  await page.goto(`${server.url}/runs/huge/steps/1`);
  const rows = page.locator("[data-group-map] > li");
  await expect(rows).toHaveCount(125);
  await page.getByRole("button", { name: /^Show more: 1,125 of 1,250 groups/ }).click();
  await expect(rows).toHaveCount(250);
});

test("odd names, no groups and groups of one break nothing", async ({ page }) => {
  const groups = ["", "עברית", "__proto__", `${"long ".repeat(40)}`, "a/b?c=1&d"];
  await post("odd", [
    ...groups.map((group) => ({ step: 1, group, sample: 0, reward: 0.5 })),
    ...Array.from({ length: 5 }, (_, index) => ({ step: 1, id: `alone-${index}`, reward: "none" })),
  ]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${server.url}/runs/odd/steps/1`);
  // An empty name is none: four groups, and the rollouts without one.
  await expect(page.locator("[data-group-map] > li")).toHaveCount(5);
  await expect(page.getByText("Every group has one member, and nothing to be relative to")).toBeVisible();
  await judgeWidth(page);
  await page.getByRole("link", { name: "a/b?c=1&d" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the ${colorScheme} page of a step has no violation that axe knows, and fits 375 px`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    const errors = hearErrors(page);
    await page.goto(`${server.url}${at61}`);
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judge(page, colorScheme);
    expect(errors).toEqual([]);
    await context.close();
  });
}
