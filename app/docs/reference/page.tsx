import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { SectionHeading } from "@/components/ui/section-heading";
import { getContext } from "@/lib/server/context";
import { readApiReference } from "@/lib/server/read-api-reference";

export const metadata: Metadata = { title: "API reference · Docs" };

/** Every address of the API, by what it is for. */
export default function ReferenceIndex() {
  const { groups, schemas } = readApiReference(getContext().version);
  return (
    <>
      <PageHeader crumbs={[{ label: "Docs", href: "/docs" }, { label: "API reference" }]} />
      <PageMain>
        <h1 className="max-w-3xl text-lead tracking-[-0.012em] text-ink-2">
          <span className="font-semibold text-ink">API reference.</span> Made from the{" "}
          <a href="/api/v1/openapi.json" className="text-link">
            OpenAPI document
          </a>{" "}
          of this server, which is made from the schemas that it judges requests by.
        </h1>
        <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-2">
          {groups.map(({ title, slug, operations }) => (
            <section key={slug} className="min-w-0">
              <SectionHeading remark={operations.length}>
                <Link href={`/docs/reference/${slug}`} className="quiet-link">
                  {title}
                </Link>
              </SectionHeading>
              <ul>
                {operations.map(({ operationId, method, path, summary }) => (
                  <li key={operationId} className="border-b border-hairline py-2 last:border-b-0">
                    <Link href={`/docs/reference/${slug}#${operationId}`} prefetch={false} className="quiet-link">
                      {summary}
                    </Link>
                    <span className="block text-xs wrap-anywhere text-ink-2">
                      <code>
                        {method.toUpperCase()} {path}
                      </code>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <section className="min-w-0">
            <SectionHeading remark={schemas.length}>
              <Link href="/docs/reference/schemas" className="quiet-link">
                Schemas
              </Link>
            </SectionHeading>
            <p className="pt-2 text-sm leading-6">
              {schemas.map(([name]) => (
                <span key={name}>
                  <Link href={`/docs/reference/schemas#${name}`} prefetch={false} className="quiet-link">
                    {name}
                  </Link>{" "}
                </span>
              ))}
            </p>
          </section>
        </div>
      </PageMain>
    </>
  );
}
