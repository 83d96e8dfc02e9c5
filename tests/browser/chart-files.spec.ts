import { readFileSync } from "node:fs";
import { type Download, expect, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { judgeTheme, judgeWidth } from "./judge";

let server: RealServer;

// No test here changes what the server has.
test.beforeAll(async () => {
  server = await startServer();
  await ask("POST", "/api/v1/demo", { scenario: "step-61", run: "demo" });
  await ask("POST", "/api/v1/runs/demo/annotations", { step: 20, text: "level <2> & more" });
});

test.afterAll(async () => {
  await server.stop();
});

async function ask(method: string, path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })).status).toBe(200);
}

async function open(page: Page, query = ""): Promise<void> {
  await page.goto(`${server.url}/runs/demo${query}`);
  await expect(page.locator("[data-plot-overlay]")).toHaveCount(3);
}

async function save(page: Page, chart: string, item: string): Promise<Download> {
  await page.getByRole("button", { name: `Save or link the chart ${chart}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: item }).click(),
  ]);
  return download;
}

test("a saved SVG is a document of its own that holds the series, the labels and a caption", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await open(page, "?from=50&to=70");
  const download = await save(page, "Failures by kind", "Save as SVG");
  expect(download.suggestedFilename()).toBe("demo-steps-50-70-Failures-by-kind.svg");
  const text = readFileSync(await download.path(), "utf8");
  const read = await page.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    return {
      wrong: parsed.querySelector("parsererror")?.textContent ?? null,
      name: parsed.documentElement.nodeName,
      foreign: parsed.querySelectorAll("foreignObject, script, style, image").length,
      paths: parsed.querySelectorAll("svg svg path[d]").length,
      words: [...parsed.querySelectorAll("text")].map((element) => element.textContent ?? "").join("\n"),
    };
  }, text);
  expect(read).toMatchObject({ wrong: null, name: "svg", foreign: 0 });
  expect(read.paths).toBeGreaterThan(0);
  for (const word of ["Failures by kind", "session_lost", "100%", "60", "reconstruction", "steps 50–70", server.url]) {
    expect(read.words).toContain(word);
  }
  expect(text).not.toContain("var(--");
  // Opened alone it draws without asking for anything.
  const asked: string[] = [];
  const alone = await page.context().newPage();
  alone.on("request", (request) => asked.push(request.url()));
  await alone.goto(`file://${await download.path()}`).catch(() => undefined);
  expect(asked.filter((url) => url.startsWith("http"))).toEqual([]);
  expect(refused).toEqual([]);
});

test("the saved chart has the marks over it: annotations and incidents", async ({ page }) => {
  await open(page);
  const download = await save(page, "Reward", "Save as SVG");
  const text = readFileSync(await download.path(), "utf8");
  for (const word of ["level &lt;2&gt; &amp; more", "session_lost", "evidence"]) expect(text).toContain(word);
});

test("a PNG has two dots to each pixel of the SVG", async ({ page }) => {
  await open(page);
  const svg = readFileSync(await (await save(page, "Reward", "Save as SVG")).path(), "utf8");
  const png = readFileSync(await (await save(page, "Reward", "Save as PNG")).path());
  const [, width = "", height = ""] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
  expect(png.length).toBeGreaterThan(10_000);
});

test("tables come as CSV: the steps as they are shown, and the kinds", async ({ page }) => {
  await open(page, "?from=60&to=62");
  await page.locator("[data-step-table] summary").click();
  const [steps] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "These steps as CSV" }).click(),
  ]);
  expect(steps.suggestedFilename()).toBe("demo-steps-from-60-to-62.csv");
  const lines = readFileSync(await steps.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["60", "61", "62"]);
  const [kinds] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Failures by kind as CSV" }).click(),
  ]);
  const table = readFileSync(await kinds.path(), "utf8");
  expect(table).toMatch(/^kind,count,scored,masked,unscored,failed,omitted\r\nsession_lost,\d+,0,\d+,0,0,0\r\n/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the ${colorScheme} menu has no violation and fits a phone`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 800 } });
    const page = await context.newPage();
    await open(page);
    await page.getByRole("button", { name: "Save or link the chart Reward" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem")).toHaveText(["Save as SVG", "Save as PNG", "Copy link"]);
    await judgeTheme(page, colorScheme);
    await judgeWidth(page);
    await context.close();
  });
}
