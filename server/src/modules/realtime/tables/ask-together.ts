// Many users asked about at once, in one statement that carries the policies and passes those of PostgreSQL.

import type { UsersWhoSee } from '#engine/access/users-who-see.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { askEach, packetsOf } from './ask-each.ts'
import { DASHBOARD, type LiveCaller } from './callers.ts'
import {
  type CallerGroup,
  checkTime,
  halved,
  type Inquiry,
  isOneOf,
  listOf,
  OF_CONDITION,
  type Pair,
} from './questions.ts'

// Requests may have to wait behind a statement.
const MAX_PAIRS = 20_000

// Each has some 4 KB of claims at most.
const MAX_USERS = 1000

// Fewer are asked as fast by themselves.
const FEWEST = 3

/** isForTogether says whether a group is to be asked about together. */
export function isForTogether({ together }: Inquiry['policies'], { callers }: CallerGroup): boolean {
  return together !== undefined && callers.length >= FEWEST && callers[0]?.kind === 'user'
}

/** piecesOf takes a group apart where it is too much for one statement. */
export function piecesOf({ callers, rows }: CallerGroup): CallerGroup[] {
  const size = Math.min(MAX_USERS, Math.max(FEWEST, Math.floor(MAX_PAIRS / rows.length)))
  return Array.from({ length: Math.ceil(callers.length / size) }, (_, n) => ({
    callers: callers.slice(n * size, (n + 1) * size),
    rows,
  }))
}

/** askTogether asks about a group, and one by one about those for whom that does not work. */
export async function askTogether(inquiry: Inquiry, group: CallerGroup): Promise<Pair[]> {
  const { together } = inquiry.policies
  if (together === undefined || !isForTogether(inquiry.policies, group)) return askAlone(inquiry, group)
  try {
    return await ask(inquiry, together, group)
  } catch (error) {
    if (isOneOf(error, 'unavailable')) throw error
    // For instance, a table in a subquery has just been changed, and the notification of it has not arrived yet.
    if (!isOneOf(error, 'timeout', ...OF_CONDITION)) return askAlone(inquiry, group)
  }
  const pairs: Pair[] = []
  for (const half of halvesOf(group)) pairs.push(...(await askTogether(inquiry, half)))
  return pairs
}

// The error may be due to one user or to one row: either is soon alone where the longer list is halved.
function halvesOf({ callers, rows }: CallerGroup): CallerGroup[] {
  return rows.length > callers.length
    ? halved(rows).map((some) => ({ callers, rows: some }))
    : halved(callers).map((some) => ({ callers: some, rows }))
}

async function askAlone(inquiry: Inquiry, group: CallerGroup): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const packet of packetsOf([group])) pairs.push(...(await askEach(inquiry, packet)))
  return pairs
}

async function ask(
  inquiry: Inquiry,
  { text, readsClaims }: UsersWhoSee,
  { callers, rows }: CallerGroup,
): Promise<Pair[]> {
  checkTime(inquiry)
  const { executor, project } = inquiry
  const users = callers.map((caller) => describe(caller, readsClaims))
  const statement = { text, values: [`[${users.join()}]`, listOf(rows)] }
  const [result] = await executor.execute(project, DASHBOARD.context, [statement], { readOnly: true })
  return (result?.rows ?? []).map(
    ([caller, row]): Pair => [callers[Number(caller)] as LiveCaller, rows[Number(row)] as JsonRow],
  )
}

function describe({ actor, context }: LiveCaller, readsClaims: boolean): string {
  return `{"uid":${JSON.stringify(actor.uid)}${readsClaims ? `,"claims":${context.claims}` : ''}}`
}
