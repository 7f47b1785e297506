// Work on many subscribers is done in turns, and work on few never waits for all of it.
import { expect, test } from 'vitest'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { FairGate } from '#platform/fairness/fair-gate.ts'
import { Shares } from '#platform/fairness/shares.ts'
import { inTurns, TURN } from './event-loop-turns.ts'
import { PendingChanges } from './pending-changes.ts'

const gateOf = () => new FairGate({ places: 1, waiting: 100, waitMs: 60_000, what: 'live events' })
const tenant = (project: string) => ({ project, account: project })

test('work that fits into a turn is done at once', () => {
  const done: number[] = []
  expect(inTurns(gateOf(), tenant('a'), [1, 2, 3], (n) => done.push(n))).toBeUndefined()
  expect(done).toEqual([1, 2, 3])
})

test('more work alternates with that of others, however many tables a project has, and keeps its order', async () => {
  const gate = gateOf()
  const done: string[] = []
  const tell = (project: string, count: number) =>
    inTurns(
      gate,
      tenant(project),
      Array.from({ length: count }, (_, n) => n),
      (n) => {
        done.push(`${project} ${n}`)
        return TURN
      },
    )
  const group = Array.from({ length: 20 }, () => tell('a', 20))
  const few = tell('b', 3)
  await few
  expect(done.filter((one) => one.startsWith('b'))).toEqual(['b 0', 'b 1', 'b 2'])
  // One turn each at once, and then alternately.
  expect(done.length).toBeLessThan(20 + 1 + 10)
  await Promise.all(group)
  expect(done).toHaveLength(403)
})

test('a table with too many pending changes refuses more, and releases its bytes', () => {
  const shares = new Shares({ total: 1000, each: 100 })
  const [one, other] = [new PendingChanges(shares, 'a'), new PendingChanges(shares, 'a')]
  const changes = (...sizes: number[]) => sizes.map((size) => ({ size }) as Change)
  expect(one.add(changes(40, 30))).toBe(true)
  expect(other.add(changes(31))).toBe(false)
  expect(other.add(changes(30))).toBe(true)
  expect(new PendingChanges(shares, 'b').add(changes(100))).toBe(true)
  expect(one.take()).toHaveLength(2)
  expect(shares.heldBy('a')).toBe(30)
  other.clear()
  expect([shares.heldBy('a'), other.size]).toEqual([0, 0])
})

test('a chunk is bounded by bytes as well as by changes', () => {
  const pending = new PendingChanges(new Shares({ total: 1e9, each: 1e9 }), 'a')
  const sizes = [3, 3, 10, 1, 1, 1].map((megabytes) => megabytes * 1024 * 1024)
  pending.add(sizes.map((size) => ({ size }) as Change))
  const taken = []
  while (pending.size > 0) taken.push(pending.take().length)
  expect(taken).toEqual([1, 1, 1, 3])
})
