// SQL without its texts, names in quotes and comments, in which nothing is a keyword or a parameter: as PostgreSQL reads them.

const NAME = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy
const DOLLAR = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy
// Where a text goes on after a new line.
const CONTINUED = /[^\S\r\n]*[\r\n]\s*'/y

/** bare puts spaces in their place, so that each character stays where it was. What is opaque may lack its end. */
export function bare(sql: string): string {
  const shown: string[] = []
  let from = 0
  for (let at = 0; at < sql.length; ) {
    const name = matchAt(NAME, sql, at)
    const end = endOfOpaque(sql, at, name)
    if (end !== undefined) {
      shown.push(sql.slice(from, at), sql.slice(at, end).replaceAll(/[^\n]/g, ' '))
      from = end
    }
    at = end ?? at + Math.max(1, name.length)
  }
  return shown.join('') + sql.slice(from)
}

// Undefined where nothing opaque begins at `at`.
function endOfOpaque(sql: string, at: number, name: string): number | undefined {
  const quote = sql[at]
  // A quote within is written twice: as if another text began.
  if (quote === "'" || quote === '"') return behind(sql, quote, at + 1)
  if (/^e$/i.test(name) && sql[at + 1] === "'") return endOfEscaped(sql, at + 2)
  if (sql.startsWith('--', at)) return at + sql.slice(at).search(/[\r\n]|$/)
  if (sql.startsWith('/*', at)) return endOfComment(sql, at)
  const tag = matchAt(DOLLAR, sql, at)
  return tag === '' ? undefined : behind(sql, tag, at + tag.length)
}

function endOfEscaped(sql: string, from: number): number {
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === '\\' || sql.startsWith("''", at)) at += 1
    else if (sql[at] === "'") {
      const more = matchAt(CONTINUED, sql, at + 1)
      if (more === '') return at + 1
      at += more.length
    }
  }
  return sql.length
}

// Comments nest.
function endOfComment(sql: string, from: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = from
  let depth = 0
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return sql.length
}

function behind(sql: string, end: string, from: number): number {
  const at = sql.indexOf(end, from)
  return at < 0 ? sql.length : at + end.length
}

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(sql)?.[0] ?? ''
}
