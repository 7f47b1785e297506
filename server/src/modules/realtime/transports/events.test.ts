// The SSE transport: credentials, events, resuming, and refusals.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import {
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openStream,
} from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let path: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  path = `${base}/api/v1/projects/${project.id}/realtime/events`
})
afterAll(() => app.stop())

const write = (text: string, type: 'INSERT' | 'UPDATE' | 'DELETE' = 'INSERT') =>
  notes.commit({
    type,
    record: { id: text, text },
    ...(type === 'UPDATE' && { old_record: { text: 'old' } }),
  })

test('a stream has id, event and data of every change', async () => {
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  write('a')
  write('a', 'UPDATE')
  write('a', 'DELETE')
  await stream.until((client) => client.events().length === 3)
  const events = stream.events()
  expect(events.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
  for (const { id, event, data } of events)
    expect([data.id, data.type, data.table]).toEqual([id, event, 'notes'])
  expect(events.map(({ data }) => data.old_record)).toEqual([undefined, { text: 'old' }, undefined])
  stream.close()
})

test('events that come together, also missed ones, arrive in order and in one chunk', async () => {
  const texts = Array.from({ length: 20 }, (_, n) => `together ${n}`)
  const { lastId, chunks: live } = await chunksOf({}, () => {
    notes.commit(...texts.slice(0, 15).map((text) => ({ record: { text } })))
    for (const text of texts.slice(15)) write(text)
  })
  const { chunks: replayed } = await chunksOf({ 'last-event-id': lastId })
  expect([live, replayed]).toEqual([[texts], [texts]])
})

/** Returns the texts of 20 events, chunk by chunk, and the id from which they can be read again. */
async function chunksOf(headers: Record<string, string>, begun = () => {}) {
  const asked = request(`${path}?api_key=${project.secret}&table=notes`, { headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: string[][] = []
  const complete = Promise.withResolvers<string>()
  let lastId: string | undefined
  // An iterator would join chunks that have come meanwhile.
  answer.on('data', (chunk) => {
    const text = String(chunk)
    const here = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).record.text)
    if (here.length > 0) chunks.push(here)
    if (lastId === undefined && text.includes('id: ')) {
      lastId = /^id: (.*)$/m.exec(text)?.[1] ?? ''
      begun()
    }
    if (chunks.flat().length === 20) complete.resolve(String(lastId))
  })
  const id = await complete.promise
  asked.destroy()
  return { lastId: id, chunks }
}

test.each([
  ['HTTP/1.0, which knows no chunks', '1.0', 1],
  ['another stream that waits behind it on its connection', '1.1', 2],
])('a stream is whole beside %s', async (_, version, streams) => {
  const { pathname, port } = new URL(path)
  const socket = connect(Number(port), '127.0.0.1')
  const asked = `GET ${pathname}?api_key=${project.secret}&table=notes HTTP/${version}\r\nhost: x\r\n\r\n`
  socket.write(asked.repeat(streams))
  let raw = ''
  const until = async (text: string) => {
    while (!raw.includes(text)) raw += String((await once(socket, 'data'))[0])
  }
  await until('\nid: ')
  for (let n = 0; n < 3; n++) {
    write(`${n} 😀`)
    await until(`${n} 😀`)
  }
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s)
  expect(/transfer-encoding: chunked/i.test(head)).toBe(version === '1.1')
  const text = version === '1.1' ? unchunked(Buffer.from(body)) : body
  expect(text.match(/^(?:retry|id|event|data): .*\n/gm)?.join('')).toBe(text.replaceAll('\n\n', '\n'))
  expect(text.match(/(?<="text":")\d 😀/g)).toEqual(['0 😀', '1 😀', '2 😀'])
  socket.destroy()
})

/** unchunked reads a body as a client does: each chunk has to be as long as it says. */
function unchunked(body: Buffer): string {
  let text = ''
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at)
    const end = line + 2 + Number.parseInt(body.toString('latin1', at, line), 16)
    text += body.toString('utf8', line + 2, end)
    expect(body.toString('latin1', end, end + 2)).toBe('\r\n')
    at = end + 2
  }
  return text
}

test('a stream has only the types of events that are asked for', async () => {
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes&events=insert,DELETE`)
  write('b')
  write('b', 'UPDATE')
  write('b', 'DELETE')
  await stream.until((client) => client.events().length === 2)
  expect(stream.events().map(({ event }) => event)).toEqual(['INSERT', 'DELETE'])
  stream.close()
})

test('the token takes precedence over the key, and the key over headers', async () => {
  const { token } = await connectToken(app, project, { key: project.secret })
  const status = async (query: string, headers = {}) => {
    const stream = await openStream(`${path}?${query}`, headers)
    stream.close()
    return stream.status
  }
  expect(await status(`token=${token}`)).toBe(200)
  expect(await status(`token=${token}&table=notes&api_key=wrong`)).toBe(200)
  expect(await status(`token=wrong&table=notes&api_key=${project.secret}`)).toBe(401)
  expect(await status(`api_key=wrong&table=notes`, { 'x-platform-api-key': project.secret })).toBe(401)
  expect(await status('table=notes', { 'x-platform-api-key': project.secret })).toBe(200)
  expect(await status('table=notes', { authorization: `Bearer ${project.token}` })).toBe(200)
  expect(await status('table=notes')).toBe(401)
  const user = await signUp(app, project)
  expect(await status('table=notes', { authorization: `Bearer ${user.token}` })).toBe(200)
})

test('refusals say why', async () => {
  const other = await app.createProject()
  await createTable(app, feed, project, 'others')
  const { token } = await connectToken(app, project, { key: project.secret })
  const dashboard = await app.api('POST', `/projects/${project.id}/realtime/token`, { token: project.token })
  const stranger = await app.register()
  const answer = async (query: string, headers = {}) => {
    const stream = await openStream(`${path}?${query}`, headers)
    await stream.ended
    const { success, errors } = JSON.parse(stream.text())
    return [stream.status, success, errors[0]]
  }
  expect(await answer(`api_key=${project.secret}`)).toEqual([
    400,
    false,
    'table: name the table, such as ?table=orders.',
  ])
  expect(await answer(`api_key=${project.secret}&table=nothing`)).toEqual([
    404,
    false,
    expect.stringContaining('The table nothing was not found.'),
  ])
  expect(await answer(`api_key=${other.secret}&table=notes`)).toEqual([403, false, expect.any(String)])
  expect(await answer(`token=${token}&table=others`)).toEqual([403, false, expect.any(String)])
  expect(await answer(`token=${dashboard.data.token}`)).toEqual([400, false, expect.any(String)])
  expect(await answer(`api_key=${project.secret}&table=notes&events=UPSERT`)).toEqual([
    400,
    false,
    expect.any(String),
  ])
  expect(await answer(`api_key=${project.secret}&table=notes&x=1`)).toEqual([400, false, expect.any(String)])
  expect(await answer('table=notes', { authorization: `Bearer ${stranger.token}` })).toEqual([
    403,
    false,
    expect.any(String),
  ])
  const scoped = await app.api('POST', `/projects/${project.id}/api-keys`, {
    token: project.token,
    body: { name: 'scoped', scopes: ['data:read'] },
  })
  expect(await answer(`api_key=${scoped.data.key}&table=notes`)).toEqual([403, false, expect.any(String)])
})

test('a browser resumes by the id of the last event', async () => {
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`)
  write('r1')
  await stream.until((client) => client.events().length === 1)
  stream.close()
  await stream.ended
  write('r2')
  write('r3')
  const { id } = stream.events()[0] as { id: string }
  for (const [query, headers] of [
    ['', { 'last-event-id': id }],
    [`&last_event_id=${id}`, {}],
  ] as const) {
    const again = await openStream(`${path}?api_key=${project.secret}&table=notes${query}`, headers)
    write('r4')
    await again.until((client) => client.events().at(-1)?.data.record?.text === 'r4')
    expect(
      again
        .events()
        .map(({ data }) => data.record.text)
        .slice(0, 2),
    ).toEqual(['r2', 'r3'])
    expect(again.events().filter(({ event }) => event === 'reset')).toEqual([])
    again.close()
  }
})

