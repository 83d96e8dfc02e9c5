"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useNow } from "@/components/ui/clock";
import { Time } from "@/components/ui/time";
import { currentRate, type Fact } from "@/lib/view/facts";
import { formatCount } from "@/lib/view/format";
import type { Counted } from "@/lib/view/run-links";

interface FactStripProps {
  readonly facts: readonly Fact[];
  readonly perMinute: number;
  readonly lastSeenAt: number | null;
  /** The server's clock when it rendered the page. */
  readonly renderedAt: number;
  readonly hrefOf: (counted: Counted) => string;
}

/** What the steps shown add up to, and how it comes in. */
export function FactStrip({ facts, perMinute, lastSeenAt, renderedAt, hrefOf }: FactStripProps) {
  return (
    <dl aria-label="Facts" className="flex flex-wrap gap-x-9 gap-y-3 border-y border-hairline py-3.5 text-base">
      {facts.map((fact) => (
        <FactCell key={fact.id} label={fact.label}>
          {fact.counted === null ? (
            fact.value
          ) : (
            <Link href={hrefOf(fact.counted)} prefetch={false} className="quiet-link">
              {fact.value}
            </Link>
          )}
        </FactCell>
      ))}
      <FactCell label="rollouts a minute">
        <CurrentRate perMinute={perMinute} lastSeenAt={lastSeenAt} renderedAt={renderedAt} />
      </FactCell>
      <FactCell label="last heard">
        {lastSeenAt === null ? "never" : <Time at={lastSeenAt} as="ago" renderedAt={renderedAt} />}
      </FactCell>
    </dl>
  );
}

/** By itself, so that a passing second draws nothing else. */
function CurrentRate({
  perMinute,
  lastSeenAt,
  renderedAt,
}: Pick<FactStripProps, "perMinute" | "lastSeenAt" | "renderedAt">) {
  const now = useNow() ?? renderedAt;
  return formatCount(currentRate(perMinute, lastSeenAt, now));
}

function FactCell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="text-[0.9375rem] leading-6 font-semibold">{children}</dd>
    </div>
  );
}
