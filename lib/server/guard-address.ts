import { Problem } from "@/lib/core/errors";
import { describePaths } from "@/lib/wire/openapi";

interface Address {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

let known: readonly Address[] | null = null;

/** Every address of the document; made at the first request that needs it. */
function listAddresses(): readonly Address[] {
  known ??= Object.entries(describePaths()).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "[.]").replace(/\{\w+\}/g, "[^/]+")}$`),
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
  }));
  return known;
}

function inWords(methods: readonly string[]): string {
  const last = methods[methods.length - 1] ?? "";
  return methods.length < 2 ? last : `${methods.slice(0, -1).join(", ")} and ${last}`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Judges an address of the API by the document of it, so that a slip is answered in the same words as everything else
 * that went wrong.
 *
 * @throws Problem `invalid_request` where the address can't be decoded, page or not; `not_found`, or
 * `method_not_allowed` with the methods that there are.
 */
export function guardAddress(method: string, path: string): void {
  if (!isDecodable(path)) throw new Problem("invalid_request", "The address is not percent-encoded UTF-8.");
  if (!path.startsWith("/api/")) return;
  const address = listAddresses().find(({ pattern }) => pattern.test(path));
  if (address === undefined) {
    throw new Problem("not_found", "There is no such address; /api/v1/openapi.json lists those that there are.");
  }
  const asked = method === "HEAD" ? "GET" : method;
  if (asked === "OPTIONS" || address.methods.includes(asked)) return;
  const words = `This address takes ${inWords(address.methods)}; there is no ${method.slice(0, 20)} here.`;
  throw new Problem("method_not_allowed", words, { allow: address.methods });
}
