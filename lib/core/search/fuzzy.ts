/** How well a few letters stand for a name: `bgrpo` for `browser-grpo-64`. */

const isBoundary = (text: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** Letters in order, wherever they stand: those that follow each other, and those that begin a word, count for more. */
function scoreLetters(letters: string, text: string): number | null {
  let score = 0;
  let at = -1;
  for (const letter of letters) {
    const next = findNext(text, letter, at + 1);
    if (next < 0) return null;
    score += next === at + 1 ? 3 : isBoundary(text, next) ? 2 : 0;
    at = next;
  }
  return score / letters.length;
}

/** The next place of a letter; one that begins a word, where there is one and the letter does not follow at once. */
function findNext(text: string, letter: string, from: number): number {
  const next = text.indexOf(letter, from);
  if (next < 0 || next === from || isBoundary(text, next)) return next;
  for (let at = text.indexOf(letter, next + 1); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isBoundary(text, at)) return at;
  }
  return next;
}

/**
 * Scores a name against what was typed; larger is better, null is no match. The same name is 1,000, a name that begins so
 * 100 and more, one that holds it 50 and more; letters in order alone come after.
 */
export function scoreName(typed: string, name: string): number | null {
  const letters = typed.toLowerCase().replace(/\s+/g, "");
  const text = name.toLowerCase();
  if (letters === "") return 0;
  const words = typed.toLowerCase().trim();
  if (text === words) return 1_000;
  // Of two that begin so, the shorter one is nearer.
  const nearness = words.length / Math.max(text.length, 1);
  if (text.startsWith(words)) return 100 + nearness;
  const at = text.indexOf(words);
  if (at >= 0) return 50 + (isBoundary(text, at) ? 10 : 0) + nearness;
  const scattered = scoreLetters(letters, text);
  // Letters that lie about without a word between them are chance.
  return scattered === null || scattered < 1.2 ? null : scattered + nearness;
}
