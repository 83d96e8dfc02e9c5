import { expect, test } from "vitest";
import { z } from "zod";
import { readAnswer } from "./read-answer";

const parse = (json: unknown) => z.object({ step: z.int() }).parse(json);
const dataOf = (text: string) => `data:application/json,${encodeURIComponent(text)}`;
const never = new AbortController().signal;

test("what reads an answer is given its text as well, to know one again", async () => {
  const text = '{ "step": 61 }';
  const read = await readAnswer(dataOf(text), never, (_, itsText) => itsText);
  expect(read).toEqual({ as: "read", value: text });
});

test("an answer of another form is told apart from one that never came", async () => {
  expect(await readAnswer(dataOf('{"step":61}'), never, parse)).toEqual({ as: "read", value: { step: 61 } });
  expect(await readAnswer(dataOf('{"step":"61"}'), never, parse)).toEqual({ as: "outdated" });
  expect(await readAnswer(dataOf("<!doctype html>"), never, parse)).toEqual({ as: "outdated" });
  expect(await readAnswer("http://127.0.0.1:1/", never, parse)).toEqual({ as: "failed" });
  expect(await readAnswer(dataOf('{"step":61}'), AbortSignal.abort(), parse)).toEqual({ as: "failed" });
});
