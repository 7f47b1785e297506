// The memory budget: what is counted, for how long, and who is refused.
import { expect, test } from 'vitest'
import { defaultLimits, MemoryBudget } from './memory-budget.ts'

const MB = 1024 * 1024
const LIMITS = { project: 4 * MB, account: 6 * MB, process: 10 * MB }
const tenant = (name: string) => ({ account: name[0] as string, project: name })

test('counts what is large until it is released, once', () => {
  const budget = new MemoryBudget(LIMITS)
  budget.reserve(tenant('a1'), 1000)
  expect(budget.figures.bytes).toBe(0)
  const one = budget.reserve(tenant('a1'), MB)
  expect(budget.figures.bytes).toBe(MB)
  one.release()
  one.release()
  expect(budget.figures).toEqual({ bytes: 0, refused: 0 })
})

test('refuses a project, an account and everybody at their limits, and lets them in again', () => {
  const budget = new MemoryBudget(LIMITS)
  const held = [3, 1].map((n) => budget.reserve(tenant('a1'), n * MB))
  const quota = { code: 'quota_exceeded', headers: { 'retry-after': '1' } }
  const refusalOf = (name: string, bytes: number) => {
    try {
      budget.reserve(tenant(name), bytes)
      return undefined
    } catch (error) {
      return error
    }
  }
  expect(refusalOf('a1', MB)).toMatchObject(quota)
  held.push(budget.reserve(tenant('a2'), 2 * MB))
  expect(refusalOf('a3', MB)).toMatchObject(quota)
  held.push(budget.reserve(tenant('b1'), 4 * MB))
  expect(refusalOf('c1', MB)).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
  expect(budget.figures).toEqual({ bytes: 10 * MB, refused: 3 })
  for (const one of held) one.release()
  budget.reserve(tenant('a1'), MB)
  expect(budget.figures.bytes).toBe(MB)
})

test('lets whoever holds nothing hold one thing that is larger than its share, within that of all', () => {
  const budget = new MemoryBudget(LIMITS)
  budget.reserve(tenant('a1'), 8 * MB)
  expect(() => budget.reserve(tenant('b1'), 8 * MB)).toThrow()
})

test('takes a part of the heap', () => {
  expect(defaultLimits(4096 * MB)).toEqual({ process: 1024 * MB, account: 512 * MB, project: 256 * MB })
  expect(defaultLimits(512 * MB).process).toBe(256 * MB)
})
