// The fair gate: who is let in next, what one tenant may hold, and how a wait ends.
import { expect, test, vi } from 'vitest'
import { FairGate } from './fair-gate.ts'
import type { Tenant } from './tenants.ts'

const tenant = (name: string): Tenant => ({ account: name[0] as string, project: name })

/** visitor returns a function that enters the gate and stays until it leaves, and the order of entries. */
function visitor(gate: FairGate) {
  const entered: string[] = []
  const visit = (name: string) => {
    const door = Promise.withResolvers<void>()
    const done = gate.run(tenant(name), () => {
      entered.push(name)
      return door.promise
    })
    done.catch(() => {})
    const leave = () => {
      door.resolve()
      return done
    }
    return { leave, done }
  }
  return { entered, visit }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

const OPEN = { waiting: 1000, waitMs: 60_000, what: 'queries' }

test('runs as much as there are places for, the rest in turn by account', async () => {
  const { entered, visit } = visitor(new FairGate({ ...OPEN, places: 2, perProject: 2, perAccount: 2 }))
  const [first] = ['a1', 'a1', 'a1', 'a1', 'b1'].map(visit)
  await settled()
  expect(entered).toEqual(['a1', 'a1'])
  await first?.leave()
  await settled()
  expect(entered).toEqual(['a1', 'a1', 'b1'])
})

test('keeps a place from whoever holds all but one', async () => {
  const { entered, visit } = visitor(new FairGate({ ...OPEN, places: 3 }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) visit(name)
  await settled()
  expect(entered).toEqual(['a1', 'a2', 'b1'])
})

test('many projects of one account take turns as one', async () => {
  const { entered, visit } = visitor(new FairGate({ ...OPEN, places: 1 }))
  let inside = visit('a0')
  const visits = new Map([['a0', inside]])
  for (let i = 1; i < 30; i++) visits.set(`a${i}`, visit(`a${i}`))
  for (const name of ['b1', 'c1']) visits.set(name, visit(name))
  for (let i = 0; i < 3; i++) {
    await inside.leave()
    await settled()
    inside = visits.get(entered.at(-1) as string) as typeof inside
  }
  expect(entered).toContain('b1')
  expect(entered).toContain('c1')
})

test('counts the time for which places were held', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const { entered, visit } = visitor(new FairGate({ ...OPEN, places: 1 }))
    const slow = visit('a1')
    visit('a1')
    const quick = visit('b1')
    const others = [visit('b1'), visit('b1')]
    now.mockReturnValue(1000)
    await slow.leave()
    now.mockReturnValue(1001)
    await quick.leave()
    await others[0]?.leave()
    await settled()
    expect(entered).toEqual(['a1', 'b1', 'b1', 'b1'])
  } finally {
    now.mockRestore()
  }
})

test('lets nobody wait for longer than the limit, nor too many of one project', async () => {
  vi.useFakeTimers()
  try {
    const gate = new FairGate({ places: 1, waiting: 1, waitMs: 5000, what: 'queries' })
    const { entered, visit } = visitor(gate)
    const inside = visit('a1')
    const late = visit('a1')
    await expect(visit('a1').done).rejects.toMatchObject({
      code: 'quota_exceeded',
      headers: { 'retry-after': '1' },
    })
    const other = visit('b1')
    await vi.advanceTimersByTimeAsync(5000)
    await expect(late.done).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
    await expect(other.done).rejects.toMatchObject({ code: 'unavailable' })
    expect(gate.figures).toEqual({ running: 1, waiting: 0, refused: 3 })
    await inside.leave()
    await visit('b1').leave()
    expect(entered).toEqual(['a1', 'b1'])
  } finally {
    vi.useRealTimers()
  }
})

test('gives the place of a failure to the next', async () => {
  const gate = new FairGate({ ...OPEN, places: 1 })
  const failure = gate.run(tenant('a1'), async () => {
    throw new Error('no')
  })
  const next = gate.run(tenant('b1'), async () => 'yes')
  await expect(failure).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(gate.figures).toEqual({ running: 0, waiting: 0, refused: 0 })
})
