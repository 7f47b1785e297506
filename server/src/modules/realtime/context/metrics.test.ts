// The metrics of live changes.
import { expect, test } from 'vitest'
import { connectSocket, connectToken, openSocket, openStream } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

async function figure(app: TestApp, name: string): Promise<number> {
  const { text } = await app.api('GET', '//metrics')
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

test('the metrics count connections, subscriptions and delivered events', async () => {
  const app = await startTestApp()
  try {
    const project = await app.createProject()
    const body = { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] }
    await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { token } = await connectToken(app, project, { key: project.secret })
    const write = (text: string) => app.api('POST', '/data/notes', { key: project.secret, body: { text } })
    const [one, two] = [await connectSocket(base, token), await connectSocket(base, token)]
    const stranger = await openSocket(base)
    const stream = await openStream(
      `${base}/api/v1/projects/${project.id}/realtime/events?token=${token}&events=INSERT`,
    )
    await write('first')
    const hasFirst = ({ push }: any) => push?.pub !== undefined
    await Promise.all([
      one.next(hasFirst),
      two.next(hasFirst),
      stream.until((each) => each.events().length === 1),
    ])
    const found = async () => ({
      sockets: await figure(app, 'msingi_live_connections{transport="websocket"}'),
      streams: await figure(app, 'msingi_live_connections{transport="sse"}'),
      followed: await figure(app, 'msingi_live_subscriptions{transport="websocket"}'),
      pushed: await figure(app, 'msingi_live_delivered_total{transport="websocket"}'),
      streamed: await figure(app, 'msingi_live_delivered_total{transport="sse"}'),
      slow: await figure(app, 'msingi_live_slow_total{transport="websocket"}'),
      tables: await figure(app, 'msingi_changes_tables{cluster="main",capture="log"}'),
    })
    expect(await found()).toEqual({
      sockets: 3,
      streams: 1,
      followed: 2,
      pushed: 2,
      streamed: 1,
      slow: 0,
      tables: 1,
    })
    const behind = () => figure(app, 'msingi_changes_behind{cluster="main",capture="log"}')
    await expect.poll(behind, { timeout: 45_000, interval: 200 }).toBeLessThan(1_000_000)
    expect(await behind()).toBeGreaterThanOrEqual(0)
    for (const client of [one, two, stranger]) client.close()
    stream.close()
    await expect
      .poll(async () => (await found()).sockets + (await found()).streams, { timeout: 45_000 })
      .toBe(0)
    expect(await found()).toMatchObject({ followed: 0, pushed: 2 })
  } finally {
    await app.stop()
  }
})
