// Requests that several nodes count together: exactly as many are admitted as the limit says, whatever fails.
import { randomUUID } from 'node:crypto'
import { connect, errors } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Counted, Counts } from '#platform/fairness/counts.ts'
import { createTestClock } from '#test/harness.ts'
import { NO_NATS, startNats, type TestNats } from '#test/nats.ts'
import { quietLog } from '#test/test-database.ts'
import { Broker } from './broker.ts'
import { CountsLink } from './counts-link.ts'

const WAIT = { timeout: 60_000, interval: 20 }
// A machine under load is not what these tests are about.
const PATIENT_MS = 30_000

interface Node {
  readonly link: CountsLink
  readonly counts: Counts
  /** kill ends its connection, as the end of its process would, and returns once the broker has noticed. */
  kill(): Promise<void>
}

let nats: TestNats
let clock: ReturnType<typeof createTestClock>
const nodes: Node[] = []

async function startNodes(count: number, answerMs = PATIENT_MS): Promise<Node[]> {
  clock = createTestClock()
  const name = randomUUID()
  for (let n = 0; n < count; n++) {
    const broker = new Broker([nats.url], quietLog)
    const link = new CountsLink({ broker, name, clock, answerMs })
    const kill = async () => {
      await broker.close()
      await vi.waitFor(() => noResponder(`msingi.${name}.counts.${link.nodes.id}`), WAIT)
    }
    nodes.push({ link, counts: link.open('test'), kill })
  }
  for (const { link } of nodes)
    await vi.waitFor(() => expect(link.nodes.others).toHaveLength(count - 1), WAIT)
  return nodes
}

// A question on its way to a connection that has just been closed is lost, and waited for in full.
async function noResponder(subject: string): Promise<void> {
  const asker = await connect({ servers: nats.url })
  try {
    await expect(asker.request(subject, '{}', { timeout: 1000 })).rejects.toThrow(errors.RequestError)
  } finally {
    await asker.close()
  }
}

/** take counts some requests at once, and returns how many of them are admitted. */
async function take({ counts }: Node, name: string, requests: number, limit: number): Promise<number> {
  const window = { limit, seconds: 60 }
  const all = await Promise.all(Array.from({ length: requests }, () => counts.count(name, window)))
  return all.filter(({ used }) => used <= limit).length
}

describe.skipIf(NO_NATS)('counts of several nodes', () => {
  beforeAll(async () => {
    nats = await startNats()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map(({ link }) => link.close()))
  })
  afterAll(() => nats.stop())

  test.each([
    ['one after the other', 2, [1, 1]],
    ['many at once', 2, [50, 50]],
    ['at one node alone', 2, [50, 0]],
    ['unevenly', 3, [30, 1, 4]],
  ])('admit exactly the limit, %s', async (_name, count, atOnce) => {
    const started = await startNodes(count)
    for (const limit of [1, 7, 100]) {
      let admitted = 0
      for (let round = 0; round < 220; round++) {
        const rounds = await Promise.all(
          started.map((node, n) => take(node, `a ${limit}`, atOnce[n] ?? 0, limit)),
        )
        admitted += rounds.reduce((sum, one) => sum + one, 0)
        if (round > 10 && rounds.every((one) => one === 0)) break
      }
      expect(admitted).toBe(limit)
    }
  })

  test('a window ends for all nodes at once, and the next one is as exact', async () => {
    const [one, two] = (await startNodes(2)) as [Node, Node]
    for (let window = 0; window < 3; window++) {
      let admitted = await take(one, 'w', 5, 40)
      // The second node's window would end later, if it were its own.
      clock.advance(20)
      admitted += await take(two, 'w', 50, 40)
      admitted += await take(one, 'w', 50, 40)
      expect(admitted).toBe(40)
      clock.advance(40)
    }
  })

  test('far from the limit no node is asked, and a full window is known without asking', async () => {
    const [one, two] = (await startNodes(2)) as [Node, Node]
    const now = (node: Node, limit: number) => node.counts.count('far', { limit, seconds: 60 })
    for (let n = 0; n < 25; n++) expect(now(one, 100)).not.toBeInstanceOf(Promise)
    expect(now(one, 100)).toBeInstanceOf(Promise)
    await take(two, 'far', 200, 100)
    expect(now(two, 100)).not.toBeInstanceOf(Promise)
    expect((now(two, 100) as Counted).used).toBeGreaterThan(100)
  })

  test('what the owner of a window has counted is not lost when it is killed', async () => {
    const started = await startNodes(3)
    const owner = started.find(({ link }) => link.nodes.ownerOf('test k') === link.nodes.id) as Node
    const others = started.filter((node) => node !== owner) as [Node, Node]
    let admitted = await take(owner, 'k', 10, 100)
    admitted += await take(others[0], 'k', 30, 100)
    admitted += await take(others[1], 'k', 30, 100)
    expect(admitted).toBe(70)
    await owner.kill()
    for (const node of others) admitted += await take(node, 'k', 100, 100)
    expect(admitted).toBe(100)
    for (const { link } of others) expect(link.nodes.others).toHaveLength(1)
  })

  test('without an answer in time, each node admits its part of the limit', async () => {
    const [one, two] = (await startNodes(2, 1)) as [Node, Node]
    const [owner, other] = one.link.nodes.ownerOf('test s') === one.link.nodes.id ? [one, two] : [two, one]
    // It hears the question, and never answers.
    vi.spyOn(owner.counts as unknown as { answer: () => Promise<never> }, 'answer').mockReturnValue(
      new Promise(() => {}),
    )
    expect(await take(other, 's', 100, 40)).toBe(20)
  })

  test('while the broker is gone, each node admits its part at once', async () => {
    const [one, two] = (await startNodes(2)) as [Node, Node]
    await nats.kill()
    try {
      for (const { link } of [one, two]) await vi.waitFor(() => expect(link.isConnected).toBe(false), WAIT)
      expect(await take(one, 'b', 100, 40)).toBe(20)
      expect(await take(two, 'b', 100, 40)).toBe(20)
    } finally {
      await nats.start()
    }
    for (const { link } of [one, two]) await vi.waitFor(() => expect(link.isConnected).toBe(true), WAIT)
    const both = [await take(one, 'c', 60, 40), await take(two, 'c', 60, 40)]
    expect(both.reduce((sum, admitted) => sum + admitted)).toBe(40)
  })
})
