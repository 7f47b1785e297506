// Arguments of GraphQL fields as parts of a Plan: conditions, orders and pages, under the same limits as in a query
// string.
import type { Condition, Related } from '#engine/request/conditions.ts'
import { FilterError, getOperand } from '#engine/request/operands.ts'
import { type Budget, LIST_LIMITS } from '#engine/request/parse/parse-level.ts'
import { withTies } from '#engine/request/parse/parse-order.ts'
import type { Conflict, Order } from '#engine/request/plan.ts'
import type { RelationPath } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { readComparison } from '#modules/rows/graphql/schema/comparisons.ts'
import type { ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'

type Values = Readonly<Record<string, unknown>>

const MAX_OFFSET = 10_000_000

/** readWhere returns the conditions of a `where`. */
export function readWhere(api: ProjectApi, table: TableShape, where: unknown, budget: Budget): Condition[] {
  if (where === undefined || where === null) return []
  const parts = Object.entries(where as Values).flatMap(([name, value]): Condition[] => {
    if (value === null) return []
    if (name === '_and') return (value as unknown[]).map((one) => all(readWhere(api, table, one, budget)))
    if (name === '_or')
      return [
        {
          kind: 'any',
          conditions: (value as unknown[]).map((one) => all(readWhere(api, table, one, budget))),
        },
      ]
    if (name === '_not') return [{ kind: 'not', condition: all(readWhere(api, table, value, budget)) }]
    const field = api.fields(table).get(name)
    if (field?.kind === 'relation') {
      budget.relation()
      const related: Related = { ...field, where: readWhere(api, field.table, value, budget) }
      return [{ kind: 'exists', related }]
    }
    const conditions = field?.kind === 'column' ? readComparison(table, field.column, value as Values) : []
    budget.filters(conditions)
    return conditions
  })
  return parts
}

/** readOrder returns the order of an `order_by`: by columns of the row, or of the one row that is related to it. */
export function readOrder(api: ProjectApi, table: TableShape, orderBy: unknown, budget: Budget): Order[] {
  // A relation that is sorted by several times is joined once.
  const paths = new Map<string, Related>()
  const pathOf = (name: string, path: RelationPath): Related => {
    const known = paths.get(name)
    if (known !== undefined) return known
    budget.relation()
    const via = { ...path, where: [] }
    paths.set(name, via)
    return via
  }
  const read = (of: TableShape, given: Values, via?: Related): Order[] =>
    Object.entries(given).flatMap(([name, value]): Order[] => {
      const field = api.fields(of).get(name)
      if (field === undefined || value === null) return []
      if (field.kind === 'relation') return read(field.table, value as Values, pathOf(name, field))
      if (field.kind === 'url') return []
      return [{ column: field.column, direction: value as Order['direction'], via }]
    })
  return withTies(
    table,
    ((orderBy ?? []) as Values[]).flatMap((one) => read(table, one)),
  )
}

/** readConflict returns what an insert does about rows that exist. */
export function readConflict(table: TableShape, given: unknown): Conflict | undefined {
  if (given === undefined || given === null) return undefined
  const { columns, resolution } = given as { columns?: string[] | null } & Pick<Conflict, 'resolution'>
  if (columns?.length === 0) throw new FilterError('on_conflict: columns names at least one column.')
  return { columns: (columns ?? ['id']).map((name) => getOperand(table, name).column), resolution }
}

/** readPage returns the page that `limit` and `offset` ask for. */
export function readPage({ limit, offset }: Values): { limit: number; offset: number } {
  return {
    limit: whole('limit', limit, LIST_LIMITS.default, LIST_LIMITS.max),
    offset: whole('offset', offset, 0, MAX_OFFSET),
  }
}

function all(conditions: Condition[]): Condition {
  return { kind: 'all', conditions }
}

function whole(name: string, value: unknown, fallback: number, most: number): number {
  if (value === undefined || value === null) return fallback
  const number = value as number
  if (number >= 0 && number <= most) return number
  throw new FilterError(`${name}: must be a whole number between 0 and ${most}.`)
}
