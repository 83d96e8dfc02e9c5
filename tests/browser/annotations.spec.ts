import { expect, type Locator, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judgeTheme, judgeWidth } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
  const rows = Array.from({ length: 40 }, (_, index) => ({
    step: 1 + (index >> 1),
    group: String(index),
    sample: 0,
    reward: index % 2,
  }));
  expect((await ask("POST", "/rollouts", rows)).status).toBe(200);
});

test.afterEach(async () => {
  await server.stop();
});

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${server.url}/api/v1/runs/run${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}/runs/run`);
  await expect(page.locator("[data-plot-overlay]")).toHaveCount(3);
}

/** The middle of a step's room in one of the charts. */
async function placeOf(page: Page, step: number, chart = 0): Promise<{ x: number; y: number }> {
  const overlay = page.locator("[data-plot-overlay]").nth(chart);
  await overlay.scrollIntoViewIfNeeded();
  const box = await overlay.boundingBox();
  if (box === null) throw new Error("the chart is not drawn");
  // components/charts/plot.ts: 44 pixels at the left, 204 at the right, 20 steps between.
  const width = (box.width - 248) / 20;
  return { x: box.x + 44 + (step - 0.5) * width, y: box.y + box.height / 2 };
}

const form = (page: Page): Locator => page.getByRole("form", { name: "New annotation" });
const flags = (page: Page): Locator => page.locator("[data-mark-rail] li button");

async function write(page: Page, text: string, name = "ada"): Promise<void> {
  await form(page).getByLabel("What there is to say").fill(text);
  await form(page).getByLabel("Your name").fill(name);
  await form(page).getByRole("button", { name: "Annotate" }).click();
  await expect(form(page)).toHaveCount(0);
}

test("a click with the pencil annotates a step, and another browser sees it by itself", async ({ page, browser }) => {
  await open(page);
  const other = await (await browser.newContext()).newPage();
  await open(other);
  await page.getByRole("button", { name: /^Annotate:/ }).click();
  const { x, y } = await placeOf(page, 7);
  await page.mouse.click(x, y);
  await expect(form(page).getByLabel("Step")).toHaveValue("7");
  await form(page).getByLabel("What there is to say").fill("pool b was restarted");
  await form(page).getByRole("button", { name: "Annotate" }).click();
  await expect(flags(other)).toHaveText(["pool b was restarted"]);
  await expect(other.locator('[data-mark="annotation"]')).toHaveCount(3);
  // The click annotated, and led to no rollouts; the mode ended with it.
  await expect(page).toHaveURL(`${server.url}/runs/run`);
  await expect(page.getByRole("button", { name: /^Annotate:/ })).toHaveAttribute("aria-pressed", "false");
});

test("a drag with Shift annotates a range, and without it zooms as before", async ({ page }) => {
  await open(page);
  const [from, to] = [await placeOf(page, 4, 1), await placeOf(page, 9, 1)];
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(form(page).getByLabel("From step")).toHaveValue("4");
  await expect(form(page).getByLabel("To step")).toHaveValue("9");
  await write(page, "steps 4 to 9");
  await expect(flags(page)).toHaveText(["steps 4 to 9"]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=4&to=9/);
});

test("everything is done by keyboard: a step, a range, the form", async ({ page }) => {
  await open(page);
  const charts = page.locator("[data-chart-area]");
  await charts.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("a");
  await expect(form(page).getByLabel("Step")).toHaveValue("1");
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await charts.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("r");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(form(page).getByLabel("From step")).toHaveValue("17");
  await expect(form(page).getByLabel("To step")).toHaveValue("20");
  await form(page).getByLabel("What there is to say").fill("the last four");
  await page.keyboard.press("Control+Enter");
  await expect(flags(page)).toHaveText(["the last four"]);
  await flags(page).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Annotation of Steps 17–20" }).first()).toBeVisible();
});

test("an annotation is edited and removed, told its history, and brought back", async ({ page }) => {
  await ask("POST", "/annotations", { step: 5, text: "one", author: "ada" });
  await open(page);
  await flags(page).first().click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("button", { name: "Edit" }).click();
  const edit = popup.getByRole("form", { name: "Change the annotation" });
  await edit.getByLabel("What there is to say").fill("two");
  await edit.getByLabel("Your name").fill("grace");
  await edit.getByRole("button", { name: "Keep changes" }).click();
  await expect(popup).toContainText("two");
  await expect(popup).toContainText("changed by grace");
  await popup.getByRole("button", { name: "History" }).click();
  await expect(popup.getByRole("list", { name: "History, newest first" }).getByRole("listitem")).toContainText([
    /changed by grace.*two/s,
    /made by ada.*one/s,
  ]);
  await popup.getByRole("button", { name: "Remove" }).click();
  await popup.getByRole("button", { name: "Remove it" }).click();
  await expect(flags(page)).toHaveCount(0);
  await page.getByText("Removed ones").click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(flags(page)).toHaveText(["two"]);
});

test("who edits what another changed meanwhile is told, and decides", async ({ page }) => {
  await ask("POST", "/annotations", { step: 5, text: "one", author: "ada" });
  await open(page);
  await flags(page).first().click();
  const popup = page.getByRole("dialog");
  await popup.getByRole("button", { name: "Edit" }).click();
  await popup.getByLabel("What there is to say").fill("mine");
  expect((await ask("PATCH", "/annotations/1", { version: 1, text: "theirs", by: "grace" })).status).toBe(200);
  await expect(popup.getByRole("alert").first()).toContainText("grace changed it while you wrote");
  await expect(popup.getByRole("alert").first()).toContainText("theirs");
  await expect(popup.getByLabel("What there is to say")).toHaveValue("mine");
  await popup.getByRole("button", { name: "Write mine over it" }).click();
  await popup.getByRole("button", { name: "Keep changes" }).click();
  await expect(flags(page)).toHaveText(["mine"]);
});

test("many at one place share a flag, and hostile text stays text", async ({ page }) => {
  const hostile = `<img src=x onerror="document.title='owned'"> \u202Eמרחבא 🎉\nsecond line`;
  for (const text of [hostile, "b", "c"]) await ask("POST", "/annotations", { step: 5, text });
  await ask("POST", "/annotations", { step: 15, text: "alone" });
  await open(page);
  await expect(flags(page)).toHaveText([/^3/, "alone"]);
  await flags(page).first().click();
  await expect(page.getByRole("dialog").getByRole("article")).toHaveCount(3);
  await expect(page.getByRole("dialog")).toContainText("<img src=x");
  await expect(page).not.toHaveTitle(/owned/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the ${colorScheme} popover and form have no violation, and fit a phone`, async ({ browser }) => {
    await ask("POST", "/annotations", { step: 5, to_step: 9, text: "word ".repeat(300), author: "x".repeat(200) });
    await ask("POST", "/segments", { segment: "resume-2", from_step: 20 });
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 800 }, hasTouch: true });
    const page = await context.newPage();
    const errors = hearErrors(page);
    await open(page);
    await flags(page).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("list", { name: "History, newest first" })).toBeVisible();
    await judgeTheme(page, colorScheme);
    await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
    await judgeTheme(page, colorScheme);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Annotate:/ }).click();
    const overlay = page.locator("[data-plot-overlay]").nth(1);
    await overlay.scrollIntoViewIfNeeded();
    const box = await overlay.boundingBox();
    if (box === null) throw new Error("the chart is not drawn");
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(form(page)).toBeVisible();
    await judgeWidth(page);
    expect(errors).toEqual([]);
    await context.close();
  });
}
