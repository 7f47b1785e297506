// The drill's own judges: each kind of loss and leak is seen, and nothing else is.
import { expect, test } from 'vitest'
import { createMarker, findForeign } from './abuse/markers.ts'
import { sampleMemory } from './abuse/memory.ts'
import { createTally } from './abuse/tally.ts'
import { judgeNeighbour } from './abuse/verdict.ts'

const EXPECTED = ['INSERT a 0', 'UPDATE a 1', 'INSERT b 0', 'DELETE b 0']

function judge(changes: readonly string[], more: { complaints?: string[]; uncertain?: string[] } = {}) {
  const ids = changes.map((change) => change.split(' ')[1] as string)
  const complaints = more.complaints ?? []
  const listener = { name: 'SSE', changes: [...changes], ids, complaints, returns: 0, stop() {} }
  const marker = 'marker-000000000000'
  const { violations } = judgeNeighbour({
    tenant: { marker, tally: createTally() } as never,
    listeners: [listener],
    expected: EXPECTED,
    uncertain: new Set(more.uncertain),
    violations: [],
    start() {},
    finish: async () => {},
    close() {},
  })
  return violations.map((violation) => violation.replace(`quiet project ${marker}, SSE: `, ''))
}

test.each([
  ['what was written', EXPECTED, []],
  ['one too few', EXPECTED.slice(1), ['1 of 4 changes are missing']],
  ['one twice', [...EXPECTED, 'INSERT a 0'], ['1 changes were told twice']],
  ['one of nobody', [...EXPECTED, 'INSERT c 0'], ['1 changes were told that nobody has made']],
  [
    'two in another order',
    ['INSERT a 0', 'INSERT b 0', 'UPDATE a 1', 'DELETE b 0'],
    ['change 1 was told in another place'],
  ],
])('%s', (_name, changes, wrong) => expect(judge(changes)).toEqual(wrong))

test('a break that is told counts, and a row of which nothing is known does not', () => {
  expect(judge(EXPECTED, { complaints: ['reset'] })).toEqual(['reset'])
  expect(judge(EXPECTED.slice(0, 2), { uncertain: ['b'] })).toEqual([])
  expect(judge(EXPECTED, { uncertain: ['b'] })).toEqual([])
})

test('a marker of another project is found beside those of its own, and in linear time', () => {
  const [own, other] = [createMarker(), createMarker()]
  expect(findForeign(`${own} marker- marker-1 ${own}`, own)).toBeUndefined()
  expect(findForeign(`${own}${'marker-'.repeat(100_000)}${own}`, own)).toBeUndefined()
  expect(findForeign(`{"note":"${own} 1","of":"${other} 2"}`, own)).toBe(other)
})

test.each([
  [1, 1, undefined],
  [1, 2, 'memory grew from 1 MB in the middle third to 2 MB in the last'],
])('memory from %s MB to %s MB', (middle, last, wrong) => {
  let megabytes = 5
  const memory = sampleMemory({ memory: () => megabytes * 1e6, milliseconds: 600_000 })
  for (let sample = 0; sample < 100; sample++) {
    // What it grows to at first counts for nothing.
    megabytes = sample < 33 ? 5 : sample < 67 ? middle : last
    memory.look()
  }
  expect(memory.judge()).toBe(wrong)
})
