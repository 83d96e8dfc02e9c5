import { expect, type Page, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { hearErrors, judge, judgeTheme } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
});

async function send(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
}

async function loadReconstruction(): Promise<void> {
  await send("POST", "/demo", { scenario: "step-61", mode: "all" });
}

interface Made {
  readonly solved: number;
  readonly lost: number;
}

/** Steps of 16 rollouts in two groups, of which the first are solved and the last are lost. */
async function play(run: string, from: number, to: number, { solved, lost }: Made): Promise<void> {
  const rows = Array.from({ length: (to - from + 1) * 16 }, (_, index) => {
    const step = from + Math.floor(index / 16);
    const at = index % 16;
    const came = at < solved ? { reward: 1 } : { reward: 0 };
    const told = at >= 16 - lost ? { reward: 0, mask_sample: true, failure_kind: "session_lost" } : came;
    return { step, group: `${step}-${at >> 3}`, sample: at & 7, mask_sample: false, ...told };
  });
  await send("POST", `/runs/${run}/rollouts`, rows);
}

const well: Made = { solved: 4, lost: 0 };
const ill: Made = { solved: 1, lost: 14 };

function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

function readIcon(page: Page): Promise<string> {
  return page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>("link[rel=icon]")].at(-1)?.href ?? "");
}

test("the reconstruction says since when, what and what to do, shades the charts, and its tab tells", async ({
  page,
}) => {
  const errors = hearErrors(page);
  await loadReconstruction();
  await page.goto(`${server.url}/runs/step-61`);
  await expect(heading(page)).toContainText(
    /^Critical since step 61 \(.*, 20 full steps\)\. 92% of rollouts come back masked as session_lost, 59 of 64 a step/,
  );
  await expect(heading(page)).toContainText("are lost rollouts");
  // The hosts of pool b lost most; 48% of the healthy rollouts ran there.
  await expect(page.locator("[data-incident-apart]")).toContainText(
    /9\d% of them have browser_pool b, against \d+% of the others there\. Only browser_pool b/,
  );
  await expect(page.locator('[data-incident-shade="open"]')).toHaveCount(3);
  await expect(page.locator("[data-incident-label]")).toHaveText(/critical · session_lost/);
  await expect(page).toHaveTitle(/^⚠ critical since step 61 · Reconstruction: step 61/);
  expect(decodeURIComponent(await readIcon(page))).toContain("#c4301f");

  // From the sentence to a rollout that shows why: two clicks.
  await page.locator("[data-incident-acts]").first().getByRole("link", { name: "Rollouts" }).click();
  await expect(page).toHaveURL(/kind=session_lost/);
  await page.locator("tbody a").first().click();
  await expect(page).toHaveURL(/\/rollouts\/\d+/);
  expect(errors).toEqual([]);
});

test("the sentence and the incident are in the first HTML, without a script", async ({ browser }) => {
  await loadReconstruction();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/runs/step-61`);
  await expect(heading(page)).toContainText("Critical since step 61");
  await page.locator("[data-incident] summary").click();
  const incident = page.locator("[data-incident]");
  await expect(incident).toContainText("92%, 1,172 of 1,280");
  await expect(incident).toContainText("108 rollouts in");
  await context.close();
});

test("a label leads to its incident and to the steps around it, and so does the address", async ({ page }) => {
  await loadReconstruction();
  await page.goto(`${server.url}/runs/step-61`);
  await page.locator("[data-incident-label] a").click();
  await expect(page).toHaveURL(/from=41&to=80/);
  const incident = page.locator("details[data-incident]");
  await expect(incident).toHaveAttribute("open", "");
  await expect(incident.locator("summary")).toBeFocused();
  await expect(page.locator("[data-incident-label]")).toHaveText(/critical · session_lost/);

  await page.goto(`${server.url}/runs/step-61#${await incident.getAttribute("id")}`);
  await page.reload();
  await expect(page.locator("details[data-incident]")).toHaveAttribute("open", "");
});

test("an incident is raised live, before its step is whole, and on the list of runs as well", async ({
  page,
  context,
}) => {
  await send("PUT", "/runs/live", { expected_per_step: 16 });
  await play("live", 1, 20, well);
  await play("calm", 1, 20, well);
  await page.goto(`${server.url}/runs/live`);
  await expect(heading(page)).toContainText("Healthy through step 20");
  await expect(page.getByText("No incident so far.")).toBeVisible();
  const list = await context.newPage();
  await list.goto(server.url);
  await expect(heading(list)).toContainText("No incident is open.");

  await play("live", 21, 22, ill);
  await list.bringToFront();
  await expect(list.locator("tbody tr").first()).toContainText(/^Choose live to compare *live.*Stop/);
  await expect(heading(list)).toContainText("live: Critical since step 21");
  await expect(list).toHaveTitle(/^⚠ 1 to stop/);
  await page.bringToFront();
  await expect(heading(page)).toContainText(/^Critical since step 21/);
  expect(decodeURIComponent(await readIcon(page))).toContain("#c4301f");
});

