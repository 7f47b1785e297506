// Several nodes and a broker: all receive the same changes in the same order, whichever of them reads, and whatever fails.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChangeFeeds } from '#platform/changes/change-feeds.ts'
import { type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { ClusterFeed } from '#platform/changes/cluster-feed.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { NO_NATS, startNats, type TestNats } from '#test/nats.ts'
import { clusterOf, quietLog, testKeys } from '#test/test-database.ts'
import { openNatsRelays } from './nats-relay.ts'

const COLUMNS = [
  { name: 'title', data_type: 'text' },
  { name: 'body', data_type: 'text' },
]
const WAIT = { timeout: 60_000, interval: 20 }

/** Node is one of several servers to the database and the broker. */
interface Node {
  readonly feed: ClusterFeed
  readonly heard: Change[]
  /** breaks are the interruptions, which disconnect clients. */
  readonly breaks: unknown[]
  stop(): Promise<void>
}

let nats: TestNats
let lab: Lab
let table: string
const nodes: Node[] = []

async function startNode(capture: CaptureWish, retention = 60): Promise<Node> {
  const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
  const relays = openNatsRelays({ urls: [nats.url], keys: testKeys, log: quietLog, retention })
  const { clock } = lab.app
  const feeds = await openChangeFeeds({ clusters, clock, log: quietLog, capture, retention, relays })
  const feed = feeds.of({ cluster: 'main' })
  const [heard, breaks]: [Change[], unknown[]] = [[], []]
  feed.listen((changes) => heard.push(...changes))
  feed.onBreak((tableId) => breaks.push(tableId))
  let stopped: Promise<void> | undefined
  const node = {
    feed,
    heard,
    breaks,
    stop: () => {
      stopped ??= feeds.close().then(stop)
      return stopped
    },
  }
  nodes.push(node)
  return node
}

const insert = (from: number, to: number) =>
  lab.sql(`insert into notes (title) select n::text from generate_series($1::int, $2::int) n`, [from, to])
const titles = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n))
const titlesOf = (changes: readonly Change[] | undefined) => changes?.map(({ record }) => record.title)
const places = (changes: readonly Change[]) =>
  changes.map((change) => [change.offset, change.id, change.payload(true)])
const until = (check: () => void) => vi.waitFor(check, WAIT)
const heardAll = (node: Node, count: number) => until(() => expect(node.heard.length).toBe(count))
const serving = (node: Node) => until(() => expect(node.feed.serves).toBe(true))
const reading = (among: readonly Node[]) =>
  vi.waitFor(() => {
    const reader = among.find(({ feed }) => feed.capture.state === 'live')
    expect(reader).toBeDefined()
    return reader as Node
  }, WAIT)

/** Starts nodes after a node without a broker has created a table and stopped. */
async function startNodes(capture: CaptureWish, count: number): Promise<Node[]> {
  lab = await openLab(capture)
  table = await lab.addTable('notes', COLUMNS)
  await lab.app.platform.changes.close()
  const started: Node[] = []
  for (let n = 0; n < count; n++) started.push(await startNode(capture))
  for (const node of started) await serving(node)
  // The beginning of the table's capture is recorded once more.
  const { feed } = await reading(started)
  await until(() => expect(started.map(({ feed: { top } }) => top)).toEqual(started.map(() => feed.top)))
  expect(feed.top).toBeGreaterThan(0)
  for (const { breaks } of started) breaks.length = 0
  return started
}

