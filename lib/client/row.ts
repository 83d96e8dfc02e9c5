/** What `log` makes of a rollout: its text, an identity, and the address that it goes to. */

type Fields = Readonly<Record<string, unknown>>;

/** What a run says of rows that say nothing else. */
export interface RowDefaults {
  readonly path: string;
  readonly split: string | undefined;
  readonly segment: string | null;
  readonly environment: string | undefined;
}

/** One line of the spool: what kind of call, its address, and its body on one line. */
export interface SpoolRecord {
  /** `ROWS` for a rollout, which goes together with others to the same address. */
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Epoch ms; of what names no launch, and belongs to the newest of that moment. */
  readonly loggedAt?: number | undefined;
}

/** When something is logged, where that decides to which launch it belongs: what is sent to this address names none. */
export function toLoggedAt(path: string, now: number): number | undefined {
  return /[?&]segment=/.test(path) ? undefined : now;
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** What JSON does not know by itself. */
function toJsonValue(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { type: value.name, message: value.message.slice(0, 2_000) };
  if (ArrayBuffer.isView(value)) return Object.values(value);
  return value;
}

/** Lists that are longer, and whose ends and middle are numbers or texts, are taken for that as a whole. */
const flatFrom = 64;

function isFlat(list: readonly unknown[]): boolean {
  const some = [list[0], list[list.length >> 1], list[list.length - 1]];
  return list.length > flatFrom && some.every((value) => typeof value === "number" || typeof value === "string");
}

/** Whether a value holds something that JSON does not write as we would; asking costs less than to have it replaced. */
function isOdd(value: unknown): boolean {
  if (value === null || typeof value !== "object") return typeof value === "bigint";
  if (Array.isArray(value)) return !isFlat(value) && value.some(isOdd);
  if (value instanceof Map || value instanceof Set || value instanceof Error || ArrayBuffer.isView(value)) return true;
  return Object.values(value).some(isOdd);
}

const deepest = 50;

/** Anything as what JSON can hold: cycles and depths cut, what can't be read named. */
function toPlain(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== "object") return toJsonValue("", value);
  if (depth > deepest) return "…";
  const known = toJsonValue("", value);
  if (Array.isArray(known)) return known.map((inner) => toPlain(inner, depth + 1));
  if (!isFields(known)) return known;
  const plain: Record<string, unknown> = {};
  for (const key of Object.keys(known)) {
    try {
      plain[key] = toPlain(known[key], depth + 1);
    } catch {
      plain[key] = "(unreadable)";
    }
  }
  return plain;
}

/** JSON on one line; of a value that JSON refuses, what can be told of it. */
export function toJsonText(value: Fields): string {
  try {
    return isOdd(value) ? JSON.stringify(value, toJsonValue) : JSON.stringify(value);
  } catch {
    return JSON.stringify(toPlain(value, 0));
  }
}

/** Whether a row is a NeMo Gym verify response or failure record, by the server's own rule. */
function isNemoGym(row: Fields): boolean {
  if ("responses_create_params" in row && "response" in row) return true;
  return Object.keys(row).some((key) => key.startsWith("_ng_"));
}

const nemoGymNames: readonly (readonly [string, string])[] = [
  ["group", "_ng_task_index"],
  ["sample", "_ng_rollout_index"],
  ["attempt", "_ng_attempt_index"],
  ["id", "_ng_rollout_id"],
];

function has(row: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => row[name] !== undefined && row[name] !== null);
}

/** The id that a typed failure record holds. */
function hasRecordId(row: Fields): boolean {
  const record = row["_ng_failure_record"];
  const episode = isFields(record) ? record["episode_id"] : null;
  return isFields(episode) && has(episode, "rollout_id");
}

/** A query of what is told; nothing of what is not. */
export function toQuery(told: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(told)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}

function fillNative(row: Record<string, unknown>, step: number | null, ownId: string, defaults: RowDefaults): string {
  if (!has(row, "step") && step !== null) row["step"] = step;
  if (!has(row, "group", "sample") && !has(row, "id")) row["id"] = ownId;
  const { split, segment, environment } = defaults;
  return toQuery({ format: "native", split, segment, environment });
}

/** The row stays as it is, but for an identity where it has none. Such rows name no step: the query does. */
function fillNemoGym(
  row: Record<string, unknown>,
  fields: Fields,
  step: number | null,
  ownId: string,
  defaults: RowDefaults,
): string {
  const { step: toldStep, split, segment, environment, ...said } = fields;
  const left: Record<string, unknown> = { ...said };
  for (const [name, theirs] of nemoGymNames) {
    if (has(left, name)) row[theirs] = left[name];
    delete left[name];
  }
  Object.assign(row, left);
  const isKnown = has(row, "_ng_task_index", "_ng_rollout_index") || has(row, "_ng_rollout_id") || hasRecordId(row);
  if (!isKnown) {
    const envelope = row["_falsezero"];
    row["_falsezero"] = { id: ownId, ...(isFields(envelope) ? envelope : {}) };
  }
  return toQuery({
    format: "nemo-gym",
    step: toldStep ?? step,
    split: split ?? defaults.split,
    segment: segment ?? defaults.segment,
    environment: environment ?? defaults.environment,
  });
}

/**
 * A rollout as it is kept and sent.
 *
 * @param step of rows that name none.
 * @param ownId of rows without an identity; it stays with the row, however often it is sent.
 * @throws TypeError for what is no object.
 */
export function toRowRecord(
  rollout: unknown,
  fields: Fields,
  step: number | null,
  ownId: string,
  defaults: RowDefaults,
): SpoolRecord {
  const told = isFields(rollout) && typeof rollout["toJSON"] === "function" ? rollout["toJSON"]() : rollout;
  if (!isFields(told)) throw new TypeError(`a rollout is an object, not ${told === null ? "null" : typeof told}`);
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const isTheirs = isNemoGym(told);
  const row: Record<string, unknown> = isTheirs ? { ...told } : { ...told, ...said };
  const query = isTheirs ? fillNemoGym(row, said, step, ownId, defaults) : fillNative(row, step, ownId, defaults);
  return {
    method: "ROWS",
    path: `${defaults.path}/rollouts${query}`,
    body: toJsonText(row),
    loggedAt: toLoggedAt(query, Date.now()),
  };
}
