import Link from "next/link";
import { OutcomeMark } from "@/components/rollouts/outcome-mark";
import { CsvButton } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SectionHeading } from "@/components/ui/section-heading";
import { storedOutcomes } from "@/lib/core/outcome";
import type { StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import type { Appearance } from "@/lib/view/colour";
import { formatCount, formatNoun, formatPercent, formatReward } from "@/lib/view/format";
import type { CountedCell, KindRow, StepFact } from "@/lib/view/step-page-model";
import type { StepCounted } from "@/lib/view/step-page-view";
import { toCoverageSheet, toEnvironmentSheet, toKindSheet } from "@/lib/view/step-sheets";

type HrefOf = (counted: StepCounted) => string;

/** Of a file's name: the run, the step, and how it is filtered. */
interface Filed {
  readonly fileName: readonly string[];
}

const marks: Readonly<Record<(typeof storedOutcomes)[number], Appearance>> = {
  scored: "solved",
  masked: "masked",
  unscored: "no_result",
  failed: "no_result",
  omitted: "omitted",
};

function Counted({ cell, hrefOf }: { readonly cell: CountedCell; readonly hrefOf: HrefOf }) {
  if (cell.count === 0) return <span className="text-ink-3">0</span>;
  if (cell.counted === null) return formatCount(cell.count);
  return (
    <Link href={hrefOf(cell.counted)} prefetch={false} className="quiet-link font-medium">
      {formatCount(cell.count)}
    </Link>
  );
}

/** Where every expected rollout is: six outcomes that add up to what was expected. */
export function StepCoverage({
  summary,
  rest,
  hrefOf,
  fileName,
}: Filed & {
  readonly summary: StepSummary;
  readonly rest: string;
  readonly hrefOf: HrefOf;
}) {
  const { expected, unknown, declared } = summary;
  const share = (count: number) => (expected === 0 ? "" : formatPercent(count / expected));
  return (
    <section aria-label="Coverage">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Coverage as CSV"
              name={[...fileName, "coverage"]}
              toSheet={() => toCoverageSheet(summary)}
            />{" "}
            {declared === null ? "nothing declared" : `${formatCount(declared)} declared`}
          </>
        }
      >
        Coverage
      </SectionHeading>
      <table className="grid-table">
        <tbody>
          {storedOutcomes.map((outcome) => (
            <tr key={outcome}>
              <th scope="row">
                <span className="inline-flex items-center gap-2">
                  <OutcomeMark appearance={marks[outcome]} /> {outcome}
                </span>
              </th>
              <td className="numeric">
                <Counted cell={{ count: summary[outcome], counted: { outcome } }} hrefOf={hrefOf} />
              </td>
              <td className="numeric text-ink-2">{share(summary[outcome])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <span className="inline-flex items-center gap-2">
                <OutcomeMark appearance="missing" /> unknown, {rest}
              </span>
            </th>
            <td className="numeric">{unknown === 0 ? <span className="text-ink-3">0</span> : formatCount(unknown)}</td>
            <td className="numeric text-ink-2">{share(unknown)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="font-semibold! text-ink!">
              expected
            </th>
            <td className="numeric font-semibold" data-expected>
              {formatCount(expected)}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Failure kinds against outcomes: a kind does not mean lost, and masked does not mean a kind. */
export function KindMatrix({
  rows,
  hrefOf,
  fileName,
}: Filed & { readonly rows: readonly KindRow[]; readonly hrefOf: HrefOf }) {
  const columns = storedOutcomes.filter((outcome) => rows.some(({ cells }) => cells[outcome].count > 0));
  if (rows.length === 0) return null;
  return (
    <section aria-label="Kinds by outcome">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Kinds by outcome as CSV"
              name={[...fileName, "kinds"]}
              toSheet={() => toKindSheet(rows)}
            />{" "}
            {formatNoun(rows.filter(({ kind }) => kind !== null).length, "kind")}
          </>
        }
      >
        Kinds by outcome
      </SectionHeading>
      <ScrollRegion className="max-h-96 overflow-auto" label="Table of kinds by outcome">
        <table className="grid-table">
          <thead>
            <tr>
              <th scope="col">kind</th>
              {columns.map((outcome) => (
                <th key={outcome} scope="col" className="numeric">
                  {outcome}
                </th>
              ))}
              <th scope="col" className="numeric">
                all
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.kind ?? ""}>
                <th scope="row" className="whitespace-normal!">
                  {row.kind === null ? "no kind" : <KindName kind={row.kind} limit={32} />}
                </th>
                {columns.map((outcome) => (
                  <td key={outcome} className="numeric">
                    <Counted cell={row.cells[outcome]} hrefOf={hrefOf} />
                  </td>
                ))}
                <td className="numeric">
                  <Counted
                    cell={{ count: row.total, counted: row.kind === null ? null : { kind: row.kind } }}
                    hrefOf={hrefOf}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** Attempts, and what else was counted. */
export function StepFacts({ facts, hrefOf }: { readonly facts: readonly StepFact[]; readonly hrefOf: HrefOf }) {
  return (
    <dl aria-label="Facts" className="flex flex-wrap gap-x-8 gap-y-3 border-y border-hairline py-3">
      {facts.map(({ label, value, counted }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-xs text-ink-2">{label}</dt>
          <dd className="text-[0.9375rem] leading-6 font-semibold">
            {counted === null ? (
              value
            ) : (
              <Link href={hrefOf(counted)} prefetch={false} className="quiet-link">
                {value}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface StepEnvironmentsProps extends Filed {
  readonly environments: StepGroups["environments"];
  readonly inPercent: boolean;
  readonly hrefOf: HrefOf;
}

/** The step's environments, where there is more than one. */
export function StepEnvironments({ environments, inPercent, hrefOf, fileName }: StepEnvironmentsProps) {
  if (environments.length < 2) return null;
  return (
    <section aria-label="Environments">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Environments as CSV"
              name={[...fileName, "environments"]}
              toSheet={() => toEnvironmentSheet(environments)}
            />{" "}
            {environments.length}
          </>
        }
      >
        Environments
      </SectionHeading>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">environment</th>
            <th scope="col" className="numeric">
              rollouts
            </th>
            <th scope="col" className="numeric">
              lost
            </th>
            <th scope="col" className="numeric">
              evidence
            </th>
          </tr>
        </thead>
        <tbody>
          {environments.map(({ environment, size, counts, evidence }) => {
            const lost = counts.masked + counts.unscored + counts.failed;
            return (
              <tr key={environment ?? ""}>
                <th scope="row" className="whitespace-normal!">
                  {environment === null ? "none named" : <Name text={environment} limit={28} />}
                </th>
                <td className="numeric">
                  <Counted
                    cell={{ count: size, counted: environment === null ? null : { environment } }}
                    hrefOf={hrefOf}
                  />
                </td>
                <td className="numeric">{lost === 0 ? "0" : `${formatCount(lost)} · ${formatPercent(lost / size)}`}</td>
                <td className="numeric">{evidence.mean === null ? "none" : formatReward(evidence.mean, inPercent)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
