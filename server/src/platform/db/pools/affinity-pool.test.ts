// The shared pool between neighbours: who gets connections while others hold theirs, in which order, and for how long
// anybody waits.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { AffinityPool, type AffinityPoolOptions } from './affinity-pool.ts'
import { ranksOf } from './ranks.ts'

let database: OpenTestDatabase
const pools: AffinityPool[] = []

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  await database.drop()
})

const BOUNDS = { size: 8, depth: 4, maxProjects: 1000, maxWaiting: 1000, waitMs: 60_000 }

function openPool(bounds: Partial<AffinityPoolOptions> = {}): AffinityPool {
  const pool = new AffinityPool(() => ({ ...database.connection, application_name: 'neighbours' }), {
    ...BOUNDS,
    ...bounds,
  })
  pools.push(pool)
  return pool
}

/** holdAll has a project ask for far more than there is, and keep what it gets until the door opens. */
function holdAll(pool: AffinityPool, project: { id: string; account_id?: string }, count = 200) {
  const door = Promise.withResolvers<void>()
  let inside = 0
  const all = Array.from({ length: count }, () =>
    pool.share(project, async () => {
      inside += 1
      await door.promise
    }),
  )
  // The pool may close before a test that failed has opened the door.
  for (const one of all) one.catch(() => {})
  const open = async () => {
    door.resolve()
    await Promise.all(all)
  }
  return { inside: () => inside, open }
}

const ask = (pool: AffinityPool, id: string) =>
  pool.share({ id }, async (connection) => (await connection.run([{ text: 'select 1' }]))[0]?.rows)

/** prefers returns the name of a project whose first choice is that place. */
const prefers = (place: number, { size } = BOUNDS): string => {
  const names = Array.from({ length: 1000 }, (_, n) => `project ${n}`)
  return names.find((id) => ranksOf(id, id, size, size)[0] === place) as string
}

const wait = async (ms: number) => {
  const since = performance.now()
  while (performance.now() - since < ms) await new Promise(setImmediate)
}

test('slow requests of several projects, of one account or of many, leave connections to others', async () => {
  const pool = openPool()
  const slow = [
    holdAll(pool, { id: 'a1', account_id: 'a' }),
    holdAll(pool, { id: 'a2', account_id: 'a' }),
    holdAll(pool, { id: 'b1', account_id: 'b' }),
  ]
  await expect.poll(() => slow.every(({ inside }) => inside() > 0)).toBe(true)
  // What is held up is seen as such after a while.
  await wait(60)
  for (let n = 0; n < 50; n++) expect(await ask(pool, `neighbour ${n}`)).toEqual([['1']])
  expect(pool.waiting).toBeGreaterThan(0)
  await Promise.all(slow.map(({ open }) => open()))
  expect(pool.waiting).toBe(0)
})

test('accounts whose packets took long have half of the connections, and nobody else is sent behind them', async () => {
  const pool = openPool({ slowMs: 20 })
  // A connection is slow for the one whose packet it is at, so that each has its own.
  const accounts = [0, 1, 2, 3].map((place) => prefers(place))
  const first = accounts.map((id) => holdAll(pool, { id }, 1))
  await expect.poll(() => first.every(({ inside }) => inside() > 0)).toBe(true)
  await wait(30)
  await Promise.all(first.map(({ open }) => open()))
  const slow = accounts.map((id) => holdAll(pool, { id }))
  // Before any of them is seen to hold up a connection.
  await Promise.all(Array.from({ length: 16 }, (_, n) => ask(pool, `neighbour ${n}`)))
  await expect.poll(() => slow.reduce((sum, { inside }) => sum + inside(), 0)).toBe(4 * BOUNDS.depth)
  await Promise.all(slow.map(({ open }) => open()))
  expect(pool.waiting).toBe(0)
})

test('an account that was slow shares the only connection with others', async () => {
  const pool = openPool({ size: 1, slowMs: 20 })
  const first = holdAll(pool, { id: 'a' }, 1)
  await expect.poll(() => first.inside()).toBe(1)
  await wait(30)
  await first.open()
  const slow = holdAll(pool, { id: 'a' }, 2)
  const other = ask(pool, 'neighbour')
  await slow.open()
  expect(await other).toEqual([['1']])
})

