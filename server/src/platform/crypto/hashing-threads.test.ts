// The hashing threads: order, limits, and tasks that fail.
import { describe, expect, test } from 'vitest'
import { HASHING_THREADS, type HashingTask, HashingThreads } from './hashing-threads.ts'

const COST = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const hashing = (password: string): HashingTask => ({ password, cost: COST })
const tenant = (account: string, project = account) => ({ account, project })
const SHOP = tenant('shop')

describe('tasks', () => {
  test('of one project run in order', async () => {
    const threads = new HashingThreads()
    const done: number[] = []
    const tasks = Array.from({ length: 20 }, (_, n) =>
      threads.run(SHOP, hashing(`${n}`)).then(() => void done.push(n)),
    )
    await Promise.all(tasks)
    if (HASHING_THREADS === 1) expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done).toHaveLength(20)
  })

  test('return a hash, and whether a password matches it', async () => {
    const threads = new HashingThreads()
    const outcome = (await threads.run(SHOP, hashing('right'))) as { hashed: string }
    expect(outcome.hashed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await threads.run(SHOP, { password: 'right', hashed: outcome.hashed })).toEqual({ right: true })
    expect(await threads.run(SHOP, { password: 'wrong', hashed: outcome.hashed })).toEqual({ right: false })
  })

  test('that fail return an error, and free the thread for the next', async () => {
    const threads = new HashingThreads()
    const tasks = Array.from({ length: 5 }, () => threads.run(SHOP, { password: 'x', hashed: 'no hash' }))
    for (const outcome of await Promise.all(tasks)) expect(outcome).toHaveProperty('failure')
    expect(await threads.run(SHOP, hashing('next'))).toHaveProperty('hashed')
  })

  test('do not block the main thread', async () => {
    const threads = new HashingThreads()
    const slow = { password: 'x', cost: { ...COST, memoryCost: 65_536, timeCost: 10 } }
    let turns = 0
    const timer = setInterval(() => void turns++, 1)
    await threads.run(SHOP, slow)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('500 tasks of one project', () => {
  // How many of the 500 have run when the other task is done.
  async function doneBefore(flood: string[], other: { account: string; project: string }): Promise<number> {
    const threads = new HashingThreads()
    await threads.run(SHOP, hashing('start'))
    let done = 0
    const tasks = Array.from({ length: 500 }, (_, n) =>
      threads.run(tenant('flood', flood[n % flood.length]), hashing(`${n}`)).then(() => void done++),
    )
    await threads.run(other, hashing('other'))
    const before = done
    await Promise.all(tasks)
    expect(done).toBe(500)
    return before
  }

  test.each([
    ['another account', ['one'], tenant('neighbour')],
    ['another account, from many projects', ['one', 'two', 'three', 'four'], tenant('neighbour')],
    ['another project of the account', ['one'], tenant('flood', 'quiet')],
  ])('keep %s waiting for a few of them only', async (_name, flood, other) => {
    expect(await doneBefore(flood, other)).toBeLessThanOrEqual(2 * HASHING_THREADS + 2)
  })
})

test('too many waiting tasks of one project are refused, those of others are not, and waiting ones run', async () => {
  const threads = new HashingThreads(3)
  const taken = Array.from({ length: HASHING_THREADS + 3 }, (_, n) => threads.run(SHOP, hashing(`${n}`)))
  const refused = { code: 'quota_exceeded', headers: { 'retry-after': '1' } }
  await expect(threads.run(SHOP, hashing('late'))).rejects.toMatchObject(refused)
  expect(await threads.run(tenant('neighbour'), hashing('other'))).toHaveProperty('hashed')
  expect(await Promise.all(taken)).toHaveLength(HASHING_THREADS + 3)
  expect(await threads.run(SHOP, hashing('later'))).toHaveProperty('hashed')
})

test('waiting is bounded', async () => {
  const threads = new HashingThreads(100, 1)
  const slow = { password: 'x', cost: { ...COST, memoryCost: 65_536, timeCost: 10 } }
  const tasks = Array.from({ length: 20 * HASHING_THREADS }, () => threads.run(SHOP, slow))
  const outcomes = await Promise.allSettled(tasks)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
  }
})
