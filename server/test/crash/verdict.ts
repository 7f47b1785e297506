// What everybody should have heard, as the table has it at the end, against what each client did hear.
import type pg from 'pg'
import { type Audience, keyOf, type Listener } from './listeners.ts'

/** Verdict is what is wrong with what one client heard. */
export interface Verdict {
  readonly missing: number
  readonly doubled: number
  readonly unknown: number
  readonly complaints: readonly string[]
  /** differsAt is where the client heard something else than the first one, or -1. */
  readonly differsAt: number
  readonly offsetsAscend: boolean
}

/** FLAWLESS is the verdict that there should be. */
export const FLAWLESS: Verdict = {
  missing: 0,
  doubled: 0,
  unknown: 0,
  complaints: [],
  differsAt: -1,
  offsetsAscend: true,
}

/** listCommitted gives the changes that made the table what it is, each by its key. */
export async function listCommitted(client: pg.Client, table: string): Promise<Set<string>> {
  const { rows } = await client.query(`select id, version, deleted_at from ${table}`)
  return new Set(
    rows.flatMap(({ id, version, deleted_at }) => [
      keyOf({ type: 'INSERT', record: { id, version: 0 } }),
      ...(version > 0 ? [keyOf({ type: 'UPDATE', record: { id, version } })] : []),
      ...(deleted_at === null ? [] : [keyOf({ type: 'DELETE', record: { id, version } })]),
    ]),
  )
}

/** judge compares each client's events with those that were committed. */
export function judge({ listeners, events }: Audience, committed: ReadonlySet<string>): Map<string, Verdict> {
  const first = listeners[0]?.ids ?? []
  const verdictOf = ({ ids, offsets, complaints }: Listener): Verdict => {
    const keys = new Set(ids.map((id) => keyOf(events.get(id) as never)))
    return {
      missing: [...committed].filter((key) => !keys.has(key)).length,
      // A change that is told once more under another id is one too many as well.
      doubled: ids.length - keys.size,
      unknown: [...keys].filter((key) => !committed.has(key)).length,
      complaints,
      differsAt: ids.findIndex((id, at) => id !== first[at]),
      offsetsAscend: offsets.every((offset, at) => at === 0 || offset > Number(offsets[at - 1])),
    }
  }
  return new Map(listeners.map((listener) => [listener.name, verdictOf(listener)]))
}

/** findDisorder names the first event that was told in another place than that in which it was committed. */
export function findDisorder({ listeners, events }: Audience): string | undefined {
  const numbers = new Map<string, number>()
  const latest = new Map<string, string>()
  let place = 0
  for (const id of listeners[0]?.ids ?? []) {
    const event = events.get(id)
    if (event === undefined) return id
    const { type, record } = event
    const before = latest.get(record.id)
    latest.set(record.id, type)
    if ((type === 'INSERT') !== (before === undefined) || before === 'DELETE') return keyOf(event)
    if (type !== 'INSERT') continue
    // Each writer counts its rows; places are given in the order of commits, over several writers.
    if (record.number !== (numbers.get(record.writer) ?? -1) + 1) return keyOf(event)
    numbers.set(record.writer, record.number)
    if (record.place === null) continue
    if (record.place !== place + 1) return keyOf(event)
    place = record.place
  }
  return undefined
}
