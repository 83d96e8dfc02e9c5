import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "@/lib/core/errors";
import type { Config } from "@/lib/server/config";
import { findToken, sessionCookie, toSessionValue } from "@/lib/server/guard";

const formLimit = 8 * 1024;
const sessionSeconds = 30 * 24 * 3_600;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length > formLimit) throw new Problem("body_too_large", "A login form is smaller than that.");
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Only addresses of this server: a login never leads elsewhere, however the address is written. */
export function toLocalPath(next: string | null): string {
  try {
    const here = "http://falsezero.invalid";
    const url = new URL(next ?? "/", here);
    const path = `${url.pathname}${url.search}`;
    return url.origin === here && next?.startsWith("/") && !path.startsWith("//") && url.pathname !== "/login"
      ? path
      : "/";
  } catch {
    return "/";
  }
}

/** Takes the token from the login page's form and answers with a cookie, or leads back to the page. */
export async function handleLogin(config: Config, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  const next = toLocalPath(form.get("next"));
  if (config.tokens.length === 0) {
    response.writeHead(303, { location: next }).end();
    return;
  }
  const token = findToken(config, form.get("token") ?? "");
  if (token === null) {
    response.writeHead(303, { location: `/login?failed=1&next=${encodeURIComponent(next)}` }).end();
    return;
  }
  const isSecure = request.headers["x-forwarded-proto"] === "https";
  const cookie = `${sessionCookie}=${toSessionValue(token.secret)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${sessionSeconds}`;
  response.writeHead(303, { location: next, "set-cookie": isSecure ? `${cookie}; Secure` : cookie }).end();
}
