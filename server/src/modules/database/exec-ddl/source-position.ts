// Positions in SQL as editors show them.

/** sourcePosition adds the line and column of an offset, both counted from 1. */
export function sourcePosition(source: string, position: number) {
  const before = source.slice(0, position).split('\n')
  return { position, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
