// Which values a change of type would change or lose, measured before the change.
import type { ColumnDefinition } from '#engine/ddl/ddl-column.ts'
import { CONVERT, KEPT } from '#engine/ddl/ddl-convert.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column } from '#modules/database/schema/change/structure.store.ts'
import { conflict } from '#platform/errors/app-error.ts'

/** Loss is how many rows would change their value, how many of these would lose it (unconvertible), and examples. */
export interface Loss {
  readonly rows: number
  readonly unconvertible: number
  readonly examples: readonly { id: string | null; value: string; becomes: string | null }[]
}

const MAX_EXAMPLES = 5

/** measureLoss reads all rows, including deleted ones. The table must be locked and the conversion functions exist. */
export async function measureLoss({ client }: SchemaChange, table: string, column: string): Promise<Loss> {
  const name = `t.${quoteIdentifier(column)}`
  const from = `from ${quoteIdentifier(table)} t where ${name} is not null`
  const lost = `(${CONVERT}(${name}) is null or ${KEPT}(${name}) is not true)`
  const { rows } = await client.query<{ rows: number; unconvertible: number }>(
    `select count(*)::int as rows, count(*) filter (where ${CONVERT}(${name}) is null)::int as unconvertible
     ${from} and ${lost}`,
  )
  const { rows: n = 0, unconvertible = 0 } = rows[0] ?? {}
  if (n === 0) return { rows: 0, unconvertible: 0, examples: [] }
  const examples = await client.query<Loss['examples'][number]>(
    `select to_jsonb(t) ->> 'id' as id, left(${name}::text, 200) as value,
       left(${CONVERT}(${name})::text, 200) as becomes ${from} and ${lost} limit ${MAX_EXAMPLES}`,
  )
  return { rows: n, unconvertible, examples: examples.rows }
}

/** refuseLoss throws a 409 unless the loss is forced and possible. */
export function refuseLoss(column: Column, next: ColumnDefinition, loss: Loss, force: boolean): void {
  if (loss.rows === 0) return
  const rows = (n: number) => `${n} ${n === 1 ? 'row' : 'rows'}`
  if (!force) {
    throw conflict(
      'values_in_the_way',
      `The values of ${rows(loss.rows)} in ${column.name} would change or be lost (deleted rows included). Send "force": true to change the column anyway.`,
      loss,
    )
  }
  if (loss.unconvertible > 0 && next.required) {
    throw conflict(
      'values_in_the_way',
      `The values of ${rows(loss.unconvertible)} in ${column.name} cannot be converted and would become null, but the column is required.`,
      loss,
    )
  }
}
