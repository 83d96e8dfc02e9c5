/**
 * A conversation read out of a payload that may be anything: responses API items (NeMo Gym, ours), chat messages, or
 * plain prompt and completion. What is not understood is kept as JSON, never dropped.
 */
import { isFields, isList, printJson, readKey, readString } from "./json-value";

export type PartKind = "text" | "reasoning" | "call" | "result" | "other";

export interface TurnPart {
  readonly kind: PartKind;
  /** The tool that is called, or the type of an item that we do not know. */
  readonly name: string | null;
  /** Links a call to its result. */
  readonly callId: string | null;
  readonly text: string;
}

export interface Turn {
  /** `system`, `user`, `assistant`, `tool`, or what the sender calls it. */
  readonly role: string;
  readonly parts: readonly TurnPart[];
}

/** Where in the payload the conversation was found; null: nowhere. */
export interface Conversation {
  readonly source: string | null;
  readonly turns: readonly Turn[];
}

interface Piece {
  readonly role: string;
  readonly part: TurnPart;
  /** Whether an item of its own begins here. */
  readonly opens?: boolean;
}

function part(kind: PartKind, text: string, name: string | null = null, callId: string | null = null): TurnPart {
  return { kind, text, name, callId };
}

/** Text of a content part of any dialect; null where it holds none. */
function readContentText(content: unknown): string | null {
  if (typeof content === "string") return content;
  return readString(content, "text") ?? readString(content, "refusal") ?? readString(content, "content");
}

/** Content is a text, or a list of parts some of which are no text. Neighbouring texts belong together. */
function readContent(content: unknown, kind: "text" | "reasoning"): TurnPart[] {
  if (content === null || content === undefined) return [];
  if (!isList(content)) return [part(kind, readContentText(content) ?? printJson(content))];
  const parts: TurnPart[] = [];
  const texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) parts.push(part(kind, texts.splice(0).join("\n")));
  };
  for (const element of content) {
    const text = readContentText(element);
    if (text !== null) texts.push(text);
    else {
      flush();
      parts.push(part("other", printJson(element), readString(element, "type")));
    }
  }
  flush();
  return parts;
}

function readCall(call: unknown): TurnPart {
  const called = readKey(call, "function") ?? call;
  const args = readKey(called, "arguments") ?? readKey(called, "input");
  const id = readString(call, "call_id") ?? readString(call, "id");
  return part("call", args === undefined ? "" : printJson(args), readString(called, "name"), id);
}

function readToolCalls(item: unknown): TurnPart[] {
  const calls = readKey(item, "tool_calls");
  return isList(calls) ? calls.map(readCall) : [];
}

function readReasoning(item: unknown): TurnPart[] {
  const parts = [
    ...readContent(readKey(item, "summary"), "reasoning"),
    ...readContent(readKey(item, "content"), "reasoning"),
  ];
  return parts.length > 0 ? parts : [part("other", printJson(item), "reasoning")];
}

function readMessage(item: unknown, role: string): Piece[] {
  const reasoning = readKey(item, "reasoning_content") ?? readKey(item, "reasoning");
  const parts = [
    ...readContent(reasoning, "reasoning"),
    ...readContent(readKey(item, "content"), "text"),
    ...readToolCalls(item),
  ];
  return parts.map((one) => ({ role, part: one }));
}

/** One item of a list: a message of either dialect, a call, a result, reasoning, or something else. */
function readItem(item: unknown, fallbackRole: string): Piece[] {
  if (typeof item === "string") return [{ role: fallbackRole, part: part("text", item) }];
  if (!isFields(item)) return [{ role: fallbackRole, part: part("other", printJson(item)) }];
  const type = readString(item, "type");
  const role = readString(item, "role");
  if (type === "function_call" || type === "tool_call") return [{ role: "assistant", part: readCall(item) }];
  if (type === "function_call_output" || role === "tool") {
    const id = readString(item, "call_id") ?? readString(item, "tool_call_id");
    const output = readKey(item, "output") ?? readKey(item, "content");
    const texts = readContent(output, "text").map(({ text }) => text);
    return [{ role: "tool", part: part("result", texts.join("\n"), readString(item, "name"), id) }];
  }
  if (type === "reasoning") return readReasoning(item).map((one) => ({ role: "assistant", part: one }));
  if (role !== null || "content" in item) return readMessage(item, role ?? fallbackRole);
  return [{ role: fallbackRole, part: part("other", printJson(item), type) }];
}

