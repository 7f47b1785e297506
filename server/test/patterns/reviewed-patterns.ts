// Patterns that the check cannot pass by itself, each with the reason why its time is bounded all the same.

/** REVIEWED gives for a file and a pattern, as `path pattern`, the reason why it may stand there. */
export const REVIEWED: Readonly<Record<string, string>> = {
  "engine/shapes/data-types.ts new RegExp(rule.pattern.replaceAll('[:space:]', '\\\\s'), 'u')":
    'made of constants: of email, which looks at 254 characters, and of phone, without repetitions that have no bound; the watchdog feeds both',
  'platform/config/message-settings.ts /^(?:(?<name>[^<>\\p{Cc}\\u2028\\u2029]*?)\\s*<(?<bracketed>[^<>]+)>|(?<bare>[^<>\\s]+))$/u':
    "the administrator's own setting, read once at the start, and of at most 500 characters",
  'engine/sql/expressions/constants.ts /^(?:0[xob][0-9a-f_]+|(?:\\d[\\d_]*)?\\.?[\\d_]*(?:e[+-]?\\d[\\d_]*)?)$/i':
    "a constant that PostgreSQL's parser has read as a number, in SQL of bounded length",
}
