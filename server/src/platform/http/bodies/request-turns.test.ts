// Requests that come all at once: begun in turns of their senders, in slices, and at once where there is time.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ACCEPT_MS, MOST_WAITING, RequestTurns } from './request-turns.ts'

const tenant = (name: string) => ({ account: name, project: name })

function flood(turns: RequestTurns, begun: string[], spend: () => void) {
  return (name: string, count = 1) => {
    for (let i = 0; i < count; i++)
      turns.enter(tenant(name), () => {
        begun.push(name)
        spend()
      })
  }
}

test('a request that comes alone is begun at once', () => {
  const begun: string[] = []
  flood(new RequestTurns(() => 0), begun, () => {})('quiet')
  expect(begun).toEqual(['quiet'])
})

test('a flood is begun in slices, and others take turns with it', async () => {
  let now = 0
  const begun: string[] = []
  const turns = new RequestTurns(() => now)
  // Each takes a millisecond, of which a slice has four.
  const send = flood(turns, begun, () => {
    now += 1
  })
  send('flood', 100)
  expect(begun).toHaveLength(4)
  send('quiet', 2)
  await setImmediate()
  await setImmediate()
  expect(begun.slice(4, 12).filter((name) => name === 'quiet')).toHaveLength(2)
  while (turns.waiting > 0) await setImmediate()
  expect(begun).toHaveLength(102)
})

test('too many of one project are refused, and others are not', () => {
  let now = 0
  const turns = new RequestTurns(() => now)
  const send = flood(turns, [], () => {
    now += 10
  })
  send('flood', 1 + MOST_WAITING)
  expect(() => send('flood')).toThrow('Too many requests of this project are waiting')
  send('quiet')
  expect(turns.figures).toEqual({ running: 1, waiting: MOST_WAITING + 1, refused: 1 })
})

test('turns that accept connections stay short, for as long as a slice takes', async () => {
  let now = 0
  const begun: string[] = []
  const turns = new RequestTurns(() => now)
  const send = flood(turns, begun, () => {
    now += 1
  })
  send('flood', 100)
  const first = begun.length
  // Each turn accepts one connection, and takes half a millisecond.
  for (let turn = 0; turn < 2 * ACCEPT_MS; turn++) {
    expect(begun).toHaveLength(first)
    turns.accepted()
    now += 0.5
    await setImmediate()
  }
  // Whoever connects without end does not keep requests waiting.
  turns.accepted()
  await setImmediate()
  expect(begun.length).toBeGreaterThan(first)
  const second = begun.length
  await setImmediate()
  expect(begun.length).toBeGreaterThan(second)
})
