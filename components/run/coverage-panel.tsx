import Link from "next/link";
import { Fragment } from "react";
import { CsvButton } from "@/components/ui/csv-link";
import { HowComputed } from "@/components/ui/how-computed";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Coverage } from "@/lib/core/coverage";
import { storedOutcomes } from "@/lib/core/outcome";
import { formatCount } from "@/lib/view/format";
import type { Counted } from "@/lib/view/run-links";

interface CoveragePanelProps {
  readonly newest: (Coverage & { readonly step: number | null; readonly complete: boolean }) | null;
  readonly shown: Coverage;
  readonly shownName: string;
  readonly hrefOf: (counted: Counted) => string;
  /** Of a file's name: the run, and how it is filtered. */
  readonly fileName: readonly string[];
}

const columns = ["expected", "received", ...storedOutcomes, "unknown"] as const;

/** Where every expected rollout is: a sum that always adds up. */
export function CoveragePanel({ newest, shown, shownName, hrefOf, fileName }: CoveragePanelProps) {
  const step = newest?.step ?? null;
  return (
    <section aria-label="Coverage">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Coverage as CSV"
              name={[...fileName, "coverage"]}
              toSheet={() => ({
                columns: ["steps", ...columns],
                rows: [
                  ...(newest === null || step === null ? [] : [[String(step), ...columns.map((name) => newest[name])]]),
                  [shownName, ...columns.map((name) => shown[name])],
                ],
              })}
            />{" "}
            {step === null ? shownName : `step ${step}`}
          </>
        }
      >
        Coverage <HowComputed section="rates" />
      </SectionHeading>
      {newest !== null && step !== null && (
        <Sum
          coverage={newest}
          rest={newest.complete ? "missing" : "to come"}
          hrefOf={(counted) => hrefOf({ ...counted, steps: { from: step, to: step } })}
        />
      )}
      {step !== null && <p className="pt-2 text-xs text-ink-2">{shownName}</p>}
      <Sum coverage={shown} rest="not heard of" hrefOf={hrefOf} />
    </section>
  );
}

interface SumProps {
  readonly coverage: Coverage;
  readonly rest: string;
  readonly hrefOf: (counted: Counted) => string;
}

function Sum({ coverage, rest, hrefOf }: SumProps) {
  return (
    <p className="pt-2 text-sm leading-5">
      {formatCount(coverage.expected)} expected ={" "}
      {storedOutcomes.map((outcome) => {
        const text = `${formatCount(coverage[outcome])} ${outcome}`;
        return (
          <Fragment key={outcome}>
            {coverage[outcome] === 0 ? (
              <span className="whitespace-nowrap text-ink-2">{text}</span>
            ) : (
              <Link href={hrefOf({ outcome })} prefetch={false} className="quiet-link font-medium whitespace-nowrap">
                {text}
              </Link>
            )}
            {" + "}
          </Fragment>
        );
      })}
      <span className={`whitespace-nowrap ${coverage.unknown === 0 ? "text-ink-2" : "font-semibold"}`}>
        {formatCount(coverage.unknown)} {rest}
      </span>
    </p>
  );
}
