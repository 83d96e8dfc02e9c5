import { PageHeader } from "@/components/ui/page-header";

/** The frame of the page, at its final size, while the store is read. */
export default function Loading() {
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs", href: "/" }]} />
      <main id="content" aria-busy className="mx-auto max-w-[1440px] px-4 pt-5 sm:px-7">
        <p className="text-lead text-ink-2">Reading the run…</p>
      </main>
    </>
  );
}
