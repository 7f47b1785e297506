// The order in which projects prefer connections: spread evenly, stable, and with room to give way.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ranksOf } from './ranks.ts'

const PROJECTS = Array.from({ length: 8000 }, () => randomUUID())

/** shares counts how many projects have each place at a rank, of what an even spread would be. */
function shares(orders: readonly number[][], rank: number, places: number): number[] {
  const counts = Array(places).fill(0)
  for (const order of orders) counts[order[rank] as number] += 1
  return counts.map((count) => count / (orders.length / places))
}

test('each place is first for as many projects, and any other second', () => {
  const orders = PROJECTS.map((id) => ranksOf(id, id, 8, 7))
  for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  for (const share of shares(orders, 0, 8)) expect(Math.abs(share - 1)).toBeLessThan(0.2)
  const beside = orders.filter(([first]) => first === 3).map(([, second = 0]) => [(second - 4 + 8) % 8])
  for (const share of shares(beside, 0, 7)) expect(Math.abs(share - 1)).toBeLessThan(0.4)
})

test('projects of one account spread over the places that it may hold', () => {
  const orders = PROJECTS.map((id) => ranksOf(id, 'account', 16, 14))
  const last = new Set(orders.flatMap((order) => order.slice(14)))
  expect(last.size).toBe(2)
  const first = shares(orders, 0, 16)
  first.forEach((share, place) => {
    if (last.has(place)) expect(share).toBe(0)
    else expect(Math.abs(share - 16 / 14)).toBeLessThan(0.25)
  })
})

test('one more place takes projects of each other place, and moves nobody else', () => {
  const before = PROJECTS.map((id) => ranksOf(id, id, 8, 7))
  const after = PROJECTS.map((id) => ranksOf(id, id, 9, 8))
  let moved = 0
  after.forEach((order, n) => {
    if (order[0] === 8) moved += 1
    expect(order.filter((place) => place !== 8)).toEqual(before[n])
  })
  expect(Math.abs(moved / (PROJECTS.length / 9) - 1)).toBeLessThan(0.2)
})

test('a pool of one connection has one place', () => {
  expect(ranksOf('project', 'account', 1, 1)).toEqual([0])
})
