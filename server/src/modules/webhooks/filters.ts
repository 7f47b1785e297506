// Conditions that choose which rows a webhook hears of: in the language of policies, evaluated in JavaScript.
import { type Condition, compileCondition } from '#engine/conditions/condition.ts'
import { Work } from '#engine/conditions/values/work.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

const NOBODY = { uid: null, email: null, claims: {} }

/** checkFilter throws 400 where a filter cannot be used for a table. */
export async function checkFilter(source: string, table: TableShape): Promise<void> {
  await loadParser()
  try {
    const condition = compileCondition(source, { table, findTable: () => undefined })
    if (condition.readsCaller)
      throw invalidInput('filter: nobody asks here, so only the row can be asked about.')
    if (condition.evaluate === undefined) throw invalidInput('filter: subqueries are not possible here.')
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    throw invalidInput(`filter: ${error.message}`, { position: error.position, filter: source })
  }
}

/** Filters evaluates filters; those that were compiled are remembered. */
export interface Filters {
  /**
   * passes reports whether a row passes a filter. Where that cannot be decided, because the table has changed or the row
   * is too large, it passes: an event too many does less harm than one too few.
   */
  passes(source: string, table: TableShape, row: JsonRow): boolean
}

/** createFilters makes an evaluator of filters. loadParser() must have settled before it is used. */
export function createFilters(): Filters {
  const compiled = recentlyUsed<{ readonly condition: Condition | undefined }>(1000)
  const conditionOf = (source: string, table: TableShape) => {
    const key = `${table.id} ${table.version} ${source}`
    const known = compiled.get(key)
    if (known !== undefined) return known.condition
    const condition = tryToCompile(source, table)
    compiled.set(key, { condition })
    return condition
  }
  return {
    passes: (source, table, row) => {
      const value = conditionOf(source, table)?.evaluate?.(row, NOBODY, new Work())
      return value !== false && value !== null
    },
  }
}

function tryToCompile(source: string, table: TableShape): Condition | undefined {
  try {
    return compileCondition(source, { table, findTable: () => undefined })
  } catch (error) {
    if (error instanceof SqlError) return undefined
    throw error
  }
}