test('if missed events are no longer available, the stream begins with a reset', async () => {
  const unknown = { 'last-event-id': crypto.randomUUID() }
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`, unknown)
  write('after')
  await stream.until((client) => client.events().length === 2)
  expect(stream.events().map(({ event }) => event)).toEqual(['reset', 'INSERT'])
  stream.close()
})

test('a stream without any event resumes as well, and one that was reset is not reset again', async () => {
  const open = (headers: Record<string, string>) =>
    openStream(`${path}?api_key=${project.secret}&table=notes`, headers)
  for (const headers of [{}, { 'last-event-id': 'another:1' }]) {
    const stream = await open(headers as Record<string, string>)
    await stream.until((client) => /^id: .+:\d+$/m.test(client.text()))
    const [, id = ''] = /^id: (.+)$/m.exec(stream.text()) ?? []
    stream.close()
    await stream.ended
    write('while away')
    const again = await open({ 'last-event-id': id })
    await again.until((client) => client.events().length > 0)
    expect(again.events().map(({ event, data }) => [event, data.record?.text])).toEqual([
      ['INSERT', 'while away'],
    ])
    again.close()
  }
})

test('an EventSource is served, and reconnects by itself when the slot was lost', async () => {
  const source = new EventSource(`${path}?api_key=${project.secret}&table=notes`)
  const heard: string[] = []
  const next = (event: string) =>
    new Promise<void>((resolve) => source.addEventListener(event, () => resolve(), { once: true }))
  for (const event of ['INSERT', 'reset']) source.addEventListener(event, () => heard.push(event))
  await next('open')
  const [inserted, reset] = [next('INSERT'), next('reset')]
  write('e1')
  await inserted
  feed.lose()
  await reset
  const again = next('INSERT')
  write('e2')
  await again
  expect(heard).toEqual(['INSERT', 'reset', 'INSERT'])
  source.close()
})

test('a heartbeat comes every 25 seconds', async () => {
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`)
  app.clock.advance(25)
  await stream.until((client) => client.text().includes(': heartbeat\n\n'))
  stream.close()
})

