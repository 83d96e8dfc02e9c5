import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge } from "./judge";

let server: RealServer;

async function post(run: string, rows: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/runs/${encodeURIComponent(run)}/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  expect(response.status).toBe(200);
}

const lost = {
  reward: 0,
  mask_sample: true,
  failure_kind: "session_lost",
  failure_reason: "reset: no session in 30 s on web-pool-b",
};

test.beforeAll(async () => {
  server = await startServer();
  await post("browser-7", [
    { step: 60, reward: 1, id: "row/1", labels: { host: "gpu-16" } },
    { step: 61, ...lost, id: "row/2", labels: { host: "gpu-17" } },
    { step: 61, ...lost, id: "row/3", labels: { host: "gpu-18" } },
  ]);
  await post("sql-ppo", [{ step: 1, reward: 1, id: "1" }]);
});

test.afterAll(async () => {
  await server.stop();
});

test("the palette leads anywhere by the keyboard alone, and gives the focus back", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7`);
  const button = page.getByRole("button", { name: "Search and commands" });
  await button.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /Search runs/ });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press("Control+k");
  await field.fill("61");
  await expect(page.getByRole("option", { name: /Step 61/ })).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/browser-7\/steps\/61$/);

  await page.keyboard.press("Control+k");
  await field.fill("sqlp");
  await expect(page.getByRole("option", { name: /sql-ppo/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/sql-ppo$/);

  await page.keyboard.press("Control+k");
  await field.fill("web-pool");
  await page
    .getByRole("option", { name: /web-pool-b.*browser-7/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/rollouts\/\d+$/);

  for (const [typed, label, address] of [
    ["docs", "Go to docs", /\/docs$/],
    ["glossary", "Glossary", /\/docs\/glossary$/],
    ["compare", "Compare runs", /\/compare$/],
  ] as const) {
    await page.keyboard.press("Control+k");
    await field.fill(typed);
    await page.getByRole("option", { name: label }).click();
    await expect(page).toHaveURL(address);
  }
  await page.goto(`${server.url}/runs/browser-7/steps/61`);
  await page.keyboard.press("Control+k");
  await field.fill("report");
  await page.getByRole("option", { name: "Report of this run" }).click();
  await expect(page).toHaveURL(/\/runs\/browser-7\/report$/);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: /web-pool-b/ }).first()).toBeVisible();
  await field.fill("theme dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("what is typed is answered at once with a thousand runs", async ({ page }) => {
  const many = await startServer();
  try {
    for (let from = 0; from < 1_000; from += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          fetch(`${many.url}/api/v1/runs/run-${from + index}`, {
            method: "PUT",
            body: "{}",
            headers: { "content-type": "application/json" },
          }),
        ),
      );
    }
    await page.goto(`${many.url}/settings`);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /Search runs/ });
    await field.fill("run-1");
    // The name itself goes before the hundred that begin so.
    await expect(page.getByRole("option").first()).toHaveText(/^run-1(?!\d)/);
    await expect(page.getByRole("option", { name: /^run-1\d/ }).first()).toBeVisible();
    const began = Date.now();
    await field.fill("run-987");
    await expect(page.getByRole("option").first()).toHaveText(/^run-987(?!\d)/);
    // A hundred milliseconds by itself; the machine that runs all tests is busy.
    expect(Date.now() - began).toBeLessThan(1_000);
  } finally {
    await many.stop();
  }
});

test("a filter completes itself, narrows the list, and points at what it can't read", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7/rollouts`);
  const field = page.getByRole("combobox", { name: "Filter rollouts" });
  await field.focus();
  await field.pressSequentially("ki");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("kind:");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("kind:session_lost ");
  await field.pressSequentially("-host:gpu-17");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/kind=session_lost&filter=-host%3Agpu-17/);
  await expect(page.locator("tbody tr")).toHaveCount(1);

  await field.fill("kind:session_lost step:x");
  await page.keyboard.press("Enter");
  await expect(page.locator("mark")).toHaveText("x");
  await expect(page.getByText("A whole number is expected")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.goto(`${server.url}/runs/browser-7/rollouts?filter=outcome%3Alost`);
  await expect(page.getByText("outcome is scored, masked, unscored, failed or omitted.")).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(0);
});

