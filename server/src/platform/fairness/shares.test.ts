// Shares: what one tenant may hold, and what is left for the others.
import { expect, test } from 'vitest'
import { Shares } from './shares.ts'

/** Takes one at a time for as long as it goes. */
function fill(shares: Shares, tenant: string): number {
  let taken = 0
  while (shares.take(tenant, 1) === undefined) taken += 1
  return taken
}

test('a tenant has its limit, or half of all there is', () => {
  expect(fill(new Shares({ total: 1000, each: 100 }), 'a')).toBe(100)
  expect(fill(new Shares({ total: 100, each: 1000 }), 'a')).toBe(50)
})

test('however many have filled their share, the next one finds something', () => {
  const shares = new Shares({ total: 1024, each: 1000 })
  const taken = ['a', 'b', 'c', 'd', 'e'].map((tenant) => fill(shares, tenant))
  expect(taken).toEqual([512, 256, 128, 64, 32])
  expect(shares.used).toBe(992)
})

test('says whose limit is in the way, and takes back what is given', () => {
  const shares = new Shares({ total: 100, each: 10 })
  expect(shares.take('a', 11)).toBe('each')
  expect(shares.take('a', 10)).toBeUndefined()
  for (const tenant of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) shares.take(tenant, 10)
  expect(shares.take('i', 10)).toBeUndefined()
  expect(shares.take('j', 9)).toBeUndefined()
  expect(shares.take('k', 2)).toBe('total')
  shares.give('a', 10)
  expect([shares.heldBy('a'), shares.take('k', 2)]).toEqual([0, undefined])
})
