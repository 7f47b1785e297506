// A reader that hangs, or whose machine is gone without a word, keeps nobody else from reading for long.
import { connect, createServer, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'
import { openChangeFeeds } from './change-feeds.ts'
import { brief, type CaptureWish, type Lab, openLab } from './changes.fixture.ts'

/** Wire is a way to the database that can fall silent: it then takes all that is sent and passes nothing on. */
interface Wire {
  readonly config: pg.ClientConfig
  silence(): void
  /** mute keeps back what the database says, and returns how many statuses of a stream have passed since. */
  mute(): () => number
  cut(): Promise<void>
}

// A status is one message of 34 bytes.
const STATUS = Buffer.from('d\0\0\0\x26r', 'latin1')

async function openWire(to: pg.ClientConfig): Promise<Wire> {
  const { host = 'localhost', port = 5432 } = to
  const sockets = new Set<Socket>()
  let isSilent = false
  let isMute = false
  let statuses = 0
  const server: Server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    if (isSilent) return
    const database = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    for (const [from, into] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from.on('error', () => {}))
      from.on('close', () => isSilent || into.destroy())
      from.on('data', (bytes) => {
        if (isSilent || (isMute && from === database)) return
        if (isMute && bytes.subarray(0, STATUS.length).equals(STATUS)) statuses += 1
        into.write(bytes)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as { port: number }
  return {
    config: { ...to, host: '127.0.0.1', port: own },
    silence: () => {
      isSilent = true
    },
    mute: () => {
      isMute = true
      return () => statuses
    },
    cut: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let lab: Lab
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await lab.stop()
})

async function startReader(config: pg.ClientConfig, capture: CaptureWish) {
  const { clusters, stop } = clusterOf(config)
  const options = { clusters, clock: lab.app.clock, log: quietLog, capture, retention: 60 }
  const feeds = await openChangeFeeds(options)
  const heard: Change[] = []
  feeds.listen((changes) => heard.push(...changes))
  stops.push(async () => {
    await feeds.close()
    await stop()
  })
  return { feed: feeds.of({ cluster: 'main' }), heard }
}

const places = (changes: readonly Change[]) => changes.map(({ id, offset }) => [id, offset])

test.each<CaptureWish>(['auto', 'outbox'])(
  'whoever comes next goes on where it was, and resumes others (%s)',
  async (wish) => {
    lab = await openLab(wish)
    const id = await lab.addTable('notes', [{ name: 'title', data_type: 'text' }])
    await lab.app.platform.changes.close()
    const wait = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
    const insert = (title: string) => lab.sql('insert into notes (title) values ($1)', [title])

    const config = lab.app.platform.clusters.main.adminConfig()
    const wire = await openWire(config)
    stops.push(() => wire.cut())
    const hung = await startReader(wire.config, wish)
    await insert('first')
    await insert('second')
    await wait(() => expect(hung.heard).toHaveLength(2))
    wire.silence()
    await insert('third')
    const next = await startReader(config, wish)
    await wait(() =>
      expect(brief(next.heard, 'title')).toEqual(['INSERT first', 'INSERT second', 'INSERT third']),
    )
    expect(places(next.heard).slice(0, 2)).toEqual(places(hung.heard))
    const [{ offset }] = hung.heard as [Change]
    const missed = next.feed.since(id, offset, hung.feed.epoch)
    expect(brief(missed ?? [], 'title')).toEqual(['INSERT second', 'INSERT third'])
  },
)

test('a reader whom the database asks for nothing reports by itself, before it counts as gone', async () => {
  lab = await openLab('auto')
  await lab.addTable('notes', [{ name: 'title', data_type: 'text' }])
  await lab.app.platform.changes.close()
  const wire = await openWire(lab.app.platform.clusters.main.adminConfig())
  stops.push(() => wire.cut())
  const { feed } = await startReader(wire.config, 'auto')
  await expect.poll(() => feed.capture.state).toBe('live')
  const statuses = wire.mute()
  // The first may answer what came before.
  await expect.poll(statuses, { timeout: 14_000 }).toBeGreaterThan(1)
})
