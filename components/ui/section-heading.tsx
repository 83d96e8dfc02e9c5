import type { ReactNode } from "react";

/** A small heading over a hairline, with a quiet remark at its end. */
export function SectionHeading({ children, remark }: { readonly children: ReactNode; readonly remark?: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-hairline pb-2">
      <h2 className="text-sm font-semibold">{children}</h2>
      {remark !== undefined && <span className="text-sm text-ink-2">{remark}</span>}
    </div>
  );
}
