import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { SectionHeading } from "@/components/ui/section-heading";
import { docsGroups } from "@/lib/view/docs-pages";

export const metadata: Metadata = { title: "Docs" };

/** Where to look for what. */
export default function DocsIndex() {
  return (
    <>
      <PageHeader crumbs={[{ label: "Docs" }]} />
      <PageMain>
        <h1 className="max-w-3xl text-lead tracking-[-0.012em] text-ink-2">
          <span className="font-semibold text-ink">Documentation.</span> As this server has it: examples carry its
          address, and work as they are.
        </h1>
        <p className="mt-4 text-[0.9375rem]">
          <Link href="/docs/reference" className="text-link">
            API reference
          </Link>
          : every address with its parameters, answers and problems, to be tried here.
        </p>
        <div className="mt-8 grid gap-x-12 gap-y-10 md:grid-cols-2">
          {docsGroups.map(({ title, pages }) => (
            <section key={title}>
              <SectionHeading>{title}</SectionHeading>
              <ul>
                {pages.map(({ slug, title: name, about }) => (
                  <li key={slug} className="border-b border-hairline py-2 last:border-b-0">
                    <Link href={`/docs/${slug}`} className="quiet-link font-medium">
                      {name}
                    </Link>
                    <span className="block text-sm text-ink-2">{about}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </PageMain>
    </>
  );
}