function readItems(items: unknown, fallbackRole: string): Piece[] {
  if (items === undefined || items === null) return [];
  const list = isList(items) ? items : [items];
  return list.flatMap((item) => readItem(item, fallbackRole).map((piece, index) => ({ ...piece, opens: index === 0 })));
}

/** Thoughts and words after something was said or called are the next turn; a call after words belongs to them. */
function beginsTurn(piece: Piece, parts: readonly TurnPart[]): boolean {
  if (piece.opens !== true || piece.part.kind === "call" || piece.part.kind === "result") return false;
  return parts.some(({ kind }) => kind !== "reasoning");
}

/** Neighbouring pieces of one role, as far as they belong together. */
function toTurns(pieces: readonly Piece[]): Turn[] {
  const turns: { role: string; parts: TurnPart[] }[] = [];
  for (const piece of pieces) {
    const last = turns[turns.length - 1];
    if (last !== undefined && last.role === piece.role && !beginsTurn(piece, last.parts)) last.parts.push(piece.part);
    else turns.push({ role: piece.role, parts: [piece.part] });
  }
  return turns;
}

const messageLists = ["messages", "conversation", "transcript", "trajectory"] as const;

/** Pairs of keys that hold what was asked and what was answered. */
const askedAndAnswered = [
  ["input", "output"],
  ["prompt", "completion"],
  ["prompt", "response"],
] as const;

function readFrom(holder: JsonHolder): Conversation | null {
  const params = readKey(holder.value, "responses_create_params");
  const response = readKey(holder.value, "response");
  const asked = readKey(params, "input");
  const answered = readKey(response, "output");
  if (asked !== undefined || answered !== undefined) {
    const instructions = readString(params, "instructions");
    const pieces = [
      ...(instructions === null ? [] : [{ role: "system", part: part("text", instructions) }]),
      ...readItems(asked, "user"),
      ...readItems(answered, "assistant"),
    ];
    return {
      source: `${holder.path}responses_create_params.input, ${holder.path}response.output`,
      turns: toTurns(pieces),
    };
  }
  for (const key of messageLists) {
    const list = readKey(holder.value, key);
    if (isList(list)) return { source: `${holder.path}${key}`, turns: toTurns(readItems(list, "assistant")) };
  }
  for (const [question, answer] of askedAndAnswered) {
    const input = readKey(holder.value, question);
    const output = readKey(holder.value, answer);
    if (output === undefined || isFields(output)) continue;
    const pieces = [...readItems(input, "user"), ...readItems(output, "assistant")];
    return { source: `${holder.path}${question}, ${holder.path}${answer}`, turns: toTurns(pieces) };
  }
  return null;
}

interface JsonHolder {
  readonly path: string;
  readonly value: unknown;
}

/** Finds the conversation in a payload; a payload without one has no turns, and its JSON is all there is to show. */
export function readConversation(payload: unknown): Conversation {
  const holders: JsonHolder[] = [
    { path: "", value: payload },
    { path: "payload.", value: readKey(payload, "payload") },
  ];
  for (const holder of holders) {
    const found = readFrom(holder);
    if (found !== null && found.turns.length > 0) return found;
  }
  return { source: null, turns: [] };
}

/** What was left out of a payload when it was kept, and why. */
export function listDropped(payload: unknown): { readonly path: string; readonly why: string }[] {
  const dropped = readKey(payload, "_falsezero_dropped");
  if (!isFields(dropped)) return [];
  return Object.entries(dropped).map(([path, why]) => ({ path, why: printJson(why) }));
}