test('browsers of other origins can read the stream', async () => {
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`, {
    origin: 'https://shop.example',
  })
  expect(stream.headers.get('access-control-allow-origin')).toBe('*')
  stream.close()
})

test('a stream is logged once, when it has ended, whichever side ended it, without credentials', async () => {
  const other = await app.createProject()
  const { id, secret, token } = other
  const { id: tableId } = await createTable(app, feed, other, 'logged')
  const logged = async () => {
    const { data } = await app.api('GET', `/projects/${id}/request-logs`, { token })
    return data.filter((one: { path: string }) => one.path.endsWith('&table=logged'))
  }
  const open = () => openStream(`${path.replace(project.id, id)}?api_key=${secret}&table=logged`)
  const [left, sentAway] = [await open(), await open()]
  expect(await logged()).toEqual([])
  left.close()
  await expect.poll(logged).toHaveLength(1)
  await app.api('DELETE', `/projects/${id}/tables/${tableId}`, { token })
  await sentAway.ended
  await expect.poll(logged).toHaveLength(2)
  for (const line of await logged()) {
    expect(line).toMatchObject({ method: 'GET', status: 200, address: '127.0.0.1' })
    expect(line.actor).toMatch(/^api_key:/)
    expect(line.duration_ms).toBeGreaterThan(0)
    expect(line.path).toContain('?api_key=[redacted]&')
  }
})

test('a client that connects during a shutdown is disconnected too', async () => {
  const { ready } = feed
  const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  feed.ready = () => {
    asked.resolve()
    return known.promise
  }
  try {
    const opening = openStream(`${path}?api_key=${project.secret}&table=notes`)
    await asked.promise
    feed.lose()
    known.resolve(true)
    const stream = await opening
    stream.close()
    expect(stream.status).toBe(503)
  } finally {
    feed.ready = ready
  }
  const stream = await openStream(`${path}?api_key=${project.secret}&table=notes`)
  write('again')
  await stream.until((client) => client.events().length === 1)
  stream.close()
})
