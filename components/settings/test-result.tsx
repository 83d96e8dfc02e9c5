import { formatDuration, visibleText } from "@/lib/view/format";
import type { WireWebhookTest } from "@/lib/wire/webhook";

/** What a receiver made of a test, in a line. */
export function TestResult({ result }: { readonly result: WireWebhookTest }) {
  const { delivered, status, took_ms, answer, error } = result;
  return (
    <p className={`mt-2 wrap-anywhere ${delivered ? "text-live" : "text-critical"}`}>
      {delivered
        ? `The test arrived: it answered ${status} in ${formatDuration(took_ms)}.`
        : `The test did not arrive. ${error ?? ""}`}
      {answer !== null && (
        <span className="text-ink-2">
          {" "}
          It said <q className="font-mono text-[0.92em]">{visibleText(answer)}</q>
        </span>
      )}
    </p>
  );
}
