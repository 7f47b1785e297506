// How the TypeScript client sends requests: bounded in time, again where that is safe, and never where a redirection leads.
import { type Client, type ClientOptions, createClient } from '@msingi/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const PROJECT = '7f6e1c0a-6d5b-4c3a-9b1e-0a1b2c3d4e5f'
const BASE = 'https://api.example.com'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = (signal: AbortSignal) => Promise<Response>

const ok: Answer = async () => Response.json({ success: true, data: [] })
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  async () =>
    Response.json({ success: false, code: 'x', message: `It is ${code}.` }, { status: code, headers })
const broken: Answer = () => Promise.reject(new TypeError('fetch failed'))
const silent: Answer = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const stalled: Answer = async (signal) => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":['))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body)
}
const cut: Answer = async () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }))

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

function open(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const left = [...answers]
  const client = createClient(BASE, {
    project: PROJECT,
    key: 'mpk_x',
    fetch: (url, init = {}) => {
      sent.push({ url: String(url), init })
      return (left.shift() ?? ok)(init.signal as AbortSignal)
    },
    ...options,
  })
  return { client, sent }
}

// Until it is settled, however long that takes.
async function outcomeOf(work: () => PromiseLike<unknown>): Promise<unknown> {
  const settled = Promise.resolve(work()).then(
    () => 'done',
    (error) => error,
  )
  let outcome: unknown
  void settled.then((value) => {
    outcome = value
  })
  for (let turns = 0; outcome === undefined && turns < 20; turns += 1)
    await vi.advanceTimersByTimeAsync(10_000)
  expect(outcome).toBeDefined()
  return outcome
}

type Work = (client: Client) => PromiseLike<unknown>
const read: Work = (client) => client.from('books')
const insert: Work = (client) => client.from('books').insert({})
const key = { idempotencyKey: 'k' }
const UNREACHABLE = { name: 'MsingiError', status: 0 }

test.each<[string, Work, readonly Answer[], number, object | string]>([
  ['a read goes on until it arrives', read, [broken, status(503)], 3, 'done'],
  ['a read is given up after two repeats', read, [broken, broken, broken], 3, UNREACHABLE],
  ['an answer that is cut off is asked for again', read, [cut], 2, 'done'],
  ['a gateway that fails is asked again', read, [status(502), status(504)], 3, 'done'],
  [
    'one that is too busy is left in peace for as long as it says',
    read,
    [status(429, { 'retry-after': '7' })],
    2,
    'done',
  ],
  [
    'and for no longer than a request may take',
    read,
    [status(503, { 'retry-after': '31' })],
    1,
    { status: 503, retryAfter: 31 },
  ],
  ['what the server has decided stays', read, [status(500)], 1, { status: 500 }],
  ['a refusal stays', read, [status(404)], 1, { status: 404 }],
  [
    'silence is an error',
    read,
    [silent, silent, silent],
    3,
    { ...UNREACHABLE, message: expect.stringContaining('30 seconds') },
  ],
  ['and so is an answer that does not go on', read, [stalled, silent], 3, 'done'],
  ['a write is sent once', insert, [broken], 1, UNREACHABLE],
  [
    'an update is sent once',
    (client) => client.from('books').update('1', {}),
    [status(503)],
    1,
    { status: 503 },
  ],
  ['a deletion is sent once', (client) => client.from('books').delete('1'), [broken], 1, UNREACHABLE],
  ['an insert with a key goes on', (client) => client.from('books').insert({}, key), [broken], 2, 'done'],
  [
    'an update with a key goes on',
    (client) => client.from('books').update('1', {}, key),
    [broken],
    2,
    'done',
  ],
  [
    'an upsert with a key goes on',
    (client) => client.from('books').upsert({}, { onConflict: 'id', ...key }),
    [broken],
    2,
    'done',
  ],
  ['a batch with a key goes on', (client) => client.batch([], key), [broken], 2, 'done'],
  ['a batch without one does not', (client) => client.batch([]), [broken], 1, UNREACHABLE],
  ['a query reads', (client) => client.query.exec('select 1'), [broken], 2, 'done'],
  ['a function is called once', (client) => client.functions.invoke('f'), [broken], 1, UNREACHABLE],
  ['a file is sent once', (client) => client.storage.from('b').upload('a', 'x'), [broken], 1, UNREACHABLE],
  [
    'a file has the time of a request for each megabyte',
    (client) => client.storage.from('b').upload('a', new Uint8Array(3 * 1024 * 1024)),
    [silent],
    1,
    { ...UNREACHABLE, message: expect.stringContaining('120 seconds') },
  ],
  ['a file is read again', (client) => client.storage.from('b').download('a'), [cut], 2, 'done'],
  [
    'a route that heeds a key goes on with it',
    (client) => client.request('POST', '/batch', { headers: { 'Idempotency-Key': 'k' } }),
    [broken],
    2,
    'done',
  ],
  [
    'any other is called once',
    (client) => client.request('POST', '/x', { headers: { 'Idempotency-Key': 'k' } }),
    [broken],
    1,
    UNREACHABLE,
  ],
  [
    'a client for which nothing is repeated',
    (client) => client.with({ retries: 0 }).from('books'),
    [broken],
    1,
    UNREACHABLE,
  ],
])('%s', async (_what, work, answers, requests, expected) => {
  const { client, sent } = open(answers)
  const outcome = await outcomeOf(() => work(client))
  if (typeof expected === 'string') expect(outcome).toBe(expected)
  else expect(outcome).toMatchObject(expected)
  expect(sent).toHaveLength(requests)
})

