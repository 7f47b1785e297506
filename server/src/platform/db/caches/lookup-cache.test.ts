// What the cache in front of keys, sessions and projects must never do: give out what it was told to forget.
import { expect, test } from 'vitest'
import { LookupCache } from './lookup-cache.ts'

interface Found {
  readonly version: number
}

function open(load: (key: string) => Promise<Found | undefined>) {
  let now = 0
  const clock = { now: () => new Date(now) }
  return {
    cache: new LookupCache<Found>(clock, 10, load),
    wait: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

test('loads once and then knows', async () => {
  let loads = 0
  const { cache } = open(async () => ({ version: ++loads }))
  expect(await cache.find('a')).toEqual({ version: 1 })
  expect(cache.find('a')).toEqual({ version: 1 })
})

test('asks again for what was not found', async () => {
  let loads = 0
  const { cache } = open(async () => {
    loads += 1
    return undefined
  })
  await cache.find('a')
  await cache.find('a')
  expect(loads).toBe(2)
})

test.each([
  ['one key', (cache: LookupCache<Found>) => cache.forget('a')],
  ['all keys', (cache: LookupCache<Found>) => cache.forget(undefined)],
  ['what matches', (cache: LookupCache<Found>) => cache.forgetWhere(({ version }) => version === 1)],
])('forgets %s', async (_name, forget) => {
  let loads = 0
  const { cache } = open(async () => ({ version: ++loads }))
  await cache.find('a')
  forget(cache)
  expect(await cache.find('a')).toEqual({ version: 2 })
})

test.each([
  ['the key', (cache: LookupCache<Found>) => cache.forget('a')],
  ['all keys', (cache: LookupCache<Found>) => cache.forget(undefined)],
  ['values like it', (cache: LookupCache<Found>) => cache.forgetWhere(() => false)],
])('reads again what was read while news of %s came in, for whoever waits', async (_name, forget) => {
  const answers = [Promise.withResolvers<Found>(), Promise.withResolvers<Found>()]
  let loads = 0
  const { cache } = open(() => (answers[loads++] as PromiseWithResolvers<Found>).promise)
  const before = cache.find('a')
  forget(cache)
  const after = cache.find('a')
  answers[0]?.resolve({ version: 1 })
  answers[1]?.resolve({ version: 2 })
  expect(await Promise.all([before, after])).toEqual([{ version: 2 }, { version: 2 }])
  expect(cache.find('a')).toEqual({ version: 2 })
  expect(loads).toBe(2)
})

test('news of other keys hold nobody up', async () => {
  let loads = 0
  const { cache } = open(async () => ({ version: ++loads }))
  const found = cache.find('a')
  cache.forget('b')
  expect(await found).toEqual({ version: 1 })
})

test('tries again after a failure', async () => {
  let loads = 0
  const { cache } = open(async () => {
    loads += 1
    if (loads === 1) throw new Error('broken')
    return { version: loads }
  })
  await expect(cache.find('a')).rejects.toThrow('broken')
  expect(await cache.find('a')).toEqual({ version: 2 })
})

test('asks again after a minute, to the second', async () => {
  let loads = 0
  const { cache, wait } = open(async () => ({ version: ++loads }))
  await cache.find('a')
  wait(59)
  expect(cache.find('a')).toEqual({ version: 1 })
  wait(1)
  expect(await cache.find('a')).toEqual({ version: 2 })
})
