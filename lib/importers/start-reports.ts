import type { Split } from "@/lib/core/rollout";
import { FileReport } from "./file-report";
import type { PlannedFile } from "./plan-import";

const waysToGiveAStep =
  "its step is not known: give one (--step N, or the step field of the page), " +
  "keep it in a folder such as step_61/, or say that its rollouts are eval, which need none";

/** What is read first within a step: what is expected, what was chosen, what came, what was counted. */
const order = ["inputs", "metadata", "rollouts", "episodes", "effective", "failures", "coverage", "aggregate"];

function rankOf({ recognition }: PlannedFile): number {
  const rank = recognition.role === "refused" ? -1 : order.indexOf(recognition.kind);
  return rank < 0 ? order.length : rank;
}

function inReadingOrder(a: PlannedFile, b: PlannedFile): number {
  return (a.step ?? -1) - (b.step ?? -1) || rankOf(a) - rankOf(b) || (a.shown < b.shown ? -1 : 1);
}

function needsStep({ recognition: { role }, step, hasOwnSteps }: PlannedFile): boolean {
  return step === null && !hasOwnSteps && (role === "rows" || role === "inputs" || role === "counts");
}

/** Taken, the rows of the one would be read as newer words of the other's. */
function refuseTwin(other: string, rowsName: string): string {
  return (
    `its rows would have the same names as those of ${other} (${rowsName}:1 and on), and replace them: ` +
    "import the folder that both are in, give each its --step, or leave the copy out"
  );
}

/** A report for each file, in the order of reading; those that can't be taken say so already. */
export function startReports(files: readonly PlannedFile[], split: Split | undefined): FileReport[] {
  const shownByRows = new Map<string, string>();
  return [...files].sort(inReadingOrder).map((file) => {
    const report = new FileReport(file, split);
    const { recognition, refusals, shown } = file;
    if (recognition.role === "unneeded") report.note = recognition.reason;
    if (recognition.role === "refused") {
      report.refusal = `saw ${recognition.saw}; expected ${recognition.expected}`;
      for (const refused of refusals.lines) report.refusals.add(refused.line, refused);
      report.refusals.count = refusals.count;
    } else if ((file.split ?? split) !== "eval" && needsStep(file)) report.refusal = waysToGiveAStep;
    if (recognition.role !== "rows" || report.refusal !== null) return report;
    const other = shownByRows.get(report.rowsName);
    if (other === undefined) shownByRows.set(report.rowsName, shown);
    else report.refusal = refuseTwin(other, report.rowsName);
    return report;
  });
}
