// Advice on the indexes of a table, from its figures.
import type { Advice } from './advice-entry.ts'
import type { TableFigures } from './figures.ts'

// Below so many rows PostgreSQL rightly reads the whole table.
const LARGE_TABLE = 10_000
const MANY_SCANS = 100
const LARGE_INDEX = 1024 * 1024
const docs = 'schema.md'

/** adviseOnTable names missing, unused and duplicate indexes. */
export function adviseOnTable(table: TableFigures): Advice[] {
  return [...missingIndexes(table), ...superfluousIndexes(table)]
}

function missingIndexes(table: TableFigures): Advice[] {
  const { slug, estimated_rows, sequential_scans, index_scans, unindexed_foreign_keys } = table
  const forKeys = unindexed_foreign_keys.map(({ columns }): Advice => {
    const names = columns.join(', ')
    return {
      code: 'foreign_key_without_index',
      severity: estimated_rows >= LARGE_TABLE ? 'warning' : 'info',
      what: `${slug} has no index on ${names}, which refers to another table: joins and deletes there read all of it.`,
      where: { table: slug, columns },
      todo: `Create an index on ${names}.`,
      docs,
    }
  })
  if (estimated_rows < LARGE_TABLE || sequential_scans < MANY_SCANS || sequential_scans < index_scans)
    return forKeys
  return [
    ...forKeys,
    {
      code: 'table_read_in_full',
      severity: 'warning',
      what: `${slug} has about ${estimated_rows} rows, and was read in full ${sequential_scans} times.`,
      where: { table: slug },
      todo: 'Index the columns that your requests filter and sort by.',
      docs,
    },
  ]
}

function superfluousIndexes({ slug, indexes }: TableFigures): Advice[] {
  return indexes.flatMap(({ name, duplicate_of, unused, bytes }): Advice[] => {
    const where = { table: slug, index: name }
    if (duplicate_of !== null)
      return [
        {
          code: 'duplicate_index',
          severity: 'warning',
          what: `The index ${name} of ${slug} does nothing that ${duplicate_of} does not do.`,
          where: { ...where, duplicate_of },
          todo: `Drop ${name}: each write has to keep it up to date.`,
          docs,
        },
      ]
    if (!unused || bytes < LARGE_INDEX) return []
    return [
      {
        code: 'unused_index',
        severity: 'info',
        what: `No query has used the index ${name} of ${slug} since statistics began; it has ${bytes} bytes.`,
        where,
        todo: `Drop ${name} unless it is for rare work.`,
        docs,
      },
    ]
  })
}
