const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const letters = /\p{L}/gu;

/**
 * The way a text is read by most of its letters. A log line that only begins with an Arabic name is read from the left,
 * where `dir="auto"` goes by the first letter alone.
 */
export function textDirection(text: string): "ltr" | "rtl" {
  const all = text.match(letters)?.length ?? 0;
  const right = text.match(rightToLeft)?.length ?? 0;
  return right * 2 > all ? "rtl" : "ltr";
}
