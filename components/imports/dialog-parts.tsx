import type { ReactNode } from "react";

/** What scrolls between the title and what can be done, which are always in sight. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4">{children}</div>;
}

/** What can be done now. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 border-t border-hairline px-4 py-3">{children}</div>;
}
