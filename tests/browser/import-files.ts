/** Files that browser tests choose and drop to have them imported. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";

export const fixtures = fileURLToPath(new URL("../fixtures/nemo-gym/", import.meta.url));

export function read(name: string): string {
  return readFileSync(`${fixtures}${name}`, "utf8");
}

/** Drops files on the page as a browser would. */
export async function drop(page: Page, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  const data = await page.evaluateHandle((told) => {
    const transfer = new DataTransfer();
    for (const [name, text] of told) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  await expect(page.getByText(/Drop files or folders to import/)).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Chooses files of the server's list of runs. */
export async function choose(page: Page, url: string, files: readonly string[]): Promise<Locator> {
  await page.goto(url);
  await page.getByRole("button", { name: "Import files" }).click();
  const dialog = page.getByRole("dialog", { name: "Import files" });
  await dialog.getByLabel("Files to import").setInputFiles([...files]);
  return dialog;
}
