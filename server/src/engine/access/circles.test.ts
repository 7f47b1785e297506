// Circles among policies, held against a search that knows nothing of how they are found.
import { expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { findCircle, type PolicyRead } from './circles.ts'

const read = (reader: string, action: PolicyRead['action'], to: string): PolicyRead => ({
  reader,
  action,
  read: to,
})

test.each<[string, PolicyRead[], string, string[] | undefined]>([
  [
    'an insert that reads what reads its table',
    [read('access', 'insert', 'boards'), read('boards', 'select', 'access')],
    'access',
    ['access insert', 'boards select', 'access select'],
  ],
  [
    'the same, found from the other table',
    [read('access', 'insert', 'boards'), read('boards', 'select', 'access')],
    'boards',
    ['access insert', 'boards select', 'access select'],
  ],
  [
    'two that read each other',
    [read('a', 'select', 'b'), read('b', 'select', 'a')],
    'b',
    ['b select', 'a select', 'b select'],
  ],
  [
    'no circle',
    [read('a', 'select', 'b'), read('a', 'insert', 'c'), read('b', 'select', 'c')],
    'a',
    undefined,
  ],
  [
    'a circle elsewhere',
    [read('a', 'select', 'b'), read('b', 'select', 'a'), read('c', 'select', 'd')],
    'c',
    undefined,
  ],
])('%s', (_name, reads, table, circle) => {
  expect(findCircle(reads, table)).toEqual(circle)
})

test('each circle that leads through a table is found, and none where there is none', () => {
  const random = randomFrom(20_261_126)
  const names = ['a', 'b', 'c', 'd', 'e']
  let found = 0
  for (let round = 0; round < 3000; round += 1) {
    const reads = Array.from({ length: 1 + random.below(7) }, () =>
      read(
        random.pick(names),
        random.pick(['select', 'select', 'insert', 'update', 'delete']),
        random.pick(names),
      ),
    ).filter((one) => one.reader !== one.read)
    for (const table of names) {
      const circle = findCircle(reads, table)
      expect(circle !== undefined, JSON.stringify([table, reads])).toBe(circlesThrough(reads, table))
      if (circle === undefined) continue
      found += 1
      const steps = circle.map((step) => step.split(' '))
      expect(steps[0]?.[0]).toBe(steps.at(-1)?.[0])
      expect(steps.some(([name]) => name === table)).toBe(true)
      steps.slice(1).forEach(([to], n) => {
        const [from, action] = steps[n] ?? []
        expect(reads.some((one) => one.reader === from && one.action === action && one.read === to)).toBe(
          true,
        )
      })
    }
  }
  expect(found).toBeGreaterThan(500)
})

// All ways from each action of each table, which go on by selects alone, until a table comes up again.
function circlesThrough(reads: readonly PolicyRead[], table: string): boolean {
  const follow = (path: readonly string[], action: string): boolean =>
    reads
      .filter((one) => one.reader === path.at(-1) && one.action === action)
      .some(({ read: to }) =>
        to === path[0] ? path.includes(table) : !path.includes(to) && follow([...path, to], 'select'),
      )
  return reads.some(({ reader, action }) => follow([reader], action))
}
