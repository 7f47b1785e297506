// Subqueries that read tables past their policies (docs/decisions/0026-past-policies.md). In a native policy each is the
// call of a function that runs as the project's owner, whom policies keep nothing from: all that it tells is the answer to
// the subquery.
import {
  type Checked,
  type ColumnUse,
  partsOf,
  type Select,
  type Subquery,
} from '#engine/conditions/syntax/checked.ts'
import { emittedName, type SqlType } from '#engine/conditions/syntax/types.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { shortHash } from '#engine/shapes/short-hash.ts'

/** POLICY_FUNCTION is how the names of these functions begin. */
export const POLICY_FUNCTION = 'unrestricted$'

/** PolicyFunctions are the statements that make the functions of a condition, by name: one name always means the same. */
export type PolicyFunctions = Map<string, string>

/** PastWriter writes a statement of which `outer` writes the columns of the tables around it. */
export type PastWriter = (select: Select, outer: (column: ColumnUse) => string) => string

/** callPast writes a subquery as the call of its function, and notes the function. */
export function callPast(
  { form, select }: Subquery,
  emit: (checked: Checked) => string,
  write: PastWriter,
  functions: PolicyFunctions,
): string {
  const columns: ColumnUse[] = []
  const outer = (column: ColumnUse) => {
    const known = columns.findIndex((one) => one.entry === column.entry && one.column === column.column)
    return `$${known === -1 ? columns.push(column) : known + 1}`
  }
  const statement = write(select, outer)
  // A function that returns no set is called several times as fast.
  const [returns, body] =
    form === 'exists'
      ? ['pg_catalog.bool', `SELECT EXISTS (${statement})`]
      : [`setof ${returned(select)}`, statement]
  const text =
    `(${columns.map(columnType).join(', ')}) returns ${returns} ` +
    `language sql stable parallel safe security definer begin atomic ${body}; end`
  const name = qualify(schemaOf(select), `${POLICY_FUNCTION}${shortHash(text)}`)
  functions.set(name, `create or replace function ${name}${text}`)
  const call = `${name}(${columns.map(emit).join(', ')})`
  // As a subquery, what depends on the caller alone is called once for a statement.
  if (form === 'exists') return columns.length === 0 ? `((SELECT ${call}))` : `(${call})`
  return `(SELECT "f$"."v" FROM ${call} AS "f$" ("v"))`
}

function schemaOf({ from: [first] }: Select): string {
  if (first === undefined) throw new Error('what reads past policies reads a table')
  return first.first.table.schema
}

function returned({ target }: Select): string {
  const name = target && emittedName(target.type)
  if (name !== undefined) return name
  const column = target && columnOf(target, target.type)
  if (column === undefined) throw new SqlError('the output of this subquery must be cast to a type')
  return columnType(column)
}

// An enum's type has no name but that of a column.
function columnOf(checked: Checked, type: SqlType): ColumnUse | undefined {
  if (checked.kind === 'column' && checked.type === type) return checked
  for (const part of partsOf(checked)) {
    const column = columnOf(part, type)
    if (column !== undefined) return column
  }
  return undefined
}

function columnType({ entry: { table }, column }: ColumnUse): string {
  return `${qualify(table.schema, table.slug)}.${quoteIdentifier(column.name)}%type`
}
