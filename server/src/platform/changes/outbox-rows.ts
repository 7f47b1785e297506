// From a row of the outbox to the assembler.
import type { ChangeAssembler } from './change-assembler.ts'
import type { OutboxRow } from './outbox.store.ts'
import { MAX_ROW } from './pgoutput.ts'
import { isPublicColumn, type RowState } from './row-events.ts'
import { readWatchedTable } from './watched-tables.store.ts'

/** applyOutboxRow hands on one row; `told` gets messages. */
export function applyOutboxRow(
  assembler: ChangeAssembler,
  row: OutboxRow,
  told: (content: string) => void,
): void {
  const { operation, relation, slug, record, old_record } = row
  const table = { id: relation, name: slug }
  if (operation === 'M') told(record ?? '')
  else if (operation === 'W') assembler.follow(readWatchedTable(record ?? ''))
  else if (operation === 'T') assembler.truncate(table)
  else if ((record?.length ?? 0) + (old_record?.length ?? 0) > MAX_ROW) assembler.lost(table)
  else assembler.row(table, stateOf(slug, old_record), stateOf(slug, record))
}

function stateOf(slug: string, text: string | null): RowState | undefined {
  if (text === null) return undefined
  const row = JSON.parse(text) as Record<string, unknown>
  const deleted = 'deleted_at' in row ? row.deleted_at !== null : undefined
  if (slug !== 'users') return { json: /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, ' ') : text, deleted }
  const columns = Object.entries(row).filter(([name]) => isPublicColumn(slug, name))
  return { json: JSON.stringify(Object.fromEntries(columns)), deleted }
}
