// Texts that are hard on whoever goes back over what they have read, counts on a delimiter, or nests.

/** HostileText makes a text of about so many characters. */
export interface HostileText {
  readonly name: string
  make(size: number): string
}

const REPEATED = [
  ...[
    '1',
    'a',
    ' ',
    '?',
    '/',
    '(',
    ')',
    '[',
    '{',
    '"',
    "'",
    '\\',
    '.',
    ',',
    '-',
    '_',
    '%',
    '&',
    '=',
    ':',
    ';',
  ],
  ...['\t', '\n', '\u00a0', '\u2028', 'é', 'e\u0301', '😀', '@', '#', '!', '*', '<', '$', '\0', '\\"', '""'],
  ...['1.', 'a.', 'a,', 'a=', '1e1,', '1:', '(a', 'a)', '[]', '{}', '->', '->>', 'a!', '?a', '&a=', '%20'],
  ...[
    "''",
    '--',
    '/*',
    '$$',
    '::',
    'a b ',
    'x\\n',
    '{{',
    '{{a}}',
    ' and a = 1',
    ',*',
    'a(b),',
    'not.',
    '{"a":',
  ],
]
// What comes last decides whether a pattern that has read everything must go back.
const ENDS = ['', 'x']

/** HOSTILE_TEXTS are all such texts. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...REPEATED.flatMap((part) =>
    ENDS.map((end) => ({
      name: `${JSON.stringify(part)} again and again${end === '' ? '' : `, then ${JSON.stringify(end)}`}`,
      make: (size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size) + end,
    })),
  ),
  nested('(', ')'),
  nested('[', ']'),
  nested('{"a":', '}'),
  nested('or(', ')'),
  nested('a(', ')'),
  nested('not(', ')'),
  {
    name: 'many names',
    make: (size) => Array.from({ length: Math.ceil(size / 8) }, (_, i) => `n${1e5 + i}`).join(),
  },
]

function nested(open: string, close: string): HostileText {
  return {
    name: `${open} within ${open}`,
    make: (size) => {
      const depth = Math.ceil(size / (open.length + close.length))
      return open.repeat(depth) + close.repeat(depth)
    },
  }
}
