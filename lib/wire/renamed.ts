type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** An object with its own names in camelCase; what stands below them is left as it is. */
export type Camelled<Fields> = { [Name in keyof Fields as Camel<Name> & string]: Fields[Name] };

function rename(fields: object, renameKey: (key: string) => string) {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [renameKey(key), value]));
}

/** snake_case of the wire into camelCase, one level deep. */
export function toCamel<Fields extends object>(fields: Fields): Camelled<Fields> {
  return rename(fields, (key) =>
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ) as Camelled<Fields>;
}

/** The way back. */
export function toSnake(fields: object): Record<string, unknown> {
  return rename(fields, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
