import { FileReport } from "./import-report";
import type { PlannedFile } from "./plan-import";
import type { ImportOptions } from "./run-import";

const waysToGiveAStep =
  "its step is not known: pass --step N, or keep it in a folder such as step_61/, " +
  "or pass --split eval for rollouts outside any step";

const order = ["inputs", "rollouts", "failures", "coverage", "aggregate"];

function rankOf({ recognition }: PlannedFile): number {
  const rank = recognition.role === "refused" ? -1 : order.indexOf(recognition.kind);
  return rank < 0 ? order.length : rank;
}

function inReadingOrder(a: PlannedFile, b: PlannedFile): number {
  return (a.step ?? -1) - (b.step ?? -1) || rankOf(a) - rankOf(b) || (a.shown < b.shown ? -1 : 1);
}

function isImported({ recognition: { role } }: PlannedFile): boolean {
  return role === "rows" || role === "inputs" || role === "counts";
}

/** A report for each file, in the order of reading; those that can't be taken say so already. */
export function startReports(files: readonly PlannedFile[], options: ImportOptions): FileReport[] {
  return [...files].sort(inReadingOrder).map((file) => {
    const report = new FileReport(file);
    const { recognition, refusals } = file;
    if (recognition.role === "refused") {
      report.refusal = `saw ${recognition.saw}; expected ${recognition.expected}`;
      for (const refused of refusals.lines) report.refusals.add(refused.line, refused);
      report.refusals.count = refusals.count;
    } else if (file.step === null && options.split !== "eval" && isImported(file)) {
      report.refusal = waysToGiveAStep;
    }
    return report;
  });
}
