/** What a filter is made of, as it was written: `status:live -kind:a,"b c" step:61..80 "free text"`. */

/** A stretch of the text, in UTF-16 code units; `to` is behind its last one. Never empty, never outside the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One value of a list. */
export interface TermValue {
  readonly text: string;
  /** Quoted values are taken to the letter: no stars, no comparisons. */
  readonly quoted: boolean;
  readonly span: Span;
}

export interface TextTerm {
  readonly as: "text";
  readonly text: string;
  readonly quoted: boolean;
  readonly not: boolean;
  readonly span: Span;
}

export interface FieldTerm {
  readonly as: "field";
  readonly key: string;
  readonly keySpan: Span;
  /** At least one. */
  readonly values: readonly TermValue[];
  readonly not: boolean;
  readonly span: Span;
}

export type FilterTerm = TextTerm | FieldTerm;

/** Why a text is no filter, and where. */
export interface FilterFault {
  readonly span: Span;
  /** A sentence: what was expected there. */
  readonly message: string;
}

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: FilterFault };

export const labelPrefix = "label.";

const noSpan: Span = { from: 0, to: 0 };

/** Bare words end at spaces, quotes and commas. */
const bareValue = /^[^\s",]+$/u;
/** What a bare value would be read as something else for. */
const meansMore = /[*\\]|^[<>=]|\.\./u;

/** A value that is taken to the letter, whatever is in it. */
export function toLiteral(text: string): TermValue {
  return { text, quoted: !bareValue.test(text) || meansMore.test(text), span: noSpan };
}

/** A term made of parts rather than read from a text. */
export function toFieldTerm(key: string, values: readonly TermValue[], not = false): FieldTerm {
  return { as: "field", key, keySpan: noSpan, values, not, span: noSpan };
}

const plainWord = /^[^\s",:-][^\s",:]*$/u;

export function toTextTerm(text: string, not = false): TextTerm {
  return { as: "text", text, quoted: !plainWord.test(text), not, span: noSpan };
}
