/** One kind of variable part, and what takes its place. */
export interface TemplateRule {
  readonly name: string;
  /** What it must not swallow. */
  readonly remark: string;
  /** Global, and linear in the length of the text: no two neighbouring parts that can match the same characters. */
  readonly pattern: RegExp;
  readonly replace: (match: string, kept: string | undefined) => string;
}

/** Grows by one with every change to the rules or the headline; part of every fingerprint. */
export const rulesVersion = 1;

/** Letters and digits that make one word with a neighbour. Scripts written without spaces are not among them. */
const word = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}`;
const from = `(?<![${word}])`;
const to = `(?![${word}])`;

/** What Kubernetes makes random suffixes of: no vowels, so no words either. */
const podLetter = "[bcdfghjklmnpqrstvwxz2456789]";
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1?\d{1,2})`;
const group = "[0-9a-f]{1,4}";
const ipv6 = [
  `(?:${group}:){7}${group}`,
  `(?:${group}:){1,6}(?::${group}){1,6}`,
  `::(?:${group}:){0,6}${group}`,
  `(?:${group}:){1,7}:`,
].join("|");
const clock = String.raw`\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?`;
const zone = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
/** A path's component; holes made by earlier rules are part of it. */
const component = String.raw`(?:[^\s/\\:"'${"`"}<>|?*(),;\[\]{}]|<[a-z]+>)+`;
const amount = String.raw`(?<![${word}]|\p{Nd}[.,])\p{Nd}+(?:[.,]\p{Nd}+)?`;
const seconds = [
  "(?:nano|micro|milli)?seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|[nmuµμ]s|s|h",
  "(?:Milli)?[Ss]ekunden?|Minuten?|Stunden?|Tagen?|secondes?|heures?|jours?|segundos?|minutos?|horas?|секунд[аыу]?|минут[аыу]?|час(?:а|ов)?",
].join("|");
const bytes = "[KMGTPE]i?B|kB|[KMGTP]i|[Bb]ytes?|[Oo]ctets?|байта?";
/** Names whose number is part of them. */
const numberedNames = "utf|sha|iso|aes|ora|pls|tns|rfc|cve|gpt|claude|llama";

function rule(name: string, remark: string, source: string, hole: string, flags = ""): TemplateRule {
  return { name, remark, pattern: new RegExp(source, `gu${flags}`), replace: () => hole };
}

/** Like a rule, but what its first group matched stays. */
function keeping(name: string, remark: string, source: string, hole: string): TemplateRule {
  return { ...rule(name, remark, source, hole, "i"), replace: (_, kept = "") => `${kept}${hole}` };
}

