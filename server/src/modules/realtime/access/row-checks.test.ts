// Checks end: a list for which PostgreSQL takes too long is not halved for ever.
import { expect, test } from 'vitest'
import { parseRow } from '#platform/changes/feed/row-change.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { LiveCaller } from './callers.ts'
import { checkTogether } from './check-together.ts'
import type { CheckContext } from './row-checks.ts'

test('no statement runs after the deadline', async () => {
  let asked = 0
  const slow = async () => {
    asked += 1
    throw new AppError('timeout')
  }
  const callers = Array.from({ length: 500 }, (_, n) => {
    const actor = { uid: `${n}`, email: null, claims: {} }
    return { kind: 'user', actor, context: { claims: '{}' }, role_ids: [] } as unknown as LiveCaller
  })
  const rows = [parseRow('{"text":"x"}')]
  const ask = (deadline: number) => {
    const context = {
      executor: { ask: slow, execute: slow },
      table: { schema: 'p', slug: 'notes' },
      policies: { sql: 'true', together: { text: 'select', readsClaims: false } },
      deadline,
    } as unknown as CheckContext
    return checkTogether(context, { callers, rows })
  }
  await expect(ask(performance.now() - 1)).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('notes'),
  })
  expect(asked).toBe(0)
  await expect(ask(performance.now() + 60_000)).rejects.toMatchObject({ code: 'timeout' })
  expect(asked).toBeGreaterThan(0)
})
