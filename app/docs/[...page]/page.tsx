import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Contents } from "@/components/docs/contents";
import { Markdown, parseMarkdown } from "@/components/docs/markdown";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { readDocsPage } from "@/lib/server/read-docs-page";
import { findDocsPage } from "@/lib/view/docs-pages";
import { toOrigin } from "@/lib/view/first-rollout";

interface DocsPageProps {
  readonly params: Promise<{ page: string[] }>;
}

export async function generateMetadata({ params }: DocsPageProps): Promise<Metadata> {
  const page = findDocsPage((await params).page.join("/"));
  return { title: page === null ? "No such page" : `${page.title} · Docs` };
}

/** One page of the documentation, with this server's own address in its examples. */
export default async function DocumentPage({ params }: DocsPageProps) {
  const { root, config } = getContext();
  const found = await readDocsPage(root, (await params).page.join("/"));
  if (found === null) notFound();
  const asked = await headers();
  const server = {
    origin: toOrigin(asked.get("host"), asked.get("x-forwarded-proto")),
    needsToken: config.tokens.length > 0,
  };
  const { tokens, headings } = parseMarkdown(found.text);
  return (
    <>
      <PageHeader crumbs={[{ label: "Docs", href: "/docs" }, { label: found.page.title }]} />
      <PageMain>
        <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="order-last min-w-0 lg:order-none">
            <Markdown tokens={tokens} headings={headings} file={found.page.file} server={server} />
          </div>
          <div className="min-w-0">
            <Contents headings={headings} />
          </div>
        </div>
      </PageMain>
    </>
  );
}
