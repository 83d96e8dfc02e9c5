/** What one look came to. `fail`: the server can't be relied on as it is. `warn`: it can, and somebody should know. */
export interface Finding {
  readonly name: string;
  readonly state: "ok" | "warn" | "fail";
  /** What was found, and what that means. */
  readonly what: string;
  /** What to do about it; null where nothing. */
  readonly todo: string | null;
}

export function ok(name: string, what: string): Finding {
  return { name, state: "ok", what, todo: null };
}

export function warn(name: string, what: string, todo: string): Finding {
  return { name, state: "warn", what, todo };
}

export function fail(name: string, what: string, todo: string): Finding {
  return { name, state: "fail", what, todo };
}
