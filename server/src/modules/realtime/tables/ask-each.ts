// Callers asked one by one, each under their own identity: all rows of a caller in one statement, and many callers in
// one packet.

import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { LiveCaller } from './callers.ts'
import {
  type CallerGroup,
  checkTime,
  halved,
  type Inquiry,
  isOneOf,
  listOf,
  MAX_BYTES,
  OF_CONDITION,
  type Pair,
  sizeOf,
} from './questions.ts'

// Requests may have to wait behind a packet.
const PACKET = 25

/** CallerQuestion is one caller and the rows in question. */
export interface CallerQuestion {
  readonly caller: LiveCaller
  readonly rows: readonly JsonRow[]
}

/** packetsOf returns the questions about callers that travel together. Each caller's rows travel by themselves. */
export function packetsOf(groups: readonly CallerGroup[]): CallerQuestion[][] {
  const packets: CallerQuestion[][] = []
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

/** askEach asks about the callers of a packet. */
export async function askEach(inquiry: Inquiry, packet: readonly CallerQuestion[]): Promise<Pair[]> {
  const { executor, project, table, policies } = inquiry
  const text = statementFor(table, policies.sql)
  return decideAll(async (questions) => {
    checkTime(inquiry)
    const results = await executor.ask(
      project,
      questions.map(({ caller, rows }) => ({
        actor: caller.context,
        statement: { text, values: [listOf(rows)] },
      })),
    )
    return questions.flatMap(({ caller, rows }, n) =>
      (results[n]?.rows ?? []).map(([index]): Pair => [caller, rows[Number(index)] as JsonRow]),
    )
  }, packet)
}

type Ask = (questions: readonly CallerQuestion[]) => Promise<Pair[]>

// A condition that ends in an error lets nobody see, and fails all that is asked with it: find out of whom and of which
// rows that is true.
async function decideAll(ask: Ask, questions: readonly CallerQuestion[]): Promise<Pair[]> {
  try {
    return await ask(questions)
  } catch (error) {
    if (!isOneOf(error, ...OF_CONDITION)) throw error
  }
  const [first, ...others] = questions
  if (first === undefined || (others.length === 0 && first.rows.length === 1)) return []
  const { caller, rows } = first
  const halves = others.length > 0 ? halved(questions) : halved(rows).map((some) => [{ caller, rows: some }])
  const pairs: Pair[] = []
  for (const half of halves) pairs.push(...(await decideAll(ask, half)))
  return pairs
}

// The rows are given as records, so that they need not be in the table any more; subqueries see what the caller may
// see. MATERIALIZED keeps the condition away from how the records are made.
function statementFor(table: TableShape, sql: string): string {
  const [slug, type] = [quoteIdentifier(table.slug), qualify(table.schema, table.slug)]
  return `with rows$ as materialized (
      select e$.value as value, e$.ordinality as n from json_array_elements($1::json) with ordinality e$)
    select rows$.n - 1 from rows$ cross join lateral json_populate_record(null::${type}, rows$.value) ${slug}
    where ${sql}`
}
