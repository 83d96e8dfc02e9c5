import Link from "next/link";
import { CsvButton } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { SectionHeading } from "@/components/ui/section-heading";
import { kindColour } from "@/lib/view/colour";
import { formatCount, formatNoun, formatPercent } from "@/lib/view/format";
import type { Counted } from "@/lib/view/run-links";
import type { KindTotal } from "@/lib/view/totals";

interface KindsPanelProps {
  readonly kinds: readonly KindTotal[];
  readonly received: number;
  readonly hrefOf: (counted: Counted) => string;
  /** Of a file's name: the run, and how it is filtered. */
  readonly fileName: readonly string[];
}

const columns = ["kind", "count", "scored", "masked", "unscored", "failed", "omitted"] as const;
const shownFirst = 8;

/** Failure kinds of the steps shown, most frequent first, each a door to its rollouts. */
export function KindsPanel({ kinds, received, hrefOf, fileName }: KindsPanelProps) {
  const first = kinds.slice(0, shownFirst);
  const rest = kinds.slice(shownFirst);
  const list = (some: readonly KindTotal[]) => (
    <ol>
      {some.map((kind) => (
        <KindRow key={kind.kind} kind={kind} received={received} hrefOf={hrefOf} />
      ))}
    </ol>
  );
  return (
    <section aria-label="Failures by kind">
      <SectionHeading
        remark={
          <>
            {kinds.length > 0 && (
              <CsvButton
                label="Failures by kind as CSV"
                name={[...fileName, "kinds"]}
                toSheet={() => ({ columns, rows: kinds.map((kind) => columns.map((column) => kind[column])) })}
              />
            )}{" "}
            {kinds.length === 0 ? "none in view" : `${formatCount(kinds.length)} in view`}
          </>
        }
      >
        Failures by kind
      </SectionHeading>
      {list(first)}
      {rest.length > 0 && (
        <details>
          <summary className="border-t border-hairline py-2 text-sm text-ink-2 hover:text-ink">
            {formatNoun(rest.length, "more kind")}
          </summary>
          {list(rest)}
        </details>
      )}
    </section>
  );
}

interface KindRowProps extends Pick<KindsPanelProps, "received" | "hrefOf"> {
  readonly kind: KindTotal;
}

function KindRow({ kind, received, hrefOf }: KindRowProps) {
  return (
    <li className="border-b border-hairline last:border-b-0">
      <Link href={hrefOf({ kind: kind.kind })} prefetch={false} className="group block py-2">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 text-sm group-hover:underline">
            <KindName kind={kind.kind} limit={40} />
          </span>
          <span className="shrink-0 text-sm">
            {formatCount(kind.count)}
            <span className="text-ink-2"> · {formatPercent(kind.count / Math.max(1, received))}</span>
          </span>
        </span>
        <span
          aria-hidden
          className="mt-1 block h-[3px] rounded-full bg-sunken"
          title={`${formatCount(kind.count)} of the ${formatNoun(received, "rollout")} in view`}
        >
          <span
            className="block h-full rounded-full"
            style={{
              width: `${Math.max(0.5, (kind.count / Math.max(1, received)) * 100)}%`,
              background: kindColour(kind.kind),
            }}
          />
        </span>
        <span className="mt-1 block text-xs text-ink-2">{describeOutcomes(kind)}</span>
      </Link>
    </li>
  );
}

function describeOutcomes(kind: KindTotal): string {
  const parts: [number, string][] = [
    [kind.masked, "masked"],
    [kind.failed, "failed"],
    [kind.unscored, "unscored"],
    [kind.scored, "scored all the same"],
    [kind.omitted, "omitted"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${formatCount(count)} ${name}`)
    .join(", ");
}
