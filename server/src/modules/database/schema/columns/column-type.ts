// Changes a column's type, length or labels, after a check of what would be lost.

import { type ColumnDefinition, columnCheck, columnType, enumStatement } from '#engine/ddl/ddl-column.ts'
import {
  CONVERT,
  type Conversion,
  castExpression,
  conversionStatements,
  dropConversionStatements,
  isWidening,
} from '#engine/ddl/ddl-convert.ts'
import { objectName } from '#engine/ddl/ddl-names.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { refusePolicies } from '#modules/database/schema/structure/dependants.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import { addLabels, onlyAddsLabels } from './column-enum.ts'
import { dropIndexes } from './column-indexes.ts'
import { type Loss, measureLoss, refuseLoss } from './column-loss.ts'
import { linksOfColumn } from './remove-column.ts'

/** changeType converts a column and returns it with the default and the indexes that it still has. */
export async function changeType(
  change: SchemaChange,
  table: Table,
  column: Column,
  next: ColumnDefinition,
  force: boolean,
): Promise<Column> {
  if (onlyAddsLabels(column, next)) {
    await addLabels(change, table.slug, column, next)
    return column
  }
  const conversion: Conversion = {
    from: column.data_type,
    from_sql: await currentType(change, table, column),
    to: next.data_type,
    to_sql: columnType(table.slug, next),
  }
  if (isSame(conversion, column, next)) return column
  await refuseLinked(change, table, column, next)
  const renamed = await prepareEnums(change, table.slug, next, conversion)
  await checkCast(change, renamed)
  await run(change, conversionStatements(renamed))
  const loss = isWidening(renamed.from, renamed.to)
    ? NONE
    : await measureLoss(change, table.slug, column.name)
  refuseLoss(column, next, loss, force)
  const present = await convert(change, table, column, next, renamed, loss)
  await run(change, dropConversionStatements(renamed))
  if (renamed.from === 'enum') await run(change, [`drop type ${renamed.from_sql}`])
  return present
}

async function currentType({ client }: SchemaChange, table: Table, column: Column): Promise<string> {
  const { rows } = await client.query<{ type: string }>(
    `select format_type(atttypid, atttypmod) as type from msingi_catalog.pg_attribute
     where attrelid = $1::regclass and attnum = $2`,
    [quoteIdentifier(table.slug), column.attnum],
  )
  return rows[0]?.type ?? ''
}

const NONE: Loss = { rows: 0, unconvertible: 0, examples: [] }

function isSame({ from, to, from_sql, to_sql }: Conversion, column: Column, next: ColumnDefinition): boolean {
  const labels = (values: readonly string[] | null) => JSON.stringify(values ?? [])
  return from === to && from_sql === to_sql && labels(column.enum_values) === labels(next.enum_values)
}

async function refuseLinked(
  change: SchemaChange,
  table: Table,
  column: Column,
  next: ColumnDefinition,
): Promise<void> {
  const [link] = await linksOfColumn(change, table, column)
  if (link === undefined || TYPE_FACTS[column.data_type].sql === TYPE_FACTS[next.data_type].sql) return
  throw conflict(
    'in_use',
    `The relationship ${link.name} needs ${column.name} to be of type ${column.data_type}. Delete the relationship first.`,
  )
}

// The old type of an enum column is renamed, because the new type takes its name.
async function prepareEnums(
  change: SchemaChange,
  table: string,
  next: ColumnDefinition,
  conversion: Conversion,
): Promise<Conversion> {
  if (conversion.to !== 'enum') return conversion
  const old = quoteIdentifier(objectName('old', table, next.name))
  const both = conversion.from === 'enum'
  await run(change, [
    ...(both ? [`alter type ${conversion.from_sql} rename to ${old}`] : []),
    enumStatement(table, next),
  ])
  return both ? { ...conversion, from_sql: old } : conversion
}

async function checkCast(change: SchemaChange, conversion: Conversion): Promise<void> {
  const { from, to, from_sql } = conversion
  try {
    await change.client.query(`select ${castExpression(conversion, `null::${from_sql}`)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42846') throw error
    throw fieldErrors([
      { field: 'data_type', problem: `PostgreSQL cannot convert ${from} to ${to}; add a new column instead` },
    ])
  }
}

async function convert(
  change: SchemaChange,
  table: Table,
  column: Column,
  next: ColumnDefinition,
  conversion: Conversion,
  loss: Loss,
): Promise<Column> {
  const { from_sql, to_sql, from, to } = conversion
  const [relation, name] = [quoteIdentifier(table.slug), quoteIdentifier(column.name)]
  const check = quoteIdentifier(objectName('check', table.slug, column.name))
  const condition = columnCheck(to, name)
  const rewrite = from_sql !== to_sql || loss.rows > 0
  if (rewrite) await refusePolicies(change, table, column)
  // jsonb has a GIN index, other types a B-tree.
  const reindex = column.indexed && (from === 'jsonb') !== (to === 'jsonb')
  if (reindex) await dropIndexes(change, table.slug, column.name, false)
  const using = loss.rows > 0 ? `${CONVERT}(${name})` : castExpression(conversion, name)
  const alter = `alter table ${relation} alter column ${name}`
  await run(change, [
    `alter table ${relation} drop constraint if exists ${check}`,
    ...(from === 'serial' ? [`${alter} drop identity`] : []),
    ...(column.default === undefined ? [] : [`${alter} drop default`]),
    ...(next.required ? [] : [`${alter} drop not null`]),
    ...(rewrite ? [`${alter} type ${to_sql} using ${using}`] : []),
    ...(condition === undefined
      ? []
      : [`alter table ${relation} add constraint ${check} check (${condition})`]),
  ])
  return { ...column, default: undefined, indexed: column.indexed && !reindex }
}
