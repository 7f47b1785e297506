// A place in SQL as editors count it.

/** placeOf gives a position with its line and column, both from 1. */
export function placeOf(source: string, position: number) {
  const before = source.slice(0, position).split('\n')
  return { position, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
