// What can be seen of SQL without a parser: the server has that.
import { bare } from './bare-sql.ts'

/** Statements is a part of a text that runs at once: a query, or statements that write and follow one another. It begins at `line` and `column`, from 1. */
export interface Statements {
  readonly sql: string
  readonly line: number
  readonly column: number
  readonly writes: boolean
}

/** partsOf splits SQL into what runs at once. */
export function partsOf(sql: string): Statements[] {
  const parts: (Statements & { readonly from: number })[] = []
  let [line, column, seen] = [1, 1, 0]
  for (const { from, to, shown } of statementsIn(bare(sql))) {
    const writes = !reads(shown)
    const lines = sql.slice(seen, from).split('\n')
    line += lines.length - 1
    column = (lines.length === 1 ? column : 1) + (lines.at(-1)?.length ?? 0)
    seen = from
    const last = parts.at(-1)
    if (writes && last?.writes) parts.splice(-1, 1, { ...last, sql: sql.slice(last.from, to) })
    else parts.push({ from, sql: sql.slice(from, to), line, column, writes })
  }
  return parts
}

// A body of `begin atomic` has semicolons of its own: `open` is how many of its words wait for their `end`.
function* statementsIn(text: string) {
  let start = 0
  let open = 0
  for (const { index, 0: word } of `${text};`.matchAll(/;|\bbegin\s+atomic\b|\bcase\b|\bend\b/gi)) {
    if (word !== ';') {
      const begins = /^b/i.test(word) || (open > 0 && /^c/i.test(word))
      open = begins ? open + 1 : Math.max(0, open - 1)
      continue
    }
    if (open > 0 && index < text.length) continue
    const shown = text.slice(start, index)
    const from = start + shown.search(/\S|$/)
    if (from < index) yield { from, to: index, shown }
    start = index + 1
    open = 0
  }
}

// What a WITH does is said by the first word behind its queries.
function reads(shown: string): boolean {
  const [, word] = /^[\s(]*(select|with|values|table)\b/i.exec(shown) ?? []
  if (word?.toLowerCase() !== 'with') return word !== undefined
  const [, verb = 'select'] =
    /\)\s*(select|values|table|insert|update|delete|merge)\b/i.exec(withoutNested(shown)) ?? []
  return /^[svt]/i.test(verb)
}

// Leaves out what stands in parentheses, up to the one that closes.
function withoutNested(shown: string): string {
  let depth = 0
  let from = 0
  let outside = ''
  for (const { index, 0: bracket } of shown.matchAll(/[()]/g)) {
    if (depth === 0) outside += shown.slice(from, index)
    depth = bracket === '(' ? depth + 1 : Math.max(0, depth - 1)
    from = depth === 0 ? index : from
  }
  return depth === 0 ? outside + shown.slice(from) : outside
}

/** parametersOf returns the names of `:name` in SQL, each once. */
export function parametersOf(sql: string): string[] {
  const found = bare(sql).matchAll(/(?<![:\w]):([a-z_]\w*)/gi)
  return [...new Set([...found].map(([, name = '']) => name))]
}

// Browsers and servers bound an address and its headers.
const MOST_SHARED = 4096

/** sharedText returns what the address may say of a text that runs: nothing where it writes, or is too long. */
export function sharedText(sql: string): string | undefined {
  const reads = partsOf(sql).every(({ writes }) => !writes)
  // Half of a surrogate pair cannot be in an address.
  return reads && sql.isWellFormed() && encodeURIComponent(sql).length <= MOST_SHARED ? sql : undefined
}
