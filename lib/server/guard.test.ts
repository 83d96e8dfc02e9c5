import { describe, expect, test } from "vitest";
import { type Config, readConfig } from "./config";
import { guardRequest, isAuthorised, sessionCookie, toSessionValue } from "./guard";

const token = "a secret of some length";
const open: Config = readConfig({ FALSEZERO_HOSTS: "telemetry.example" }, "/");
const guarded: Config = readConfig({ FALSEZERO_TOKEN: token }, "/");
const host = { host: "localhost:6161" };

function judge(config: Config, path: string, headers: Record<string, string>, method = "GET"): string {
  try {
    guardRequest(config, { method, path, headers });
    return "passes";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "throws";
  }
}

describe("by its host", () => {
  test.each([
    [{ host: "localhost" }, "passes"],
    [{ host: "127.0.0.1:6161" }, "passes"],
    [{ host: "[::1]:6161" }, "passes"],
    [{ host: "TELEMETRY.example:443" }, "passes"],
    [{ host: "evil.example" }, "forbidden"],
    [{ host: "127.0.0.1.nip.io" }, "forbidden"],
    [{ host: "localhost@evil.example" }, "forbidden"],
    [{ host: "" }, "forbidden"],
    [{}, "forbidden"],
  ])("%j %s", (headers, verdict) => {
    expect(judge(open, "/", headers)).toBe(verdict);
  });

  test("any name will do where the token has to be told", () => {
    expect(judge(guarded, "/login", { host: "evil.example" })).toBe("passes");
  });
});

describe("by the site that it comes from", () => {
  test.each([
    ["POST", "/api/v1/demo", { origin: "http://localhost:6161" }, "passes"],
    ["POST", "/api/v1/demo", {}, "passes"],
    ["POST", "/api/v1/demo", { origin: "http://localhost:8080" }, "forbidden"],
    ["POST", "/api/v1/demo", { origin: "null" }, "forbidden"],
    ["POST", "/api/v1/demo", { origin: "nonsense" }, "forbidden"],
    ["POST", "/api/v1/demo", { "sec-fetch-site": "cross-site" }, "forbidden"],
    ["POST", "/login", { "sec-fetch-site": "same-site" }, "forbidden"],
    ["GET", "/api/v1/runs", { "sec-fetch-site": "cross-site" }, "forbidden"],
    ["GET", "/api/v1/runs", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }, "passes"],
    ["GET", "/runs/a", { "sec-fetch-site": "cross-site" }, "passes"],
    ["DELETE", "/api/v1/runs/a", { origin: "https://evil.example" }, "forbidden"],
  ])("%s %s with %j %s", (method, path, headers, verdict) => {
    expect(judge(open, path, { ...host, ...headers }, method)).toBe(verdict);
  });
});

test("each named token opens, and so does its cookie; the names do not", () => {
  const config = readConfig(
    { FALSEZERO_TOKEN: token, FALSEZERO_TOKENS: "trainer=first=secret,ada=second-secret" },
    "/",
  );
  const isOpened = (headers: Record<string, string>) =>
    isAuthorised(config, { method: "GET", path: "/api/v1/runs", headers });
  for (const secret of [token, "first=secret", "second-secret"]) {
    expect(isOpened({ authorization: `Bearer ${secret}` })).toBe(true);
    expect(isOpened({ cookie: `${sessionCookie}=${toSessionValue(secret)}` })).toBe(true);
  }
  for (const other of ["trainer", "ada=second-secret", "secret", ""])
    expect(isOpened({ authorization: `Bearer ${other}` })).toBe(false);
});

describe("by its token", () => {
  const cookie = `${sessionCookie}=${toSessionValue(token)}`;
  test.each([
    [{ authorization: `Bearer ${token}` }, true],
    [{ authorization: `bearer ${token}` }, true],
    [{ authorization: `Bearer ${token} ` }, false],
    [{ authorization: "Bearer " }, false],
    [{ authorization: `Token ${token}` }, false],
    [{ cookie }, true],
    [{ cookie: `a=b; ${cookie}; c=d` }, true],
    [{ cookie: `x${cookie}` }, false],
    [{ cookie: `${sessionCookie}=${token}` }, false],
    [{ cookie: `${sessionCookie}=${toSessionValue("another")}` }, false],
    // A header that is there counts, whatever the cookie.
    [{ authorization: "Bearer wrong", cookie }, false],
    [{}, false],
  ])("%j is authorised: %s", (headers, isGood) => {
    expect(isAuthorised(guarded, { method: "GET", path: "/api/v1/runs", headers })).toBe(isGood);
  });

  test.each([
    ["/login", "passes"],
    ["/icon.svg", "passes"],
    ["/falsezero.py", "passes"],
    ["/falsezero.py/", "unauthorized"],
    ["/_next/static/chunks/0bn5zxpod33gl.js", "passes"],
    ["/_next/static/media/inter-latin.0k-1.woff2", "passes"],
    ["/", "unauthorized"],
    ["/login/", "unauthorized"],
    ["/loginx", "unauthorized"],
    ["/_next/static", "unauthorized"],
    ["/_next/static/", "unauthorized"],
    ["/_next/static/../../api/v1/runs", "unauthorized"],
    ["/_next/static/a/..", "unauthorized"],
    ["/_next/static/./a.js", "unauthorized"],
    ["/_next/static/%2e%2e/%2e%2e/api/v1/runs", "unauthorized"],
    ["/_next/static/..\\..\\api", "unauthorized"],
    ["/_next/static//api", "unauthorized"],
    ["/_next/image", "unauthorized"],
    ["/api/health", "unauthorized"],
    ["/metrics", "unauthorized"],
  ])("%s without it %s", (path, verdict) => {
    expect(judge(guarded, path, host)).toBe(verdict);
  });

  test("nobody needs one where none is set", () => {
    expect(judge(open, "/api/v1/runs", { host: "localhost" })).toBe("passes");
  });
});
