// A request that waits for a lock which the test has: what the request has locked by then shows in which order it locks.
import { expect } from 'vitest'
import type { Answer, TestApp } from '#test/harness.ts'

/** Rows are some of a table, as `from … where …` with one value. */
export type Rows = readonly [text: string, value: unknown]

// Of pg_stat_activity a transaction sees only who was there when it first looked.
const WAITING = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'

const WRITTEN = `select relation::regclass::text from pg_locks
  where mode = 'RowExclusiveLock' and relation = any($1::regclass[]) and pid in (${WAITING.replace('from', 'pid from')})`

/** HeldUp is what the test has locked, and what comes behind it: rows to lock, and tables to write. */
export interface HeldUp {
  readonly first: Rows
  readonly later: readonly Rows[]
  readonly unwritten?: readonly string[]
}

/** heldUp sends a request while the test has locked `first`, and fails unless it waits there, with all else still to be done. */
export async function heldUp(
  { platform }: TestApp,
  { first, later, unwritten = [] }: HeldUp,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const holder = await platform.clusters.main.admin.connect()
  try {
    await holder.query('begin')
    await holder.query(`select ${first[0]} for update`, [first[1]])
    const answer = send()
    await expect.poll(async () => (await holder.query(WAITING)).rowCount).toBeGreaterThan(0)
    for (const [text, value] of later) await holder.query(`select ${text} for update nowait`, [value])
    expect((await holder.query(WRITTEN, [unwritten])).rows).toEqual([])
    await holder.query('commit')
    return await answer
  } finally {
    holder.release(true)
  }
}
