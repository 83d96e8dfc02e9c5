import type { ReactNode, Ref } from "react";

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly ref?: Ref<HTMLElement>;
  /** Whether a reader by ear jumps to it; one of many of a name is none. */
  readonly isLandmark?: boolean;
  readonly children: ReactNode;
}

/** What may be wider or longer than its place scrolls by itself, and the keys reach it. */
export function ScrollRegion({ label, className, ref, isLandmark = true, children }: ScrollRegionProps) {
  return (
    <section ref={ref} aria-label={label} role={isLandmark ? undefined : "group"} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
