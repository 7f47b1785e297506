// Several operations as one: their statements in a row, in one transaction, and each its own results.

import { MAX_EXPLAINED } from '#modules/database/policies/explain-writes.service.ts'
import type { PolicyTarget } from '#modules/database/policies/hint.service.ts'
import type { LinkedStatement } from '#modules/rows/data/operations/file-links.service.ts'
import type { Outcome, RowOperation } from '#modules/rows/data/operations/operations.ts'
import type { FailedStatement, StatementResult } from '#platform/db/connections/packet.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** Wording is what a combination is called by whom it was made for. */
interface Wording {
  /** explained completes the refusal of one of the operations by policies. */
  explained(error: unknown, target: PolicyTarget): unknown
  join(outcomes: readonly Outcome[]): Outcome
  /** named returns an error that says which of the operations it came from. */
  named(error: AppError, index: number): AppError
  fieldName(index: number, name: string): string
}

/** Combined is the one operation, and `blame`, which finds whose statement an error came from. */
export interface Combined {
  readonly operation: RowOperation
  /** blame names the operation in an error; `ahead` is how many statements stood before the first of them. */
  blame(error: unknown, ahead: number): unknown
}

/** naming does work for the operation of an index; an error of it is completed by `named`. */
export function naming<T>(index: number, named: Wording['named'], work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? named(error, index) : error
  }
}

/**
 * combine joins operations. Where a delete follows a write or the other way round, the setting that policies distinguish them
 * apart by is changed in between.
 */
export function combine(operations: readonly RowOperation[], wording: Wording): Combined {
  const statements: LinkedStatement[] = []
  const owners: number[] = []
  // Where the statements of each operation begin.
  const starts: number[] = []
  let action = operations[0]?.action ?? ''
  operations.forEach((operation, index) => {
    if (operation.action !== action) {
      action = operation.action
      statements.push({ text: `set local msingi.action = '${action}'` })
      owners.push(-1)
    }
    starts.push(statements.length)
    for (const statement of operation.statements) {
      statements.push(statement)
      owners.push(index)
    }
  })
  const outcomeOf = (operation: RowOperation, index: number, results: readonly StatementResult[]) => {
    try {
      const start = starts[index] ?? 0
      return operation.outcome(results.slice(start, start + operation.statements.length))
    } catch (error) {
      throw named(error, index)
    }
  }
  const named = (error: unknown, index: number) => {
    const target = operations[index]?.target
    const explained = target === undefined ? error : wording.explained(error, target)
    return explained instanceof AppError ? wording.named(explained, index) : explained
  }
  const fields = function* () {
    for (const [index, operation] of operations.entries())
      for (const field of operation.fields()) yield { ...field, name: wording.fieldName(index, field.name) }
  }
  return {
    operation: {
      ...{ statements, action: operations[0]?.action ?? '', checked: true, fields },
      writes: operations.flatMap(({ writes }) => writes),
      target: undefined,
      concerns: operations.flatMap(({ concerns }) => concerns).slice(0, MAX_EXPLAINED),
      outcome: (results) => wording.join(operations.map((one, index) => outcomeOf(one, index, results))),
    },
    blame: (error, ahead) => {
      if (!(error instanceof AppError)) return error
      const { statementIndex } = (error.cause ?? {}) as FailedStatement
      const index = statementIndex === undefined ? undefined : owners[statementIndex - ahead]
      return index === undefined || index < 0 ? error : named(error, index)
    },
  }
}
