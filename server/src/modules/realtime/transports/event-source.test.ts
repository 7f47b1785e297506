// An EventSource, which gives up for good on any status but 200: it has to come through all that passes, and must be told
// of what does not.
import { once } from 'node:events'
import { connect } from 'node:net'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTable, fillableFeed, type LiveTable } from '#modules/realtime/realtime.fixture.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const live = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string
let path: string

beforeAll(async () => {
  app = await startTestApp({}, { changes: live.changes })
  project = await app.createProject()
  notes = await createTable(app, live.feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  path = `/api/v1/projects/${project.id}/realtime/events?table=notes&api_key=${project.secret}`
})
afterAll(() => app.stop())

const asEventSource = (url = base + path) => fetch(url, { headers: { accept: 'text/event-stream' } })

/** failing runs `work` while the feed refuses with an error. */
async function failing(error: Error, work: () => Promise<void>): Promise<void> {
  const { ready } = live.feed
  live.feed.ready = () => Promise.reject(error)
  try {
    await work()
  } finally {
    live.feed.ready = ready
  }
}

test.each<[ErrorCode, string | undefined, number]>([
  ['unavailable', undefined, 1000],
  ['unavailable', '5', 5000],
  ['quota_exceeded', '7', 7000],
  ['quota_exceeded', '2000000', 60_000],
  ['timeout', undefined, 1000],
  ['conflict', undefined, 1000],
])(
  '%s with Retry-After %s is a stream that ends, and says to come again after %i ms',
  async (code, wait, ms) => {
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': wait }
    await failing(new AppError(code, 'Not now.', { headers }), async () => {
      const response = await asEventSource()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).toBe(`: Not now.\nretry: ${ms}\n\n`)
      // All others receive the status.
      expect((await fetch(base + path)).status).toBe(new AppError(code).status)
    })
  },
)

test('a fault of the server is not shown to the client, and is tried again too', async () => {
  await failing(new Error('secret'), async () => {
    const response = await asEventSource()
    expect(await response.text()).toBe(': Something went wrong on our side.\nretry: 1000\n\n')
  })
})

test('what another attempt does not change is a status', async () => {
  const { id } = project
  const url = (query: string) => `${base}/api/v1/projects/${id}/realtime/events?${query}`
  const statuses = ['table=notes', `api_key=${project.secret}`, `table=nothing&api_key=${project.secret}`]
  expect(await Promise.all(statuses.map(async (query) => (await asEventSource(url(query))).status))).toEqual([
    401, 400, 404,
  ])
})

test('an EventSource survives failures of every kind, and has missed nothing', async () => {
  const source = new EventSource(base + path)
  const heard: string[] = []
  const arrived = (text: string) =>
    new Promise<void>((resolve) => {
      source.addEventListener('INSERT', ({ data }) => JSON.parse(data).record.text === text && resolve())
    })
  const failed = () => once(source as never, 'error')
  source.addEventListener('INSERT', ({ data }) => heard.push(JSON.parse(data).record.text))
  source.addEventListener('reset', () => heard.push('reset'))
  const write = (text: string) => notes.commit({ record: { id: text, text } })
  await once(source as never, 'open')
  const [first, last] = [arrived('first'), arrived('last')]
  write('first')
  await first
  await failing(new AppError('timeout'), async () => {
    const ended = failed()
    app.app.server.closeAllConnections()
    await ended
    // The next attempt fails too.
    await failed()
    write('meanwhile')
  })
  write('last')
  await last
  expect(source.readyState).not.toBe(source.CLOSED)
  source.close()
  expect(heard).toEqual(['first', 'meanwhile', 'last'])
})

const ANSWERS = [
  ['text/event-stream', 'HTTP/1.1 200 OK', 'text/event-stream; charset=utf-8'],
  ['*/*', 'HTTP/1.1 503 Service Unavailable', 'application/json; charset=utf-8'],
] as const

test.each(ANSWERS)(
  'a server that stops answers a request with accept: %s by %s',
  async (accept, status, type) => {
    const filled = fillableFeed()
    const ending = await startTestApp({}, { changes: filled.changes })
    const shop = await ending.createProject()
    await createTable(ending, filled.feed, shop)
    const { port } = new URL(await ending.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    const accepted = once(ending.app.server, 'connection')
    // Half a request keeps its connection open.
    const asked = `/api/v1/projects/${shop.id}/realtime/events?table=notes&api_key=${shop.secret}`
    socket.write(`GET ${asked} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: ${accept}\r\n`)
    await accepted
    const stopped = ending.stop()
    // What connects now is refused, after which an EventSource tries again as well.
    await expect.poll(() => isRefused(Number(port))).toBe(true)
    socket.write('\r\n')
    const response = (await socket.setEncoding('utf8').toArray()).join('')
    expect(response.split('\r\n', 1)).toEqual([status])
    expect(response).toContain(`content-type: ${type}\r\n`)
    expect(response.toLowerCase()).toContain('connection: close\r\n')
    await stopped
  },
)

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('error', () => resolve(true))
    probe.once('connect', () => {
      probe.destroy()
      resolve(false)
    })
  })
}
