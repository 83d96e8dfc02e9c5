/** Who may ask what: foreign hosts and sites, and a server that needs its token. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { problemOf, send } from "./talk";

const row = '{"step":1,"reward":1}';
const post = { method: "POST", body: row } as const;
const json = { "content-type": "application/json" };

describe("a server on this machine", () => {
  let server: RealServer;

  beforeAll(async () => {
    server = await startServer({ environment: { FALSEZERO_HOSTS: "Telemetry.Example, other.example" } });
  });

  afterAll(async () => {
    await server.stop();
  });

  test.each([
    "localhost",
    "127.0.0.1:80",
    "[::1]:9000",
    "127.8.0.1",
    "LOCALHOST:6161",
    "telemetry.example",
    "other.example:443",
  ])("answers to %s", async (host) => {
    expect((await send(server.port, "/api/v1/runs", { headers: { host } })).status).toBe(200);
  });

  test.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "a@b"])(
    "does not answer to a foreign name: %j",
    async (host) => {
      const paths = ["/api/v1/runs", "/", "/login", "/icon.svg"];
      for (const path of paths) {
        const reply = await send(server.port, path, { headers: { host } });
        expect(problemOf(reply)).toMatchObject({ answered: 403, code: "forbidden", path: "Host" });
      }
    },
  );

  test.each([
    { name: "another site", headers: { origin: "https://evil.example" }, path: "Origin" },
    { name: "no site that one could name", headers: { origin: "null" }, path: "Origin" },
    { name: "another port of this machine", headers: { origin: "http://localhost:1" }, path: "Origin" },
    { name: "what the browser calls cross-site", headers: { "sec-fetch-site": "cross-site" }, path: "Sec-Fetch-Site" },
    { name: "what the browser calls same-site", headers: { "sec-fetch-site": "same-site" }, path: "Sec-Fetch-Site" },
  ])("takes nothing from $name", async ({ headers, path }) => {
    const sent = { ...json, ...headers, host: `localhost:${server.port}` };
    const attempts = [
      ["POST", "/api/v1/runs/foreign/rollouts"],
      ["PUT", "/api/v1/runs/foreign"],
      ["DELETE", "/api/v1/runs/foreign"],
      ["POST", "/login"],
    ] as const;
    for (const [method, address] of attempts) {
      const reply = await send(server.port, address, { method, headers: sent, body: row });
      expect(problemOf(reply)).toMatchObject({ answered: 403, code: "forbidden", path });
    }
    expect((await send(server.port, "/api/v1/runs/foreign")).status).toBe(404);
  });

  test("a page of its own may write, and pages elsewhere may link to it but not read its API", async () => {
    const host = `localhost:${server.port}`;
    const own = { ...json, host, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect((await send(server.port, "/api/v1/runs/own/rollouts", { ...post, headers: own })).status).toBe(200);
    const link = { host, "sec-fetch-site": "cross-site", accept: "text/html" };
    expect((await send(server.port, "/", { headers: link })).status).toBe(200);
    expect(
      (await send(server.port, "/api/v1/runs", { headers: { host, "sec-fetch-site": "cross-site" } })).status,
    ).toBe(403);
    expect((await send(server.port, "/api/v1/runs", { headers: { host, "sec-fetch-site": "none" } })).status).toBe(200);
  });

  test("a page comes with a policy that lets in no script of others", async () => {
    const page = await send(server.port, "/", { headers: { accept: "text/html" } });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(page.headers["x-content-type-options"]).toBe("nosniff");
    const other = await send(server.port, "/", { headers: { accept: "text/html" } });
    expect(other.headers["content-security-policy"]).not.toBe(policy);
  });
});

describe("a server with a token", () => {
  const token = "a secret of some length";
  let server: RealServer;

  beforeAll(async () => {
    server = await startServer({ environment: { FALSEZERO_TOKEN: token } });
  });

  afterAll(async () => {
    await server.stop();
  });

  const login = (form: Record<string, string>) =>
    send(server.port, "/login", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });

  test.each([
    "/api/v1/runs",
    "/api/v1/runs/x/events",
    "/api/v1/openapi.json",
    "/api/health",
    "/metrics",
    "/",
    "/runs/x",
    "/nowhere",
    // Addresses that look open, or lead elsewhere once somebody has cleaned them.
    "/_next/static/../../api/v1/runs",
    "/_next/static/%2e%2e/%2e%2e/api/v1/runs",
    "/_next/static/..%2f..%2fapi/v1/runs",
    "/_next/static/..\\..\\api\\v1\\runs",
    "/login/../api/v1/runs",
    "/login%2f..%2fapi/v1/runs",
    "/icon.svg/../api/v1/runs",
    "//api/v1/runs",
    "/./api/v1/runs",
    "/_next/image?url=%2Fapi%2Fv1%2Fruns&w=64&q=75",
    "http://localhost/api/v1/runs",
    "/api/v1/runs?/login",
    "/api/v1/runs#/login",
  ])("gives nothing away at %s without it", async (path) => {
    for (const headers of [{}, { accept: "text/html" }]) {
      const reply = await send(server.port, path, { headers });
      expect(reply.text).not.toContain('"runs"');
      expect({ path, isOpen: reply.status < 300 }).toEqual({ path, isOpen: false });
    }
  });

  test("says how to give it", async () => {
    const reply = await send(server.port, "/api/v1/runs");
    expect(problemOf(reply)).toMatchObject({
      answered: 401,
      code: "unauthorized",
      detail: expect.stringContaining("FALSEZERO_TOKEN"),
    });
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
    expect(reply.text).not.toContain(token);
  });

  test("takes it in a header, under any host", async () => {
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`]) {
      const headers = { authorization, host: "telemetry.example" };
      expect((await send(server.port, "/api/v1/runs", { headers })).status).toBe(200);
    }
    for (const authorization of [
      "Bearer wrong",
      "Bearer",
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      token,
    ]) {
      expect((await send(server.port, "/api/v1/runs", { headers: { authorization } })).status).toBe(401);
    }
  });

  test("stores nothing that comes without it", async () => {
    const reply = await send(server.port, "/api/v1/runs/stranger/rollouts", { ...post, headers: json });
    expect(problemOf(reply)).toMatchObject({ answered: 401, code: "unauthorized" });
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(server.port, "/api/v1/runs/stranger", { headers })).status).toBe(404);
    const sent = { ...post, headers: { ...json, ...headers } };
    expect((await send(server.port, "/api/v1/runs/friend/rollouts", sent)).status).toBe(200);
  });

  test("leads a browser to the login page, which works without it", async () => {
    const page = await send(server.port, "/runs/a%20b?steps=1-9", { headers: { accept: "text/html" } });
    expect(page.status).toBe(303);
    expect(page.headers.location).toBe("/login?next=%2Fruns%2Fa%2520b%3Fsteps%3D1-9");
    const form = await send(server.port, String(page.headers.location), { headers: { accept: "text/html" } });
    expect(form.status).toBe(200);
    expect(form.text).toContain('name="token"');
    const assets = [...form.text.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map((match) => match[1] ?? "");
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of new Set(assets)) expect((await send(server.port, asset)).status).toBe(200);
  });

  test("the login form gives a cookie that is not the token, and that opens everything", async () => {
    const reply = await login({ token, next: "/runs/a?steps=1-9" });
    expect(reply.status).toBe(303);
    expect(reply.headers.location).toBe("/runs/a?steps=1-9");
    const [set = ""] = reply.headers["set-cookie"] ?? [];
    expect(set).toMatch(/^falsezero_session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    expect(set).not.toContain(encodeURIComponent(token));
    const cookie = `other=1; ${set.split(";", 1)[0]}`;
    expect((await send(server.port, "/api/v1/runs", { headers: { cookie } })).status).toBe(200);
    expect((await send(server.port, "/", { headers: { cookie, accept: "text/html" } })).status).toBe(200);
    expect(
      (await send(server.port, "/api/v1/runs", { headers: { cookie: `falsezero_session=${token}` } })).status,
    ).toBe(401);
  });

  test("a wrong token gives no cookie, and leads back", async () => {
    const reply = await login({ token: "another secret", next: "/runs/a" });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.headers.location).toBe("/login?failed=1&next=%2Fruns%2Fa");
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login?next=/login",
    "",
  ])("a login never leads to %j", async (next) => {
    expect((await login({ token, next })).headers.location).toBe("/");
  });

  test("a form that is too large is refused", async () => {
    expect(problemOf(await login({ token: "x".repeat(10_000) }))).toMatchObject({ answered: 413 });
  });

  test("its log never holds the token", () => {
    expect(server.output()).not.toContain(token);
  });
});
