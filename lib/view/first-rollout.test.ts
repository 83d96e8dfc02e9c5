import { expect, test } from "vitest";
import { listFirstRolloutSnippets, toOrigin } from "./first-rollout";

test("every way in carries this server's own address", () => {
  const snippets = listFirstRolloutSnippets("http://gpu-box:7000", false);
  expect(snippets).toHaveLength(3);
  for (const { code } of snippets) expect(code).toContain("http://gpu-box:7000");
  expect(snippets.map(({ code }) => code).join("\n")).not.toContain("TOKEN");
});

test("a server with a token says where it goes, and never what it is", () => {
  const [curl, python] = listFirstRolloutSnippets("http://gpu-box:7000", true);
  expect(curl?.code).toContain('-H "authorization: Bearer $FALSEZERO_TOKEN"');
  expect(python?.code).toContain("FALSEZERO_TOKEN from the environment");
});

test.each([
  ["127.0.0.1:6161", null, "http://127.0.0.1:6161"],
  ["[::1]:6161", null, "http://[::1]:6161"],
  ["runs.example", "https", "https://runs.example"],
  ["runs.example", "https, http", "https://runs.example"],
  ['a";rm -rf', null, "http://127.0.0.1:6161"],
  [null, null, "http://127.0.0.1:6161"],
])("toOrigin(%j, %j) is %s", (host, protocol, expected) => {
  expect(toOrigin(host, protocol)).toBe(expected);
});
