// What can be seen of SQL without a parser: the server has that.

/** Statements is a part of a text that runs at once: a query, or statements that write and follow one another. It begins at `line` and `column`, from 1. */
export interface Statements {
  readonly sql: string
  readonly line: number
  readonly column: number
  readonly writes: boolean
}

// Texts, names in quotes, dollar quotes and comments, in which nothing is a parameter or a keyword. The last may lack its end.
const OPAQUE =
  /(?<!\w)e'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(?<!\w)\$((?:[a-z_]\w*)?)\$[\s\S]*?(?:\$\1\$|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gi

// Each character stays where it was.
function bare(sql: string): string {
  return sql.replaceAll(OPAQUE, (text) => text.replaceAll(/[^\n]/g, ' '))
}

/** partsOf splits SQL into what runs at once. */
export function partsOf(sql: string): Statements[] {
  const parts: (Statements & { readonly from: number })[] = []
  for (const { from, to, shown } of statementsIn(bare(sql))) {
    const writes = !reads(shown)
    const last = parts.at(-1)
    if (writes && last?.writes) {
      parts.splice(-1, 1, { ...last, sql: sql.slice(last.from, to) })
      continue
    }
    const before = sql.slice(0, from).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    parts.push({ from, sql: sql.slice(from, to), line: before.length, column, writes })
  }
  return parts
}

// A body of `begin atomic` has semicolons of its own.
function* statementsIn(text: string) {
  let start = 0
  for (const { index } of `${text};`.matchAll(/;/g)) {
    const shown = text.slice(start, index)
    if (/\bbegin\s+atomic\b/i.test(shown) && index < text.length && isOpen(shown)) continue
    const from = start + shown.search(/\S|$/)
    if (from < index) yield { from, to: index, shown }
    start = index + 1
  }
}

function isOpen(shown: string): boolean {
  const begun = shown.match(/\b(?:atomic|case)\b/gi)?.length ?? 0
  return begun > (shown.match(/\bend\b/gi)?.length ?? 0)
}

function reads(shown: string): boolean {
  const [, word] = /^[\s(]*(select|with|values|table)\b/i.exec(shown) ?? []
  if (word?.toLowerCase() !== 'with') return word !== undefined
  return !/\b(?:insert\s+into|delete\s+from|update\b[^;]*?\bset)\b/i.test(shown)
}

/** parametersOf returns the names of `:name` in SQL, each once. */
export function parametersOf(sql: string): string[] {
  const found = bare(sql).matchAll(/(?<![:\w]):([a-z_]\w*)/gi)
  return [...new Set([...found].map(([, name = '']) => name))]
}
