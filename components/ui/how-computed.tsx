import Link from "next/link";
import { memo } from "react";

/** Where it stands how a number is made. */
export const HowComputed = memo(function HowComputed({ section }: { readonly section: string }) {
  return (
    <Link
      href={`/docs/statistics#${section}`}
      prefetch={false}
      className="quiet-link text-xs font-normal text-ink-2 hover:text-ink"
    >
      how is this computed
    </Link>
  );
});