test('a project that was prompt gets more connections, and never all of them', async () => {
  const pool = openPool({ depth: 1 })
  await Promise.all(Array.from({ length: 100 }, () => ask(pool, 'one')))
  const running = Array.from({ length: 30 }, () => ask(pool, 'one'))
  const door = Promise.withResolvers<void>()
  let inside = 0
  const held = Array.from({ length: 30 }, () =>
    pool.share({ id: 'one' }, async () => {
      inside += 1
      await door.promise
    }),
  )
  await Promise.all(running)
  await wait(60)
  expect(inside).toBeGreaterThan(2)
  expect(inside).toBeLessThanOrEqual(6)
  expect(await ask(pool, 'other')).toEqual([['1']])
  door.resolve()
  await Promise.all(held)
})

test('projects of one account keep their connections while others have them too', async () => {
  const pool = openPool({ depth: 1 })
  const backendOf = (id: string) =>
    pool.share({ id, account_id: 'one' }, async (connection) => {
      const [result] = await connection.run([{ text: 'select pg_backend_pid()' }])
      return String(result?.rows[0]?.[0])
    })
  const names = Array.from({ length: 200 }, (_, n) => `project ${n}`)
  const homes = new Map<string, string>()
  for (const id of names) homes.set(id, await backendOf(id))
  // All that the account may hold, and none that it would have to leave alone.
  expect(new Set(homes.values()).size).toBe(7)
  const seven = [...new Set(homes.values())].map((pid) => names.find((id) => homes.get(id) === pid) as string)
  for (let round = 0; round < 5; round++)
    expect(await Promise.all(seven.map(backendOf))).toEqual(seven.map((id) => homes.get(id)))
})

test('connections may serve many projects together, and none that has served less than its share is replaced', async () => {
  const pool = openPool({ maxProjects: 80 })
  const served = new Map<DataConnection, number>()
  for (let n = 0; n < 400; n++) {
    await pool.share({ id: `project ${n}` }, async (connection) => {
      served.set(connection, connection.projects.size)
    })
    const open = [...served].filter(([{ alive }]) => alive)
    // One that has served its share is replaced when it is used next.
    expect(open.reduce((sum, [, projects]) => sum + projects, 0)).toBeLessThanOrEqual(1.25 * 80)
  }
  const replaced = [...served].filter(([{ alive }]) => !alive).map(([, projects]) => projects)
  expect(replaced.length).toBeGreaterThan(10)
  expect(Math.min(...replaced)).toBeGreaterThanOrEqual(80 / BOUNDS.size)
})

test('projects that wait are served in turns', async () => {
  const pool = openPool({ size: 1, depth: 1 })
  const order: string[] = []
  const door = Promise.withResolvers<void>()
  const first = pool.share({ id: 'x' }, () => door.promise)
  const names = [...Array.from({ length: 20 }, () => 'many'), 'few', 'few', 'late']
  const all = names.map((id) => pool.share({ id }, async () => void order.push(id)))
  door.resolve()
  await Promise.all([first, ...all])
  expect(order.slice(0, 4)).toEqual(['many', 'few', 'late', 'many'])
  expect(order.slice(4, 6)).toEqual(['few', 'many'])
})

test('nobody waits for longer than the limit, nor too many of one project', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const pool = openPool({ size: 1, depth: 1, maxWaiting: 1, waitMs: 5000 })
    const door = Promise.withResolvers<void>()
    const first = pool.share({ id: 'one' }, () => door.promise)
    const late = ask(pool, 'one')
    const other = ask(pool, 'other')
    late.catch(() => {})
    other.catch(() => {})
    await expect(ask(pool, 'one')).rejects.toMatchObject({
      code: 'quota_exceeded',
      headers: { 'retry-after': '1' },
    })
    vi.advanceTimersByTime(5000)
    for (const waited of [late, other])
      await expect(waited).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
    expect(pool.waiting).toBe(0)
    door.resolve()
    await first
  } finally {
    vi.useRealTimers()
  }
})
