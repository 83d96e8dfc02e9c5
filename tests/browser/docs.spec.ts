import { expect, type Page, test } from "@playwright/test";
import { docsGroups } from "@/lib/view/docs-pages";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge, judgeAccess, judgeWidth } from "./judge";

let server: RealServer;

test.beforeAll(async () => {
  server = await startServer();
});

test.afterAll(async () => {
  await server.stop();
});

const guides = docsGroups.flatMap(({ pages }) => pages.map(({ slug }) => `/docs/${slug}`));
/** The longest of each sort: prose with tables, code, formulae, and the reference with its forms. */
const judged = ["/docs", "/docs/api", "/docs/statistics", "/docs/producers/nemo-gym", "/docs/reference/managing-runs"];

async function listReferences(page: Page): Promise<readonly string[]> {
  await page.goto(`${server.url}/docs/reference`);
  const links = await page
    .locator('main a[href^="/docs/reference/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.split("#")[0] ?? ""));
  return [...new Set(links)];
}

test("every page of the docs is there, fits a phone, and says nothing to the console", async ({ page }) => {
  const references = await listReferences(page);
  expect(references.length).toBeGreaterThan(5);
  await page.setViewportSize({ width: 375, height: 800 });
  const errors = hearErrors(page);
  for (const path of ["/docs", "/docs/reference", ...guides, ...references]) {
    const response = await page.goto(server.url + path);
    expect({ path, status: response?.status() }).toEqual({ path, status: 200 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await judgeWidth(page);
  }
  expect(errors).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of judged) {
    test(`${path} passes axe at 1440 and 375 px, ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      for (const width of [1440, 375]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(server.url + path);
        await judge(page, colorScheme);
      }
      await context.close();
    });
  }
}

test("an example is found by keys alone, carries this server's address, and is tried on the spot", async ({ page }) => {
  await page.goto(`${server.url}/docs`);
  const lead = page.locator("main").getByRole("link", { name: "From Python" });
  for (let press = 0; press < 60 && !(await lead.evaluate((one) => one === document.activeElement)); press++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.url}/docs/python`);
  await expect(page.locator("pre", { hasText: "falsezero.py" }).first()).toContainText(server.url);
  await page.goto(`${server.url}/docs/reference/managing-runs`);
  const projects = page.getByRole("region", { name: /What runs say they belong to/ });
  await projects.getByText("Try it", { exact: true }).click();
  await projects.getByRole("button", { name: "Send" }).click();
  await expect(projects.getByText('"projects": []')).toBeVisible();
  await judgeAccess(page);
});
