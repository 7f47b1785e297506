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

/** Undecided says why JavaScript cannot decide; `condition` is set where PostgreSQL can. */
export interface Undecided {
  readonly reason: string
  readonly condition: Condition | undefined
}

/** Filters evaluates filters; those that were compiled are remembered. */
export interface Filters {
  /** decide says whether a row passes a filter. `table` is undefined where there is none any more. */
  decide(source: string, table: TableShape | undefined, row: JsonRow): boolean | Undecided
}

/** createFilters makes an evaluator of filters. loadParser() must have settled before it is used. */
export function createFilters(): Filters {
  const compiled = recentlyUsed<Condition | SqlError>(1000)
  const conditionOf = (source: string, table: TableShape) => {
    const key = `${table.id} ${table.version} ${source}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const condition = tryToCompile(source, table)
    compiled.set(key, condition)
    return condition
  }
  return {
    decide: (source, table, row) => {
      if (table === undefined) return undecided('the table does not exist any more.')
      const condition = conditionOf(source, table)
      if (condition instanceof SqlError)
        return undecided(`it does not fit the table any more: ${condition.message}`)
      const missing = condition.columns.values().find((column) => !Object.hasOwn(row, column))
      if (missing !== undefined) return undecided(`the row lacks the column ${missing}.`)
      const value = condition.evaluate?.(row, NOBODY, new Work())
      if (value !== undefined) return value === true
      return undecided('PostgreSQL could not evaluate it for this row.', condition)
    },
  }
}

function undecided(reason: string, condition?: Condition): Undecided {
  return { reason: `The filter could not be decided: ${reason}`, condition }
}

function tryToCompile(source: string, table: TableShape): Condition | SqlError {
  try {
    return compileCondition(source, { table, findTable: () => undefined })
  } catch (error) {
    if (error instanceof SqlError) return error
    throw error
  }
}