test.each<[string, (client: Client) => PromiseLike<unknown>]>([
  ['a read', (client) => client.from('books')],
  ['a page', (client) => client.from('books').count()],
  ['a write', (client) => client.from('books').insert({})],
  ['a sign-in', (client) => client.auth.signIn({ email: 'a@example.com', password: 'x' })],
  ['a file', (client) => client.storage.from('b').upload('a', 'x')],
  ['a query', (client) => client.query.exec('select 1')],
  ['GraphQL', (client) => client.graphql('{ books { id } }')],
  ['a function', (client) => client.functions.invoke('f')],
  ['a payment', (client) => client.payments.get('1')],
  ['any route', (client) => client.request('GET', '/x')],
])('%s is stopped by a signal, with its reason', async (_what, work) => {
  const stop = new AbortController()
  const { client, sent } = open([silent, silent])
  const outcome = work(client.with({ signal: stop.signal })).then(String, (error) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
  stop.abort(new Error('never mind'))
  expect(await outcome).toMatchObject({ message: 'never mind' })
  expect(sent).toHaveLength(1)
})

test('a signal also ends the wait between two attempts', async () => {
  const stop = new AbortController()
  const { client, sent } = open([status(503, { 'retry-after': '9' })])
  const outcome = client
    .with({ signal: stop.signal })
    .from('books')
    .then(String, (error) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
  stop.abort(new Error('never mind'))
  expect(await outcome).toMatchObject({ message: 'never mind' })
  expect(sent).toHaveLength(1)
})

test('a file that keeps coming is not too late, and one that stalls is', async () => {
  const pieces = 8
  const piece = new TextEncoder().encode('x')
  const slowly: Answer = async (signal) => {
    let sent = 0
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, sent === pieces ? 40_000 : 20_000))
        sent += 1
        if (signal.aborted) controller.error(signal.reason)
        else controller.enqueue(piece)
      },
    })
    return new Response(body)
  }
  const { client } = open([slowly])
  const response = await client.storage.from('b').open('film')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  for (let n = 0; n < pieces; n += 1) {
    const next = reader.read()
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await next).value).toEqual(piece)
  }
  const last = reader.read().catch((error) => error)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await last).toMatchObject(UNREACHABLE)
})

test.each([301, 302, 307, 308])('a redirection (%i) is an error, and leads nowhere', async (code) => {
  const away = status(code, { location: 'https://elsewhere.example' })
  const { client, sent } = open([away])
  const error = await outcomeOf(() => client.from('books'))
  expect(error).toMatchObject({ status: code, message: expect.stringContaining('redirection') })
  expect(sent.map(({ init }) => init.redirect)).toEqual(['manual'])
})

test('any route is called below the API, with what it takes', async () => {
  const { client, sent } = open([
    async () => Response.json({ data: { a: 1 } }),
    status(404, { 'x-request-id': 'r-1' }),
  ])
  const options = { query: { a: 'b c' }, body: { x: 1 }, headers: { 'X-Own': 'y' } }
  expect(await client.request('PUT', `/projects/${PROJECT}/x`, options)).toEqual({ a: 1 })
  expect(sent[0]).toMatchObject({
    url: `${BASE}/api/v1/projects/${PROJECT}/x?a=b+c`,
    init: {
      method: 'PUT',
      body: '{"x":1}',
      headers: { 'x-own': 'y', 'content-type': 'application/json', 'x-platform-api-key': 'mpk_x' },
    },
  })
  expect(await outcomeOf(() => client.request('GET', '/nothing'))).toMatchObject({ requestId: 'r-1' })
  for (const elsewhere of ['https://api.example.com.evil.example/x', 'http://api.example.com/x', 'data/x'])
    expect(await outcomeOf(() => client.request('GET', elsewhere))).toBeInstanceOf(TypeError)
  expect(sent).toHaveLength(2)
})

