import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "@/lib/core/errors";
import type { Config, Token } from "./config";

/** The cookie of a browser that has told the token. It holds a digest, never the token itself. */
export const sessionCookie = "falsezero_session";

export interface GuardedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

function readHostName(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.toLowerCase();
  } catch {
    return "";
  }
}

/** Most requests name the same host. */
let lastHost = { host: "", name: "" };

function hostName(host: string): string {
  if (lastHost.host !== host) lastHost = { host, name: readHostName(host) };
  return lastHost.name;
}

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A page elsewhere can point a name of its own at this machine (DNS rebinding). On loopback, without a token, only the
 * usual names and those of FALSEZERO_HOSTS are answered.
 */
function checkHost(config: Config, host: string | undefined): void {
  if (config.tokens.length > 0) return;
  const name = hostName(host ?? "");
  if (loopbackNames.has(name) || /^127(?:\.\d{1,3}){3}$/.test(name) || config.hosts.includes(name)) return;
  throw new Problem(
    "forbidden",
    "This server answers to its loopback address only. Behind a proxy, name the public host in FALSEZERO_HOSTS.",
    { path: "Host" },
  );
}

/** Requests that a browser sends for another site change nothing here. */
function checkOrigin(request: GuardedRequest): void {
  const { headers, method } = request;
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const site = headers["sec-fetch-site"];
  const isCrossSite = site === "cross-site" || site === "same-site";
  if (isCrossSite && (!isRead || request.path.startsWith("/api/"))) {
    throw new Problem("forbidden", "Requests of other sites are not answered.", { path: "Sec-Fetch-Site" });
  }
  const { origin } = headers;
  if (isRead || origin === undefined) return;
  const isSame = origin !== "null" && hostOf(origin) === (headers.host ?? "").toLowerCase();
  if (!isSame) throw new Problem("forbidden", "Requests of other sites are not answered.", { path: "Origin" });
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return "";
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What the session cookie of a token holds. */
export function toSessionValue(token: string): string {
  return createHash("sha256").update("falsezero session\n").update(token).digest("base64url");
}

function isSameSecret(sent: string, secret: string): boolean {
  return timingSafeEqual(digest(sent), digest(secret));
}

/** The token that was sent; null: it is none of ours. */
export function findToken(config: Config, sent: string): Token | null {
  return config.tokens.find(({ secret }) => isSameSecret(sent, secret)) ?? null;
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** Next cleans addresses behind this guard (`/../`), so of its files only an address without anything to clean is open. */
const staticFile = /^\/_next\/static(?:\/(?!\.{1,2}(?:\/|$))[\w~.-]+)+$/;

/** Addresses that the login page itself needs, and the Python client: it is the same for everybody and holds no secret. */
const openPaths: ReadonlySet<string> = new Set(["/login", "/icon.svg", "/favicon.ico", "/falsezero.py"]);

function isOpen(path: string): boolean {
  return openPaths.has(path) || staticFile.test(path);
}

export function isAuthorised(config: Config, request: GuardedRequest): boolean {
  if (config.tokens.length === 0 || isOpen(request.path)) return true;
  // All that follows the scheme: a token may hold spaces.
  const sent = /^bearer (.*)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent !== undefined) return findToken(config, sent) !== null;
  const session = readCookie(request.headers.cookie, sessionCookie);
  return session !== null && config.tokens.some(({ secret }) => isSameSecret(session, toSessionValue(secret)));
}

/**
 * Judges a request before anything reads it.
 *
 * @throws Problem `forbidden` for a foreign host or another site, `unauthorized` without the token.
 */
export function guardRequest(config: Config, request: GuardedRequest): void {
  checkHost(config, request.headers.host);
  checkOrigin(request);
  if (isAuthorised(config, request)) return;
  throw new Problem(
    "unauthorized",
    "This server needs a token: send Authorization: Bearer with the one it was started with (FALSEZERO_TOKEN, FALSEZERO_TOKENS), or open /login in a browser.",
  );
}
