// About how many tokens a text of SQL has, before PostgreSQL's scanner is asked, whose time is that of its tokens and not of
// its characters. Texts, names and comments count as one, however long they are; signs count one by one.

const WORD = /[\w$\u0080-\uffff]+/y
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

/** countTokens counts the tokens of a text, and stops as soon as there are more than `most`. */
export function countTokens(sql: string, most: number): number {
  let count = 0
  for (let at = 0; at < sql.length && count <= most; ) {
    const char = sql[at] as string
    if (/\s/.test(char)) at += 1
    else {
      count += 1
      at = endOfToken(sql, at, char)
    }
  }
  return count
}

function endOfToken(sql: string, at: number, char: string): number {
  if (char === "'" || char === '"') return endOfQuoted(sql, at, char, false)
  if ((char === 'e' || char === 'E') && sql[at + 1] === "'") return endOfQuoted(sql, at + 1, "'", true)
  if (char === '-' && sql[at + 1] === '-') return endOf(sql, '\n', at)
  if (char === '/' && sql[at + 1] === '*') return endOfComment(sql, at)
  if (char === '$') {
    const tag = matchAt(DOLLAR, sql, at)
    if (tag !== undefined) return endOf(sql, tag, at + tag.length)
  }
  return at + (matchAt(WORD, sql, at)?.length ?? 1)
}

// A quotation mark that is doubled ends nothing, nor does one behind a backslash in a text with escapes.
function endOfQuoted(sql: string, start: number, quote: string, hasEscapes: boolean): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (hasEscapes && sql[at] === '\\') at += 1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  return sql.length
}

function endOfComment(sql: string, start: number): number {
  let depth = 0
  for (let at = start; at < sql.length; at += 1) {
    const pair = sql.slice(at, at + 2)
    if (pair === '/*') depth += 1
    else if (pair === '*/') depth -= 1
    else continue
    at += 1
    if (depth === 0) return at + 1
  }
  return sql.length
}

function endOf(sql: string, end: string, from: number): number {
  const found = sql.indexOf(end, from)
  return found < 0 ? sql.length : found + end.length
}

function matchAt(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(sql)?.[0]
}
