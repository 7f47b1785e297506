// Access checks under each caller's own identity: one statement for all rows of a caller, and many statements in one
// packet.

import { rowsPassing } from '#engine/access/rows-passing.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { LiveCaller } from './callers.ts'
import {
  type CallerGroup,
  type CheckContext,
  CONDITION_ERRORS,
  checkTime,
  halve,
  isOneOf,
  jsonArrayOf,
  MAX_BYTES,
  sizeOf,
  type VisibleRow,
} from './row-checks.ts'

// Small, because requests can have to wait behind a packet.
const PACKET = 25

/** CallerRows is one caller and the rows to check. */
export interface CallerRows {
  readonly caller: LiveCaller
  readonly rows: readonly JsonRow[]
}

/** packChecks puts checks into packets of bounded size. Each caller's rows are sent separately. */
export function packChecks(groups: readonly CallerGroup[]): CallerRows[][] {
  const packets: CallerRows[][] = []
  let room = 0
  for (const { callers, rows } of groups) {
    const size = sizeOf(rows)
    for (const caller of callers) {
      const packet = packets.at(-1)
      if (packet !== undefined && packet.length < PACKET && size <= room) packet.push({ caller, rows })
      else {
        packets.push([{ caller, rows }])
        room = MAX_BYTES
      }
      room -= size
    }
  }
  return packets
}

/** checkEach checks the callers of a packet. */
export async function checkEach(context: CheckContext, packet: readonly CallerRows[]): Promise<VisibleRow[]> {
  const { executor, project, table, policies } = context
  // Subqueries see what the caller is allowed to see.
  const text = rowsPassing(table, policies.sql)
  return checkAll(async (checks) => {
    checkTime(context)
    const results = await executor.ask(
      project,
      checks.map(({ caller, rows }) => ({
        actor: caller.context,
        statement: { text, values: [jsonArrayOf(rows)] },
      })),
    )
    return checks.flatMap(({ caller, rows }, n) =>
      (results[n]?.rows ?? []).map(([index]): VisibleRow => [caller, rows[Number(index)] as JsonRow]),
    )
  }, packet)
}

type RunChecks = (checks: readonly CallerRows[]) => Promise<VisibleRow[]>

// A condition that fails hides the row, but its error also fails all other checks of the packet: halving finds out which
// callers and rows it concerns.
async function checkAll(run: RunChecks, checks: readonly CallerRows[]): Promise<VisibleRow[]> {
  try {
    return await run(checks)
  } catch (error) {
    if (!isOneOf(error, ...CONDITION_ERRORS)) throw error
  }
  const [first, ...others] = checks
  if (first === undefined || (others.length === 0 && first.rows.length === 1)) return []
  const { caller, rows } = first
  const halves = others.length > 0 ? halve(checks) : halve(rows).map((some) => [{ caller, rows: some }])
  const pairs: VisibleRow[] = []
  for (const half of halves) pairs.push(...(await checkAll(run, half)))
  return pairs
}
