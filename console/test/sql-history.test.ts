// How a run of SQL is remembered, and what ends statements that wait to write.
import { expect, test } from 'vitest'
import { Review } from '../src/screens/sql/runs/review.ts'
import { type Ended, type Run, ranOf } from '../src/screens/sql/runs/run.ts'

const part = { sql: 'select 1', line: 1, column: 1, writes: false }
const runOf = (...ended: Partial<Ended>[]) =>
  ({ text: 'select 1', started: 0, parts: [part, part], ended }) as unknown as Run

test('takes as long as the server has worked, and says how much was stopped', () => {
  const rows = { state: 'rows', result: { rows: [{}] }, ms: 3 } as unknown as Ended
  const written = { state: 'written', outcomes: [{ rows_affected: 2 }], ms: 4 } as unknown as Ended
  const failed = { state: 'failed', error: new Error('refused'), cancelled: false, ms: 5 } as Partial<Ended>
  const at = '1970-01-01T00:00:00.000Z'
  const sql = 'select 1'
  expect(ranOf(runOf(rows, written))).toEqual({ at, sql, ms: 7, rows: 3 })
  expect(ranOf(runOf(rows, { state: 'left' }))).toEqual({ at, sql, ms: 3, rows: 1, stopped: 1 })
  expect(ranOf(runOf(failed))).toEqual({ at, sql, ms: 5, error: 'refused' })
  expect(ranOf(runOf({ state: 'left' }))).toBeUndefined()
})

test('what waits to write ends once it is left, and what writes once it is done or refused', async () => {
  const waiting = new Review('tab', 'delete from a')
  waiting.leave()
  expect(await waiting.ended).toBeUndefined()
  for (const refusal of [undefined, new Error('refused')]) {
    const writing = new Review('tab', 'delete from a')
    const answer = Promise.withResolvers<[]>()
    const written = writing.write(() => answer.promise).catch((error) => error)
    writing.leave()
    if (refusal === undefined) answer.resolve([])
    else answer.reject(refusal)
    expect(await writing.ended.catch((error) => error)).toEqual(
      refusal ?? { outcomes: [], ms: expect.any(Number) },
    )
    await written
  }
})
