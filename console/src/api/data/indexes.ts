// Indexes of tables: their sizes and use, and what creates and drops them.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { SchemaAct } from './schema.ts'
import { execDdl } from './sql.ts'

/** tableFiguresQuery is the sizes of all tables, and their indexes with their use. */
export const tableFiguresQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'table-figures'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/figures', { params, signal }))
    },
  })

/** INDEX_METHODS are those that the console offers. */
export const INDEX_METHODS = ['btree', 'hash', 'gin', 'brin'] as const

/** NewIndex is an index to make; without a name PostgreSQL makes one. */
export interface NewIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly method: (typeof INDEX_METHODS)[number]
  readonly unique: boolean
  /** live leaves deleted rows out. */
  readonly live: boolean
}

/** indexSql is the statement that makes an index on a table. */
export function indexSql(table: string, index: NewIndex): string {
  const name = index.name.trim() === '' ? '' : ` ${quoted(index.name.trim())}`
  const using = index.method === 'btree' ? '' : ` using ${index.method}`
  const where = index.live ? ' where deleted_at is null' : ''
  const columns = index.columns.map(quoted).join(', ')
  const kind = index.unique ? 'unique index' : 'index'
  return `create ${kind}${name} on ${quoted(table)}${using} (${columns})${where};`
}

/** dropIndex drops an index. */
export function dropIndex(projectID: string, name: string): SchemaAct {
  return statement(projectID, `drop index ${quoted(name)};`)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const statement = (projectID: string, sql: string): SchemaAct => ({
  operation: { kind: 'sql', sql },
  run: () => execDdl(projectID, sql, false),
})
