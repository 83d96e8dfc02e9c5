/** What is kept of a row's text: by default the last turns, without what is large, private or of no use to a reader. */

export const payloadModes = ["none", "slim", "full"] as const;
export type PayloadMode = (typeof payloadModes)[number];

/** Kept text of one rollout, in UTF-16 code units of JSON. */
export const slimLimit = 64 * 1024;

/** Where a slimmed payload says what was left out of it: path → what and why. */
export const droppedKey = "_falsezero_dropped";

const droppedNames = /^(?:.*_)?(?:token_ids?|tokens_ids|log_?probs?|token_loss_mask|routed_experts|pixel_values)$|^(?:.*_)?logprobs?$/;
const imageNames = /^(?:image|images|image_url|input_image|image_data|b64_json|screenshot)$/;
const dataUrl = /^data:(?:image|video|audio)\//;

/** Cheap test on the text: could anything in it have to be dropped? */
const suspicious = /token_ids|token_loss|log_?prob|routed_experts|pixel_values|instance_config|image|b64_json|screenshot|data:|NaN|Infinity/;

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
    if (text.length <= this.#left) {
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
    const kept: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value).reverse()) {
      const at = path === "" ? name : `${path}.${name}`;
      const reason = this.#reasonToDrop(name, inner);
      if (reason !== null) {
        this.dropped.set(at, reason);
        continue;
      }
      this.#left -= name.length + 4;
      kept.push([name, name === "instance_config" ? keepMaskOnly(inner) : this.slim(inner, at)]);
      if (name === "instance_config") this.dropped.set(at, "all but mask_sample: it can hold secrets");
    }
    return Object.fromEntries(kept.reverse());
  }

  #reasonToDrop(name: string, value: unknown): string | null {
    if (value === null || typeof value !== "object") {
      const isImage = imageNames.test(name) && typeof value === "string" && value.length > 512;
      return isImage ? `an image of ${value.length} characters` : null;
    }
    if (droppedNames.test(name)) return "token ids or log-probabilities";
    return imageNames.test(name) ? "an image" : null;
  }
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

/**
 * The JSON text of what is kept of a row.
 *
 * @param row the parsed row; @param text the same as it was sent.
 * @returns null where nothing is kept. In `slim`, what was left out is named under {@link droppedKey}.
 */
export function toPayload(row: Readonly<Record<string, unknown>>, text: string, mode: PayloadMode): string | null {
  if (mode === "none") return null;
  if (mode === "slim" && (text.length > slimLimit || suspicious.test(text))) {
    const slimmer = new Slimmer(slimLimit);
    const kept = slimmer.slim(row, "");
    if (slimmer.dropped.size === 0) return JSON.stringify(kept);
    const dropped = Object.fromEntries([...slimmer.dropped].slice(0, 50));
    return JSON.stringify(Object.assign(Object.create(null), kept, { [droppedKey]: dropped }));
  }
  if (mode === "full" && /NaN|Infinity/.test(text)) return JSON.stringify(row, (_, value) => toWritable(value));
  return text;
}

function toWritable(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
