import { Button } from "@/components/ui/button";

interface LoginFormProps {
  readonly hasFailed: boolean;
  /** Where to go afterwards: a path of this server. */
  readonly next: string;
}

/** A path of this server, and nothing that a browser would read as another one. */
function toOwnPath(next: string): string {
  return /^\/(?![/\\])/.test(next) ? next : "/";
}

/** One field and a button; it works without a script. */
export function LoginForm({ hasFailed, next }: LoginFormProps) {
  return (
    <div className="mx-auto mt-[12vh] max-w-sm">
      <h1 className="text-lead font-semibold tracking-[-0.012em]">Falsezero</h1>
      <p className="mt-1 text-ink-2">
        This server asks for a token: the one it was started with, or one of those that it was told by name.
      </p>
      <form method="post" action="/login" className="mt-6 flex flex-col gap-3">
        <input type="hidden" name="next" value={toOwnPath(next)} />
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          Token
          <input
            type="password"
            name="token"
            required
            // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do.
            autoFocus
            autoComplete="current-password"
            aria-invalid={hasFailed}
            aria-describedby={hasFailed ? "token-problem" : undefined}
            className="h-9 rounded-md border border-control bg-transparent px-2.5 font-mono text-sm"
          />
        </label>
        {hasFailed && (
          <p id="token-problem" role="alert" className="text-sm text-critical">
            That is not this server’s token. Nothing was changed; check for a missing character and try again.
          </p>
        )}
        <Button kind="primary" type="submit" className="self-start">
          Sign in
        </Button>
      </form>
    </div>
  );
}
