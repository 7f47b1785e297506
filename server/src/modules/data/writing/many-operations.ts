// Writes of all rows that match a filter: PATCH and DELETE of /data/{table}.

import { checkWritable, fieldsOf, type Outcome, type RowOperation } from '#data/operations/operations.ts'
import { MAX_AFFECTED, type ManyPreferences } from '#data/operations/prefer.ts'
import { type RowInput, readRow } from '#data/operations/row-input.ts'
import { compile } from '#engine/request/compile/compile.ts'
import { filtersIn } from '#engine/request/filters.ts'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import { parseMany } from '#engine/request/parse/parse-many.ts'
import type { ManyPlan } from '#engine/request/plan.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { refusedRow } from '#modules/policies/hint.service.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { comparands, refusing } from '#platform/db/executor/value-errors.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'

/** ManyWrite is what one write by filter is made of. */
export interface ManyWrite {
  readonly schema: SchemaShape
  readonly table: TableShape
  readonly params: QueryParams
  readonly preferences: ManyPreferences
}

/** updateManyOperation changes all rows that match. */
export function updateManyOperation(write: ManyWrite, actor: Actor, body: unknown): RowOperation {
  checkWritable(write.table)
  const row = readRow(write.table, body, 'update', actor)
  if (row.columns.length === 0) throw invalidInput('The body names no column to change.')
  return manyOperation(write, row)
}

/** deleteManyOperation deletes all rows that match, softly. */
export function deleteManyOperation(write: ManyWrite): RowOperation {
  checkWritable(write.table)
  return manyOperation(write, undefined)
}

function manyOperation(
  { schema, table, params, preferences }: ManyWrite,
  row: RowInput | undefined,
): RowOperation {
  const { where, selection } = refusing(() => parseMany(schema, table, params))
  const { most, returning } = preferences
  const change: ManyPlan['change'] = row ?? 'delete'
  const action = row === undefined ? 'delete' : ''
  return {
    statements: [compile({ kind: 'many', table, where, selection, most, returning, change })],
    action,
    writes: [{ table, rows: 0 }],
    // Rows that are too long for an answer are not known before they are written.
    checked: returning,
    target: { table, action: row === undefined ? 'delete' : 'update' },
    fields: function* () {
      yield* comparands(filtersIn(where))
      if (row !== undefined) yield* fieldsOf(row, '')
    },
    outcome: ([result]) => outcomeOf(result, preferences),
  }
}

function outcomeOf(result: StatementResult | undefined, { most, returning }: ManyPreferences): Outcome {
  const [tooMany, count, rows, visible] = result?.rows[0] ?? []
  if (tooMany === 't') throw tooManyRows(most)
  // What is seen and not touched at all is refused; of several rows, policies pass over those that they protect.
  if (visible === 't') throw refusedRow()
  if (!returning) return { status: 200, data: new JsonText(`{"count":${count}}`), count: Number(count) }
  if (rows === null || rows === undefined)
    throw new AppError(
      'payload_too_large',
      'The changed rows are too long for an answer, so nothing was changed. Leave out Prefer: return=representation.',
    )
  return { status: 200, data: new JsonText(rows), count: Number(count) }
}

function tooManyRows(most: number): AppError {
  const bound =
    most === MAX_AFFECTED
      ? 'more than one request may write'
      : `more than Prefer: max-affected=${most} allows`
  return invalidInput(
    `The filter matches more than ${most} rows, ${bound}. Nothing was written. Narrow the filter down.`,
    { max_affected: most },
  )
}
