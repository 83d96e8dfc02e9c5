/** A list of more runs than a page's first HTML holds. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
  for (let number = 0; number < 151; number++) {
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/api/v1/runs/run-${number}`, { method: "PUT", headers, body: "{}" });
  }
});

afterAll(async () => {
  await server.stop();
});

test("without scripts fifty runs are listed, how many there are is said, and all are a link away", async () => {
  const html = await (await fetch(server.url)).text();
  expect(html.match(/ data-index="\d+"/g)).toHaveLength(50);
  expect(html).toContain('aria-rowcount="152"');
  const [, told = ""] = /<noscript>(<p.*?<\/p>)<\/noscript>/.exec(html) ?? [];
  expect(told.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, "")).toBe(
    "Without scripts the first 50 of 151 runs are listed. All runs as CSV",
  );
  const [, address = ""] = /href="([^"]+)"/.exec(told) ?? [];
  const csv = await (await fetch(server.url + address)).text();
  expect(csv.trimEnd().split("\r\n")).toHaveLength(152);
});
