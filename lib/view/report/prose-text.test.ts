import { expect, test } from "vitest";
import { toParagraphs } from "./prose-text";

test("empty lines part paragraphs, and addresses are found without the punctuation behind them", () => {
  expect(toParagraphs("See https://a.example/x?y=1.\nAnd (http://b.example)!\r\n\r\n  \nLast <script>")).toEqual([
    [
      [
        { text: "See ", url: null },
        { text: "https://a.example/x?y=1", url: "https://a.example/x?y=1" },
        { text: ".", url: null },
      ],
      [
        { text: "And (", url: null },
        { text: "http://b.example", url: "http://b.example" },
        { text: ")!", url: null },
      ],
    ],
    [[{ text: "Last <script>", url: null }]],
  ]);
  expect(toParagraphs(" \n\n ")).toEqual([]);
  expect(toParagraphs("javascript:alert(1)")).toEqual([[[{ text: "javascript:alert(1)", url: null }]]]);
});
