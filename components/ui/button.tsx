import type { ComponentProps, ReactNode } from "react";

const look = {
  /** The one thing to do on a page. */
  primary: "bg-ink text-paper hover:bg-ink/85",
  plain: "border border-hairline-strong text-ink hover:bg-sunken",
  quiet: "text-ink-2 hover:text-ink hover:bg-sunken",
  danger: "border border-critical/40 text-critical hover:bg-critical-soft",
} as const;

export type ButtonLook = keyof typeof look;

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonLook = "plain"): string {
  return `inline-flex h-8 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap disabled:opacity-50 ${look[kind]}`;
}

export function Button({
  kind = "plain",
  className = "",
  type = "button",
  ...props
}: ComponentProps<"button"> & { readonly kind?: ButtonLook }) {
  return <button type={type} className={`${buttonClass(kind)} ${className}`} {...props} />;
}

/** A square button that shows an icon; its label is what it is called. */
export function IconButton({
  label,
  className = "",
  type = "button",
  children,
  ...props
}: ComponentProps<"button"> & { readonly label: string; readonly children: ReactNode }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink ${className}`}
      {...props}
    >
      {children}
    </button>
  );
}
