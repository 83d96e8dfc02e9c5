export const themeCookie = "falsezero_theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Reads the theme a reader chose; anything else follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}
