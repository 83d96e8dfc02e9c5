import { type FilterFault, type FilterTerm, labelPrefix, type Parsed, type Span, type TermValue } from "./term";

/** Thrown inside the parser only. */
class Fault extends Error {
  readonly fault: FilterFault;

  constructor(span: Span, message: string) {
    super(message);
    this.fault = { span, message };
  }
}

const space = /\s/u;
const keyPattern = /([\p{L}_][\p{L}\p{N}_./-]*):/uy;
const quotedLabel = /label\."/y;

/** Reads a text from left to right; each read moves behind what it took. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readTerms(): FilterTerm[] {
    const terms: FilterTerm[] = [];
    for (;;) {
      while (this.#at < this.#text.length && space.test(this.#peek())) this.#at++;
      if (this.#at >= this.#text.length) return terms;
      terms.push(this.#readTerm());
    }
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #readTerm(): FilterTerm {
    const from = this.#at;
    const not = this.#peek() === "-";
    if (not) this.#at++;
    if (this.#isAtEnd()) {
      throw new Fault({ from, to: from + 1 }, "A minus leaves something out: write it right behind, as in -kind:name.");
    }
    const keyFrom = this.#at;
    const key = this.#readKey();
    if (key === null) {
      const { text, quoted } = this.#peek() === '"' ? this.#readQuoted() : this.#readWord();
      this.#endTerm();
      return { as: "text", text, quoted, not, span: { from, to: this.#at } };
    }
    const keySpan = { from: keyFrom, to: this.#at - 1 };
    const values = this.#readValues(key, keyFrom);
    return { as: "field", key, keySpan, values, not, span: { from, to: this.#at } };
  }

  /** `kind:` or `label."any name":`; null where no key begins here, and nothing is taken. */
  #readKey(): string | null {
    quotedLabel.lastIndex = this.#at;
    if (quotedLabel.test(this.#text)) return this.#readQuotedLabel();
    keyPattern.lastIndex = this.#at;
    const key = keyPattern.exec(this.#text)?.[1];
    if (key === undefined) return null;
    this.#at += key.length + 1;
    return key;
  }

  #readQuotedLabel(): string {
    const from = this.#at;
    this.#at += labelPrefix.length;
    const { text } = this.#readQuoted();
    if (text === "") throw new Fault({ from, to: this.#at }, "The name of a label is expected between the quotes.");
    if (this.#peek() !== ":") {
      throw new Fault({ from, to: this.#at }, 'A colon and a value are expected behind it: label."pool":b.');
    }
    this.#at++;
    return `${labelPrefix}${text}`;
  }

  #readValues(key: string, keyFrom: number): TermValue[] {
    const values: TermValue[] = [];
    for (;;) {
      const from = this.#at;
      if (this.#isAtEnd() || this.#peek() === ",") {
        if (values.length > 0) throw new Fault({ from: from - 1, to: from }, "A value is expected behind the comma.");
        const span = { from: keyFrom, to: from };
        throw new Fault(
          span,
          `A value is expected right behind ${key}: and no space. Text that has a colon goes in quotes.`,
        );
      }
      const { text, quoted } = this.#peek() === '"' ? this.#readQuoted() : this.#readBare();
      values.push({ text, quoted, span: { from, to: this.#at } });
      if (this.#peek() !== ",") break;
      this.#at++;
    }
    this.#endTerm();
    return values;
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length || space.test(this.#peek());
  }

  /** A term ends at a space: what goes on behind a quote was meant to be in it, or apart. */
  #endTerm(): void {
    if (this.#isAtEnd()) return;
    const span = { from: this.#at, to: this.#at + 1 };
    throw new Fault(span, 'A space is expected here. A quote inside of quotes is written \\".');
  }

  #readBare(): { text: string; quoted: false } {
    return { text: this.#take(/[^\s",]+/uy), quoted: false };
  }

  #readWord(): { text: string; quoted: false } {
    return { text: this.#take(/[^\s"]+/uy), quoted: false };
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += text.length;
    return text;
  }

  #readQuoted(): { text: string; quoted: true } {
    const from = this.#at;
    let text = "";
    this.#at++;
    while (this.#at < this.#text.length) {
      const character = this.#peek();
      this.#at++;
      if (character === '"') return { text, quoted: true };
      const next = this.#peek();
      if (character === "\\" && (next === '"' || next === "\\")) {
        text += next;
        this.#at++;
      } else text += character;
    }
    throw new Fault({ from, to: this.#text.length }, "This quote is not closed.");
  }
}

/**
 * Reads a filter as it is written; whether its keys and values mean anything is not asked here. Terms stand apart by
 * spaces: `key:value`, `key:a,b`, `key:"quoted \" value"`, words and `"quoted text"`, each with `-` before it to be
 * left out. Never throws.
 */
export function parseFilter(text: string): Parsed<readonly FilterTerm[]> {
  try {
    return { ok: true, value: new Reader(text).readTerms() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}
