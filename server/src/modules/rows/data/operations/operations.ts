// The writes of the data API as statements and as the reading of their results, for single requests and batches alike.
import { randomUUID } from 'node:crypto'
import { compile } from '#engine/request/compile/compile.ts'
import type { Conflict, Match } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { MAX_EXPLAINED, type RowConcern } from '#modules/database/policies/explain-writes.service.ts'
import { type PolicyTarget, refusedRow } from '#modules/database/policies/hint.service.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import type { RowAction } from '#platform/db/executor/actor-context.ts'
import type { FieldValue } from '#platform/db/executor/value-errors.ts'
import { AppError, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { rowTag } from './etags.ts'
import type { LinkedStatement } from './file-links.service.ts'
import { groupRows } from './group-rows.ts'
import { type RowInput, readRow, readRows } from './row-input.ts'

/** Outcome is what one write answers. */
export interface Outcome {
  readonly status: 200 | 201 | 204
  readonly data: JsonText | null
  /** count is how many rows were written, where that was not known before. */
  readonly count?: number
  readonly tag?: string
}

/** Written is a write's outcome; `replayed` where an earlier request with the same Idempotency-Key has done it. */
export interface Written extends Outcome {
  readonly replayed?: boolean
  /** details stand beside the data where the write was only tried. */
  readonly details?: object
}

/** RowOperation is one write, ready to run. */
export interface RowOperation {
  readonly statements: readonly LinkedStatement[]
  readonly action: RowAction
  /** writes are how many rows of which tables it writes. */
  readonly writes: readonly { readonly table: TableShape; readonly rows: number }[]
  /** checked operations commit only after their outcome has been read, for it may be a refusal of part of the work. */
  readonly checked?: boolean
  /** outcome reads the results of the statements, or throws what they amount to. */
  outcome(results: readonly StatementResult[]): Outcome
  /** target is what policies decide about; undefined of several writes together. */
  readonly target: PolicyTarget | undefined
  /** conditional is true where the row must have a certain version (`If-Match`). */
  readonly conditional?: boolean
  /** concerns are the rows that policies decide about, as far as they are known beforehand. */
  readonly concerns: readonly RowConcern[]
  /** sample is a list of some of the rows that a filter chooses, and what is asked of each. */
  readonly sample?: RowSample
  /** fields are the values that PostgreSQL may yet refuse. */
  fields(): Iterable<FieldValue>
  /** withoutReturning is the same insert for a caller who may not read what they insert; it answers with the ids alone. */
  readonly withoutReturning?: () => RowOperation
}

/** RowSample is a list plan's statement that reads some ids. */
export interface RowSample {
  statement(): Statement
  concernsOf(id: string): RowConcern[]
}

/** insertOperation inserts one row, or all rows of an array or none. */
export function insertOperation(
  table: TableShape,
  actor: Actor,
  body: unknown,
  onConflict: Conflict | undefined,
): RowOperation {
  checkWritable(table)
  if (!Array.isArray(body)) {
    const row = readRow(table, body, 'insert', actor)
    return singleInsert(table, row, onConflict, true)
  }
  return bulkInsert(table, readRows(table, body, actor), onConflict, true)
}

/** updateOperation changes one row, which must have one of the versions of `match` if there are any. */
export function updateOperation(
  table: TableShape,
  actor: Actor,
  id: string,
  body: unknown,
  match?: Match,
): RowOperation {
  checkWritable(table)
  const row = readRow(table, body, 'update', actor)
  if (row.columns.length === 0) throw invalidInput('The body names no column to change.')
  const { columns, values } = row
  return {
    statements: [compile({ kind: 'update', table, id, columns, values, match })],
    action: '',
    writes: [{ table, rows: 1 }],
    target: { table, action: 'update' },
    conditional: match !== undefined,
    concerns: [{ table, action: 'update', id, values: row.given }],
    fields: () => fieldsOf(row, ''),
    outcome: ([result]) => {
      const data = new JsonText(changed(table, id, result, match))
      return { status: 200, data, tag: rowTag(table, result?.rows[0]?.[2] ?? '') }
    },
  }
}

/** deleteOperation deletes one row, softly; it must have one of the versions of `match` if there are any. */
export function deleteOperation(table: TableShape, id: string, match?: Match): RowOperation {
  checkWritable(table)
  return {
    statements: [compile({ kind: 'delete', table, id, match })],
    action: 'delete',
    writes: [{ table, rows: 1 }],
    target: { table, action: 'delete' },
    conditional: match !== undefined,
    concerns: [{ table, action: 'delete', id }],
    fields: () => [],
    outcome: ([result]) => {
      changed(table, id, result, match)
      return { status: 204, data: null }
    },
  }
}

/** checkWritable refuses what no write is possible to. */
export function checkWritable(table: TableShape): void {
  if (table.is_view === true)
    throw invalidInput(`${table.slug} is a view: it can be read, not written. Write to its tables.`)
  if (table.read_only) throw invalidInput(`The table ${table.slug} cannot be written through the data API.`)
}

/** checkKeepsDeleted refuses what has no deleted rows. */
export function checkKeepsDeleted(table: TableShape): void {
  checkWritable(table)
  if (!table.soft_delete)
    throw invalidInput(`${table.slug} keeps no deleted rows: it has no column deleted_at.`)
}

function singleInsert(
  table: TableShape,
  row: RowInput,
  onConflict: Conflict | undefined,
  returning: boolean,
): RowOperation {
  const { columns, values } = row
  const plan = { kind: 'insert', table, columns, rows: { values }, conflict: onConflict, returning } as const
  const concern: RowConcern = { table, action: 'insert', values: row.given }
  return {
    statements: [compile(plan)],
    action: '',
    writes: [{ table, rows: 1 }],
    target: { table, action: insertAction(onConflict) },
    concerns: [concern],
    fields: () => fieldsOf(row, ''),
    outcome: ([result]) => {
      if (!returning) return { status: 201, data: ids([row])[0] as JsonText }
      const json = result?.rows[0]?.[0]
      if (json) {
        concern.written = json
        return { status: 201, data: new JsonText(json) }
      }
      if (onConflict?.resolution === 'ignore') return { status: 200, data: new JsonText('null') }
      throw deletedConflict(table, conflictColumns(onConflict))
    },
    ...(returning && onConflict === undefined
      ? { withoutReturning: () => singleInsert(table, withId(table, row), onConflict, false) }
      : {}),
  }
}

function bulkInsert(
  table: TableShape,
  rows: readonly RowInput[],
  onConflict: Conflict | undefined,
  returning: boolean,
): RowOperation {
  const groups = groupRows(rows, onConflict)
  const statements = groups.map((indexes) => {
    const { columns } = rows[indexes[0] as number] as RowInput
    const json = JSON.stringify(indexes.map((index) => rows[index]?.given))
    return compile({ kind: 'insert', table, columns, rows: { json }, conflict: onConflict, returning })
  })
  const concerns = rows
    .slice(0, MAX_EXPLAINED)
    .map(({ given }): RowConcern => ({ table, action: 'insert', values: given }))
  return {
    statements,
    action: '',
    writes: [{ table, rows: rows.length }],
    target: { table, action: insertAction(onConflict) },
    checked: onConflict !== undefined,
    concerns,
    fields: () => fieldsOfAll(rows),
    outcome: (results) => {
      const count = results.reduce((sum, result) => sum + result.count, 0)
      if (count < rows.length && onConflict?.resolution !== 'ignore')
        throw deletedConflict(table, conflictColumns(onConflict))
      const texts = returning ? inOrder(groups, results) : ids(rows).map((id) => id.text)
      // Rows that were left as they are have no text, and so the others no place.
      if (returning && texts.length === rows.length)
        concerns.forEach((concern, index) => {
          concern.written = texts[index] as string
        })
      return { status: 201, data: new JsonText(`[${texts.join(',')}]`) }
    },
    ...(returning && onConflict === undefined
      ? {
          withoutReturning: () =>
            bulkInsert(
              table,
              rows.map((row) => withId(table, row)),
              onConflict,
              false,
            ),
        }
      : {}),
  }
}

function insertAction(onConflict: Conflict | undefined): PolicyTarget['action'] {
  return onConflict?.resolution === 'merge' ? 'insert or update' : 'insert'
}

// Each statement answers its rows in the order in which it got them.
function inOrder(groups: readonly number[][], results: readonly StatementResult[]): string[] {
  const placed = groups.flatMap((indexes, group) =>
    (results[group]?.rows ?? []).map((row, i) => ({ index: indexes[i] as number, json: String(row[0]) })),
  )
  return placed.sort((a, b) => a.index - b.index).map(({ json }) => json)
}

function withId(table: TableShape, row: RowInput): RowInput {
  const id = table.columns.get('id')
  if (id === undefined || row.columns.includes(id)) return row
  const value = randomUUID()
  return { columns: [...row.columns, id], values: [...row.values, value], given: { ...row.given, id: value } }
}

function ids(rows: readonly RowInput[]): JsonText[] {
  return rows.map((row) => new JsonText(JSON.stringify({ id: row.given.id })))
}

// What an update or delete statement answers: the row or null, and whether the caller can see such a row, or its version.
function changed(table: TableShape, id: string, result: StatementResult | undefined, match?: Match): string {
  const [json, visible] = result?.rows[0] ?? []
  if (json) return json
  if (match !== undefined && visible && !match.includes(visible))
    throw new AppError(
      'precondition_failed',
      `The row ${id} of ${table.slug} has changed since that ETag. Get it again, and repeat with its new one.`,
    )
  if (visible && visible !== 'f') throw refusedRow()
  throw notFound(`The row ${id} of ${table.slug}`)
}

/** deletedConflict returns the 409 for a row that has values of unique columns in common with a deleted one. */
export function deletedConflict(table: TableShape, columns: readonly string[]): AppError {
  return conflict('already_exists', `A deleted row of ${table.slug} has the same ${columns.join(', ')}.`)
}

/** conflictColumns returns the columns that make a row the same as another one, by their names. */
export function conflictColumns(onConflict: Conflict | undefined): readonly string[] {
  return onConflict?.columns.map(({ name }) => name) ?? ['id']
}

function* fieldsOfAll(rows: readonly RowInput[]): Generator<FieldValue> {
  for (const [index, row] of rows.entries()) yield* fieldsOf(row, `[${index}].`)
}

/** fieldsOf yields the values of a row; their names begin with `at`. */
export function* fieldsOf(row: RowInput, at: string): Generator<FieldValue> {
  for (const [i, column] of row.columns.entries())
    yield { name: `${at}${column.name}`, column, value: row.values[i] ?? null }
}
