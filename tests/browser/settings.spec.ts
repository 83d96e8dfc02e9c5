import { expect, test } from "@playwright/test";
import { type Manner, Receiver, takes } from "../http/receiver";
import { type RealServer, startServer } from "../real-server";
import { judge } from "./judge";

let server: RealServer;
let receiver: Receiver;
let manner: Manner = takes;

test.beforeEach(async () => {
  manner = takes;
  receiver = await Receiver.listen((response, number) => manner(response, number));
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
  await receiver.close();
});

test("a webhook is added by keyboard, told its secret once, tested, edited, paused and removed", async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nobody is told when something breaks.");

  await page.getByRole("button", { name: "Add a webhook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("On call");
  await page.keyboard.press("Tab");
  await page.keyboard.type(receiver.url("/hook/with-a-secret-path"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("shown only now")).toBeVisible();
  const secret = await page.getByText(/^whsec_/).textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 webhook hears of incidents.");

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(/The test arrived: it answered 200 in \d+ ms/)).toBeVisible();
  expect(receiver.events()).toEqual(["test"]);
  manner = (response) => {
    response.statusCode = 503;
    response.end("closed for the night");
  };
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test did not arrive. It answered 503.")).toBeVisible();
  await expect(page.getByText("closed for the night")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Only these runs").fill("browser-*, code-1");
  await page.getByRole("button", { name: "critical" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("critical incidents of runs browser-*, code-1")).toBeVisible();

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("every webhook is paused");
  await page.reload();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect(await page.content()).not.toContain("with-a-secret-path");
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nobody is told");
});

test("what can't be kept is said where it was typed, and nothing typed is lost", async ({ page }) => {
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Cloud");
  await page.getByLabel("Address").fill("http://169.254.169.254/latest");
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "link-local address" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Cloud");
});

test("what is stored and what holds is said with the setting that changes it, before any script", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("region", { name: "Storage", exact: true })).toContainText(server.dataFolder);
  await expect(page.getByRole("region", { name: "Access" })).toContainText(
    "none; whoever reaches this server may do all",
  );
  await expect(page.getByRole("region", { name: "What is taken" })).toContainText(/32 MiB\s*FALSEZERO_MAX_BODY_BYTES/);
  await context.close();
});

test("stays in its column at 375 px and passes axe in both themes, the form open", async ({ browser }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/settings`);
    await page.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByLabel("Name", { exact: true }).fill("x".repeat(100));
    await judge(page, colorScheme);
    await context.close();
  }
});
