import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { csvOptions, flatten, listColumns, toCsvRow } from "./csv";

test("members become cells by the path to them, lists and what stays whole as JSON", () => {
  const step = {
    step: 61,
    reward: { evidence: { n: 6, mean: 0.16666666666666666 }, components: {} },
    tags: ["a", "b"],
  };
  expect([...flatten({ ...step, config: { lr: 1 }, none: null }, ["config"])]).toEqual([
    ["step", 61],
    ["reward.evidence.n", 6],
    ["reward.evidence.mean", 0.16666666666666666],
    ["tags", '["a","b"]'],
    ["config", '{"lr":1}'],
    ["none", null],
  ]);
});

test("rows with other members stand under one header", () => {
  const rows = [flatten({ a: 1, kinds: { x: { count: 1 } } }), flatten({ a: 2, kinds: { y: { count: 3 } } })];
  const columns = listColumns(rows);
  expect(columns).toEqual(["a", "kinds.x.count", "kinds.y.count"]);
  expect(rows.map((row) => toCsvRow(columns, row))).toEqual([
    [1, 1, null],
    [2, null, 3],
  ]);
});

test("texts that a spreadsheet would run are text, and numbers are whole", () => {
  const cells = ["=1+1", "+1", "-1", "@x", "\t=1", "a=1", -0.25, 1e-7, 0.1 + 0.2, true, false, null, 'say "x",\nnow'];
  expect(stringify([cells], csvOptions)).toBe(
    `'=1+1,'+1,'-1,'@x,'\t=1,a=1,-0.25,1e-7,0.30000000000000004,true,false,,"say ""x"",\nnow"\r\n`,
  );
});
