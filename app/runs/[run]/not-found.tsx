import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

export default function NotFound() {
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs", href: "/" }]} />
      <main id="content" className="mx-auto max-w-[1440px] px-4 pt-5 sm:px-7">
        <h1 className="text-lead font-semibold">There is no run of this name.</h1>
        <p className="max-w-prose py-3 text-ink-2">
          Nothing was sent to it, or it was deleted. A run begins with its first rollout, and its name is written
          exactly as it was sent.
        </p>
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      </main>
    </>
  );
}
