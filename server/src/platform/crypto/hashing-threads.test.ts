// The threads that hash: in turn, bounded, and none of them lost by a task that fails.
import { describe, expect, test } from 'vitest'
import { HASHING_THREADS, type HashingTask, HashingThreads } from './hashing-threads.ts'

const COST = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const hashing = (password: string): HashingTask => ({ password, cost: COST })

describe('tasks', () => {
  test('are done in the order in which they came', async () => {
    const threads = new HashingThreads()
    const done: number[] = []
    const tasks = Array.from({ length: 20 }, (_, n) =>
      threads.run(hashing(`${n}`)).then(() => void done.push(n)),
    )
    await Promise.all(tasks)
    if (HASHING_THREADS === 1) expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(done).toHaveLength(20)
  })

  test('give a hash, and say whether a password is the one that was hashed', async () => {
    const threads = new HashingThreads()
    const outcome = (await threads.run(hashing('right'))) as { hashed: string }
    expect(outcome.hashed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await threads.run({ password: 'right', hashed: outcome.hashed })).toEqual({ right: true })
    expect(await threads.run({ password: 'wrong', hashed: outcome.hashed })).toEqual({ right: false })
  })

  test('that fail say so, and leave the thread to the next', async () => {
    const threads = new HashingThreads()
    const tasks = Array.from({ length: 5 }, () => threads.run({ password: 'x', hashed: 'no hash' }))
    for (const outcome of await Promise.all(tasks)) expect(outcome).toHaveProperty('failure')
    expect(await threads.run(hashing('next'))).toHaveProperty('hashed')
  })

  test('leave the main thread alone', async () => {
    const threads = new HashingThreads()
    const slow = { password: 'x', cost: { ...COST, memoryCost: 65_536, timeCost: 10 } }
    let turns = 0
    const timer = setInterval(() => void turns++, 1)
    await threads.run(slow)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})

test('too many that wait are refused, and those that wait are done', async () => {
  const threads = new HashingThreads(3)
  const taken = Array.from({ length: HASHING_THREADS + 3 }, (_, n) => threads.run(hashing(`${n}`)))
  await expect(threads.run(hashing('late'))).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '10' },
  })
  expect(await Promise.all(taken)).toHaveLength(HASHING_THREADS + 3)
  expect(await threads.run(hashing('later'))).toHaveProperty('hashed')
})
