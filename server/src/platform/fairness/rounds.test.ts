// Rounds: one run at a time for each project, and one more for everybody who asked meanwhile.
import { expect, test } from 'vitest'
import { createRounds } from './rounds.ts'

function open() {
  const runs: PromiseWithResolvers<void>[] = []
  const started: string[] = []
  const run = createRounds(({ id }: { id: string }) => {
    started.push(id)
    const door = Promise.withResolvers<void>()
    runs.push(door)
    return door.promise
  })
  return { runs, started, run }
}

test('who asks during a run shares one more run, and other projects do not wait', async () => {
  const { runs, started, run } = open()
  const first = run({ id: 'a' })
  const second = run({ id: 'a' })
  expect(run({ id: 'a' })).toBe(second)
  const other = run({ id: 'b' })
  expect(started).toEqual(['a', 'b'])
  runs[0]?.resolve()
  await first
  await expect.poll(() => started).toEqual(['a', 'b', 'a'])
  runs[1]?.resolve()
  runs[2]?.resolve()
  await Promise.all([second, other])
  const again = run({ id: 'a' })
  expect(started).toHaveLength(4)
  runs[3]?.resolve()
  await again
})

test('a run that fails is its callers’ failure alone', async () => {
  const { runs, run } = open()
  const first = run({ id: 'a' })
  const second = run({ id: 'a' })
  runs[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await second
})
