import type { Metadata } from "next";
import { GalleryCharts } from "@/components/charts/gallery";
import { PageHeader } from "@/components/ui/page-header";
import { listGalleryCases } from "@/lib/view/gallery-cases";

export const metadata: Metadata = { title: "Gallery" };

/** Every chart on ordinary and on awkward data. It needs no store. */
export default function GalleryPage() {
  return (
    <>
      <PageHeader crumbs={[{ label: "Gallery" }]} />
      <main id="content" className="mx-auto max-w-[1024px] px-4 pt-6 sm:px-7">
        <h1 className="pb-6 text-lead font-semibold">Every chart, on ordinary and on awkward data</h1>
        {listGalleryCases().map((example) => (
          <GalleryCharts key={example.name} example={example} />
        ))}
      </main>
    </>
  );
}
