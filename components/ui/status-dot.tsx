const colours = {
  live: "bg-live",
  quiet: "bg-control",
  critical: "bg-critical",
  warning: "bg-warning",
  finished: "bg-transparent border-[1.5px] border-control",
  crashed: "bg-critical",
  stopped: "bg-transparent border-[1.5px] border-control",
} as const;

export type Status = keyof typeof colours;

/** A dot beside a word; never alone, because colour is not a name. */
export function StatusDot({ status }: { readonly status: Status }) {
  return <span aria-hidden className={`inline-block size-[7px] shrink-0 rounded-full ${colours[status]}`} />;
}
