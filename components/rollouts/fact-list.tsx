import type { ReactNode } from "react";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { Fact, TimeFact } from "@/lib/view/rollout-facts";

interface FactListProps {
  readonly heading: string;
  readonly facts: readonly Fact[];
  readonly times?: readonly TimeFact[];
}

/** Names and values under a heading; nothing where nothing was told. */
export function FactList({ heading, facts, times = [] }: FactListProps) {
  if (facts.length === 0 && times.length === 0) return null;
  return (
    <section>
      <SectionHeading>{heading}</SectionHeading>
      <dl className="mt-2 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(({ name, value, foreign }) => (
          <Line key={name} name={name}>
            {foreign ? <Name text={value} limit={60} /> : value}
          </Line>
        ))}
        {times.map(({ name, at }) => (
          <Line key={name} name={name}>
            <Time at={at} />
          </Line>
        ))}
      </dl>
    </section>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">
        <Name text={name} limit={28} />
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
