/**
 * What tells the prompt groups of one step apart: a prompt in an environment. Unambiguous whatever the names hold, and no
 * environment is another one than one without a name.
 */
export function groupKey(environment: string | null, group: string): string {
  return environment === null ? `:${group}` : `${environment.length}:${environment}${group}`;
}
