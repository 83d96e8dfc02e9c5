import { expect, test } from "vitest";
import { nameFile, writeChartCaption } from "./chart-caption";
import { wholeRun } from "./run-view";

const view = { ...wholeRun, environment: "browser", labels: [["host", "gpu-17"]] } as const;

test("a chart that left its page says whose it is, what of it, as of when, and where it came from", () => {
  const told = { run: "browser-7", title: "Browser agent", isReconstruction: true, view, width: 5, revision: "3.4711" };
  const address = "http://127.0.0.1:6161/runs/browser-7?environment=browser";
  const lines = writeChartCaption({ ...told, steps: { from: 1, to: 1200 } }, address, Date.UTC(2026, 7, 3, 12));
  expect(lines).toEqual([
    "Browser agent (browser-7) · steps 1–1,200 · 5 steps a point · environment browser · host gpu-17 · reconstruction, generated from published figures",
    expect.stringMatching(/^revision 3\.4711 · saved 2026-08-03 12:00:00/),
    address,
  ]);
});

test("a file's name has the run, the steps and the filters that were chosen", () => {
  expect(nameFile("browser-7", view, { from: 50, to: 70 })).toEqual([
    "browser-7",
    "steps 50-70",
    "environment browser",
    "host gpu-17",
  ]);
  expect(nameFile("browser-7", wholeRun, null)).toEqual(["browser-7"]);
  expect(nameFile("browser-7", wholeRun, { from: 61, to: 61 })).toEqual(["browser-7", "step 61"]);
});
