// A whole table as SQL: what the server makes of it, and what the preview shows.

import { DEFAULT_ACCESS, DEFAULT_POLICY } from '#engine/access/default-policy.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { type ColumnDefinition, columnClause, enumStatement, indexStatements } from './ddl-column.ts'
import { objectName } from './ddl-names.ts'

/** TableDefinition is a table with the columns that its project gave it. */
export interface TableDefinition {
  readonly slug: string
  readonly columns: readonly ColumnDefinition[]
}

/** SYSTEM_COLUMNS are the columns that every table has besides its own, with their data types. */
export const SYSTEM_COLUMNS = {
  id: 'uuid',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  deleted_at: 'timestamp',
} as const

/** idDefault is what fills in ids: ordered by time where the server knows how, so that the index stays dense. */
export function idDefault(serverVersion: number): string {
  return serverVersion >= 180_000 ? 'uuidv7()' : 'gen_random_uuid()'
}

/** tableStatements creates a table with its types and indexes; the schema is the one that comes first in the path. */
export function tableStatements({ slug, columns }: TableDefinition, id: string): string[] {
  const table = quoteIdentifier(slug)
  const clauses = [
    `"id" uuid not null default ${id} constraint ${quoteIdentifier(objectName('pkey', slug))} primary key`,
    ...columns.map((column) => columnClause(slug, column)),
    '"created_at" timestamp with time zone not null default now()',
    '"updated_at" timestamp with time zone not null default now()',
    '"deleted_at" timestamp with time zone',
  ]
  const live = quoteIdentifier(objectName('live', slug))
  return [
    ...columns.filter((column) => column.data_type === 'enum').map((column) => enumStatement(slug, column)),
    `create table ${table} (\n  ${clauses.join(',\n  ')}\n)`,
    `create index ${live} on ${table} (created_at desc, id desc) where deleted_at is null`,
    ...columns.flatMap((column) => indexStatements(slug, column)),
  ]
}

/** protectionStatements put row-level security in force before the first row, and let the data role in. */
export function protectionStatements(slug: string, dataRole: string): string[] {
  const table = quoteIdentifier(slug)
  return [
    `alter table ${table} enable row level security, force row level security`,
    `create policy ${DEFAULT_POLICY} on ${table} using (${DEFAULT_ACCESS})`,
    `grant select, insert, update, delete on ${table} to ${quoteIdentifier(dataRole)}`,
  ]
}
