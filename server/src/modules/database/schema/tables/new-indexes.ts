// Indexes of several columns of a new table.
import type { z } from 'zod'
import type { ColumnDefinition } from '#engine/ddl/ddl-column.ts'
import { type IndexDefinition, indexStatement } from '#engine/ddl/ddl-index.ts'
import { SYSTEM_COLUMNS } from '#engine/ddl/ddl-table.ts'
import { slugify } from '#engine/shapes/identifiers.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { type FieldProblem, fieldErrors } from '#platform/errors/field-errors.ts'
import type { newIndex } from './new-table.schema.ts'

/** readIndexes finds the columns of indexes by their names, or throws a 400. */
export function readIndexes(
  inputs: readonly z.output<typeof newIndex>[],
  columns: readonly ColumnDefinition[],
): IndexDefinition[] {
  const problems: FieldProblem[] = []
  const types = new Map<string, string>([
    ...Object.entries(SYSTEM_COLUMNS),
    ...columns.map(({ name, data_type }) => [name, data_type] as const),
  ])
  const indexes = inputs.map(({ columns: names, unique }, index) => {
    const slugs = names.map(slugify)
    for (const [place, name] of slugs.entries()) {
      const problem = problemOf(name, slugs.indexOf(name) < place, types)
      if (problem !== undefined) problems.push({ field: `indexes.${index}.columns.${place}`, problem })
    }
    return { columns: slugs, unique }
  })
  const statements = indexes.map((index) => indexStatement('', index))
  for (const [index, statement] of statements.entries())
    if (statements.indexOf(statement) < index)
      problems.push({ field: `indexes.${index}`, problem: 'there is another like it' })
  if (problems.length > 0) throw fieldErrors(problems)
  return indexes
}

function problemOf(name: string, isTwice: boolean, types: ReadonlyMap<string, string>): string | undefined {
  const type = types.get(name)
  if (type === undefined) return `the table has no column ${name}.${suggestion(name, [...types.keys()])}`
  if (isTwice) return `${name} is in the index already`
  return type === 'json' ? 'PostgreSQL cannot compare json values; use jsonb' : undefined
}
