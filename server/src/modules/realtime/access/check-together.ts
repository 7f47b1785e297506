// Access checks of many users in one statement, which contains the policies itself and bypasses those of PostgreSQL.

import type { UsersWhoSee } from '#engine/access/users-who-see.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { DASHBOARD, type LiveCaller } from './callers.ts'
import { checkEach, packChecks } from './check-each.ts'
import {
  type CallerGroup,
  type CheckContext,
  CONDITION_ERRORS,
  checkTime,
  halve,
  isOneOf,
  jsonArrayOf,
  type VisibleRow,
} from './row-checks.ts'

// Small, because requests can have to wait behind a statement.
const MAX_PAIRS = 20_000

// Each has some 4 KB of claims at most.
const MAX_USERS = 1000

// Fewer users are checked as fast one by one.
const MIN_USERS = 3

/** canCheckTogether reports whether a group can be checked in one statement, and is large enough for it. */
export function canCheckTogether({ together }: CheckContext['policies'], { callers }: CallerGroup): boolean {
  return together !== undefined && callers.length >= MIN_USERS && callers[0]?.kind === 'user'
}

/** splitGroup divides a group that is too large for one statement. */
export function splitGroup({ callers, rows }: CallerGroup): CallerGroup[] {
  const size = Math.min(MAX_USERS, Math.max(MIN_USERS, Math.floor(MAX_PAIRS / rows.length)))
  return Array.from({ length: Math.ceil(callers.length / size) }, (_, n) => ({
    callers: callers.slice(n * size, (n + 1) * size),
    rows,
  }))
}

/** checkTogether checks a group in one statement, or its callers one by one if that statement fails. */
export async function checkTogether(context: CheckContext, group: CallerGroup): Promise<VisibleRow[]> {
  const { together } = context.policies
  if (together === undefined || !canCheckTogether(context.policies, group))
    return checkOneByOne(context, group)
  try {
    return await checkUsers(context, together, group)
  } catch (error) {
    if (isOneOf(error, 'unavailable')) throw error
    // For example, a table in a subquery has just been changed, and this node has not been notified of it yet.
    if (!isOneOf(error, 'timeout', ...CONDITION_ERRORS)) return checkOneByOne(context, group)
  }
  const pairs: VisibleRow[] = []
  for (const half of splitInHalf(group)) pairs.push(...(await checkTogether(context, half)))
  return pairs
}

// The error may be due to one user or to one row: halving the longer list isolates either soon.
function splitInHalf({ callers, rows }: CallerGroup): CallerGroup[] {
  return rows.length > callers.length
    ? halve(rows).map((some) => ({ callers, rows: some }))
    : halve(callers).map((some) => ({ callers: some, rows }))
}

async function checkOneByOne(context: CheckContext, group: CallerGroup): Promise<VisibleRow[]> {
  const pairs: VisibleRow[] = []
  for (const packet of packChecks([group])) pairs.push(...(await checkEach(context, packet)))
  return pairs
}

async function checkUsers(
  context: CheckContext,
  { text, readsClaims }: UsersWhoSee,
  { callers, rows }: CallerGroup,
): Promise<VisibleRow[]> {
  checkTime(context)
  const { executor, project } = context
  const users = callers.map((caller) => describe(caller, readsClaims))
  const statement = { text, values: [`[${users.join()}]`, jsonArrayOf(rows)] }
  const [result] = await executor.execute(project, DASHBOARD.context, [statement], { readOnly: true })
  return (result?.rows ?? []).map(
    ([caller, row]): VisibleRow => [callers[Number(caller)] as LiveCaller, rows[Number(row)] as JsonRow],
  )
}

function describe({ actor, context }: LiveCaller, readsClaims: boolean): string {
  return `{"uid":${JSON.stringify(actor.uid)}${readsClaims ? `,"claims":${context.claims}` : ''}}`
}
