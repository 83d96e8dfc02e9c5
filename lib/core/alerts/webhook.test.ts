import { describe, expect, test } from "vitest";
import { isSevereEnough, maskSecret, maskUrl, matchesRun, type WebhookFilter } from "./webhook";

const all: WebhookFilter = { severity: "major", runs: [], projects: [], tags: [] };
const run = { run: "browser-7", project: "browser", tags: ["grpo", "night"] };

describe("a receiver hears of", () => {
  test.each<[string, Partial<WebhookFilter>, boolean]>([
    ["every run where nothing is asked for", {}, true],
    ["a run by its name", { runs: ["browser-7"] }, true],
    ["no run of another name", { runs: ["browser-70", "browser"] }, false],
    ["runs by the beginning of their names", { runs: ["browser-*"] }, true],
    ["runs by their end", { runs: ["*-7"] }, true],
    ["runs by both ends", { runs: ["b*7"] }, true],
    ["runs by what is in between", { runs: ["*row*er*"] }, true],
    ["no run whose ends would overlap", { runs: ["browser-7*7"] }, false],
    ["no run that lacks the middle", { runs: ["browser*x*7"] }, false],
    ["anything by an asterisk", { runs: ["*"] }, true],
    ["one of several", { runs: ["code-1", "browser-7"] }, true],
    ["a project", { projects: ["code", "browser"] }, true],
    ["no other project", { projects: ["code"] }, false],
    ["a tag", { tags: ["night"] }, true],
    ["no run without the tag", { tags: ["day"] }, false],
    ["only what passes all of them", { runs: ["browser-*"], projects: ["browser"], tags: ["day"] }, false],
  ])("%s", (_name, told, expected) => {
    expect(matchesRun({ ...all, ...told }, run)).toBe(expected);
  });

  test("no run of a project where it has none", () => {
    expect(matchesRun({ ...all, projects: ["browser"] }, { ...run, project: null })).toBe(false);
  });
});

test.each([
  ["minor", false],
  ["major", true],
  ["critical", true],
] as const)("a receiver of major ones hears of %s: %s", (severity, expected) => {
  expect(isSevereEnough(all, severity)).toBe(expected);
});

test.each([
  ["https://hooks.slack.com/services/T00/B00/abcdefghijklk9Qf", "https://hooks.slack.com/…k9Qf"],
  ["https://alerts.example/hook", "https://alerts.example/…"],
  ["https://alerts.example/?token=0123456789abcdefghij", "https://alerts.example/…ghij"],
  ["https://alerts.example?token=0123456789abcdefghij", "https://alerts.example/…ghij"],
  ["http://127.0.0.1:9099/", "http://127.0.0.1:9099/"],
  ["http://127.0.0.1:9099", "http://127.0.0.1:9099"],
  ["https://user:password@alerts.example/a/path/long/enough", "https://alerts.example/…ough"],
  ["file:///etc/passwd", "…"],
])("%s is shown as %s", (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});

test("of a short secret nothing is shown, of a long one its end", () => {
  expect(maskSecret("1234567890")).toBe("…");
  expect(maskSecret("whsec_0123456789abcdef")).toBe("…cdef");
});
