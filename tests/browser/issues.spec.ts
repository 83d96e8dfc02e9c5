import { expect, type Page, test } from "@playwright/test";
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

function lost(step: number, reason: string, more: object = {}): object {
  return { step, reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason: reason, ...more };
}

const rowOf = (page: Page, words: string) => page.locator("tbody tr").filter({ hasText: words });

test("the queue is worked through by keys, and filtered by its address", async ({ page }) => {
  await post("browser-7", [
    ...[1, 2, 3].map((step) => ({ step, reward: 1 })),
    lost(1, "reset: no session in 30 s"),
    lost(2, "the pool is empty"),
    lost(3, "lease 12 was given back"),
  ]);
  await page.goto(`${server.url}/issues`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("3 issues: 3 new.");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(3);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows.first().getByRole("link").first()).toBeFocused();
  await page.keyboard.press("a");
  // It was listed first, as the newest of those that came together.
  await expect(rowOf(page, "was given back")).toContainText("acknowledged");

  await rowOf(page, "the pool is empty").getByRole("link").first().focus();
  await page.keyboard.press("r");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "resolved" })).toBeVisible();

  await rowOf(page, "reset: no session").getByRole("link").first().focus();
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "Note" }).fill("pool b, again");
  await page.getByRole("button", { name: "Keep note" }).click();
  await expect(page.getByText("The note is kept.")).toBeVisible();

  await rowOf(page, "reset: no session").getByRole("link").first().focus();
  await page.keyboard.press("i");
  await page.getByRole("textbox", { name: "Percent" }).fill("25");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" }).getByRole("region", { name: "Queue" });
  await expect(keys.getByRole("definition")).toHaveText([
    "Next issue",
    "Previous issue",
    "Open it",
    "Acknowledge it",
    "Resolve it",
    "Ignore it, up to a rate",
    "Note something about it",
  ]);
  await page.keyboard.press("Escape");

  await page.goto(`${server.url}/issues?state=all&q=no+session`);
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/issues\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "until it surely exceeds 25% of a step's rollouts",
  );
  await expect(page.getByText("pool b, again")).toBeVisible();
});

test("an issue's page says what it is, since when, what sets it apart, and leads to its rollouts", async ({ page }) => {
  const on = (pool: string) => ({ labels: { pool } });
  await post("browser-7", [
    ...Array.from({ length: 20 }, () => ({ step: 60, reward: 1, ...on("a") })),
    ...Array.from({ length: 20 }, () => ({ step: 61, reward: 1, ...on("a") })),
    ...Array.from({ length: 20 }, (_, at) => lost(61, `reset: no session in ${at + 10} s`, on("b"))),
  ]);
  await page.goto(`${server.url}/runs/browser-7`);
  const panel = page.getByRole("region", { name: "Failure issues" });
  await expect(panel).toContainText("step 61");
  await panel.getByRole("link", { name: /session_lost/ }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "session_lost: 20 rollouts in step 61 of browser-7, 100% of the failures there. Open: nobody has decided about it yet.",
  );
  await expect(page.getByTitle("This part varies")).toHaveText("<duration>");
  await expect(page.getByText("100% of them have pool b, against 0% of the others there.")).toBeVisible();
  await expect(page.getByText("reset: no session in 10 s")).toBeVisible();

  const chart = page.getByRole("application", { name: /Share of each step's rollouts in browser-7/ });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("step 61: 50% (20 of 40)")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/browser-7\/rollouts\?step=61&issue=\d+/);
  await expect(page.getByRole("button", { name: "Any issue" })).toBeVisible();
  await page.goBack();
  await page
    .getByRole("link", { name: /^Rollout \d+$/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: /^Issue \d+$/ })).toBeVisible();
});

test("a resolved issue opens by itself, live, when it is seen in a later step", async ({ page }) => {
  await post("browser-7", [lost(5, "the pool is empty")]);
  await page.goto(`${server.url}/issues`);
  await rowOf(page, "the pool is empty").getByRole("link").first().click();
  await page.getByRole("textbox", { name: "Sign as" }).fill("mira");
  await page.getByRole("button", { name: "Resolve" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Resolved by mira");

  await post("browser-7", [lost(5, "the pool is empty")]);
  await expect(heading).toContainText("2 rollouts");
  await expect(heading).toContainText("Resolved by mira");
  await post("browser-7", [lost(6, "the pool is empty")]);
  await expect(heading).toContainText("Reopened: resolved by mira, seen again in step 6 of browser-7.");
  await expect(page.getByText("Reopened by itself")).toBeVisible();
});

test("of two who decide at once the second is told what the first did", async ({ page, context }) => {
  await post("browser-7", [lost(5, "the pool is empty")]);
  await page.goto(`${server.url}/issues`);
  await rowOf(page, "the pool is empty").getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
  const path = `/api/v1${new URL(page.url()).pathname}`;
  // The page is kept from hearing of it, as if both had pressed in the same moment.
  await context.setOffline(true);
  const other = await fetch(`${server.url}${path}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version: 1, state: "acknowledged", by: "jo" }),
  });
  expect(other.status).toBe(200);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing of yours was changed" })).toContainText(
    "jo acknowledged",
  );
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Acknowledged by jo");
});

test("both pages fit 375 px and pass axe in both themes", async ({ browser }) => {
  await post("x".repeat(200), [
    lost(1, `a very long cause ${"that goes on and on ".repeat(40)}`, { failure_kind: "k".repeat(120) }),
    ...Array.from({ length: 12 }, (_, at) => lost(2, `reset: no session in ${at} s`, { labels: { pool: "b" } })),
    ...Array.from({ length: 12 }, () => ({ step: 2, reward: 1, labels: { pool: "a" } })),
  ]);
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    for (const path of ["/issues", "/issues/1", "/issues/2"]) {
      await page.goto(server.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (path !== "/issues") await expect(page.getByText("Comparing…")).toBeHidden();
      await judge(page, colorScheme);
    }
    await context.close();
  }
});

test("issues of a reconstruction say that they are of one, and those of other runs do not", async ({ page }) => {
  await post("browser-7", [lost(1, "reset: no session in 30 s")]);
  const played = await fetch(`${server.url}/api/v1/demo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scenario: "step-61" }),
  });
  expect(played.status).toBe(200);
  await page.goto(`${server.url}/issues`);
  await expect(rowOf(page, "not reset within")).toContainText("reconstruction");
  await expect(rowOf(page, "reset: no session in")).not.toContainText("reconstruction");
  await rowOf(page, "not reset within").getByRole("link").first().click();
  await expect(page.locator("tbody tr").filter({ hasText: "step-61" }).first()).toContainText("reconstruction");
});
