import type { ReactNode } from "react";

/** What a page is about, under its header. */
export function PageMain({ children }: { readonly children: ReactNode }) {
  return (
    <main id="content" className="mx-auto max-w-[1440px] px-4 pt-7 pb-16 sm:px-7">
      {children}
    </main>
  );
}