/** Inserts rows one by one until it is stopped, and returns how many. */
async function writers(count: number): Promise<() => Promise<number>> {
  let [going, written] = [true, 0]
  const clients = await Promise.all(Array.from({ length: count }, () => lab.connect()))
  const work = clients.map(async (client) => {
    while (going) {
      await client.query('insert into notes (title) values ($1)', [String(++written)])
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  return async () => {
    going = false
    await Promise.all(work)
    return written
  }
}

describe.skipIf(NO_NATS)('nodes with a broker', () => {
  beforeEach(async () => {
    nats = await startNats()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
    await lab.stop()
    await nats.stop()
  })

  test.each<CaptureWish>(['auto', 'outbox'])('hear the same, with capture %s', async (capture) => {
    const [one, two] = (await startNodes(capture, 2)) as [Node, Node]
    await insert(1, 30)
    await lab.sql(
      `update notes set body = 'é' || title where title = '7'; delete from notes where title = '8'`,
    )
    await heardAll(one, 32)
    await heardAll(two, 32)
    expect(places(two.heard)).toEqual(places(one.heard))
    expect([two.feed.epoch, two.feed.top]).toEqual([one.feed.epoch, one.feed.top])
    expect(new Set([one.feed.capture.state, two.feed.capture.state])).toEqual(new Set(['live', 'standby']))
    const { offset, id } = one.heard[9] as Change
    for (const { feed } of [one, two]) {
      expect(titlesOf(feed.since(table, offset, feed.epoch))?.slice(0, 3)).toEqual(['11', '12', '13'])
      expect(feed.known(table).some((change) => change.id === id)).toBe(true)
    }
    // A node that starts later has the same changes.
    const late = await startNode(capture)
    await late.feed.ready()
    await until(() => expect(places(late.feed.known(table))).toEqual(places(one.heard)))
    expect(late.feed.serves).toBe(true)
    expect(places(late.feed.since(table, offset, late.feed.epoch) ?? [])).toEqual(
      places(one.feed.since(table, offset, one.feed.epoch) ?? []),
    )
  })

  test.each<CaptureWish>(['auto', 'outbox'])(
    'lose and double nothing where readers end, with %s',
    async (capture) => {
      const all = await startNodes(capture, 3)
      const stopWriting = await writers(2)
      let left = all
      for (let turn = 0; turn < 2; turn++) {
        const reader = await reading(left)
        const known = reader.heard.length
        await until(() => expect(reader.heard.length).toBeGreaterThan(known + 50))
        await reader.stop()
        left = left.filter((node) => node !== reader)
      }
      const [last] = left as [Node]
      await until(() => expect(last.feed.capture.state).toBe('live'))
      const total = await stopWriting()
      await heardAll(last, total)
      expect(new Set(last.heard.map(({ id }) => id)).size).toBe(total)
      const order = places(last.heard)
      for (const { heard, breaks } of all) {
        expect(places(heard)).toEqual(order.slice(0, heard.length))
        expect(breaks).toEqual([])
      }
    },
  )

  test('the reader continues without the broker; the others report it, and catch up when it is back', async () => {
    const all = await startNodes('auto', 2)
    const reader = await reading(all)
    const [other] = all.filter((node) => node !== reader) as [Node]
    await insert(1, 10)
    await heardAll(other, 10)
    await nats.kill()
    await insert(11, 500)
    await heardAll(reader, 500)
    expect(reader.feed.serves).toBe(true)
    await until(() => expect(other.feed.serves).toBe(false))
    expect(other.breaks).toEqual([undefined])
    expect(await other.feed.ready()).toBe(false)
    expect(reader.breaks).toEqual([])
    await nats.start()
    await serving(other)
    await insert(501, 510)
    await heardAll(other, 510)
    expect(places(other.heard)).toEqual(places(reader.heard))
    expect(other.breaks).toEqual([undefined])
    expect(titlesOf(other.feed.since(table, (reader.heard[9] as Change).offset, other.feed.epoch))).toEqual(
      titles(11, 510),
    )
  })

  test('nothing is lost if the reader stops while the broker is unreachable', async () => {
    const all = await startNodes('auto', 2)
    const reader = await reading(all)
    const [other] = all.filter((node) => node !== reader) as [Node]
    await insert(1, 10)
    await heardAll(other, 10)
    await nats.kill()
    await insert(11, 20)
    await heardAll(reader, 20)
    await reader.stop()
    await heardAll(other, 20)
    await insert(21, 30)
    await heardAll(other, 30)
    await nats.start()
    const late = await startNode('auto')
    await serving(late)
    await insert(31, 40)
    await heardAll(late, 40)
    expect(titlesOf(other.heard)).toEqual(titles(1, 40))
    expect(places(late.heard)).toEqual(places(other.heard))
  })

  test('offsets stay the same when a node that took over moves the checkpoint', async () => {
    const all = await startNodes('auto', 2)
    const reader = await reading(all)
    const [other] = all.filter((node) => node !== reader) as [Node]
    await insert(1, 20)
    await heardAll(other, 20)
    await reader.stop()
    await until(() => expect(other.feed.capture.state).toBe('live'))
    await insert(21, 30)
    await heardAll(other, 30)
    const sequence = async () =>
      Number((await lab.sql('select sequence from msingi.change_checkpoint')).rows[0].sequence)
    await vi.waitFor(
      async () => {
        lab.app.clock.advance(40)
        expect(await sequence()).toBe(other.heard[29]?.offset)
      },
      { timeout: 60_000, interval: 500 },
    )
    await other.stop()
    await insert(31, 33)
    await nats.kill()
    const late = await startNode('auto')
    await heardAll(late, 3)
    expect(titlesOf(late.heard)).toEqual(titles(31, 33))
    expect(late.heard[0]?.offset).toBe((other.heard[29]?.offset ?? 0) + 1)
  })

  test('large changes and large transactions arrive complete', async () => {
    const [one, two] = (await startNodes('auto', 2)) as [Node, Node]
    await lab.sql(`insert into notes (title, body) values ('large', repeat('x', 3000000) || 'é')`)
    await insert(1, 20_000)
    await heardAll(one, 20_001)
    await heardAll(two, 20_001)
    expect(two.heard[0]?.record.body).toHaveLength(3_000_001)
    expect(places(two.heard)).toEqual(places(one.heard))
  })

  test('an interruption reaches every node', async () => {
    const [one, two] = (await startNodes('auto', 2)) as [Node, Node]
    await insert(1, 3)
    await heardAll(two, 3)
    await lab.sql('truncate notes')
    await until(() => expect([one.breaks, two.breaks]).toEqual([[table], [table]]))
    const second = await lab.addTable('likes', COLUMNS, false)
    const own = { id: lab.project.id, cluster: 'main' } as never
    await two.feed.watch(own, second)
    await lab.sql(`insert into likes (title) values ('yes')`)
    for (const node of [one, two])
      await until(() => expect(titlesOf(node.feed.known(second))).toEqual(['yes']))
    await one.feed.unwatch(own, second)
    for (const node of [one, two]) await until(() => expect(node.breaks).toEqual([table, second]))
    expect(two.feed.since(second, two.feed.top, two.feed.epoch)).toBeUndefined()
  })

  test('a new epoch begins on every node', async () => {
    const all = await startNodes('auto', 2)
    const reader = await reading(all)
    await insert(1, 3)
    for (const node of all) await heardAll(node, 3)
    const { epoch, top } = reader.feed
    await vi.waitFor(async () => {
      await lab.sql(`select pg_terminate_backend(active_pid), pg_drop_replication_slot(slot_name)
        from pg_replication_slots where database = current_database()`)
    }, WAIT)
    for (const node of all) await until(() => expect(node.feed.epoch).not.toBe(epoch))
    await insert(4, 4)
    for (const node of all) {
      await until(() => expect(titlesOf(node.heard)?.at(-1)).toBe('4'))
      expect(node.breaks).toEqual([undefined])
      expect(node.feed.since(table, top, epoch)).toBeUndefined()
    }
    expect(new Set(all.map(({ feed }) => feed.epoch)).size).toBe(1)
  })
})
