import type { DocsHeading } from "./markdown";

/** What stands on a page: beside it where there is room, folded above it where there is not. */
export function Contents({ headings }: { readonly headings: readonly DocsHeading[] }) {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 3) return null;
  const list = (
    <ul className="flex flex-col gap-1 text-sm">
      {shown.map(({ anchor, text, depth }) => (
        <li key={anchor} className={depth === 3 ? "pl-3" : ""}>
          <a href={`#${anchor}`} className="quiet-link text-ink-2 wrap-anywhere hover:text-ink">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav
        aria-label="On this page"
        className="sticky top-4 hidden max-h-[calc(100dvh-2rem)] overflow-y-auto border-l border-hairline pl-4 lg:block"
      >
        {list}
      </nav>
      <details className="mb-5 border-y border-hairline py-2 lg:hidden">
        <summary className="text-sm text-ink-2">On this page</summary>
        <nav aria-label="On this page, folded" className="pt-2">
          {list}
        </nav>
      </details>
    </>
  );
}
