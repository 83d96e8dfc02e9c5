import { RequestError, UnreachableError } from "@/lib/client/client-error";
import { escapeUnseen } from "@/lib/core/one-line";

/** Exit codes of the command line. */
export const exitCodes = { done: 0, refused: 1, unusable: 2 } as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the server is: told, else by FALSEZERO_URL, else on this machine at PORT. @throws RangeError for no URL. */
export function readServerAddress(told: string | undefined, environment: Environment): string {
  const port = environment["PORT"];
  const local = `http://127.0.0.1:${port === undefined || port === "" ? "6161" : port}`;
  const address = told ?? (environment["FALSEZERO_URL"] || local);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RangeError(`${JSON.stringify(address)} is no http address of a server, such as http://127.0.0.1:6161`);
  }
  return address.replace(/\/+$/, "");
}

/** What to say, and with which code to exit, when the server can't be used; null for errors that are our own. */
export function explainFailure(error: unknown): { readonly message: string; readonly code: number } | null {
  if (!(error instanceof Error)) return null;
  // They may hold words of files, and of whatever answers there.
  const words = escapeUnseen(error.message);
  if (error instanceof UnreachableError) {
    const message = [
      `No Falsezero server: ${words}.`,
      "Start one in the project folder with `npm start`, or name another with --url or FALSEZERO_URL.",
    ].join("\n");
    return { message, code: exitCodes.unusable };
  }
  if (error instanceof RequestError) {
    const isLocked = error.status === 401 || error.status === 403;
    const hint = isLocked ? "\nSet FALSEZERO_TOKEN to the token that the server was started with." : "";
    return { message: `${words}${hint}`, code: exitCodes.unusable };
  }
  if (error instanceof RangeError) return { message: words, code: exitCodes.unusable };
  return null;
}
