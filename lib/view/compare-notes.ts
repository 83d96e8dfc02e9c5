/** What a reader of a comparison must know beside its sentence. */
import type { Comparison } from "@/lib/core/compare/comparison";
import { nameRun } from "./compare-words";
import { formatCount, formatNoun, visibleText } from "./format";
import { name, type PhrasePart, plain, strong } from "./phrase";

/** The runs by name, for a tab: `broken against healthy`. */
export function writeCompareTitle({ runs, baseline }: Comparison): string {
  const base = runs[baseline];
  const others = runs.filter((run) => run !== base);
  const [first] = others;
  if (base === undefined || first === undefined) return "Compare runs";
  const rest = others.length === 1 ? "" : ` and ${formatCount(others.length - 1)} more`;
  return visibleText(`${nameRun(runs, first)}${rest} against ${nameRun(runs, base)}`);
}

function listNames(names: readonly string[]): PhrasePart[] {
  return names.flatMap((text, index) => [
    ...(index === 0 ? [] : [plain(index === names.length - 1 ? " and " : ", ")]),
    name(text),
  ]);
}

/** Environments that are named of one run. */
const mostNamed = 5;

function noteEnvironments({ runs }: Comparison): PhrasePart[][] {
  const all = new Set(runs.flatMap(({ environments }) => environments));
  const lone = new Map<string, string[]>();
  for (const environment of [...all].sort()) {
    const having = runs.filter(({ environments }) => environments.includes(environment));
    const [only] = having;
    if (runs.length < 2 || only === undefined || having.length > 1) continue;
    const run = nameRun(runs, only);
    lone.set(run, [...(lone.get(run) ?? []), environment]);
  }
  return [...lone].map(([run, environments]) => [
    strong("Only "),
    name(run),
    strong(" has "),
    plain(environments.length === 1 ? "the environment " : "the environments "),
    ...listNames(environments.slice(0, mostNamed)),
    ...(environments.length > mostNamed ? [plain(` and ${formatCount(environments.length - mostNamed)} more`)] : []),
    plain(": what differs may be the tasks."),
  ]);
}

/** Runs that are not there or left out, steps still filling, and environments that only one run has. */
export function listCompareNotes({
  missing,
  comparison,
}: {
  readonly missing: readonly string[];
  readonly comparison: Comparison;
}): PhrasePart[][] {
  const { runs, alignment } = comparison;
  const lost = missing.length === 0 ? [] : [[plain("There is no run called "), ...listNames(missing), plain(".")]];
  const out = runs.filter(({ origin }) => origin === null).map((run) => nameRun(runs, run));
  const left =
    out.length === 0 || alignment === "step"
      ? []
      : [
          [
            ...listNames(out),
            plain(" had no incident to be aligned by: left out until it is said which step stands at 0."),
          ],
        ];
  const filling = runs.flatMap((run) => {
    const steps = run.counted?.filling ?? 0;
    return steps === 0
      ? []
      : [[name(nameRun(runs, run)), plain(` still fills ${formatNoun(steps, "step")} of these.`)]];
  });
  return [...lost, ...left, ...filling, ...noteEnvironments(comparison)];
}