/** In the order in which they are applied; the order is part of their meaning. */
export const templateRules: readonly TemplateRule[] = [
  rule(
    "email",
    "image@sha256:…, scope/package@1.2.3 or user@host: the last label has letters only.",
    String.raw`(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])`,
    "<email>",
    "i",
  ),
  rule(
    "url",
    "The full stop, bracket, quote or Chinese text behind it.",
    String.raw`(?<![a-z0-9+.-])(?:[a-z][a-z0-9+-]{1,15}:\/\/(?:\[[0-9a-f:.]{2,45}\])?|data:[a-z]{1,20}\/[\w.+-]{1,60};base64,)(?:[\w\-.~:/?#@!$&*+,;=%]|<email>)*(?<![.,:;!?])`,
    "<url>",
    "i",
  ),
  rule("uuid", "A part of a longer word.", `${from}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}${to}`, "<id>", "i"),
  rule(
    "trace",
    "Phone numbers and ranges: only W3C's traceparent and X-Ray's form.",
    `${from}(?:[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|1-[0-9a-f]{8}-[0-9a-f]{24})${to}`,
    "<id>",
    "i",
  ),
  keeping(
    "named id",
    "What is said about an id in words (`request id: missing`): it needs a digit.",
    String.raw`(${from}(?:trace|span|request|req|correlation|session|call|task|job|run)[-_ ]?id["']?[=: ]{1,3}["'(]?)(?=[a-z_-]{0,127}\d)[\w-]{6,128}(?![\w-])`,
    "<id>",
  ),
  rule(
    "time",
    "file.ts:12:30, versions, ratios: a clock has three parts and stands alone.",
    [
      String.raw`(?<![${word}])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?${zone})?${to}`,
      String.raw`(?<![${word}])\d{8}T\d{6}Z?${to}`,
      String.raw`(?<![${word}/])(?:\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}\/\d{4})(?: ${clock})?(?![${word}/])`,
      String.raw`(?<![${word}.])\d{1,2}\.\d{1,2}\.\d{4}(?:,? ${clock})?(?![${word}]|\.\d)`,
      String.raw`${from}${weekday},? (?:\d{1,2} ${month} \d{4} ${clock}${zone}|${month} {1,2}\d{1,2} ${clock}(?: \d{4})?)`,
      String.raw`${from}${month} {1,2}\d{1,2} ${clock}`,
      String.raw`\d{4}年\d{1,2}月\d{1,2}日(?: ?${clock}| ?\d{1,2}[时時]\d{1,2}分(?:\d{1,2}秒)?)?`,
      String.raw`(?<![${word}.:])(?:[IWEF]\d{4} )?${clock}(?![${word}:])`,
    ].join("|"),
    "<time>",
  ),
  rule(
    "ip",
    "Versions of four numbers with one above 255, C++ scopes (a digit is asked for), clocks and MAC addresses.",
    [
      String.raw`(?<![\w.])(?:${octet}\.){3}${octet}(?::\d{1,5}|\/\d{1,2})?(?!\w|\.\d)`,
      String.raw`(?<![\w:])\[(?=[a-f:]*\d)(?:${ipv6})\](?::\d{1,5})?`,
      String.raw`(?<![\w:])(?=[a-f:]*\d)(?:${ipv6})(?![\w:])`,
    ].join("|"),
    "<ip>",
    "i",
  ),
  rule(
    "pod",
    "Words: Kubernetes' alphabet has no vowels, and one suffix alone needs a digit that is not its last.",
    [
      `(?<=[a-z0-9])-(?:\\d{8,10}|${podLetter}{6,10})-${podLetter}{5}(?![a-z0-9-])`,
      `(?<=[a-z0-9])-(?=[a-z]{0,3}\\d)(?=\\d*[a-z])${podLetter}{5}(?![a-z0-9-])`,
    ].join("|"),
    "-<pod>",
  ),
  rule(
    "host",
    "UTF-8, ORA-00942, gpt-4: names whose number tells what they are; versions.",
    String.raw`(?<=[a-z](?:-\d{1,6}){0,3})(?<!\de)(?<!${from}(?:${numberedNames})(?:-\d{1,6}){0,3})-\d{1,6}(?![a-z0-9]|\.\d)`,
    "-<n>",
    "i",
  ),
  rule(
    "path",
    "and/or, 3/5, text/html, XPath and closing tags: it starts at a root, and its last component stays.",
    [
      String.raw`${from}[A-Za-z]:[\\/]{1,2}(?:${component}[\\/]{1,2})*(?=${component})`,
      String.raw`(?<![\\])\\\\(?:${component}\\{1,2})+(?=${component})`,
      String.raw`(?<![\p{L}\p{N}_/<>~.-])(?:~|\.{1,2})?\/(?:${component}\/)+(?=${component})`,
    ].join("|"),
    "<path>/",
  ),
  rule("address", "A number that goes on in letters.", `${from}0x[0-9a-f]+${to}`, "<hex>", "i"),
  rule(
    "hex",
    "Words of a to f (`deadbeef`), and numbers, which have their own rule: a digit and a letter are asked for.",
    `${from}(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{8,}${to}`,
    "<id>",
    "i",
  ),
  rule(
    "mixed id",
    "Names with one number in them, such as Base64EncodedImage.",
    `${from}(?=[A-Za-z]*\\d+[A-Za-z]+\\d)[A-Za-z0-9]{16,}${to}`,
    "<id>",
  ),
  rule("numbered name", "x86_64, and digits that go on in letters.", `(?<=\\p{L})_\\d+${to}`, "_<n>"),
  rule(
    "duration",
    "5 sandboxes, 3D: the unit is a whole word.",
    [
      String.raw`(?<![${word}]|\d[.,])(?:\d+(?:\.\d+)?(?:h|ms|[µμun]s|m|s))+${to}`,
      `${amount}[ -]?(?:${seconds})${to}`,
      `${amount} ?(?:[纳微毫]?秒[钟間]?|分[钟間]?|小时|時間|天|초|분|시간)`,
    ].join("|"),
    "<duration>",
  ),
  rule("size", "8B parameters, 16k of context.", `${amount}[ -]?(?:(?:${bytes})${to}|字节|バイト)`, "<size>"),
  {
    name: "number",
    remark: "Status, exit and error codes of up to five digits; digits in or before a word; releases such as 3.8.1rc1.",
    pattern: new RegExp(
      [
        String.raw`(${from}(?:https?(?:\/\d(?:\.\d)?)?|(?:http|exit|error|status|return)?[_ -]?(?:status|code)|err(?:no|or)?|exit(?:ed)?(?: with)?|signal|sqlstate|(?:${numberedNames})(?=-)|状态码|错误码|终了コード|エラー|código|код)[\s:：=#("'\[/-]{0,3}-?\d{1,5}(?:\.\d)?(?![${word}_]|[.,]\d))`,
        String.raw`(?:(?<=^|[\s=(\[:,])-)?(?<![${word}_]|\p{Nd}[.,])\p{Nd}+(?:[.,]\p{Nd}+)*(?:e[+-]?\d+)?(?![${word}_]|[.,]\p{Nd})`,
      ].join("|"),
      "giu",
    ),
    // Long whole numbers are ids: of eight hexadecimal digits, one in forty has no letter.
    replace: (match, kept) => kept ?? (/^\p{Nd}{8,}$/u.test(match) ? "<id>" : "<n>"),
  },
  rule(
    "quoted text",
    "Quoted text that stands bare, which is often the cause: only after = or a colon.",
    String.raw`(?<=[=:：] ?)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|${"`"}[^${"`"}]*${"`"}|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』)`,
    "<text>",
  ),
];
