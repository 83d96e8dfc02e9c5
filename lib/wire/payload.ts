/** What is kept of a row's text: by default the last turns, without what is large, private or of no use to a reader. */

export const payloadModes = ["none", "slim", "full"] as const;
export type PayloadMode = (typeof payloadModes)[number];

/** Kept text of one rollout, in UTF-16 code units of JSON. */
export const slimLimit = 64 * 1024;

/** Where a slimmed payload says what was left out of it: path → what and why. */
export const droppedKey = "_falsezero_dropped";

const droppedNames =
  /^(?:.*_)?(?:token_ids?|tokens_ids|log_?probs?|token_loss_mask|routed_experts|pixel_values)$|^(?:.*_)?logprobs?$/;
const imageNames = /^(?:image|images|image_url|input_image|image_data|b64_json|screenshot)$/;
const dataUrl = /^data:(?:image|video|audio)\//;

/** Whether a name is one that may be dropped, remembered: rows of a run repeat their names. */
const droppable = new Map<string, boolean>();

function mayBeDropped(name: string): boolean {
  let known = droppable.get(name);
  if (known === undefined) {
    known = name === "instance_config" || droppedNames.test(name) || imageNames.test(name);
    if (droppable.size > 10_000) droppable.clear();
    droppable.set(name, known);
  }
  return known;
}

/** Whether anything in a value has to be dropped, or written otherwise than it was sent. */
function needsSlimming(value: unknown): boolean {
  if (typeof value === "string") return dataUrl.test(value);
  if (typeof value === "number") return !Number.isFinite(value);
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some(needsSlimming);
  for (const name in value) if (mayBeDropped(name) || needsSlimming(Reflect.get(value, name))) return true;
  return false;
}

/** Where a conversation stands, the policy's own words first: what a reader comes for gets the room first. */
const conversationNames = [
  "response",
  "output",
  "completion",
  "messages",
  "payload",
  "responses_create_params",
  "input",
  "prompt",
];

function rankOf(name: string): number {
  const rank = conversationNames.indexOf(name);
  return rank < 0 ? conversationNames.length : rank;
}

/** Texts up to here are always kept: an id that is cut is no id. */
const shortText = 200;

class Slimmer {
  readonly dropped = new Map<string, string>();
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** The value without what is dropped; undefined where all of it is. Last parts first, so that they are what is kept. */
  slim(value: unknown, path: string): unknown {
    if (typeof value === "string") return this.#slimText(value, path);
    if (typeof value === "number") {
      this.#left -= 8;
      return Number.isFinite(value) ? value : String(value);
    }
    if (value === null || typeof value !== "object") {
      this.#left -= 5;
      return value;
    }
    return Array.isArray(value) ? this.#slimList(value, path) : this.#slimObject(value, path);
  }

  #slimText(text: string, path: string): string {
    if (dataUrl.test(text)) {
      this.dropped.set(path, `media of ${text.length} characters`);
      return "[media]";
    }
    if (text.length <= Math.max(this.#left, shortText)) {
      this.#left -= text.length;
      return text;
    }
    const kept = Math.max(0, this.#left);
    this.#left = 0;
    this.dropped.set(path, `the first ${text.length - kept} of ${text.length} characters`);
    return kept === 0 ? "" : text.slice(-kept);
  }

  #slimList(list: readonly unknown[], path: string): unknown[] {
    const kept: unknown[] = [];
    for (let index = list.length - 1; index >= 0; index--) {
      if (this.#left <= 0) {
        this.dropped.set(path, `the first ${index + 1} of ${list.length} items`);
        break;
      }
      kept.push(this.slim(list[index], `${path}[${index}]`));
    }
    return kept.reverse();
  }

