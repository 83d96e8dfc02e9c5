import { expect, test } from "vitest";
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatInstant,
  formatNoun,
  formatNumber,
  formatPercent,
  formatRate,
  formatShare,
  formatUtc,
  formatUtcMinute,
  visibleText,
} from "./format";

test.each([
  [0, "0%"],
  [1, "100%"],
  [0.921875, "92%"],
  [0.1546, "15.5%"],
  [0.2, "20%"],
  [0.0028, "0.3%"],
  [0.0004, "0.04%"],
  [1e-6, "<0.01%"],
  [0.9999, "99.99%"],
  [0.9969, "99.69%"],
  [0.99999, ">99.99%"],
  [-0.034, "−3.4%"],
])("a fraction of %f is written %s", (fraction, text) => {
  expect(formatPercent(fraction)).toBe(text);
});

test.each([
  [0, "0"],
  [0.15451, "0.1545"],
  [-1.25, "−1.25"],
  [12.345, "12.35"],
  [1280.4, "1,280"],
  [3.2e-7, "3.2e−7"],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "−∞"],
])("a number of %f is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("a rate shows its denominator, and none of none has no percentage", () => {
  expect([formatRate({ count: 59, n: 64 }), formatRate({ count: 0, n: 0 })]).toEqual(["92% (59 of 64)", "–"]);
  expect([formatShare({ count: 59, n: 64 }), formatShare({ count: 0, n: 0 }), formatShare(null)]).toEqual([
    "92% · 59 of 64",
    "–",
    "–",
  ]);
  expect([formatCount(4709), formatNoun(1, "rollout"), formatNoun(4709, "rollout")]).toEqual([
    "4,709",
    "1 rollout",
    "4,709 rollouts",
  ]);
});

test.each([
  [850, "850 ms"],
  [1500, "1.5 s"],
  [31_022, "31 s"],
  [250_000, "4 min 10 s"],
  [7_500_000, "2 h 5 min"],
  [273_600_000, "3 d 4 h"],
])("a duration of %i ms is written %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [-5, "now"],
  [12_900, "12 s ago"],
  [240_000, "4 min ago"],
  [3 * 3_600_000, "3 h ago"],
  [72 * 3_600_000, "3 d ago"],
])("%i ms ago is written %s", (ms, text) => {
  expect(formatAgo(ms)).toBe(text);
});

test("times show the reader's zone, and the exact instant in UTC", () => {
  const at = Date.UTC(2026, 2, 4, 14, 2, 31, 120);
  expect(formatUtc(at)).toBe("2026-03-04 14:02:31.120 UTC");
  expect(formatUtcMinute(at)).toBe("2026-03-04 14:02 UTC");
  expect(formatInstant(at, at + 3_600_000, "Europe/Berlin")).toBe("15:02:31");
  expect(formatInstant(at, at + 86_400_000, "Europe/Berlin")).toBe("4 Mar 2026, 15:02");
});

test("bytes are written with the unit a reader counts in", () => {
  expect([512, 7600, 31_000_000].map(formatBytes)).toEqual(["512 B", "7.6 kB", "31 MB"]);
});

test.each([
  ["a\u0000b", "a␀b"],
  ["a\nb\tc", "a\nb\tc"],
  ["\u202Eevil", "⟨U+202E⟩evil"],
  ["\uD83D", "⟨U+D83D⟩"],
  ["👩‍💻 עברית", "👩‍💻 עברית"],
])("foreign text %j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
