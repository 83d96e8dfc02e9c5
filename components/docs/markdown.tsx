import { Lexer, type Token, type Tokens } from "marked";
import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { fillExample, type ThisServer, toAnchor, toDocsHref } from "@/lib/view/docs-pages";

export interface DocsHeading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** A document in pieces, its headings with the anchors that they have. */
export function parseMarkdown(text: string): { readonly tokens: readonly Token[]; readonly headings: DocsHeading[] } {
  const tokens = new Lexer({ gfm: true }).lex(text);
  const seen = new Map<string, number>();
  const headings = tokens.flatMap((token): DocsHeading[] => {
    if (token.type !== "heading") return [];
    const plain = String(token["text"]).replaceAll("`", "");
    const anchor = toAnchor(plain);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return [{ depth: Number(token["depth"]), text: plain, anchor: times === 0 ? anchor : `${anchor}-${times}` }];
  });
  return { tokens, headings };
}

/** A document never changes its order: a place in it is what a piece is known by. */
function placed<Item>(items: readonly Item[] | undefined): { readonly place: string; readonly item: Item }[] {
  return [...(items ?? []).entries()].map(([index, item]) => ({ place: `p${index}`, item }));
}

interface Surroundings {
  readonly file: string;
  readonly server: ThisServer;
}

interface MarkdownProps extends Surroundings {
  readonly tokens: readonly Token[];
  readonly headings: readonly DocsHeading[];
}

/** A document in the app's own type. Elements are made from its pieces, so that no HTML in it ever is HTML here. */
export function Markdown({ tokens, headings, file, server }: MarkdownProps) {
  let next = 0;
  return placed(tokens).map(({ place: key, item: token }) => {
    if (token.type !== "heading") return <Fragment key={key}>{renderBlock(token, { file, server })}</Fragment>;
    const heading = headings[next++];
    return heading === undefined ? null : (
      <Heading key={key} heading={heading}>
        {renderInline(token["tokens"], { file, server })}
      </Heading>
    );
  });
}

const headingLook: Readonly<Record<number, string>> = {
  1: "text-lead font-semibold tracking-[-0.012em]",
  2: "mt-11 border-t border-hairline pt-5 text-lg font-semibold",
  3: "mt-8 text-base font-semibold",
  4: "mt-6 text-base font-semibold text-ink-2",
};

function Heading({ heading, children }: { readonly heading: DocsHeading; readonly children: ReactNode }) {
  const Tag = `h${Math.min(heading.depth, 4)}` as "h1" | "h2" | "h3" | "h4";
  return (
    <Tag
      id={heading.anchor}
      className={`group scroll-mt-4 wrap-anywhere ${headingLook[heading.depth] ?? headingLook[4]}`}
    >
      {children}{" "}
      <a
        href={`#${heading.anchor}`}
        aria-label={`Link to ${heading.text}`}
        className="text-ink-3 no-underline opacity-0 group-hover:opacity-100 focus:opacity-100"
      >
        #
      </a>
    </Tag>
  );
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function renderBlock(token: Token, about: Surroundings): ReactNode {
  if (isTable(token)) return <Table table={token} about={about} />;
  if (isList(token)) return <List list={token} about={about} />;
  switch (token.type) {
    case "paragraph":
      return <p className="mt-3.5 max-w-[46rem] text-[0.9375rem] leading-6">{renderInline(token["tokens"], about)}</p>;
    case "code": {
      const language = String(token["lang"] ?? "").split(" ")[0] ?? "";
      const code = fillExample(String(token["text"]), language, about.server);
      return (
        <div className="mt-3 max-w-[54rem]">
          <CodeBlock code={code} label={language === "text" ? "" : language} />
        </div>
      );
    }
    case "blockquote":
      return (
        <blockquote className="mt-3 border-l-2 border-hairline-strong pl-4 text-ink-2">
          {renderBlocks(token["tokens"], about)}
        </blockquote>
      );
    case "hr":
      return <hr className="mt-8" />;
    case "text":
      return renderInline(token["tokens"] ?? [token], about);
    case "space":
    case "def":
      return null;
    default:
      // Anything else, raw HTML too, is text.
      return <p className="mt-3.5">{token.raw}</p>;
  }
}

function renderBlocks(tokens: readonly Token[] | undefined, about: Surroundings): ReactNode {
  return placed(tokens).map(({ place, item: token }) => <Fragment key={place}>{renderBlock(token, about)}</Fragment>);
}

function List({ list, about }: { readonly list: Tokens.List; readonly about: Surroundings }) {
  const Tag = list.ordered ? "ol" : "ul";
  return (
    <Tag
      className={`mt-3 max-w-[46rem] pl-5 text-[0.9375rem] leading-6 ${list.ordered ? "list-decimal" : "list-disc"}`}
    >
      {placed(list.items).map(({ place, item }) => (
        <li key={place} className="mt-1 marker:text-ink-3">
          {renderBlocks(item.tokens, about)}
        </li>
      ))}
    </Tag>
  );
}

function Table({ table, about }: { readonly table: Tokens.Table; readonly about: Surroundings }) {
  return (
    <ScrollRegion
      label={`Table: ${table.header.map(({ text }) => text).join(", ")}`}
      className="mt-3.5 overflow-x-auto"
      isLandmark={false}
    >
      <table className="grid-table min-w-[30rem]">
        <thead>
          <tr>
            {placed(table.header).map(({ place, item: cell }) => (
              <th key={place} scope="col">
                {renderInline(cell.tokens, about)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(table.rows).map(({ place: line, item: row }) => (
            <tr key={line}>
              {placed(row).map(({ place, item: cell }) => (
                <td key={place} className={cell.align === "right" ? "numeric" : ""}>
                  {renderInline(cell.tokens, about)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function renderInline(tokens: readonly Token[] | undefined, about: Surroundings): ReactNode {
  return placed(tokens).map(({ place, item: token }) => <Fragment key={place}>{renderSpan(token, about)}</Fragment>);
}

function renderSpan(token: Token, about: Surroundings): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{renderInline(token["tokens"], about)}</strong>;
    case "em":
      return <em>{renderInline(token["tokens"], about)}</em>;
    case "del":
      return <del>{renderInline(token["tokens"], about)}</del>;
    case "codespan":
      return (
        <code className="rounded bg-sunken px-1 py-px wrap-anywhere">
          {fillExample(String(token["text"]), "", about.server)}
        </code>
      );
    case "br":
      return <br />;
    case "link":
      return (
        <DocsLink href={toDocsHref(about.file, String(token["href"]))}>{renderInline(token["tokens"], about)}</DocsLink>
      );
    case "image":
      return String(token["text"]);
    case "text":
    case "escape":
      return "tokens" in token && token.tokens !== undefined ? renderInline(token.tokens, about) : token.text;
    default:
      return token.raw;
  }
}

function DocsLink({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  if (href === null) return children;
  const look = "text-link underline decoration-1";
  if (href.startsWith("/")) {
    return (
      <Link href={href} prefetch={false} className={look}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} rel="noreferrer" className={look}>
      {children}
    </a>
  );
}
