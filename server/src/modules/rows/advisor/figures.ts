// Figures about tables: how large they are, which indexes nobody uses, which ones another makes superfluous, and which
// foreign keys have none.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { translateError } from '#platform/db/executor/postgres-errors.ts'
import type { Platform } from '#platform/platform.ts'
import { type IndexRow, readCatalog, type TableSizes } from './figures.store.ts'

/** IndexFigures are those of an index. */
export interface IndexFigures extends Omit<IndexRow, 'table_id' | 'keys'> {
  /** unused is true of an index that keeps nothing unique, and that no query has used. */
  readonly unused: boolean
  /** duplicate_of is an index of the table that does all that this one does, or null. */
  readonly duplicate_of: string | null
}

/** TableFigures are those of a table. */
export interface TableFigures extends TableSizes {
  readonly indexes: readonly IndexFigures[]
  /** unindexed_foreign_keys are foreign keys that no index serves. */
  readonly unindexed_foreign_keys: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

/** findFigures returns the figures of a project's tables in the order of their slugs. */
export async function findFigures(platform: Platform, project: ProjectRecord): Promise<TableFigures[]> {
  const { admin } = platform.clusters.of(project)
  const { tables, indexes, foreign_keys } = await readCatalog(admin, project.id).catch((error) => {
    throw translateError(error)
  })
  const indexesOf = Map.groupBy(indexes, ({ table_id }) => table_id)
  const keysOf = Map.groupBy(foreign_keys, ({ table_id }) => table_id)
  return tables.map((table) => ({
    ...table,
    indexes: presentIndexes(indexesOf.get(table.id) ?? []),
    unindexed_foreign_keys: (keysOf.get(table.id) ?? []).map(({ name, columns }) => ({ name, columns })),
  }))
}

function presentIndexes(indexes: readonly IndexRow[]): IndexFigures[] {
  return indexes.map((index) => {
    const { table_id: _, keys: __, ...figures } = index
    const duplicate_of = indexes.find((other) => supersedes(other, index))?.name ?? null
    return { ...figures, unused: !index.unique && index.uses === 0, duplicate_of }
  })
}

// Of two that are the same the first by name stays.
function supersedes(other: IndexRow, index: IndexRow): boolean {
  if (other === index || index.unique) return false
  if (other.method !== index.method || other.condition !== index.condition) return false
  const [longer, shorter] = [other.keys.length, index.keys.length]
  if (longer < shorter || (longer > shorter && index.method !== 'btree')) return false
  if (!index.keys.every((key, n) => key === other.keys[n])) return false
  return longer > shorter || other.unique || other.name < index.name
}
