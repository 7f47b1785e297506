// The rows behind a place in an order, as conditions that an index can answer.

/** Placed is one operand of an order as SQL, with the SQL of its value at a place; null where that is null. */
export interface Placed {
  readonly text: string
  readonly direction: 'asc' | 'desc'
  /** nulls is undefined where the operand is never null. */
  readonly nulls: 'first' | 'last' | undefined
  readonly at: string | null
}

/**
 * rowsBehind returns conditions in the order of the rows that meet them: all rows of one come before all rows of the next.
 * One condition with `or` in it would be read from the beginning of the order, or sorted whole; each of these is a range of an
 * index. The last key must never be null, and be the same in no two rows.
 */
export function rowsBehind(keys: readonly Placed[], inclusive: boolean): string[] {
  const compared = lastRun(keys)
  const conditions: string[][] = []
  for (let at = compared; at >= 0; at--) {
    const key = keys[at] as Placed
    const same = keys.slice(0, at).map(isSame)
    const isLast = at === compared
    if (key.at === null) {
      if (key.nulls === 'first') conditions.push([...same, `${key.text} is not null`])
      continue
    }
    const run = isLast ? keys.slice(at) : [key]
    const sign = `${key.direction === 'asc' ? '>' : '<'}${isLast && inclusive ? '=' : ''}`
    conditions.push([
      ...same,
      `${row(run.map(({ text }) => text))} ${sign} ${row(run.map((one) => String(one.at)))}`,
    ])
    if (key.nulls === 'last') conditions.push([...same, `${key.text} is null`])
  }
  return conditions.map((all) => all.join(' and '))
}

// Where the last keys that one comparison of rows does for begin: they go the same way, and none behind the first is null.
function lastRun(keys: readonly Placed[]): number {
  let at = keys.length - 1
  while (at > 0) {
    const [before, key] = [keys[at - 1] as Placed, keys[at] as Placed]
    if (key.nulls !== undefined || before.at === null || before.direction !== key.direction) break
    at -= 1
  }
  return at
}

function isSame({ text, at }: Placed): string {
  return at === null ? `${text} is null` : `${text} = ${at}`
}

function row(texts: readonly string[]): string {
  return texts.length === 1 ? String(texts[0]) : `(${texts.join(', ')})`
}
