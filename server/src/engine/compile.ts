// The compiler: from a Plan to one statement. Values are parameters always, identifiers come from metadata only,
// and PostgreSQL writes the JSON. Soft-deleted rows are left out here, not in policies, which must see them.

import type { DataType } from '#engine/data-types.ts'
import type { Comparison, Filter } from '#engine/filters.ts'
import { qualify, quoteIdentifier } from '#engine/identifiers.ts'
import type {
  CountPlan,
  DeletePlan,
  GetPlan,
  InsertPlan,
  ListPlan,
  Order,
  Plan,
  UpdatePlan,
} from '#engine/plan.ts'
import type { ColumnShape, TableShape } from '#engine/shape.ts'

/** CompiledStatement is SQL with its parameters in PostgreSQL's text form. */
export interface CompiledStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/**
 * compile gives the statement of a plan. Its rows are:
 * list: one row (JSON array or null where it is too long, number of rows, id of the last row, whether the cursor's row exists);
 * count: one row (JSON object); get: the row as JSON, or none; insert: each row as JSON;
 * update: one row (JSON or null, whether the row is visible); delete: one row (id or null, whether it is visible).
 */
export function compile(plan: Plan): CompiledStatement {
  const { text, values } = statementOf(plan)
  return { text: `${text} --${plan.table.version}`, values }
}

function statementOf(plan: Plan): CompiledStatement {
  switch (plan.kind) {
    case 'list':
      return list(plan)
    case 'count':
      return count(plan)
    case 'get':
      return get(plan)
    case 'insert':
      return insert(plan)
    case 'update':
      return update(plan)
    case 'delete':
      return remove(plan)
  }
}

// The aliases t$, r$ and c$ hold a character that no name of a column does: to PostgreSQL, a column comes before a row
// of the same name.
const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
}

/** MAX_LIST_BYTES is how long the JSON of a list may be: rows have no bound of their own. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024

// The types that like is for. A char is cast all the same: that takes off the blanks which fill it up, and which eq
// passes over as well.
const LIKE_AS_IT_IS: ReadonlySet<DataType> = new Set(['string', 'text', 'email', 'phone', 'file'])

// Parameters in the order in which they are met.
class Parameters {
  readonly values: (string | null)[] = []

  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

function list(plan: ListPlan): CompiledStatement {
  const parameters = new Parameters()
  const { table } = plan
  const relation = qualify(table.schema, table.slug)
  const conditions = where(table, plan.filters, parameters)
  let known = 'true'
  if (plan.cursor !== undefined) {
    const cursor = `${parameters.add(plan.cursor)}::uuid`
    const sign = plan.order[0]?.direction === 'desc' ? '<' : '>'
    const anchor = `(select c$.created_at from ${relation} c$ where c$.id = ${cursor})`
    conditions.push(`(t$.created_at, t$.id) ${sign} (${anchor}, ${cursor})`)
    known = `exists (select from ${relation} c$ where c$.id = ${cursor})`
  }
  // The limit is a number that the parser has checked. As a parameter it would leave the planner in the dark, and
  // PostgreSQL would plan every request anew.
  const page = `limit ${plan.limit}${plan.offset === 0 ? '' : ` offset ${parameters.add(String(plan.offset))}`}`
  const row = plan.columns === undefined ? 't$' : `(select r$ from (select ${names(plan.columns)}) r$)`
  const inner = `select ${row} as j, t$.id from ${relation} t$${clause(conditions)}${orderBy(plan.order)} ${page}`
  const rows = `'[' || coalesce(string_agg(row_to_json(p.j)::text, ','), '') || ']'`
  const whole = `select ${rows} as rows, count(*) as count, (array_agg(p.id))[count(*)] as last from (${inner}) p`
  const fitting = `case when octet_length(l.rows) <= ${MAX_LIST_BYTES} then l.rows end`
  return { text: `select ${fitting}, l.count, l.last, ${known} from (${whole}) l`, values: parameters.values }
}

function count(plan: CountPlan): CompiledStatement {
  const parameters = new Parameters()
  const conditions = where(plan.table, plan.filters, parameters)
  const relation = qualify(plan.table.schema, plan.table.slug)
  const text = `select '{"count":' || count(*) || '}' from ${relation} t$${clause(conditions)}`
  return { text, values: parameters.values }
}

function get({ table, columns, id }: GetPlan): CompiledStatement {
  const row = columns === undefined ? 't$' : `(select r$ from (select ${names(columns)}) r$)`
  const text = `select row_to_json(${row})::text from ${qualify(table.schema, table.slug)} t$ where t$.id = $1${live(table)}`
  return { text, values: [id] }
}

function insert(plan: InsertPlan): CompiledStatement {
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

type Conflict = NonNullable<InsertPlan['conflict']>

function update({ table, id, columns, values }: UpdatePlan): CompiledStatement {
  const assignments = columns.map((column, i) => `${quoteIdentifier(column.name)} = $${i + 2}`)
  if (table.columns.has('updated_at')) assignments.push('"updated_at" = now()')
  const change = `update ${qualify(table.schema, table.slug)} t$ set ${assignments.join(', ')} where t$.id = $1${live(table)}`
  return found(table, `${change} returning row_to_json(t$)::text as j`, 'j', [id, ...values])
}

function remove({ table, id }: DeletePlan): CompiledStatement {
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

function where(table: TableShape, filters: readonly Filter[], parameters: Parameters): string[] {
  const conditions = filters.map((filter) => condition(filter, parameters))
  return table.soft_delete ? ['t$.deleted_at is null', ...conditions] : conditions
}

function condition(filter: Filter, parameters: Parameters): string {
  const column = `t$.${quoteIdentifier(filter.column.name)}`
  switch (filter.operator) {
    case 'is_null':
      return `${column} is null`
    case 'is_not_null':
      return `${column} is not null`
    case 'in':
      return `${column} = any(${parameters.add(arrayLiteral(filter.values))})`
    case 'like':
    case 'ilike': {
      const text = LIKE_AS_IT_IS.has(filter.column.data_type) ? column : `${column}::text`
      return `${text} ${OPERATORS[filter.operator]} ${parameters.add(filter.value)}`
    }
    default:
      return `${column} ${OPERATORS[filter.operator]} ${parameters.add(filter.value)}`
  }
}

// One parameter for any number of values keeps the statement's text, and so its plan, the same.
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}

function names(columns: readonly ColumnShape[]): string {
  return columns.map((column) => `t$.${quoteIdentifier(column.name)}`).join(', ')
}

function clause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

function orderBy(order: readonly Order[]): string {
  if (order.length === 0) return ''
  return ` order by ${order.map(({ column, direction }) => `t$.${quoteIdentifier(column.name)} ${direction}`).join(', ')}`
}

function live(table: TableShape): string {
  return table.soft_delete ? ' and t$.deleted_at is null' : ''
}
