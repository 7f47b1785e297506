// Writes as SQL. Values are parameters always, identifiers come from metadata only.

import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import type { Conflict, DeletePlan, InsertPlan, UpdatePlan } from './plan.ts'
import type { CompiledStatement } from './sql-writer.ts'

/** compileInsert writes an insert. */
export function compileInsert(plan: InsertPlan): CompiledStatement {
  const { table, columns, rows, conflict, returning } = plan
  const relation = qualify(table.schema, table.slug)
  const target =
    columns.length === 0 ? '' : ` (${columns.map((column) => quoteIdentifier(column.name)).join(', ')})`
  const tail = `${conflict === undefined ? '' : onConflict(table, columns, conflict)}${
    returning ? ' returning row_to_json(t$)::text' : ''
  }`
  if ('json' in rows) {
    const source = columns.map((column) => `r$.${quoteIdentifier(column.name)}`).join(', ')
    const set = `json_populate_recordset(null::${relation}, $1) r$`
    return {
      text: `insert into ${relation} as t$${target} select ${source} from ${set}${tail}`,
      values: [rows.json],
    }
  }
  const values =
    columns.length === 0 ? 'default values' : `values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`
  return { text: `insert into ${relation} as t$${target} ${values}${tail}`, values: rows.values }
}

// Unique columns are unique among live rows, so the arbiter index is partial; the primary key is not.
function onConflict(table: TableShape, columns: readonly ColumnShape[], conflict: Conflict): string {
  const names = conflict.columns.map((column) => quoteIdentifier(column.name)).join(', ')
  const whole = !table.soft_delete || conflict.columns.every((column) => column.name === 'id')
  const target = ` on conflict (${names})${whole ? '' : ' where deleted_at is null'}`
  if (conflict.resolution === 'ignore') return `${target} do nothing`
  const keys = new Set(conflict.columns.map((column) => column.name))
  const assignments = columns
    .filter((column) => !keys.has(column.name) && column.name !== 'id')
    .map((column) => `${quoteIdentifier(column.name)} = excluded.${quoteIdentifier(column.name)}`)
  if (table.columns.has('updated_at')) assignments.push('"updated_at" = now()')
  if (assignments.length === 0) return `${target} do nothing`
  return `${target} do update set ${assignments.join(', ')}${table.soft_delete ? ' where t$.deleted_at is null' : ''}`
}

/** compileUpdate writes the change of one row. */
export function compileUpdate({ table, id, columns, values }: UpdatePlan): CompiledStatement {
  const assignments = columns.map((column, i) => `${quoteIdentifier(column.name)} = $${i + 2}`)
  if (table.columns.has('updated_at')) assignments.push('"updated_at" = now()')
  const change = `update ${qualify(table.schema, table.slug)} t$ set ${assignments.join(', ')} where t$.id = $1${live(table)}`
  return found(table, `${change} returning row_to_json(t$)::text as j`, 'j', [id, ...values])
}

/** compileDelete writes the deletion of one row, soft where the table has `deleted_at`. */
export function compileDelete({ table, id }: DeletePlan): CompiledStatement {
  const relation = qualify(table.schema, table.slug)
  const change = table.soft_delete
    ? `update ${relation} t$ set "deleted_at" = now() where t$.id = $1${live(table)}`
    : `delete from ${relation} t$ where t$.id = $1`
  return found(table, `${change} returning t$.id::text as j`, 'j', [id])
}

// Tells a row that is not there (404) from one that may be read but not changed (403), in the same round trip.
function found(table: TableShape, change: string, result: string, values: readonly (string | null)[]) {
  const visible = `exists (select from ${qualify(table.schema, table.slug)} t$ where t$.id = $1${live(table)})`
  return { text: `with changed as (${change}) select (select ${result} from changed), ${visible}`, values }
}

function live(table: TableShape): string {
  return table.soft_delete ? ' and t$.deleted_at is null' : ''
}
