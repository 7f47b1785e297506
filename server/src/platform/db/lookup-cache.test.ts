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

test('does not keep what was read while news came in', async () => {
  const answers = [Promise.withResolvers<Found>(), Promise.withResolvers<Found>()]
  let loads = 0
  const { cache } = open(() => (answers[loads++] as PromiseWithResolvers<Found>).promise)
  const stale = cache.find('a')
  cache.forget('a')
  answers[0]?.resolve({ version: 1 })
  expect(await stale).toEqual({ version: 1 })
  answers[1]?.resolve({ version: 2 })
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