test("a view is saved, and opened by its link elsewhere", async ({ page, browser }) => {
  await page.goto(`${server.url}/runs/browser-7/rollouts?kind=session_lost`);
  await page.getByRole("button", { name: "Saved views of this page" }).click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Lost sessions");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("“Lost sessions” is saved.")).toBeVisible();
  const { views } = await (await fetch(`${server.url}/api/v1/views`)).json();
  const { view, version } = views[0];

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${server.url}/views/${view}`);
  await expect(other).toHaveURL(/\/runs\/browser-7\/rollouts\?kind=session_lost$/);
  await expect(other.locator("tbody tr")).toHaveCount(2);
  await other.keyboard.press("Control+k");
  await other.getByRole("combobox", { name: /Search runs/ }).fill("lost sess");
  await expect(other.getByRole("option", { name: /Lost sessions/ })).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "Rename Lost sessions" }).click();
  await page.getByRole("textbox", { name: "New name of Lost sessions" }).fill("Lost");
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is called “Lost” now.")).toBeVisible();
  const gone = { version: version + 1, run: "was-deleted" };
  await fetch(`${server.url}/api/v1/views/${view}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(gone),
  });
  await page.goto(`${server.url}/views/${view}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The run was-deleted of this view is gone.");
});

test("what is typed stays where a view is refused, and a link is told to be copied only where it was", async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  // A view holds at most 4,000 characters of an address.
  await page.goto(`${server.url}/?note=${"x".repeat(4_100)}`);
  await page.getByRole("button", { name: "Saved views of this page" }).click();
  const popup = page.getByRole("dialog", { name: "Saved views of this page" });
  await popup.getByRole("textbox", { name: "Name of the view" }).fill("Mine");
  await popup.getByRole("button", { name: "Save", exact: true }).click();
  await expect(popup.getByRole("status")).toContainText("query");
  await expect(popup.getByRole("textbox", { name: "Name of the view" })).toHaveValue("Mine");

  await page.goto(server.url);
  await page.getByRole("button", { name: "Saved views of this page" }).click();
  await popup.getByRole("textbox", { name: "Name of the view" }).fill("Mine");
  await popup.getByRole("button", { name: "Save", exact: true }).click();
  await expect(popup.getByRole("textbox", { name: "Name of the view" })).toHaveValue("");
  const { views } = await (await fetch(`${server.url}/api/v1/views`)).json();
  const { view, version } = views[0];
  await popup.getByRole("button", { name: "Copy a link to Mine" }).click();
  await expect(popup.getByRole("status")).toHaveText("The link to “Mine” is copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/views/${view}`);

  await popup.getByRole("button", { name: "Rename Mine" }).click();
  await fetch(`${server.url}/api/v1/views/${view}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version, name: "Theirs" }),
  });
  await popup.getByRole("textbox", { name: /^New name of/ }).fill("Ours");
  await page.keyboard.press("Enter");
  await expect(popup.getByRole("status")).toContainText("Theirs");
  await expect(popup.getByRole("textbox", { name: "New name of Theirs" })).toHaveValue("Ours");
  await page.keyboard.press("Enter");
  await expect(popup.getByRole("status")).toHaveText("It is called “Ours” now.");

  // As on plain http to another host.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.reload();
  await page.getByRole("button", { name: "Saved views of this page" }).click();
  await popup.getByRole("button", { name: "Copy a link to Ours" }).click();
  await expect(popup.getByRole("status")).toHaveText(`It could not be copied. Its link is ${server.url}/views/${view}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Search runs/ }).fill("copy a link");
  await page.keyboard.press("Enter");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("status").last()).toHaveText("It could not be copied; the address bar has it.");
  await context.close();
});

test("? lists the keys of the page, and no key acts while somebody types", async ({ page }) => {
  await page.goto(`${server.url}/issues`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog).toContainText("Acknowledge it");
  await expect(dialog).toContainText("Go to runs");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Filter issues" });
  await expect(field).toBeFocused();
  await page.keyboard.type("gr?");
  await expect(field).toHaveValue("gr?");
  await expect(dialog).toHaveCount(0);
  await page.goto(`${server.url}/settings`);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto(`${server.url}/runs/browser-7/steps/61`);
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/steps\/60$/);
  // The charts' own keys are listed where there are charts.
  await page.goto(`${server.url}/runs/browser-7`);
  await page.keyboard.press("?");
  await expect(dialog).toContainText("Charts, while they have the focus");
  await expect(dialog).toContainText("Annotate the step under the crosshair");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`palette, keys, filters and views fit 375 px and pass axe, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    const errors = hearErrors(page);
    await page.goto(`${server.url}/runs/browser-7/rollouts?filter=step%3Ax`);
    await expect(page.locator("mark")).toBeVisible();
    await judge(page, colorScheme);
    await page.goto(`${server.url}/runs/browser-7/rollouts`);
    await page.getByRole("combobox", { name: "Filter rollouts" }).click();
    await expect(page.getByRole("listbox")).toBeVisible();
    await judge(page, colorScheme);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Saved views of this page" }).click();
    await expect(page.getByRole("textbox", { name: "Name of the view" })).toBeVisible();
    await judge(page, colorScheme);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search and commands" }).click();
    await page.getByRole("combobox", { name: /Search runs/ }).fill("session");
    await expect(page.getByRole("option", { name: /web-pool-b/ }).first()).toBeVisible();
    await judge(page, colorScheme);
    await page.keyboard.press("Escape");
    await page.locator("body").press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await judge(page, colorScheme);
    expect(errors).toEqual([]);
    await context.close();
  });
}
