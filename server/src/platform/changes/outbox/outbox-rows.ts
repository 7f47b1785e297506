// From a row of the outbox to the assembler.
import { builtInTable, isPublicColumn } from '#engine/built-in/built-in-tables.ts'
import type { RowState } from '#platform/changes/feed/row-events.ts'
import type { ChangeAssembler, TableAt } from '#platform/changes/reading/change-assembler.ts'
import { readWatchedTable } from '#platform/changes/state/watched-tables.store.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import type { OutboxRow } from './outbox.store.ts'

/** OutboxEvents are what is not about rows. */
export interface OutboxEvents {
  /** token is a message that somebody put into the outbox. */
  token(content: string): void
  /** unreadable says that a note of a relation is no row. */
  unreadable(relation: number, reason: string): void
}

/** applyOutboxRow hands on one row. */
export function applyOutboxRow(assembler: ChangeAssembler, row: OutboxRow, events: OutboxEvents): void {
  const { operation, relation, slug, record } = row
  const table = { id: relation, name: slug }
  if (operation === 'M') events.token(record ?? '')
  else if (operation === 'W') assembler.follow(readWatchedTable(record ?? ''))
  else if (operation === 'T') assembler.truncate(table)
  else if (operation === 'L') assembler.lose(table, 'oversized')
  else if (operation === 'S' || assembler.skips(relation)) assembler.skip(1)
  else applyChange(assembler, row, table, events)
}

function applyChange(
  assembler: ChangeAssembler,
  { slug, record, old_record }: OutboxRow,
  table: TableAt,
  events: OutboxEvents,
): void {
  let states: [RowState | undefined, RowState | undefined]
  try {
    states = statesOf(slug, old_record, record)
  } catch (error) {
    events.unreadable(table.id, (error as Error).message)
    assembler.lose(table, 'unreadable')
    return
  }
  assembler.row(table, ...states)
}

/** statesOf reads a row before and after; a text that is no row is a SyntaxError. */
export function statesOf(
  slug: string,
  old: string | null,
  record: string | null,
): [RowState | undefined, RowState | undefined] {
  return [stateOf(slug, old), stateOf(slug, record)]
}

function stateOf(slug: string, text: string | null): RowState | undefined {
  if (text === null) return undefined
  const isBuiltIn = builtInTable(slug) !== undefined
  // Other rows are sent on as text.
  const row = (isBuiltIn ? parseExactly(text) : JSON.parse(text)) as Record<string, unknown>
  const deleted = 'deleted_at' in row ? row.deleted_at !== null : undefined
  if (!isBuiltIn) return { json: /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text, deleted }
  const columns = Object.entries(row).filter(([name]) => isPublicColumn(slug, name))
  return { json: JSON.stringify(Object.fromEntries(columns)), deleted }
}
