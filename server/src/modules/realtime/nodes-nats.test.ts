// Several nodes with NATS: clients of each receive the same, under policies, and resume on another node.
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_NATS, startNats, type TestNats } from '#test/nats.ts'
import { listenAs, type Node, openBalancer, startNode } from '#test/nodes.ts'
import { connectSocket, connectToken, openStream, type SocketClient, textsOf } from './realtime.fixture.ts'

const WAIT = { timeout: 45_000 }

describe.skipIf(NO_NATS)('nodes with NATS', () => {
  let nats: TestNats
  let app: TestApp
  let project: TestProject
  let standby: Node
  let reader: Node
  let channel: string
  let tableId: string
  let written = 0

  const serves = async (node: Node) => (await node.api('GET', '//healthz/realtime')).status === 200
  const feedOf = (node: Node) => node.changes.of({ cluster: 'main' })
  const write = async (count: number) => {
    const body = Array.from({ length: count }, () => ({ text: String(++written) }))
    expect((await app.api('POST', '/data/notes', { key: project.secret, body })).status).toBe(201)
  }
  const tokenFrom = async (node: Node) =>
    (await connectToken(node as never, project, { key: project.secret })).token
  const upTo = (client: SocketClient) =>
    client.next(({ push }) => push?.pub?.data.record.text === String(written))

  beforeAll(async () => {
    nats = await startNats()
    app = await startTestApp({ natsUrls: [nats.url] })
    project = await app.createProject()
    const columns = [
      { name: 'text', data_type: 'text' },
      { name: 'user_id', data_type: 'uuid' },
    ]
    const body = { name: 'notes', columns }
    const made = await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
    tableId = made.data.id
    channel = `project:${project.id}:notes`
    standby = await listenAs(app)
    reader = await startNode(app)
    await tokenFrom(reader)
    await tokenFrom(standby)
    await vi.waitFor(() => expect(feedOf(reader).capture.state).toBe('live'), WAIT)
    await vi.waitFor(async () => expect(await serves(standby)).toBe(true), WAIT)
    expect(feedOf(standby).capture.state).toBe('standby')
  })
  afterAll(async () => {
    await reader?.close()
    await app?.stop()
    await nats?.stop()
  })

  test('both transports receive the same events on every node', async () => {
    const sockets = [
      await connectSocket(reader.base, await tokenFrom(reader)),
      await connectSocket(standby.base, await tokenFrom(standby)),
    ]
    const streams = await Promise.all(
      [reader, standby].map(({ base }) =>
        openStream(
          `${base}/api/v1/projects/${project.id}/realtime/events?table=notes&api_key=${project.secret}`,
        ),
      ),
    )
    await write(5)
    await write(5)
    for (const socket of sockets) await upTo(socket)
    for (const stream of streams) await stream.until((each) => each.events().length === 10)
    const [one, two] = sockets.map(({ frames }) => frames.flatMap(({ push }) => push?.pub ?? []))
    expect(two).toEqual(one)
    const [ofReader, ofStandby] = streams.map((stream) => stream.events())
    expect(ofStandby).toEqual(ofReader)
    expect(ofReader?.map(({ data }) => data)).toEqual(one?.map(({ data }) => data))
    for (const each of [...sockets, ...streams]) each.close()
  })

  test('policies apply on every node', async () => {
    const hidden = await connectSocket(
      standby.base,
      (await connectToken(standby as never, project, { key: project.publishable })).token,
    )
    const open = await connectSocket(standby.base, await tokenFrom(standby))
    await write(1)
    await upTo(open)
    expect(textsOf(hidden)).toEqual([])
    hidden.close()
    open.close()
  })

  test('a client resumes on any node, by offset and by event id', async () => {
    const { epoch, top } = feedOf(reader)
    await write(3)
    // At once, before this node need have received what the reader has delivered to its own clients.
    await expect.poll(() => feedOf(reader).top, { interval: 1 }).toBe(top + 3)
    for (const [from, missed] of [
      [top, 3],
      [top + 3, 0],
    ] as const) {
      const client = await connectSocket(standby.base, await tokenFrom(standby), {
        subs: { [channel]: { recover: true, offset: from, epoch } },
      })
      const { recovered, publications = [] } = client.frames[0].connect.subs[channel]
      expect([recovered, publications.length]).toEqual([true, missed])
      client.close()
    }
    const id = feedOf(reader).known(tableId).at(-1)?.id ?? ''
    const url = `${standby.base}/api/v1/projects/${project.id}/realtime/events?table=notes&api_key=${project.secret}`
    const stream = await openStream(url, { 'last-event-id': id })
    await write(1)
    await stream.until((each) => each.events().length === 1)
    expect(stream.events()[0]).toMatchObject({ event: 'INSERT', data: { record: { text: String(written) } } })
    stream.close()
  })

  test('when the reader stops, clients of other nodes keep receiving, and its own resume elsewhere', async () => {
    const balancer = await openBalancer([reader, standby])
    const heard: string[] = []
    const recovered: boolean[] = []
    const moving = new Centrifuge(`${balancer.base.replace('http', 'ws')}/connection/websocket`, {
      token: await tokenFrom(reader),
      minReconnectDelay: 10,
      maxReconnectDelay: 50,
    })
    moving.on('publication', ({ data }) => heard.push(data.record.text))
    moving.on('subscribed', (state) => state.wasRecovering && recovered.push(state.recovered))
    moving.connect()
    await moving.ready()
    const staying = await connectSocket(standby.base, await tokenFrom(standby))
    const before = written
    await write(10)
    const closing = reader.close()
    await write(10)
    await closing
    await write(10)
    const expected = Array.from({ length: 30 }, (_, n) => String(before + n + 1))
    await upTo(staying)
    expect(textsOf(staying)).toEqual(expected)
    await expect.poll(() => heard, WAIT).toEqual(expected)
    expect(recovered.every((one) => one)).toBe(true)
    expect(recovered.length).toBeGreaterThan(0)
    expect(feedOf(standby).capture.state).toBe('live')
    staying.close()
    moving.disconnect()
    balancer.close()
  })
})
