// The messages between nodes: steps of the reading node's log, with their position in it.
import type { Step } from '#platform/changes/feed/change-log.ts'
import type { RowTexts } from '#platform/changes/feed/row-change.ts'

/** Entry is a part of the log of an epoch after the offset `from`. One without steps is a heartbeat of the reader. */
export interface Entry {
  readonly epoch: string
  readonly from: number
  readonly steps: readonly Step[]
}

/** countOffsets returns how many offsets steps use. */
export function countOffsets(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + countOf(step), 0)
}

function countOf(step: Step): number {
  if (step.kind === 'rows') return step.rows.length
  return step.kind === 'gap' ? step.count : 0
}

/** encodeEntry returns an entry as JSON. */
export function encodeEntry(entry: Entry): Buffer {
  // In arrays, JSON has null for undefined.
  return Buffer.from(JSON.stringify(entry))
}

/** decodeEntry is the inverse of encodeEntry. */
export function decodeEntry(bytes: Uint8Array): Entry {
  const entry: StoredEntry = JSON.parse(new TextDecoder().decode(bytes))
  return { ...entry, steps: entry.steps.map(readStep) }
}

function readStep(step: StoredStep): Step {
  return step.kind === 'rows' ? { kind: 'rows', rows: step.rows.map(readRow) } : step
}

function readRow(row: StoredRow | null): RowTexts | undefined {
  return row === null
    ? undefined
    : { ...row, old_record: row.old_record, committed_at: new Date(row.committed_at) }
}

type StoredRow = Omit<RowTexts, 'committed_at' | 'old_record'> & {
  readonly committed_at: string
  readonly old_record?: string
}
type StoredStep =
  | Exclude<Step, { readonly kind: 'rows' }>
  | { readonly kind: 'rows'; readonly rows: readonly (StoredRow | null)[] }
type StoredEntry = Omit<Entry, 'steps'> & { readonly steps: readonly StoredStep[] }
