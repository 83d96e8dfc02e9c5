import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { choose, drop, fixtures, read } from "./import-files";
import { hearErrors, judgeWidth } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
});

async function post(run: string): Promise<void> {
  const body = '{"step":1,"group":"g0","sample":0,"reward":1}';
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/v1/runs/${run}/rollouts`, { method: "POST", headers, body });
  expect(answer.ok).toBe(true);
}

test("old files do not end a run that began after the page was loaded", async ({ page }) => {
  const errors = hearErrors(page);
  const folder = mkdtempSync(join(tmpdir(), "falsezero-old-"));
  const old = join(folder, "old.jsonl");
  writeFileSync(old, read("group.jsonl"));
  const threeHoursAgo = Date.now() / 1000 - 3 * 3600;
  utimesSync(old, threeHoursAgo, threeHoursAgo);
  const dialog = await choose(page, server.url, [old]);
  const ended = dialog.getByRole("switch", { name: /the run has ended/ });
  const name = dialog.getByRole("textbox", { name: "Run" });
  await name.fill("newlive");
  await expect(ended).toBeChecked();
  await post("newlive");
  await expect(ended).not.toBeChecked();
  await name.fill("past");
  await expect(ended).toBeChecked();
  await name.fill("newlive");
  await expect(ended).not.toBeChecked();
  await dialog.getByRole("textbox", { name: "Step" }).fill("2");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("5 rows came in, all new.")).toBeVisible();
  const run = await (await fetch(`${server.url}/api/v1/runs/newlive`)).json();
  expect(run).toMatchObject({ state: "live" });
  expect(errors).toEqual([]);
  rmSync(folder, { recursive: true });
});

for (const width of [1440, 375]) {
  test(`a run of any name leaves the import's form in sight, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const run = `${"a".repeat(150)}_end`;
    await post(run);
    await page.goto(`${server.url}/runs/${run}`);
    await page.getByRole("banner").getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("menuitem", { name: "Import files" }).click();
    const dialog = page.getByRole("dialog", { name: /Import files into a+.*a_end/ });
    for (const name of ["Choose files", "Close"])
      await expect(dialog.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    // What the form is for is in sight, whatever has to be scrolled above it.
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeInViewport({ ratio: 1 });
    const sideways = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll("*")].some(({ scrollLeft }) => scrollLeft > 0),
    );
    expect(sideways).toBe(false);
    await judgeWidth(page);
  });
}

test("a step that the server would refuse is refused in the form, in words", async ({ page }) => {
  const dialog = await choose(page, server.url, [`${fixtures}group.jsonl`]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("Name the run that the files belong to.")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Run" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Run" }).fill("worded");
  const step = dialog.getByRole("textbox", { name: "Step" });
  await step.fill("1.5");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("A step is a whole number from 0 to 1,000,000,000, or left empty.")).toBeVisible();
  await expect(step).toBeFocused();
  await step.fill(" 3 ");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("5 rows came in, all new.")).toBeVisible();
});

test("a name that turns text around leaves what stands beside it as it is", async ({ page }) => {
  await page.goto(server.url);
  await drop(page, [
    ["\u202elnosj.jsonl", read("group.jsonl")],
    ["\u0645\u0644\u0641.jsonl", read("group.jsonl")],
  ]);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await expect(dialog.getByRole("list", { name: "Chosen files" })).toContainText('"\\u202elnosj.jsonl"');
  await dialog.getByRole("textbox", { name: "Run" }).fill("turned");
  await dialog.getByRole("textbox", { name: "Step" }).fill("1");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const taken = dialog.getByRole("list", { name: "Files taken" }).getByRole("listitem");
  await expect(taken).toHaveCount(2);
  const names = await taken.locator("bdi").allTextContents();
  expect(names.sort()).toEqual(['"\\u202elnosj.jsonl"', "\u0645\u0644\u0641.jsonl"]);
  for (const one of await taken.all()) {
    const order = await one.evaluate((item) => {
      const name = item.querySelector("bdi")?.getBoundingClientRect();
      const kind = item.querySelector("bdi + span")?.getBoundingClientRect();
      return name !== undefined && kind !== undefined && name.right <= kind.left + 1;
    });
    expect(order).toBe(true);
  }
});

test("a large folder that is dropped is said to be looked through while it is", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-many-"));
  mkdirSync(join(folder, "step_1"));
  for (let at = 0; at < 3_000; at++) writeFileSync(join(folder, "step_1", `part_${at}.jsonl`), "{}\n");
  writeFileSync(join(folder, "model.bin"), "1");
  await page.goto(server.url);
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  // A page that has only just come does not listen yet.
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await page.getByRole("button", { name: "Import files" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await browser.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await expect(dialog.getByText(/Looking through what was dropped: [\d,]+ files? so far/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await expect(dialog.getByText("and 2,996 more files")).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText("1 file left out")).toBeVisible();
  await dialog.getByRole("button", { name: "Clear" }).click();
  await expect(dialog.getByText("Choose or drop files first.")).toBeVisible();
  rmSync(folder, { recursive: true });
});

test("files that are dropped one after the other are imported together, and the same ones once", async ({ page }) => {
  await page.goto(server.url);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await drop(page, [["first.jsonl", read("group.jsonl")]]);
  await drop(page, [["second.jsonl", read("group.jsonl")]]);
  await expect(dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveText([
    "first.jsonl",
    "second.jsonl",
  ]);
});

test("a run that is being removed is brought back from an import that it refused, which then goes on", async ({
  page,
}) => {
  await post("going");
  const headers = { "content-type": "application/json" };
  const asked = await fetch(`${server.url}/api/v1/runs/going/removal`, {
    method: "POST",
    headers,
    body: '{"name":"going"}',
  });
  expect(asked.ok).toBe(true);
  const dialog = await choose(page, server.url, [`${fixtures}group.jsonl`]);
  await dialog.getByRole("textbox", { name: "Run" }).fill("going");
  await dialog.getByRole("textbox", { name: "Step" }).fill("2");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(
    dialog.getByText(/going is being removed: it goes for good at .*, and takes nothing until then/),
  ).toBeVisible();
  await expect(dialog.getByText(/DELETE/)).toBeHidden();
  await expect(dialog.getByText(/What was taken/)).toBeHidden();
  await expect(dialog.getByRole("list", { name: "Files not taken whole" })).toContainText("nothing of it was taken");
  await dialog.getByRole("button", { name: "Bring it back" }).click();
  await expect(dialog.getByText("going is back.")).toBeVisible();
  await dialog.getByRole("button", { name: "Import again" }).click();
  await expect(dialog.getByText("5 rows came in, all new.")).toBeVisible();
});
