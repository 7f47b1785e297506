// Which columns can be equal to one another, so that PostgreSQL never has to refuse a join.

import { FilterError, type Operand } from '#engine/request/operands.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'

/** comparable returns a pair of operands that PostgreSQL can compare, or refuses the query. */
export function comparable(left: Operand, right: Operand): readonly [Operand, Operand] {
  const [one, other] = [classOf(left), classOf(right)]
  if (one === other && one !== 'json') return [left, right]
  const [from, to] = [left, right].map(
    ({ source, column }) => `${source}.${column.name} (${column.data_type})`,
  )
  throw new FilterError(`${from} and ${to} cannot be compared.`)
}

// Types of one class have an equality between them. An enum is compared as the text that it shows.
function classOf({ column: { data_type } }: Operand): string {
  const { family } = TYPE_FACTS[data_type]
  if (data_type === 'jsonb' || data_type === 'time' || data_type === 'interval') return data_type
  return family === 'integer' ? 'number' : family
}