test("marked as expected it is fainter and no headline; withdrawn, it is back; both are kept", async ({ page }) => {
  await play("run", 1, 20, well);
  await play("run", 21, 24, ill);
  await page.goto(`${server.url}/runs/run`);
  await expect(heading(page)).toContainText(/^Critical since step 21/);
  await page
    .getByRole("button", { name: /^Mark as expected/ })
    .first()
    .click();
  await page.getByLabel("Why").fill("the pool is being moved");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as expected" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(heading(page)).toContainText(/^Healthy through step 24/);
  await expect(heading(page)).toContainText("Expected: critical since step 21");
  await expect(page.locator('[data-incident-shade="expected"]')).toHaveCount(3);
  await expect(page.locator("[data-incident-label]")).toHaveText("expected · session_lost");

  const incident = page.locator("details[data-incident]");
  await incident.locator("summary").first().click();
  await expect(incident).toContainText("the pool is being moved");
  await expect(incident).toContainText("by Ada");
  await incident.getByRole("button", { name: "Withdraw" }).click();
  await expect(heading(page)).toContainText(/^Critical since step 21/);
  await expect(incident).toContainText("withdrawn");
});

test("accepted as the new normal it is an incident no more, and the act stays to be seen", async ({ page }) => {
  await play("run", 1, 20, well);
  await play("run", 21, 26, ill);
  await page.goto(`${server.url}/runs/run`);
  await page
    .getByRole("button", { name: /^Accept as new normal/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Accept as new normal" }).click();
  await expect(heading(page)).not.toContainText("Critical");
  await expect(page.locator("[data-incident-shade]")).toHaveCount(0);
  await page.getByText(/^What people changed/).click();
  await expect(page.getByText(/Accepted as the new normal from step 21/)).toBeVisible();
});

test("a runbook and the sensitivity are kept, and an address that is none is refused in words", async ({ page }) => {
  await play("run", 1, 20, well);
  await play("run", 21, 24, ill);
  await page.goto(`${server.url}/runs/run`);
  await page.getByRole("button", { name: "Set the runbook of session_lost" }).first().click();
  await page.getByLabel(/^Address of the runbook/).fill("ftp://wiki.example/lost");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Nothing was changed.");
  await page.getByLabel(/^Address of the runbook/).fill("https://wiki.example/lost");
  await page.getByRole("button", { name: "Keep it" }).click();
  const runbook = page.locator("[data-incident-acts]").first().getByRole("link", { name: "Runbook" });
  await expect(runbook).toHaveAttribute("href", "https://wiki.example/lost");

  await page.getByLabel(/^sensitivity/).click();
  await page.getByRole("option", { name: "low" }).click();
  await expect(page.getByLabel("sensitivity: low")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("sensitivity: low")).toBeVisible();
});

test("a reader who asked for it is notified once, with a link, and not of what was open before", async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ["notifications"] });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const told: string[] = [];
    class Told {
      static readonly permission = "granted";
      static async requestPermission() {
        return "granted";
      }
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Told, told });
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await play("old", 1, 20, well);
  await play("old", 21, 22, ill);
  await play("run", 1, 20, well);
  await page.goto(server.url);
  await page.getByText("Notify me").click();
  await play("run", 21, 22, ill);
  await expect.poll(told).toEqual([expect.stringMatching(/^run: Critical since step 21: 88% of rollouts/)]);
  await play("run", 23, 24, ill);
  await expect(page.getByRole("row", { name: /Choose run to compare/ })).toContainText("24");
  expect(await told()).toHaveLength(1);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the ${colorScheme} page of an incident, all of it open, passes axe at 375 px and fits it`, async ({
    browser,
  }) => {
    await loadReconstruction();
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/runs/step-61`);
    await expect(page.locator("[data-incident-label]")).toBeVisible();
    await page.locator("[data-incident] summary").click();
    await judge(page, colorScheme);
    await page.getByRole("banner").getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Edit run", "Compare with…", "Export NDJSON", "Import files"]);
    await judgeTheme(page, colorScheme);
    await context.close();
  });
}
