import Link from "next/link";

/** Where it stands how a number is made. */
export function HowComputed({ section }: { readonly section: string }) {
  return (
    <Link
      href={`/docs/statistics#${section}`}
      prefetch={false}
      className="quiet-link text-xs font-normal text-ink-2 hover:text-ink"
    >
      how is this computed
    </Link>
  );
}
