import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { OperationSection } from "@/components/docs/operation-section";
import { SchemaTable } from "@/components/docs/schema-view";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { listRuns } from "@/lib/server/list-runs";
import { readApiReference } from "@/lib/server/read-api-reference";
import { runChoices } from "@/lib/view/docs-pages";
import { toOrigin } from "@/lib/view/first-rollout";

export const metadata: Metadata = { title: "API reference · Docs" };

interface ReferencePageProps {
  readonly params: Promise<{ group: string }>;
}

const crumbs = [
  { label: "Docs", href: "/docs" },
  { label: "API reference", href: "/docs/reference" },
];

/** One part of the API, or all schemas. */
export default async function ReferencePage({ params }: ReferencePageProps) {
  const { group: slug } = await params;
  const { version, config, store } = getContext();
  const { groups, schemas } = readApiReference(version);
  if (slug === "schemas") return <Schemas schemas={schemas} />;
  const group = groups.find((one) => one.slug === slug);
  if (group === undefined) notFound();
  const asked = await headers();
  const { runs } = await listRuns(store, { where: [], limit: 100, after: null });
  const origin = toOrigin(asked.get("host"), asked.get("x-forwarded-proto"));
  return (
    <>
      <PageHeader crumbs={[...crumbs, { label: group.title }]} />
      <PageMain>
        <h1 className="pb-6 text-lead font-semibold tracking-[-0.012em]">{group.title}</h1>
        {group.operations.map((operation) => (
          <OperationSection
            key={operation.operationId}
            operation={operation}
            server={{ origin, needsToken: config.tokens.length > 0 }}
            run={runs[0]?.run ?? null}
          />
        ))}
        <datalist id={runChoices}>
          {runs.map(({ run }) => (
            <option key={run} value={run} />
          ))}
        </datalist>
      </PageMain>
    </>
  );
}

function Schemas({ schemas }: { readonly schemas: ReturnType<typeof readApiReference>["schemas"] }) {
  return (
    <>
      <PageHeader crumbs={[...crumbs, { label: "Schemas" }]} />
      <PageMain>
        <h1 className="pb-6 text-lead font-semibold tracking-[-0.012em]">Schemas</h1>
        {schemas.map(([name, schema]) => (
          <section key={name} id={name} className="scroll-mt-4 border-t border-hairline py-6">
            <h2 className="text-base font-semibold">{name}</h2>
            <SchemaTable schema={schema} label={`Members of ${name}`} />
          </section>
        ))}
      </PageMain>
    </>
  );
}
