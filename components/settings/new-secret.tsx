import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** A secret that was just made: it can be copied now, and never again. */
export function NewSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <div role="status" className="max-w-3xl py-4 text-sm">
      <p>
        Kept. Its notices are signed with this secret, which is{" "}
        <strong className="font-semibold">shown only now</strong>: give it to the receiver, to check the header{" "}
        <code>Falsezero-Signature</code> by.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-1.5">
        <code className="min-w-0 wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      <Button kind="primary" className="mt-3" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