test.each<[string, (client: Client, name: string) => PromiseLike<unknown>]>([
  ['a row', (client, name) => client.from('books').find(name)],
  ['a change', (client, name) => client.from('books').update(name, {})],
  ['a table', (client, name) => client.from(name)],
  ['a function', (client, name) => client.functions.invoke(name)],
  ['the path of a function', (client, name) => client.functions.invoke('f', { path: `/a/${name}/b` })],
  ['a user', (client, name) => client.auth.users.delete(name)],
  ['a bucket', (client, name) => client.storage.deleteBucket(name)],
  ['a file of a bucket', (client, name) => client.storage.from(name).upload('a', 'x')],
  ['a file that is sent', (client, name) => client.storage.from('b').upload(`a/${name}/${name}/c`, 'x')],
  ['a file that is read', (client, name) => client.storage.from('b').download(`${name}/${name}/secrets`)],
  ['any route', (client, name) => client.request('GET', `/data/${name}`)],
])('%s cannot lead elsewhere', async (_what, work) => {
  const { client, sent } = open([])
  for (const name of ['.', '..'])
    expect(await outcomeOf(() => work(client, name))).toMatchObject({ name: 'MsingiError', status: 400 })
  expect(sent).toEqual([])
  for (const name of ['...', '.a', 'a..', '%2e%2e']) await outcomeOf(() => work(client, name))
  expect(sent.length).toBeGreaterThan(0)
})

test('a renewal whose answer is lost is sent once more, and soon', async () => {
  const session = {
    user: { id: 'u' },
    tokens: { access_token: 'a', access_token_expires_at: new Date(0).toISOString(), refresh_token: 'r' },
  }
  const tokens = { ...session.tokens, access_token: 'b', access_token_expires_at: '2999-01-01T00:00:00Z' }
  const kept = new Map([[`msingi.session.${PROJECT}`, JSON.stringify(session)]])
  const storage = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
    remove: (name: string) => void kept.delete(name),
  }
  const { client, sent } = open([silent, async () => Response.json({ data: { tokens } })], { storage })
  const rows = client.from('books').then((list) => list)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await rows).toEqual([])
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['refresh', 'refresh', 'books'])
})

test.each<[string, string, Partial<ClientOptions>]>([
  ['begins with https://', 'api.example.com', {}],
  ['begins with https://', 'ftp://api.example.com', {}],
  ['begins with https://', 'https://', {}],
  ['leave out /api/v1', `${BASE}/api/v1`, {}],
  ['leave out /api/v1/data/books', `${BASE}/prefix/api/v1/data/books`, {}],
  ['more than the address', `${BASE}?key=1`, {}],
  ['more than the address', 'https://me:secret@api.example.com', {}],
  ['is no id of a project', BASE, { project: 'bookshop' }],
  ['is no id of a project', BASE, { project: '' }],
  ['The key is empty', BASE, { key: '' }],
  ['a line break', BASE, { key: 'mpk_x\n' }],
  ['timeout', BASE, { timeout: 0 }],
  ['timeout', BASE, { timeout: Number.NaN }],
  ['retries', BASE, { retries: -1 }],
])('what is no client is refused at once: %s', (message, url, options) => {
  expect(() => createClient(url, { project: PROJECT, key: 'mpk_x', ...options })).toThrow(message)
})

test('a secret key is refused in a page', () => {
  vi.stubGlobal('document', {})
  try {
    const make = (key: string) => createClient(BASE, { project: PROJECT, key })
    expect(() => make('msk_x')).toThrow('Use a publishable key')
    expect(make('mpk_x')).toBeDefined()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('slashes at the end of an address, and a path before the API, are as good', async () => {
  const { sent } = open([])
  const fetch: ClientOptions['fetch'] = async (url) => {
    sent.push({ url: String(url), init: {} })
    return Response.json({ data: [] })
  }
  for (const url of [`${BASE}/`, `${BASE}/below//`])
    await createClient(url, { project: PROJECT, key: 'k', fetch }).from('a')
  expect(sent.map(({ url }) => url)).toEqual([`${BASE}/api/v1/data/a`, `${BASE}/below/api/v1/data/a`])
})
