// The music store: tables with rows to try a project on. What is there already stays as it is.
import { sizes } from 'virtual:music-store/sizes'
import { importRows } from './imports.ts'
import { makeTable } from './new-table.ts'

/** MUSIC_STORE is how much it is. */
export const MUSIC_STORE = {
  tables: Object.keys(sizes).length,
  rows: Object.values(sizes).reduce((sum, rows) => sum + rows, 0),
}

/** isUnfinished reports whether tables, by their slugs, are some of the store and nothing else. */
export function isUnfinished(slugs: readonly string[]): boolean {
  return (
    slugs.length > 0 && slugs.length < MUSIC_STORE.tables && slugs.every((slug) => Object.hasOwn(sizes, slug))
  )
}

/** loadMusicStore makes the tables that are not `there`, by their slugs, and all rows. `onPart` learns which table is next, and how much is there, up to 1. */
export async function loadMusicStore(
  projectId: string,
  there: readonly string[],
  onPart: (table: string, part: number) => void,
): Promise<void> {
  const { tables } = await import('virtual:music-store')
  const { signal } = new AbortController()
  let before = 0
  for (const { table, lines } of tables) {
    const slug = table.name
    const rows = sizes[slug] ?? 0
    const tell = (part: number) => onPart(slug, (before + rows * part) / MUSIC_STORE.rows)
    tell(0)
    if (!there.includes(slug)) await makeTable(projectId, table)
    const file = { file: new Blob([lines]), format: 'ndjson', isRepeated: true } as const
    await importRows({ projectId, slug }, file, false, { onPart: tell, signal })
    before += rows
  }
}
