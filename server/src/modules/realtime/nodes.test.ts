// Several nodes without a broker: one of them serves live changes, the others are standbys (docs/live-changes.md).
import { Centrifuge } from 'centrifuge'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectForReplication } from '#platform/changes/log/replication-stream.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { listenAs, type Node, openBalancer, startNode } from '#test/nodes.ts'
import { connectSocket, connectToken, openSocket, openStream } from './realtime.fixture.ts'

const NEXT_NODE = { code: 3011, reason: 'another node serves live changes' }

let app: TestApp
let project: TestProject
let reader: Node
let standby: Node

const stateOf = (node: Node) => node.changes.of({ cluster: 'main' }).capture.state
const write = async (text: string) => {
  const { status } = await app.api('POST', '/data/notes', { key: project.secret, body: { text } })
  expect(status).toBe(201)
}
const tokenFrom = async (node: Node) =>
  (await connectToken(node as never, project, { key: project.secret })).token
const streamOf = (node: Node) =>
  `${node.base}/api/v1/projects/${project.id}/realtime/events?table=notes&api_key=${project.secret}`

/** Takes the slot from the node that has it, as another node would that was faster after an interruption. */
const rivals = {
  auto: async (database: pg.ClientConfig, epoch: string) => {
    const rival = await connectForReplication(database)
    await rival.query('set wal_sender_timeout = 0')
    const start = `START_REPLICATION SLOT msingi_${epoch} LOGICAL 0/0 (proto_version '1', publication_names 'msingi_changes')`
    await vi.waitFor(
      async () => {
        await app.platform.clusters.main.admin.query(
          `select pg_terminate_backend(active_pid) from pg_replication_slots
           where slot_name = $1 and active_pid <> $2`,
          [`msingi_${epoch}`, (rival as unknown as { processID: number }).processID],
        )
        // The command runs for as long as it holds the slot.
        const refused = rival.query(start).catch((error: Error) => error)
        const patience = new Promise((resolve) => setTimeout(resolve, 100))
        const refusal = await Promise.race([refused, patience])
        if (refusal instanceof Error) throw refusal
      },
      { timeout: 45_000, interval: 1 },
    )
    return rival
  },
  outbox: async (database: pg.ClientConfig) => {
    const rival = new pg.Client(database)
    rival.on('error', () => {})
    await rival.connect()
    const lock = `hashtextextended('msingi changes reader', 0)`
    // A session that waits for the lock gets it before one that only tries.
    const locked = rival.query(`select pg_advisory_lock(${lock})`)
    await app.platform.clusters.main.admin.query(
      `select pg_terminate_backend(pid) from pg_locks l
       where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
         and (classid::int8 << 32 | objid::int8) = ${lock}`,
    )
    await locked
    return rival
  },
} as const

describe.each(['auto', 'outbox'] as const)('capture %s', (changeCapture) => {
  beforeEach(async () => {
    app = await startTestApp({ changeCapture })
    project = await app.createProject()
    const body = { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] }
    await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
    standby = await listenAs(app)
    reader = await startNode(app)
    await tokenFrom(reader)
    await expect.poll(() => stateOf(reader)).toBe('live')
  })
  afterEach(async () => {
    await reader.close()
    await app.stop()
  })

  test('a node at rest learns at once that another one has begun to read', async () => {
    await expect.poll(() => stateOf(standby), { timeout: 15_000 }).toBe('standby')
  })

  test('a standby sends clients of both transports to another node', async () => {
    const token = await tokenFrom(standby)
    const client = await openSocket(standby.base)
    client.send({ id: 1, connect: { token } })
    expect(await client.closed).toEqual(NEXT_NODE)
    expect(client.frames).toEqual([])
    const stream = await openStream(streamOf(standby))
    expect(stream.status).toBe(503)
    expect(stream.headers.get('retry-after')).toBe('1')
    await stream.ended
    expect(JSON.parse(stream.text()).message).toBe(
      'Live changes are served by another node at the moment. Try again shortly.',
    )
    // After an error response an EventSource would never reconnect.
    const source = await openStream(streamOf(standby), { accept: 'text/event-stream' })
    await source.ended
    expect(source.status).toBe(200)
    expect(source.text()).toBe(
      ': Live changes are served by another node at the moment. Try again shortly.\nretry: 1000\n\n',
    )
    expect(stateOf(standby)).toBe('standby')
    const health = async (node: Node) => [
      (await node.api('GET', '//healthz')).data.realtime,
      (await node.api('GET', '//healthz/realtime')).status,
      /^msingi_changes_serving\{.*\} (\d)$/m.exec((await node.api('GET', '//metrics')).text)?.[1],
    ]
    expect(await health(reader)).toEqual(['ok', 200, '1'])
    expect(await health(standby)).toEqual(['standby', 503, '0'])
  })

  test('the subscribe command is sent to another node as well', async () => {
    const { data } = await app.api('POST', `/projects/${project.id}/realtime/token`, {
      token: project.token,
      body: {},
    })
    const client = await connectSocket(standby.base, data.token)
    client.send({ id: 2, subscribe: { channel: `project:${project.id}:notes` } })
    expect(await client.closed).toEqual(NEXT_NODE)
  })

  test('the official client finds the reading node by itself, and the one that takes over', async () => {
    const balancer = await openBalancer([standby, reader])
    const { client, heard, recovered } = follow(balancer, await tokenFrom(standby))
    await client.ready()
    await write('one')
    await expect.poll(() => heard).toEqual(['one'])
    await reader.close()
    await write('two')
    await expect.poll(() => heard, { timeout: 45_000 }).toEqual(['one', 'two'])
    await write('three')
    await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
    expect(recovered).toEqual([true])
    client.disconnect()
    balancer.close()
  })

  test('a node that has lost the slot disconnects its clients, and they miss nothing', async () => {
    const balancer = await openBalancer([reader, standby])
    const { client, heard, recovered } = follow(balancer, await tokenFrom(reader))
    await client.ready()
    const stream = await openStream(streamOf(reader))
    const plain = await connectSocket(reader.base, await tokenFrom(reader))
    await write('one')
    await expect.poll(() => heard).toEqual(['one'])
    const { epoch } = reader.changes.of({ cluster: 'main' })
    const rival = await rivals[changeCapture](app.platform.clusters.main.adminConfig(), epoch)
    expect((await plain.closed).code).toBe(3010)
    await stream.ended
    expect(stateOf(reader)).toBe('standby')
    await write('two')
    await rival.end().catch(() => {})
    await expect.poll(() => heard, { timeout: 45_000 }).toEqual(['one', 'two'])
    await write('three')
    await expect.poll(() => heard, { timeout: 45_000 }).toEqual(['one', 'two', 'three'])
    expect(recovered).toEqual([true])
    client.disconnect()
    balancer.close()
  })
})

/** follow subscribes with the official client, which reconnects soon. */
function follow({ base }: { readonly base: string }, token: string) {
  const client = new Centrifuge(`${base.replace('http', 'ws')}/connection/websocket`, {
    token,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  const heard: string[] = []
  const recovered: boolean[] = []
  client.on('publication', ({ data }) => heard.push(data.record.text))
  client.on('subscribed', (state) => state.wasRecovering && recovered.push(state.recovered))
  client.connect()
  return { client, heard, recovered }
}
