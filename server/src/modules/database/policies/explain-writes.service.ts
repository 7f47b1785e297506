// Which policies decide about the rows of a write, for those who try what somebody else could write.
import type { PolicyAction } from '#engine/access/policy.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Asker } from '#platform/asker.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { explainRow, findRow } from './explain.ts'
import type { Explanation } from './policies.schema.ts'

/** RowConcern is a row that a write concerns: stored under an id, given by its values, or stored and changed to them. */
export interface RowConcern {
  readonly table: TableShape
  readonly action: PolicyAction
  readonly id?: string
  readonly values?: Readonly<Record<string, unknown>>
  /** written is the row as it was written, once it was; JSON. */
  written?: string
}

/** WriteExplanation is what the policies of a table say of one row; `state` says whether as it was before the write or after. */
export interface WriteExplanation extends Explanation {
  readonly table: string
  readonly action: PolicyAction
  readonly row_id: string | null
  readonly state: 'before' | 'after'
}

/** MAX_EXPLAINED is of how many rows a write is explained. */
export const MAX_EXPLAINED = 10

/** explainWrites says of the first rows of a write which policies decide; rows that do not exist are left out. */
export async function explainWrites(
  { context: caller, platform, project }: Asker,
  concerns: readonly RowConcern[],
): Promise<WriteExplanation[]> {
  const explained: WriteExplanation[] = []
  for (const concern of concerns.slice(0, MAX_EXPLAINED)) {
    const { table, action, id } = concern
    for (const { state, row } of await rowsOf(platform, project, concern)) {
      const explanation = await explainRow(platform, project, table, { action, row, caller })
      explained.push({ table: table.slug, action, row_id: id ?? null, state, ...explanation })
    }
  }
  return explained
}

interface RowState {
  readonly state: 'before' | 'after'
  readonly row: string
}

// A change is decided twice: by the row that is there, and by what it becomes.
async function rowsOf(
  platform: Platform,
  project: ProjectRecord,
  { table, id, values, written }: RowConcern,
): Promise<RowState[]> {
  if (id === undefined) return [{ state: 'after', row: written ?? JSON.stringify(values) }]
  const before = await findRow(platform, project, table, id)
  if (before === undefined) return []
  const after = values === undefined ? [] : [{ state: 'after', row: changed(before, values) } as const]
  return [{ state: 'before', row: before }, ...after]
}

// The row stays text: numbers keep their digits, and of two members of one name PostgreSQL takes the last.
function changed(row: string, values: Readonly<Record<string, unknown>>): string {
  const change = JSON.stringify(values).slice(1)
  return change === '}' ? row : `${row.slice(0, -1)},${change}`
}
