import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type RealServer, startServer } from "../real-server";
import { drop, fixtures, read } from "./import-files";
import { judgeAccess } from "./judge";

let server: RealServer;

test.beforeEach(async () => {
  server = await startServer();
});

test.afterEach(async () => {
  await server.stop();
});

test("files dropped on an empty server become a run, and a bad one says why it was not taken", async ({ page }) => {
  await page.goto(server.url);
  await drop(page, [
    ["group.jsonl", read("group.jsonl")],
    ["group_materialized_inputs.jsonl", read("group_materialized_inputs.jsonl")],
    ["placeholder.jsonl", read("placeholder.jsonl")],
  ]);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await expect(dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveCount(3);
  await dialog.getByRole("textbox", { name: "Run" }).fill("dropped");
  await dialog.getByRole("textbox", { name: "Step" }).fill("7");
  // The files are of this moment: the run may go on.
  const ended = dialog.getByRole("switch", { name: /the run has ended/ });
  await expect(ended).not.toBeChecked();
  await ended.click();
  await judgeAccess(page, '[role="dialog"]');
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("The run is finished.")).toBeVisible();
  await expect(dialog.getByText("5 rows came in, all new. 1 file was refused.")).toBeVisible();
  const refused = dialog.getByRole("list", { name: "Files not taken whole" }).getByRole("listitem");
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText("refused: saw no line that is a JSON object");
  // All that it could have been instead is there, and not in the way.
  await expect(refused.getByText("expected one of these")).toBeHidden();
  await refused.getByText("What it should be").click();
  await expect(refused.getByText("expected one of these")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Files taken" })).toContainText("5 rollouts expected");
  await judgeAccess(page, '[role="dialog"]');
  await dialog.getByRole("link", { name: "Open the run" }).click();
  await expect(page).toHaveURL(/\/runs\/dropped$/);
});

test("the run page imports into its run, by keyboard, and a step that is missing is asked for", async ({ page }) => {
  await fetch(`${server.url}/api/v1/runs/here/rollouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"step":1,"reward":1}',
  });
  await page.goto(`${server.url}/runs/here`);
  const menu = page.getByRole("banner").getByRole("button", { name: "Run", exact: true });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit run" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Import files" })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import files into here" });
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose files" }).focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(`${fixtures}group.jsonl`);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText(/its step is not known: give one/)).toBeVisible();
  await dialog.getByRole("button", { name: "Import more" }).click();
  await dialog.getByLabel("Files to import").setInputFiles(`${fixtures}group.jsonl`);
  await dialog.getByRole("textbox", { name: "Step" }).fill("2");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("5 rows came in, all new.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

test("an import that is cancelled says so, and stops", async ({ page }) => {
  await page.route("**/imports*", async () => undefined);
  await page.goto(server.url);
  await drop(page, [["group.jsonl", read("group.jsonl")]]);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByRole("textbox", { name: "Run" }).fill("dropped");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Sending to the server");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("Cancelled. Nothing was imported.")).toBeVisible();
});

test("files that are dropped while others are imported wait, and come next", async ({ page }) => {
  await page.route("**/imports*", async () => undefined);
  await page.goto(server.url);
  await drop(page, [["first.jsonl", read("group.jsonl")]]);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByRole("textbox", { name: "Run" }).fill("dropped");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Sending to the server");
  await drop(page, [["second.jsonl", read("group.jsonl")]]);
  await drop(page, [["third.jsonl", read("group.jsonl")]]);
  await expect(dialog.getByText("2 files dropped meanwhile")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Import the next" }).click();
  await expect(dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveText([
    "second.jsonl",
    "third.jsonl",
  ]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Import files" }).click();
  await expect(dialog.getByText("Choose or drop files first.")).toBeVisible();
});

test("files that wait are still there when what became of the others is closed", async ({ page }) => {
  await page.route("**/imports*", async () => undefined);
  await page.goto(server.url);
  await drop(page, [["first.jsonl", read("group.jsonl")]]);
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByRole("textbox", { name: "Run" }).fill("dropped");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await drop(page, [["second.jsonl", read("group.jsonl")]]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Import files" }).click();
  const chosen = dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await expect(chosen).toHaveText(["second.jsonl"]);
});

test("a folder that holds nothing to import says so", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-nothing-"));
  for (const name of ["model.bin", "rollouts.jsonl.1"]) writeFileSync(join(folder, name), "1");
  await page.goto(server.url);
  await page.getByRole("button", { name: "Import files" }).click();
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByLabel("Folder to import").setInputFiles(folder);
  await expect(dialog.getByText("None of the 2 files in it ends in .jsonl")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  writeFileSync(join(folder, "group.jsonl"), read("group.jsonl"));
  await dialog.getByLabel("Folder to import").setInputFiles(folder);
  await expect(dialog.getByText("2 files left out")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem")).toHaveCount(1);
  rmSync(folder, { recursive: true });
});

test("a file that vanished after it was chosen is named, and those beside it are taken", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "falsezero-chosen-"));
  for (const name of ["gone.jsonl", "here.jsonl"]) writeFileSync(join(folder, name), read("group.jsonl"));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Import files" }).click();
  const dialog = page.getByRole("dialog", { name: "Import files" });
  const chosen = ["gone.jsonl", "here.jsonl"].map((name) => join(folder, name));
  await dialog.getByLabel("Files to import").setInputFiles(chosen);
  rmSync(join(folder, "gone.jsonl"));
  await dialog.getByRole("textbox", { name: "Run" }).fill("..");
  await dialog.getByRole("textbox", { name: "Step" }).fill("7");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("A run can't be called \"..\": addresses can't hold that name.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Run" }).fill("chosen");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("5 rows came in, all new. 1 file was refused.")).toBeVisible();
  const first = dialog.getByRole("list", { name: "Files not taken whole" }).getByRole("listitem").first();
  await expect(first).toContainText("gone.jsonl");
  await expect(first).toContainText("the browser can't read it");
  rmSync(folder, { recursive: true });
});

test("an import that ends while a file is being read does not say that nothing was imported", async ({ page }) => {
  // Long enough to be cancelled in its midst: 120 MB.
  const folder = mkdtempSync(join(tmpdir(), "falsezero-long-"));
  const said = "x".repeat(400_000);
  const about = `"responses_create_params":{"input":[{"role":"user","content":"${said}"}]},"response":{"output":[]}`;
  const rows = Array.from({ length: 300 }, (_, index) => `{${about},"reward":${index % 2}}\n`);
  writeFileSync(join(folder, "long.jsonl"), rows.join(""));
  await page.goto(server.url);
  await page.getByRole("button", { name: "Import files" }).click();
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByLabel("Files to import").setInputFiles(join(folder, "long.jsonl"));
  await dialog.getByRole("textbox", { name: "Run" }).fill("half");
  await dialog.getByRole("textbox", { name: "Step" }).fill("7");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Reading long.jsonl");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("Of long.jsonl there may be some rows in the run.")).toBeVisible();
  await expect(dialog.getByText("Nothing was imported.")).toBeHidden();
  await expect(dialog.getByRole("link", { name: "Open the run" })).toBeVisible();
  await dialog.getByRole("button", { name: "Import more" }).click();
  await expect(dialog.getByRole("textbox", { name: "Run" })).toHaveValue("half");
  await expect(dialog.getByRole("textbox", { name: "Step" })).toHaveValue("7");
  rmSync(folder, { recursive: true });
});
