/** The documentation in the app: every page is there, and every link in it leads somewhere. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { docsGroups, fillExample } from "@/lib/view/docs-pages";
import { listOperations } from "../api-document";
import { documents } from "../documents";
import { type RealServer, startServer } from "../real-server";

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

const pages = docsGroups.flatMap((group) => group.pages);

async function read(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`);
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  // What the scripts of a page carry beside it is no part of what is read.
  return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
}

function listAttributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
  );
}

test("every document has its page, and is linked from the index", async () => {
  const shown = documents.filter((file) => file !== "README.md");
  expect(pages.map(({ file }) => file).sort()).toEqual([...shown].sort());
  const links = listAttributes(await read("/docs"), "href");
  expect(pages.filter(({ slug }) => !links.includes(`/docs/${slug}`))).toEqual([]);
});

test("every link of every page leads to a page and an anchor that are there", async () => {
  const reference = listAttributes(await read("/docs/reference"), "href").filter((href) =>
    /^\/docs\/reference\/[^#]+$/.test(href),
  );
  const paths = ["/docs", "/docs/reference", ...new Set(reference), ...pages.map(({ slug }) => `/docs/${slug}`)];
  const read_ = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  const anchors = new Map(read_.map(([path, html]) => [path, new Set(listAttributes(html, "id"))]));
  const broken: string[] = [];
  for (const [path, html] of read_) {
    for (const href of listAttributes(html, "href")) {
      if (!/^(?:\/docs|#)/.test(href)) continue;
      const [target = "", anchor] = href.split("#");
      const ids = anchors.get(target === "" ? path : target);
      if (ids === undefined || (anchor !== undefined && !ids.has(decodeURIComponent(anchor))))
        broken.push(`${path}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test("the reference has every operation, once", async () => {
  const index = listAttributes(await read("/docs/reference"), "href");
  const linked = index
    .flatMap((href) => /^\/docs\/reference\/[^#]+#(\w+)$/.exec(href) ?? [])
    .filter((id) => !id.includes("/"));
  const operations = listOperations().map(({ operation }) => operation.operationId);
  expect(operations.filter((id) => !linked.includes(id))).toEqual([]);
});

test("examples carry this server's address, and a place for the token where one is asked for", async () => {
  const html = await read("/docs/python");
  expect(html).toContain(server.url);
  const examples = html.match(/<pre[\s\S]*?<\/pre>/g) ?? [];
  expect(examples.length).toBeGreaterThan(3);
  expect(examples.join("")).not.toContain("127.0.0.1:6161");
  const here = { origin: "https://fz.example", needsToken: true };
  expect(fillExample("curl http://127.0.0.1:6161/api/v1/runs\n", "sh", here)).toBe(
    'curl -H "authorization: Bearer $FALSEZERO_TOKEN" https://fz.example/api/v1/runs\n',
  );
});

test("nothing but the documentation is read", async () => {
  for (const path of [
    "/docs/../package.json",
    "/docs/package",
    "/docs/..%2F..%2Fetc%2Fpasswd",
    "/docs/reference/nothing",
  ]) {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  }
});
