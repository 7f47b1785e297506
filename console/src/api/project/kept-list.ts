// A list that is kept: of what changes, only the entries that differ are written, so that two windows never overwrite one another.
import type { EntryChanges } from './console-items.ts'
import type { KeptValue } from './kept-writes.ts'

/** KeptList is a list whose entries the server changes one by one. */
export interface KeptList<Entry> extends KeptValue<readonly Entry[]> {
  readonly merge: (
    mine: readonly Entry[],
    theirs: readonly Entry[],
    before: readonly Entry[],
  ) => readonly Entry[]
  readonly changes: (before: readonly Entry[], now: readonly Entry[]) => EntryChanges
}

/** keptList is a list of the viewer under a key; the text in the field `by` identifies an entry. */
export function keptList<By extends string, Entry extends Readonly<Record<By, string>>>(
  key: string,
  by: By,
  read: (json: unknown) => readonly Entry[],
): KeptList<Entry> {
  const differing = (before: readonly Entry[], now: readonly Entry[]) => {
    const known = new Map(before.map((entry) => [entry[by], JSON.stringify(entry)]))
    const names = new Set(now.map((entry) => entry[by]))
    return {
      by,
      put: now.filter((entry) => known.get(entry[by]) !== JSON.stringify(entry)),
      remove: [...known.keys()].filter((name) => !names.has(name as Entry[By])),
    }
  }
  return {
    whose: 'me',
    key,
    read,
    changes: differing,
    // As the server does it.
    merge: (mine, theirs, before) => {
      const { put, remove } = differing(before, mine)
      const fresh = new Map(put.map((entry) => [entry[by], entry]))
      const gone = new Set<string>(remove)
      const kept = theirs.flatMap((entry) => {
        const name = entry[by]
        const replacement = fresh.get(name)
        fresh.delete(name)
        return replacement ?? (gone.has(name) ? [] : entry)
      })
      return [...kept, ...fresh.values()]
    },
  }
}
