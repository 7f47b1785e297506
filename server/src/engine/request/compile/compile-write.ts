// Writes as SQL. Values are parameters always, identifiers come from metadata only.

import type {
  Conflict,
  DeletePlan,
  InsertPlan,
  Match,
  PurgePlan,
  RestorePlan,
  UpdatePlan,
} from '#engine/request/plan.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
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
export function compileUpdate({ table, id, columns, values, match }: UpdatePlan): CompiledStatement {
  const assignments = columns.map((column, i) => `${quoteIdentifier(column.name)} = $${i + 2}`)
  if (table.columns.has('updated_at')) assignments.push('"updated_at" = now()')
  const change = `update ${qualify(table.schema, table.slug)} t$ set ${assignments.join(', ')}`
  return found(table, change, 'row_to_json(t$)::text as j, t$.xmin as v', [id, ...values], match)
}

/** compileDelete writes the deletion of one row, soft where the table has `deleted_at`. */
export function compileDelete({ table, id, match }: DeletePlan): CompiledStatement {
  const relation = qualify(table.schema, table.slug)
  const change = table.soft_delete
    ? `update ${relation} t$ set "deleted_at" = now()`
    : `delete from ${relation} t$`
  return found(table, change, 't$.id::text as j, null as v', [id], match)
}

/** compileRestore writes the restoration of one deleted row. */
export function compileRestore({ table, id, access }: RestorePlan): CompiledStatement {
  const stamp = table.columns.has('updated_at') ? ', "updated_at" = now()' : ''
  const change = `update ${qualify(table.schema, table.slug)} t$ set "deleted_at" = null${stamp}`
  return ofDeleted(table, change, access, 'row_to_json(t$)', id)
}

/** compilePurge writes the removal of one deleted row. */
export function compilePurge({ table, id, access }: PurgePlan): CompiledStatement {
  return ofDeleted(table, `delete from ${qualify(table.schema, table.slug)} t$`, access, 't$.id', id)
}

function ofDeleted(
  table: TableShape,
  change: string,
  access: string,
  result: string,
  id: string,
): CompiledStatement {
  const deleted = `t$.id = $1 and t$.deleted_at is not null and ${access}`
  const is = (condition: string) =>
    `exists (select from ${qualify(table.schema, table.slug)} t$ where ${condition})`
  const changed = `${change} where ${deleted} returning ${result}::text as j`
  const live = is('t$.id = $1 and t$.deleted_at is null')
  return {
    text: `with changed as (${changed}) select (select j from changed), ${is(deleted)}, ${live}`,
    values: [id],
  }
}

// Tells a row that is not there (404) from one that may be read but not changed (403), in the same round trip, and with
// `match` from one that has changed (412).
function found(
  table: TableShape,
  change: string,
  returning: string,
  given: readonly (string | null)[],
  match: Match,
): CompiledStatement {
  const row = `where t$.id = $1${live(table)}`
  const same = match === undefined ? '' : ` and t$.xmin = any($${given.length + 1})`
  const seen = `from ${qualify(table.schema, table.slug)} t$ ${row}`
  const visible = match === undefined ? `exists (select ${seen})` : `(select t$.xmin ${seen})`
  return {
    text:
      `with changed as (${change} ${row}${same} returning ${returning}) ` +
      `select (select j from changed), ${visible}, (select v from changed)`,
    values: match === undefined ? given : [...given, `{${match.join()}}`],
  }
}

function live(table: TableShape): string {
  return table.soft_delete ? ' and t$.deleted_at is null' : ''
}