  #slimObject(value: object, path: string): Record<string, unknown> {
    const names = Object.keys(value);
    const inOrder = [...names].reverse().sort((a, b) => rankOf(a) - rankOf(b));
    const kept = new Map<string, unknown>();
    for (const [index, name] of inOrder.entries()) {
      // The row's own names all stay; inside it even short texts come to an end.
      if (this.#left <= 0 && path !== "") {
        this.dropped.set(path, `${names.length - index} of ${names.length} names`);
        break;
      }
      const inner: unknown = Reflect.get(value, name);
      const at = path === "" ? name : `${path}.${name}`;
      const reason = reasonToDrop(name, inner);
      if (reason !== null) {
        this.dropped.set(at, reason);
        continue;
      }
      this.#left -= name.length + 4;
      kept.set(name, name === "instance_config" ? keepMaskOnly(inner) : this.slim(inner, at));
      if (name === "instance_config") this.dropped.set(at, "all but mask_sample: it can hold secrets");
    }
    return Object.fromEntries(names.flatMap((name) => (kept.has(name) ? [[name, kept.get(name)]] : [])));
  }
}

function reasonToDrop(name: string, value: unknown): string | null {
  if (value === null || typeof value !== "object") {
    const isImage = imageNames.test(name) && typeof value === "string" && value.length > 512;
    return isImage ? `an image of ${value.length} characters` : null;
  }
  if (droppedNames.test(name)) return "token ids or log-probabilities";
  return imageNames.test(name) ? "an image" : null;
}

/** Cut text may have characters of three bytes, and names that always stay. */
const slimBytes = 4 * slimLimit;

/**
 * Whether a payload is one that slimming left, so that slimming it again would only lose what it says of itself.
 *
 * @param length of its JSON text, in bytes.
 */
export function isSlim(payload: unknown, length: number): boolean {
  return length <= slimBytes && holdsNothingToDrop(payload);
}

function holdsNothingToDrop(value: unknown): boolean {
  if (typeof value === "string") return !dataUrl.test(value);
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every(holdsNothingToDrop);
  return Object.entries(value).every(([name, inner]) => {
    // What was left out is told by name.
    if (name === droppedKey) return true;
    if (name === "instance_config") return JSON.stringify(keepMaskOnly(inner)) === JSON.stringify(inner);
    return reasonToDrop(name, inner) === null && holdsNothingToDrop(inner);
  });
}

function keepMaskOnly(config: unknown): unknown {
  let holder = config;
  if (typeof holder === "string") {
    try {
      holder = JSON.parse(holder);
    } catch {
      return {};
    }
  }
  if (holder === null || typeof holder !== "object" || !("mask_sample" in holder)) return {};
  const flag = holder.mask_sample;
  return typeof flag === "object" ? {} : { mask_sample: flag };
}

/** What is kept of a row: nothing, the row to the letter, or another text. */
export type KeptPayload = { readonly keep: "nothing" | "row" } | { readonly keep: "text"; readonly text: string };

/**
 * What is kept of a row.
 *
 * @param row the parsed row. @param length of the row as it was sent, in bytes.
 * @returns in `slim`, a text without what is large, private or of no use; what was left out is named in it under
 * {@link droppedKey}.
 */
export function keepPayload(row: Readonly<Record<string, unknown>>, length: number, mode: PayloadMode): KeptPayload {
  if (mode === "none") return { keep: "nothing" };
  if (mode === "full") {
    if (!hasBareNumber(row)) return { keep: "row" };
    return { keep: "text", text: JSON.stringify(row, (_, value: unknown) => toWritable(value)) };
  }
  if (length <= slimLimit && !needsSlimming(row)) return { keep: "row" };
  const slimmer = new Slimmer(slimLimit);
  const kept = slimmer.slim(row, "");
  if (slimmer.dropped.size === 0) return { keep: "text", text: JSON.stringify(kept) };
  const dropped = Object.fromEntries([...slimmer.dropped].slice(0, 50));
  return { keep: "text", text: JSON.stringify(Object.assign(Object.create(null), kept, { [droppedKey]: dropped })) };
}

function hasBareNumber(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return value !== null && typeof value === "object" && Object.values(value).some(hasBareNumber);
}

/** Strict JSON has no NaN and no infinities: they are kept as words. */
function toWritable(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
