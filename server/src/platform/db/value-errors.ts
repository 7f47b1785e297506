// What is wrong with a query, or with a value that PostgreSQL refused: its message alone rarely says where.
import { TYPE_FACTS } from '#engine/data-types.ts'
import type { Filter } from '#engine/filters.ts'
import { FilterError } from '#engine/operands.ts'
import type { ColumnShape } from '#engine/shape.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Cluster } from './cluster.ts'

/** FieldValue is one value of a write, and what it is called in the body. */
export interface FieldValue {
  readonly name: string
  readonly column: ColumnShape
  readonly value: string | null
}

// Everything else is checked completely before PostgreSQL sees it.
const DECIDED_BY_POSTGRES: ReadonlySet<string> = new Set(['temporal', 'inet', 'number', 'json'])

const DIAGNOSE = `
select v.n::int as index, msingi.input_error(v.value, v.type) as problem
from unnest($1::text[], $2::text[]) with ordinality as v(value, type, n)`

/** withField runs a write; where PostgreSQL refuses a value, the error that comes out names the field. */
export async function withField<T>(
  cluster: Cluster,
  fields: () => FieldValue[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isValueError(error) ? ((await diagnose(cluster, fields())) ?? error) : error
  }
}

function isValueError(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { sqlstate } = (error.details ?? {}) as { sqlstate?: string }
  return sqlstate?.startsWith('22') === true
}

async function diagnose(cluster: Cluster, fields: FieldValue[]): Promise<AppError | undefined> {
  const suspects = fields.filter(
    ({ column, value }) => value !== null && DECIDED_BY_POSTGRES.has(TYPE_FACTS[column.data_type].family),
  )
  const { rows } = await cluster.admin.query<{ index: number; problem: string | null }>(DIAGNOSE, [
    suspects.map(({ value }) => value),
    suspects.map(({ column }) => TYPE_FACTS[column.data_type].sql),
  ])
  const problems = rows.filter((row) => row.problem !== null)
  if (problems.length === 0) return undefined
  const named = problems
    .slice(0, 100)
    .map(({ index, problem }) => ({ name: suspects[index - 1]?.name, problem }))
  return invalidInput(
    named.map(({ name, problem }) => `${name}: ${problem}.`),
    { fields: named.map(({ name }) => name) },
  )
}

/** comparands gives the values of filters that PostgreSQL may yet refuse. */
export function comparands(filters: Iterable<Filter>): FieldValue[] {
  return [...filters].flatMap((filter): FieldValue[] => {
    const { column } = filter
    switch (filter.operator) {
      case 'in':
        return filter.values.map((value) => ({ name: column.name, column, value }))
      case 'eq':
      case 'neq':
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return [{ name: column.name, column, value: filter.value }]
      default:
        return []
    }
  })
}

/** refusing turns the engine's refusal of a query into a 400. */
export function refusing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof FilterError) throw invalidInput(error.message)
    throw error
  }
}
