// Entries of the audit log that cannot be written: tried again in their order, bounded, and reported.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Queryable } from '#platform/db/transaction.ts'
import { createLog } from '#platform/log/log.ts'
import { AuditQueue } from './audit-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that fails with a code of PostgreSQL until it is told otherwise, and what it was asked to write. */
function database() {
  const state = {
    code: undefined as string | undefined,
    written: [] as unknown[],
    slow: undefined as Promise<void> | undefined,
  }
  const query = async (_text: string, [value]: unknown[]) => {
    if (value === 'first') await state.slow
    if (state.code !== undefined) throw Object.assign(new Error('refused'), { code: state.code })
    state.written.push(value)
  }
  const log = createLog('silent')
  const reported = vi.spyOn(log, 'error')
  const queue = new AuditQueue({ query } as unknown as Queryable, log)
  const write = (value: string) =>
    queue.write({ text: '', values: [value] }, { request_id: 'r', action: 'a', target: value.slice(0, 9) })
  const messages = () => reported.mock.calls.map(([, message]) => message)
  return { state, queue, write, messages }
}

const WAITS = 'an entry of the audit log waits'
const LOST = 'an entry of the audit log is lost'

test('what failed is written in its order once that is possible, and no timer is left', async () => {
  const { state, write, messages } = database()
  state.code = '53100'
  await write('first')
  await write('second')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([state.written, messages()]).toEqual([[], [WAITS, WAITS]])
  state.code = undefined
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.written).toEqual(['first', 'second'])
  expect(vi.getTimerCount()).toBe(0)
})

test('an attempt that takes long is not begun again, so that nothing is written twice or passed over', async () => {
  const { state, write } = database()
  state.code = '53100'
  await write('first')
  const slow = Promise.withResolvers<void>()
  state.slow = slow.promise
  await vi.advanceTimersByTimeAsync(1000)
  await write('second')
  await vi.advanceTimersByTimeAsync(3000)
  state.code = undefined
  slow.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.written).toEqual(['first', 'second'])
})

test('what PostgreSQL will never take does not wait, at once or later', async () => {
  const { state, write, messages } = database()
  state.code = '22P05'
  await write('at once')
  state.code = '53100'
  await write('later')
  state.code = '23514'
  await vi.advanceTimersByTimeAsync(1000)
  expect(messages()).toEqual([LOST, WAITS, LOST])
  expect(vi.getTimerCount()).toBe(0)
})

test('so many wait as fit, and the end tries once more and reports the rest', async () => {
  const { state, queue, write, messages } = database()
  state.code = '53100'
  const large = 'x'.repeat(6 * 1024 * 1024)
  for (const name of ['first ', 'second', 'third ']) await write(name + large)
  expect(messages()).toEqual([WAITS, WAITS, LOST])
  await queue.close()
  expect(messages().slice(3)).toEqual([LOST, LOST])
  expect(vi.getTimerCount()).toBe(0)
})
