// Indexes as SQL.
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { objectName } from './ddl-names.ts'

/** IndexDefinition is an index of columns, named after them. */
export interface IndexDefinition {
  readonly columns: readonly string[]
  readonly unique: boolean
  readonly method?: 'gin'
}

/** indexStatement creates an index. Unique is among live rows: a deleted row does not block its values for ever. */
export function indexStatement(table: string, { columns, unique, method }: IndexDefinition): string {
  const name = quoteIdentifier(objectName(unique ? 'key' : 'idx', table, ...columns))
  const using = method === undefined ? '' : `using ${method} `
  const list = columns.map(quoteIdentifier).join(', ')
  const create = `create ${unique ? 'unique ' : ''}index ${name} on ${quoteIdentifier(table)} ${using}(${list})`
  return unique ? `${create} where deleted_at is null` : create
}
