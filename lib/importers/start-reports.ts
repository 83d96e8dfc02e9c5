import type { Split } from "@/lib/core/rollout";
import { FileReport } from "./file-report";
import type { PlannedFile } from "./plan-import";

/** Where a person who reads the reports told what they asked for. */
type AskedBy = "command" | "page";

const waysToGiveAStep: Readonly<Record<AskedBy, string>> = {
  command:
    "its step is not known: give one with --step N, keep it in a folder such as step_61/, " +
    "or say with --split eval that its rollouts are not trained on, and need none",
  page:
    "its step is not known: give one (in the field Step, or as step=N in the address), keep it in a folder such as " +
    "step_61/, or say that its rollouts are eval, which need none",
};

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
export function startReports(
  files: readonly PlannedFile[],
  split: Split | undefined,
  askedBy: AskedBy = "command",
): FileReport[] {
  const shownByRows = new Map<string, string>();
  return [...files].sort(inReadingOrder).map((file) => {
    const report = new FileReport(file, split);
    const { recognition, refusals, shown } = file;
    if (recognition.role === "unneeded") report.note = recognition.reason;
    if (recognition.role === "refused") {
      const { saw, expected } = recognition;
      report.refusal = expected === null ? saw : `saw ${saw}`;
      report.wanted = expected;
      for (const refused of refusals.lines) report.refusals.add(refused.line, refused);
      report.refusals.count = refusals.count;
    } else if ((file.split ?? split) !== "eval" && needsStep(file)) report.refusal = waysToGiveAStep[askedBy];
    if (recognition.role !== "rows" || report.refusal !== null) return report;
    const other = shownByRows.get(report.rowsName);
    if (other === undefined) shownByRows.set(report.rowsName, shown);
    else report.refusal = refuseTwin(other, report.rowsName);
    return report;
  });
}
