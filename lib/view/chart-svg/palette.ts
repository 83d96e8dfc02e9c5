/** The colours of the product, for files that have to bring their own: [light, dark], as app/globals.css has them. */
export const palette = {
  "--paper": ["#fdfdfb", "#131416"],
  "--raised": ["#ffffff", "#1b1c1f"],
  "--sunken": ["#f5f5f2", "#1a1b1e"],
  "--hairline": ["#e7e7e3", "#292b2f"],
  "--hairline-strong": ["#cfcfca", "#3d4046"],
  "--grid": ["#ecece8", "#222427"],
  "--ink": ["#17181a", "#ececee"],
  "--ink-2": ["#5d6066", "#9b9ea5"],
  "--ink-3": ["#6f7278", "#8b8e95"],
  "--accent": ["#1660b4", "#62a8f5"],
  "--accent-soft": ["#e8f0f9", "#18283b"],
  "--critical": ["#c4301f", "#fb6a58"],
  "--warning": ["#8f5f00", "#e3b04d"],
  "--evidence": ["#1660b4", "#62a8f5"],
  "--as-scored": ["#b45c0c", "#eda352"],
  "--trained": ["#7c48b8", "#b98ae6"],
  "--masked": ["#5b5f66", "#a6a9b0"],
  "--no-result": ["#8a3b12", "#e08a5c"],
  "--missing": ["#8b8e94", "#75787e"],
  "--kind-0": ["#c93a2c", "#f0695a"],
  "--kind-1": ["#7c48b8", "#b98ae6"],
  "--kind-2": ["#857000", "#c9b458"],
  "--kind-3": ["#00796b", "#4db6a6"],
  "--kind-4": ["#2f6bb8", "#78aef0"],
  "--kind-5": ["#b0307f", "#ea7fb9"],
  "--kind-6": ["#8d5a2b", "#cf9a66"],
  "--kind-7": ["#3c7d1f", "#86c06a"],
  "--kind-8": ["#5a6b7c", "#9db0c3"],
  "--kind-9": ["#86324a", "#d98a9f"],
  "--kind-other": ["#6f7278", "#8b8e95"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/** Declarations of all of them, for both themes. */
export const paletteStyle = Object.entries(palette)
  .map(([name, [light, dark]]) => `${name}:light-dark(${light},${dark})`)
  .join(";");

/** A drawing with its light colours written out, for programs that know no variables. */
export function withLightColours(markup: string): string {
  const colours: Readonly<Record<string, readonly [string, string]>> = palette;
  return markup.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => colours[name]?.[0] ?? whole);
}
