// Writes of all rows that match a filter or have one of some ids: of /data/{table} and of records.

import { compile } from '#engine/request/compile/compile.ts'
import { type Condition, filtersIn } from '#engine/request/conditions.ts'
import { type ManyRows, parseMany } from '#engine/request/parse/parse-many.ts'
import type { DeletedRows, ListPlan } from '#engine/request/plan.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { MAX_EXPLAINED } from '#modules/database/policies/explain-writes.service.ts'
import { refusedRow } from '#modules/database/policies/hint.service.ts'
import {
  checkKeepsDeleted,
  checkWritable,
  fieldsOf,
  type Outcome,
  type RowOperation,
} from '#modules/rows/data/operations/operations.ts'
import { MAX_AFFECTED, type ManyPreferences } from '#modules/rows/data/operations/prefer.ts'
import { type RowInput, readRow } from '#modules/rows/data/operations/row-input.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { comparands, type FieldValue, refusing } from '#platform/db/executor/value-errors.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'

/** ManyWrite is what one write of several rows is made of. */
export interface ManyWrite {
  readonly schema: SchemaShape
  readonly table: TableShape
  readonly rows: ManyRows
  readonly preferences: ManyPreferences
  /** expected is how many rows it must concern; with another number, none is written. */
  readonly expected?: number | undefined
}

/** updateManyOperation changes all rows that match. */
export function updateManyOperation(write: ManyWrite, actor: Actor, body: unknown): RowOperation {
  checkWritable(write.table)
  const row = readRow(write.table, body, 'update', actor)
  if (row.columns.length === 0) throw invalidInput('The body names no column to change.')
  return manyOperation(write, { change: row, target: 'update', fields: () => fieldsOf(row, '') })
}

/** deleteManyOperation deletes all rows that match, softly. */
export function deleteManyOperation(write: ManyWrite): RowOperation {
  checkWritable(write.table)
  return manyOperation(write, { change: 'delete', target: 'delete' })
}

/** restoreManyOperation makes all deleted rows live again that match; `access` is that of DeletedRows. */
export function restoreManyOperation(write: ManyWrite, access: string): RowOperation {
  checkKeepsDeleted(write.table)
  return manyOperation(write, { change: 'restore', target: 'restore', access })
}

/** purgeManyOperation removes all deleted rows that match, for good. */
export function purgeManyOperation(write: ManyWrite, access: string): RowOperation {
  checkKeepsDeleted(write.table)
  return manyOperation(write, { change: 'purge', target: 'delete', access })
}

interface ManyChange {
  readonly change: RowInput | 'delete' | 'restore' | 'purge'
  readonly target: keyof typeof ACTIONS
  /** access is what must hold of the rows, where deleted ones are meant. */
  readonly access?: string
  fields?(): Iterable<FieldValue>
}

function manyOperation(write: ManyWrite, { change, target, access, fields }: ManyChange): RowOperation {
  const { schema, table, preferences, expected } = write
  const { where, selection } = refusing(() => parseMany(schema, table, write.rows))
  const { returning } = preferences
  const most = Math.min(preferences.most, expected ?? MAX_AFFECTED)
  const values = typeof change === 'string' ? {} : { values: change.given }
  const deleted = access === undefined ? undefined : ({ mode: 'only', access } as const)
  return {
    statements: [compile({ kind: 'many', table, where, selection, most, returning, change, deleted })],
    action: change === 'delete' ? 'delete' : '',
    writes: [{ table, rows: 0 }],
    // Rows that are too long for an answer, or other than were expected, are not known before they are written.
    checked: returning || expected !== undefined,
    target: { table, action: target },
    concerns: [],
    sample: {
      statement: () => compile(sampleOf(table, where, deleted)),
      concernsOf: (id) => ACTIONS[target].map((one) => ({ table, action: one, id, ...values })),
    },
    fields: function* () {
      yield* comparands(filtersIn(where))
      if (fields !== undefined) yield* fields()
    },
    outcome: ([result]) => outcomeOf(result, preferences, expected),
  }
}

// Whose policies decide about each write.
const ACTIONS = { update: ['update'], delete: ['delete'], restore: ['delete', 'update'] } as const

// Read only where the write is tried.
function sampleOf(
  table: TableShape,
  where: readonly Condition[],
  deleted: DeletedRows | undefined,
): ListPlan {
  const column = table.columns.get('id')
  const selection = column && [{ kind: 'column', key: 'id', column } as const]
  return {
    ...{ kind: 'list', table, selection, where, order: [], limit: MAX_EXPLAINED, offset: 0 },
    ...{ cursor: undefined, deleted },
  }
}

function outcomeOf(
  result: StatementResult | undefined,
  { most, returning }: ManyPreferences,
  expected: number | undefined,
): Outcome {
  const [tooMany, count, rows, visible] = result?.rows[0] ?? []
  if (tooMany === 't')
    throw expected !== undefined && expected <= most ? otherRows(expected) : tooManyRows(most)
  // What is seen and not touched at all is refused; of several rows, policies pass over those that they protect.
  if (visible === 't') throw refusedRow()
  if (expected !== undefined && Number(count) !== expected) throw otherRows(expected, Number(count))
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

function otherRows(expected: number, found?: number): AppError {
  const shown = found === undefined ? `more than ${expected}` : `${found}`
  return conflict(
    'count_differs',
    `expected_count is ${expected}, but ${shown} rows match. Nothing was written.`,
    {
      expected_count: expected,
      ...(found === undefined ? {} : { count: found }),
    },
  )
}
