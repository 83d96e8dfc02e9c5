"use client";

import { useEffect, useRef, useState } from "react";
import { type Answer, readAnswer } from "./read-answer";
import { onServerReturn } from "./server-reach";

interface Asked<Value> {
  /** null: it is being asked for. */
  readonly answer: Answer<Value> | null;
  /** What the address answered last that could be read: it stays over an answer that could not be. */
  readonly last: Value | null;
}

interface Told<Value> extends Asked<Value> {
  readonly url: string;
  readonly again: Again;
}

interface Heard<Value> {
  readonly text: string;
  readonly parse: (json: unknown) => Value;
  readonly value: Value;
}

type Again = string | number | object | null;

const nothing = { answer: null, last: null };

/**
 * What an address of the API answers, asked for as long as the component is there.
 *
 * @param url null: nothing is asked. @param parse the same at every draw; throws where the answer is not what it reads.
 * @param again another value asks again: what was read stays meanwhile, and a failure does not.
 */
export function useAnswer<Value>(
  url: string | null,
  parse: (json: unknown) => Value,
  again: Again = null,
): Asked<Value> {
  const [told, setTold] = useState<Told<Value> | null>(null);
  const heard = useRef<Heard<Value> | null>(null);
  useEffect(() => {
    if (url === null) return;
    const asked = new AbortController();
    // The same answer again is the same value: nothing that hangs on it is drawn again.
    const parseNews = (json: unknown, text: string) => {
      if (heard.current?.text !== text || heard.current.parse !== parse)
        heard.current = { text, parse, value: parse(json) };
      return heard.current.value;
    };
    const ask = async () => {
      const answer = await readAnswer(url, asked.signal, parseNews);
      if (asked.signal.aborted) return;
      setTold((before) => {
        const known = before?.url === url ? before.last : null;
        if (before?.url === url && before.answer?.as === "read" && answer.as === "read" && known === answer.value)
          return before;
        return { url, again, answer, last: answer.as === "read" ? answer.value : known };
      });
    };
    void ask();
    const forget = onServerReturn(() => void ask());
    return () => {
      forget();
      asked.abort();
    };
  }, [url, parse, again]);
  if (told === null || told.url !== url) return nothing;
  if (told.again !== again && told.answer?.as !== "read") return { answer: null, last: told.last };
  return told;
}
