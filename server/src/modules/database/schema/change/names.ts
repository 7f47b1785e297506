// Validates names and definitions of tables and columns, with one sentence per field.

import type { z } from 'zod'
import { type ColumnDefinition, defineColumn, type FieldProblem } from '#engine/ddl/ddl-column.ts'
import { columnSlug, tableSlug } from '#engine/ddl/ddl-names.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { columnCreate } from './columns.schema.ts'

/** NewColumn is a validated column that is to be created. */
export interface NewColumn {
  readonly definition: ColumnDefinition
  readonly description: string | null
  /** at is the path of the column in the request body, a prefix for field names. */
  readonly at: string
}

/** slugOf returns the slug of a table's name, or throws a 400. */
export function slugOf(name: string, field = 'name'): string {
  const slug = tableSlug(name)
  if (typeof slug !== 'string') throw fieldErrors([{ field, problem: slug.problem }])
  return slug
}

/** columnNameOf returns a column's name in PostgreSQL, or throws a 400. */
export function columnNameOf(name: string): string {
  const slug = columnSlug(name)
  if (typeof slug !== 'string') throw fieldErrors([{ field: 'name', problem: slug.problem }])
  return slug
}

/** readColumn validates one column, or throws a 400. */
export function readColumn(input: z.output<typeof columnCreate>): NewColumn {
  const problems: FieldProblem[] = []
  const column = defineNew(input, '', problems)
  if (column === undefined || problems.length > 0) throw fieldErrors(problems)
  return column
}

/** readColumns validates the columns of a new table, each alone and all together, or throws a 400. */
export function readColumns(inputs: readonly z.output<typeof columnCreate>[]): NewColumn[] {
  const problems: FieldProblem[] = []
  const columns: NewColumn[] = []
  for (const [index, input] of inputs.entries()) {
    const column = defineNew(input, `columns.${index}.`, problems)
    if (column === undefined) continue
    const same = columns.find(({ definition }) => definition.name === column.definition.name)
    if (same !== undefined) {
      problems.push({
        field: `${column.at}name`,
        problem: `there are two columns named ${column.definition.name}`,
      })
    }
    columns.push(column)
  }
  if (problems.length > 0) throw fieldErrors(problems)
  return columns
}

function defineNew(
  input: z.output<typeof columnCreate>,
  at: string,
  problems: FieldProblem[],
): NewColumn | undefined {
  const name = columnSlug(input.name)
  const found: FieldProblem[] = []
  const definition = defineColumn({ ...input, name: typeof name === 'string' ? name : '' }, found)
  if (typeof name !== 'string') found.unshift({ field: 'name', problem: name.problem })
  problems.push(...found.map(({ field, problem }) => ({ field: `${at}${field}`, problem })))
  return typeof name === 'string' ? { definition, description: input.description ?? null, at } : undefined
}
