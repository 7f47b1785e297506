// Parameters by name: `:city` in place of `$1`. The scanner of PostgreSQL finds them, so that neither a text nor a comment
// nor a cast is taken for one, and what is written instead is a parameter as well: values never become part of the SQL.

import { indexOf, scanSql } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { ScanToken } from '#engine/parser/syntax-tree.ts'
import { QUERY_BOUNDS } from './parse.ts'

/** MAX_PARAMETERS is how many parameters a query takes. */
export const MAX_PARAMETERS = 100

/** NamedSql is a query with `$1`, `$2`, … where its source has names; the first name is that of `$1`. */
export interface NamedSql {
  readonly text: string
  readonly names: readonly string[]
}

const NAME = /^[a-z_][a-z0-9_]*$/i

/** numberParameters returns a query with numbers in place of its parameters' names. */
export function numberParameters(source: string): NamedSql {
  const tokens = scanSql(source, QUERY_BOUNDS).filter(({ tokenName }) => !tokenName.endsWith('_COMMENT'))
  const numbered = tokens.find(({ tokenName }) => tokenName === 'PARAM')
  if (numbered !== undefined) {
    const place = indexOf(source, numbered.start)
    throw new SqlError(`${numbered.text} has no name; write all parameters as :name`, place)
  }
  const found = parametersIn(tokens)
  const names = [...new Set(found.map(({ text }) => text))]
  if (names.length > MAX_PARAMETERS) throw new SqlError(`a query takes at most ${MAX_PARAMETERS} parameters`)
  return { text: rewritten(source, found, names), names }
}

// `a[1:n]` is a slice: there a value stands before the colon, which never is before a parameter.
function parametersIn(tokens: readonly ScanToken[]): ScanToken[] {
  const brackets: string[] = []
  return tokens.filter((token, index) => {
    if (token.text === '[' || token.text === '(') brackets.push(token.text)
    if (token.text === ']' || token.text === ')') brackets.pop()
    const [before, colon] = [tokens[index - 2], tokens[index - 1]]
    if (colon?.text !== ':' || colon.end !== token.start || !NAME.test(token.text)) return false
    return brackets.at(-1) !== '[' || before === undefined || !endsValue(before)
  })
}

const VALUES: ReadonlySet<string> = new Set(['IDENT', 'UIDENT', 'ICONST', 'FCONST', 'SCONST'])

function endsValue({ text, tokenName, keywordName }: ScanToken): boolean {
  if (text === ')' || text === ']' || VALUES.has(tokenName)) return true
  // Such as LIKE, which expects a value.
  if (keywordName === 'TYPE_FUNC_NAME_KEYWORD' || text.toLowerCase() === 'between') return false
  return keywordName !== 'NO_KEYWORD' && keywordName !== 'RESERVED_KEYWORD'
}

// As long as the name where it fits, so that errors point at their places in the source. A word right before the colon, as
// in `limit:n`, would take the number for a part of itself.
function rewritten(source: string, found: readonly ScanToken[], names: readonly string[]): string {
  const bytes = new TextEncoder().encode(source)
  const text = (from: number, to?: number) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to))
  let at = 0
  const parts = found.map((token) => {
    const before = text(at, token.start - 1)
    at = token.end
    const apart = /[\w$\u0080-\uffff]$/.test(before) ? ' ' : ''
    return `${before}${apart}${`$${names.indexOf(token.text) + 1}`.padEnd(token.text.length + 1)}`
  })
  return [...parts, text(at)].join('')
}
