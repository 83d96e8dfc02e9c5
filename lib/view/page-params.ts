/** Query parameters as a page is given them. */
export type PageParams = Readonly<Record<string, string | string[] | undefined>>;

/** The same as URLSearchParams, in their order. */
export function readPageParams(params: PageParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) read.append(name, one);
  }
  return read;
}
