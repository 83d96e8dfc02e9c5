/** What every page keeps, whatever is on it. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Nothing sticks out sideways, at the width that the page has now. */
export async function judgeWidth(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect({ at: page.url(), overflow }).toEqual({ at: page.url(), overflow: Math.min(overflow, 0) });
}

/** @param part all that is looked at, by its selector. */
export async function judgeAccess(page: Page, part = "html"): Promise<void> {
  await expectNoViolation(new AxeBuilder({ page }).include(part));
}

/** What a theme can break on a page that was judged whole in the other one: the same elements, in other colours. */
async function judgeColours(page: Page): Promise<void> {
  await expectNoViolation(new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]));
}

async function expectNoViolation(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))).toEqual([]);
}

/** A page that a test shows in both themes: whole in the light, and in the dark by what a theme can break. */
export async function judgeTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  if (theme === "light") await judgeAccess(page);
  else await judgeColours(page);
}

/** Whoever reads by ear, by keys or on a phone reads it, too. @param theme for a page that is shown in both. */
export async function judge(page: Page, theme: "light" | "dark" = "light"): Promise<void> {
  await judgeWidth(page);
  await judgeTheme(page, theme);
}

/** @returns what the console of a page tells of errors from now on. */
export function hearErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}
