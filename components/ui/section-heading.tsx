import type { ReactNode } from "react";

/** A small heading over a hairline, with a quiet remark at its end. */
export function SectionHeading({ children, remark }: { readonly children: ReactNode; readonly remark?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-hairline pb-2">
      <h2 className="text-sm font-semibold">{children}</h2>
      {remark !== undefined && <span className="ml-auto text-sm text-ink-2">{remark}</span>}
    </div>
  );
}
