// The gate: how many are inside, in which order they come in, and that a failure gives its place back.
import { expect, test } from 'vitest'
import { Gate } from './gate.ts'

test('lets so many in at a time, in the order in which they came', async () => {
  const gate = new Gate(2)
  const entered: number[] = []
  const doors = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const visits = doors.map(({ promise }, i) =>
    gate.run(async () => {
      entered.push(i)
      await promise
      return i
    }),
  )
  await Promise.resolve()
  expect(entered).toEqual([0, 1])
  doors[1]?.resolve()
  await visits[1]
  expect(entered).toEqual([0, 1, 2])
  for (const { resolve } of doors) resolve()
  expect(await Promise.all(visits)).toEqual([0, 1, 2, 3])
  expect(await gate.run(async () => 'again')).toBe('again')
})

test('gives the place of a failure to the next', async () => {
  const gate = new Gate(1)
  const failure = gate.run(async () => {
    throw new Error('no')
  })
  const next = gate.run(async () => 'yes')
  await expect(failure).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
