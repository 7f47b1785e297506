// Writes of all rows that match a filter, as one statement. The rows are chosen and locked first, no more than may be
// written and one: so neither a wrong filter nor a huge table makes PostgreSQL write what is rolled back afterwards.

import type { ManyPlan } from '#engine/request/plan.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { MAX_LIST_BYTES } from './compile-list.ts'
import { rowText } from './compile-read.ts'
import { whereClause } from './compile-where.ts'
import { type CompiledStatement, SqlWriter } from './sql-writer.ts'

/** compileMany writes the change, deletion, restoration or removal of all rows that match. */
export function compileMany(plan: ManyPlan): CompiledStatement {
  const { table, where, most, returning, selection, deleted } = plan
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const matching = `from ${relation} t$${whereClause(table, where, writer, deleted)}`
  // Under the lock, the policies of the write leave out what the caller may read but not write.
  const lock = isRemoval(plan) ? '' : ' for update of t$'
  const chosen = `select t$.id ${matching} limit ${most + 1}${lock}`
  const fits = `(select count(*) from chosen) <= ${most}`
  const changed = `${changeText(plan, relation, writer)} and ${fits} returning t$.*`
  const rows = returning ? rowsText(table, rowText('t$', selection, writer)) : 'null'
  const visible = `case when not exists (select from chosen) then exists (select ${matching}) end`
  return writer.statement(
    `with chosen as materialized (${chosen}), changed as (${changed}) ` +
      `select not ${fits}, (select count(*) from changed), ${rows}, ${visible}`,
  )
}

function isRemoval({ change, table }: ManyPlan): boolean {
  return change === 'purge' || (change === 'delete' && !table.soft_delete)
}

// A row that is removed was not locked: one that somebody has restored meanwhile stays.
function changeText(plan: ManyPlan, relation: string, writer: SqlWriter): string {
  const same = 'where t$.id = c$.id'
  if (isRemoval(plan))
    return `delete from ${relation} t$ using chosen c$ ${same}${plan.change === 'purge' ? ' and t$.deleted_at is not null' : ''}`
  return `update ${relation} t$ set ${assignmentsOf(plan, writer).join(', ')} from chosen c$ ${same}`
}

function assignmentsOf({ table, change }: ManyPlan, writer: SqlWriter): string[] {
  if (change === 'delete') return ['"deleted_at" = now()']
  const stamp = table.columns.has('updated_at') ? ['"updated_at" = now()'] : []
  if (typeof change === 'string') return ['"deleted_at" = null', ...stamp]
  const { columns, values } = change
  const assign = (name: string, index: number) =>
    `${quoteIdentifier(name)} = ${writer.add(values[index] ?? null)}`
  return [...columns.map(({ name }, index) => assign(name, index)), ...stamp]
}

// Newest first, as a list is. Null where the text is too long.
function rowsText(table: TableShape, row: string): string {
  const order = ['created_at', 'id']
    .filter((name) => table.columns.has(name))
    .map((name) => `t$.${name} desc`)
  const all = `'[' || coalesce(string_agg(row_to_json(${row})::text, ',' order by ${order.join(', ')}), '') || ']'`
  const written = `(select ${all} as j from changed t$) w`
  return `(select case when octet_length(w.j) <= ${MAX_LIST_BYTES} then w.j end from ${written})`
}
