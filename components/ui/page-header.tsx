import Link from "next/link";
import { memo, type ReactNode } from "react";
import { PaletteButton } from "@/components/palette/palette-button";
import { AwayNote } from "./away-note";
import { Name } from "./name";
import { ThemeToggle } from "./theme-toggle";

export interface Crumb {
  readonly label: string;
  readonly href?: string;
}

interface PageHeaderProps {
  readonly crumbs: readonly Crumb[];
  /** State beside the crumbs: a dot and a few words. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The line above every page: where one is, how it stands, and what belongs to the whole product. */
export function PageHeader({ crumbs, children, actions }: PageHeaderProps) {
  return (
    <>
      <header className="border-b border-hairline">
        <div className="mx-auto flex min-h-13 max-w-[1440px] flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2 sm:px-7">
          <Link href="/" className="font-semibold tracking-[-0.01em]">
            Falsezero
          </Link>
          <Breadcrumb crumbs={crumbs} isAlone={children === undefined} />
          <div className="order-3 flex min-w-0 flex-auto flex-wrap items-center gap-x-3 text-sm text-ink-2 empty:hidden sm:order-none sm:flex-initial">
            {children}
          </div>
          {/* On a phone what belongs to the product stays in the first line, and what belongs to the page goes below. */}
          <div className="contents sm:ms-auto sm:flex sm:items-center sm:gap-x-3">
            {actions !== undefined && (
              <div className="order-4 ms-auto flex items-center gap-2 sm:order-none sm:ms-0">{actions}</div>
            )}
            <ProductLinks />
          </div>
        </div>
      </header>
      <AwayNote />
    </>
  );
}

interface BreadcrumbProps {
  readonly crumbs: readonly Crumb[];
  readonly isAlone: boolean;
}

const Breadcrumb = memo(function Breadcrumb({ crumbs, isAlone }: BreadcrumbProps) {
  return (
    <nav
      aria-label="Breadcrumb"
      className={`order-2 sm:order-none sm:w-auto sm:min-w-0 sm:flex-initial ${isAlone ? "min-w-1/2 flex-auto" : "w-full min-w-0"}`}
    >
      <ol className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-ink-2">
        {crumbs.map((crumb, index) => (
          <li key={`${crumb.href ?? ""} ${crumb.label}`} className="flex min-w-0 items-baseline gap-2">
            {index > 0 && <span aria-hidden>/</span>}
            {crumb.href === undefined ? (
              <span aria-current="page">
                <Name text={crumb.label} limit={56} />
              </span>
            ) : (
              <Link href={crumb.href} className="quiet-link hover:text-ink">
                <Name text={crumb.label} limit={56} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
});

/** What is the same on every page; a live page does not draw it again. */
const ProductLinks = memo(function ProductLinks() {
  return (
    <div className="order-1 ms-auto flex items-center gap-2 sm:order-none sm:ms-0">
      <PaletteButton />
      <Link href="/issues" className="quiet-link text-sm text-ink-2 hover:text-ink">
        Issues
      </Link>
      <Link href="/docs" className="quiet-link text-sm text-ink-2 hover:text-ink">
        Docs
      </Link>
      <Link href="/settings" className="quiet-link text-sm text-ink-2 hover:text-ink">
        Settings
      </Link>
      <ThemeToggle />
    </div>
  );
});
