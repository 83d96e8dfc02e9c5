import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";
import { type RealServer, startServer } from "../real-server";
import { judgeTheme, judgeWidth } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
  for (const run of ["browser-7", "code-1"]) {
    const rows = Array.from({ length: 8 }, (_, sample) => ({ step: 1, group: "a", sample, reward: sample % 2 }));
    await ask("POST", `runs/${run}/rollouts`, rows);
  }
});

test.afterEach(async () => {
  await server.stop();
});

async function ask(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await judgeTheme(page, colorScheme);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  await judgeWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a run is described, and somebody else's change is neither overwritten nor lost", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7`);
  await page.getByRole("banner").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit run" }).click();
  await page.getByLabel("Title").fill("Seventh try");
  await page.getByLabel("Project").fill("browser");
  await page.getByLabel("Tags").fill("grpo, keep, grpo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Seventh try");

  await ask("PUT", "runs/browser-7", { description: "by somebody else" });
  await page.getByLabel("Title").fill("Eighth try");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("was changed meanwhile")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Eighth try");
  await expect(page.getByLabel("Description")).toHaveValue("by somebody else");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const kept: unknown = await (await fetch(`${server.url}/api/v1/runs/browser-7`)).json();
  expect(kept).toMatchObject({ name: "Eighth try", project: "browser", description: "by somebody else" });

  // Archiving reads the run anew: what somebody else wrote in between is still not written over.
  await ask("PUT", "runs/browser-7", { name: "Theirs" });
  await page.getByLabel("Title").fill("Ninth try");
  await page.getByRole("button", { name: "Archive this run" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("archived");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("was changed meanwhile")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Ninth try");
  await page.getByRole("button", { name: "Take over what stands there now" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Theirs");
  await page.getByLabel("Title").fill("Tenth try");
  await page.getByRole("button", { name: "Take it out of the archive" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("archived");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectClean(page);
});

test("an archived run leaves the list, is found with the switch, and opens by its link", async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Edit code-1" }).click();
  await page.getByRole("button", { name: "Archive this run" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("archived");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("link", { name: "browser-7", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "code-1", exact: true })).toHaveCount(0);
  await page.getByText("archived (1)").click();
  await expect(page).toHaveURL(/archived=true/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 archived run.");
  await expectClean(page);
  await page.getByRole("link", { name: "code-1", exact: true }).click();
  await expect(page.getByText("archived", { exact: true })).toBeVisible();
});

test("a run is removed once its name was typed, waits hidden, and comes back by keyboard", async ({ page }) => {
  await page.goto(`${server.url}/runs/browser-7/settings`);
  const remove = page.getByRole("button", { name: "Remove this run" });
  await expect(remove).toBeDisabled();
  await page.getByLabel("Type the run’s name to remove it").fill("browser-8");
  await expect(remove).toBeDisabled();
  await page.getByLabel("Type the run’s name to remove it").fill("browser-7");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("is being removed.");
  await expectClean(page);

  await page.goto(server.url);
  await expect(page.getByRole("link", { name: "code-1", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "browser-7", exact: true })).toHaveCount(0);
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("region", { name: "Runs being removed" })).toContainText("8 rollouts");
  await page.goto(`${server.url}/runs/browser-7`);
  await expect(page).toHaveURL(/\/runs\/browser-7\/settings$/);
  await page.getByRole("button", { name: "Bring it back" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/browser-7$/);
  await expect(page.getByRole("link", { name: "Post-mortem" }).first()).toBeVisible();
});

const pages = ["", "/report", "/rollouts", "/settings"].map((part) => `/runs/browser-7${part}`);

test("pages of a run say that it is being removed, that it is back, and that it is gone, while they are open", async ({
  context,
}) => {
  const { rollouts } = z
    .object({ rollouts: z.array(z.object({ rollout: z.number() })) })
    .parse(await (await fetch(`${server.url}/api/v1/runs/browser-7/rollouts`)).json());
  const opened: Page[] = [];
  for (const path of [...pages, `/rollouts/${rollouts[0]?.rollout}`]) {
    const page = await context.newPage();
    await page.goto(`${server.url}${path}`);
    opened.push(page);
  }
  const waits = (page: Page) => page.getByText(/is being removed/).first();
  await ask("POST", "runs/browser-7/removal", { name: "browser-7" });
  for (const page of opened) await expect(waits(page)).toBeVisible();
  await ask("DELETE", "runs/browser-7/removal");
  for (const page of opened) await expect(page.getByText(/is being removed/)).toHaveCount(0);
  const [, , , settings] = opened;
  if (settings === undefined) throw new Error("no page of settings");
  await expect(settings.getByRole("button", { name: "Remove this run" })).toBeVisible();

  await ask("POST", "runs/browser-7/removal", { name: "browser-7" });
  for (const page of opened) await expect(waits(page)).toBeVisible();
  const [first] = opened;
  await first?.getByRole("button", { name: "Bring it back" }).click();
  for (const page of opened) await expect(page.getByText(/is being removed/)).toHaveCount(0);

  await ask("POST", "runs/browser-7/removal", { name: "browser-7", wait_minutes: 0 });
  for (const page of opened) {
    await expect(page.locator("body")).toContainText(/removed for good|no run of this name/);
    await expect(page.getByRole("button", { name: "Bring it back" })).toHaveCount(0);
  }
});

test("a rule of retention is made by keyboard, says what would go now, and is removed", async ({ page }) => {
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Add a rule" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Project", { exact: true })).toBeFocused();
  await page.getByLabel("Rollouts, days", { exact: true }).fill("soon");
  await page.keyboard.press("Enter");
  await expect(page.getByText("has to be a whole number from 1 to 36,500")).toBeVisible();
  await page.getByLabel("Rollouts, days", { exact: true }).fill("30");
  await page.getByLabel("Text of rollouts, days").fill("7");
  await page.keyboard.press("Enter");
  const rules = page.getByRole("list", { name: "Rules" });
  await expect(rules).toContainText("Text of rollouts goes after 7 days. Rollouts go after 30 days; summaries stay.");
  await page.getByRole("button", { name: "What would go now?" }).click();
  await expect(page.getByText("Nothing would go now.")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Storage by run" }).getByRole("row", { name: /browser-7/ }),
  ).toContainText("8");
  await expectClean(page);
  await rules.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Without a rule everything is kept until somebody removes it.")).toBeVisible();
});

test("a project is renamed by keyboard, and joined with another once that was said", async ({ page }) => {
  await ask("PUT", "runs/browser-7", { project: "browser" });
  await ask("PUT", "runs/code-1", { project: "code" });
  await page.goto(`${server.url}/settings`);
  const projects = page.getByRole("region", { name: "Projects" });
  await projects.getByRole("button", { name: "Rename browser" }).press("Enter");
  const field = projects.getByLabel("New name of browser");
  await expect(field).toBeFocused();
  await field.fill("web");
  await page.keyboard.press("Enter");
  await expect(projects.getByRole("link", { name: "web" })).toBeVisible();
  await expect(projects.getByRole("link", { name: "browser" })).toHaveCount(0);

  await projects.getByRole("button", { name: "Rename web" }).press("Enter");
  await projects.getByLabel("New name of web").fill("code");
  await expect(projects.getByText("code is there: both become one")).toBeVisible();
  await projects.getByRole("button", { name: "Make them one" }).press("Enter");
  await expect(projects.getByRole("row", { name: /^code 2/ })).toBeVisible();
  const { project }: { project?: unknown } = await (await fetch(`${server.url}/api/v1/runs/browser-7`)).json();
  expect(project).toBe("code");
});
