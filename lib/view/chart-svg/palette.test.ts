import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { palette, withLightColours } from "./palette";

test("colours of files are those of the pages", () => {
  const css = readFileSync("app/globals.css", "utf8");
  const pages = Object.keys(palette).map((name) => {
    const [, light, dark] = new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
    return [name, [light, dark]];
  });
  expect(Object.fromEntries(pages)).toEqual(palette);
});

test("a picture that stands alone has its colours written out", () => {
  expect(withLightColours('<path fill="var(--evidence)" stroke="var(--unheard)"/>')).toBe(
    '<path fill="#1660b4" stroke="var(--unheard)"/>',
  );
});
