/** Values of JSON text that nobody vouches for. */

export type JsonFields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is JsonFields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A list's elements as what they are: not known yet. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Reads an own key, whatever it is called; anything but an object has none. */
export function readKey(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function readString(value: unknown, key: string): string | null {
  const found = readKey(value, key);
  return typeof found === "string" ? found : null;
}

/** Parses JSON text; undefined where it is none (null is a JSON value). */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A value as indented JSON text; a string as it is. */
export function printJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
