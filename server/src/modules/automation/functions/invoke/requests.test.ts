// What a function receives and answers, beside a bare server of Node that is asked the same: each method with each kind of
// header and body. Where a function differs, it is refused in words.
import { once } from 'node:events'
import { createServer, type IncomingMessage, METHODS, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
let bare: Server
let url: string
const { call, deployed } = bound(() => lab)

const ECHO = `
  const { method, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? '' : await request.text()
  return Response.json({ method, type: headers.get('content-type'), a: headers.get('x-a'), body }, { status: 207 })`

beforeAll(async () => {
  lab = await openFunctions()
  bare = createServer(async (incoming, response) => {
    const { method, headers } = incoming
    const body = await text(incoming)
    const answer = { method, type: headers['content-type'] ?? null, a: headers['x-a'] ?? null, body }
    response.writeHead(207, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await once(bare.listen(0, '127.0.0.1'), 'listening')
  const echo = await deployed({ name: 'Echo', access: 'public', code: handler(ECHO) })
  url = `${lab.base}${new URL(echo.url).pathname}`
})
afterAll(async () => {
  bare.close()
  await lab.app.stop()
})

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const REQUESTS: Readonly<Record<string, Sent>> = {
  'no body': {},
  'a length of 0': { headers: { 'content-length': '0' } },
  'a length of 0 and a type': { headers: { 'content-length': '0', 'content-type': 'application/json' } },
  'a body with its length': { headers: { 'content-length': '5', 'content-type': 'text/csv' }, body: 'a,b,c' },
  'a body in chunks': {
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'text/csv' },
    body: 'a,b,c',
  },
  'a body without a type': { headers: { 'content-length': '5' }, body: 'a,b,c' },
  'an offer of HTTP/2': { headers: { connection: 'upgrade', upgrade: 'h2c' } },
  'a header twice': { headers: { 'x-a': '1, 2' } },
}

async function ask(to: string, method: string, { headers = {}, body }: Sent): Promise<IncomingMessage> {
  const out = request(to, { method, headers })
  out.end(body)
  const [response] = await once(out, 'response')
  return response as IncomingMessage
}

async function answerOf(to: string, method: string, sent: Sent) {
  const response = await ask(to, method, sent)
  const { statusCode: status, headers } = response
  if (method === 'HEAD') return { status, answer: await text(response) }
  return { status, answer: (await json(response)) as Record<string, unknown>, headers }
}

// A query without its type has no meaning (RFC 10008, 2).
const isUntypedQuery = (method: string, { headers }: Sent) =>
  method === 'QUERY' && headers?.['content-type'] === undefined

const NO_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD'])
// A Request has none of these.
const NEVER: ReadonlySet<string> = new Set([
  ...['TRACE', 'BIND', 'LINK', 'M-SEARCH', 'MKCALENDAR', 'REBIND', 'SOURCE', 'UNBIND', 'UNLINK'],
])

test.each(METHODS.filter((method) => method !== 'CONNECT'))('%s, as a bare server has it', async (method) => {
  const { port } = bare.address() as AddressInfo
  const wrong: unknown[] = []
  for (const [what, sent] of Object.entries(REQUESTS)) {
    const { headers: _, ...got } = await answerOf(url, method, sent)
    const { headers: __, ...right } = await answerOf(`http://127.0.0.1:${port}/`, method, sent)
    if (NEVER.has(method)) {
      if (got.status !== 405 && got.status !== 404) wrong.push([what, got])
    } else if ((NO_BODY.has(method) && sent.body !== undefined) || isUntypedQuery(method, sent)) {
      if (got.status !== 400) wrong.push([what, got])
    } else if (JSON.stringify(got) !== JSON.stringify(right)) wrong.push([what, got, right])
  }
  expect(wrong).toEqual([])
})

test('what a function cannot take or give is refused in words', async () => {
  const refusal = async (method: string, sent: Sent) => {
    const { status, answer } = await answerOf(url, method, sent)
    const { code, message } = answer as { code: string; message: string }
    return [status, code, message]
  }
  expect(await refusal('GET', { headers: { connection: 'upgrade', upgrade: 'websocket' } })).toEqual([
    426,
    'upgrade_required',
    'Functions speak no WebSocket. Stream an answer, or use live changes.',
  ])
  expect(await refusal('GET', { headers: { 'content-length': '2' }, body: 'ab' })).toEqual([
    400,
    'invalid_input',
    'A GET has no body that a function could read. Send it with POST or QUERY.',
  ])
  expect((await ask(url, 'OPTIONS', {})).statusCode).toBe(207)
  // A browser's own question is answered by the server.
  const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  const { statusCode, headers } = await ask(url, 'OPTIONS', { headers: preflight })
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, '*'])
})

const ANSWERS: Readonly<Record<string, readonly [code: string, status: number, message: RegExp]>> = {
  'breaks off': [
    `return new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(3)); setTimeout(() => c.error(new Error('mid')), 50) } }))`,
    502,
    /^The function breaks-off broke off its answer\.$/,
  ],
  'never ends': [
    `return new Response(new ReadableStream({ async pull(c) { c.enqueue(new Uint8Array(3)); await new Promise((done) => setTimeout(done, 20)) } }))`,
    504,
    /^The function never-ends did not finish within 0\.3 s\.$/,
  ],
  'is too long': [
    `return new Response('x'.repeat(7_000_000))`,
    502,
    /^The function is-too-long answered with more than 6 MB\. Call it over HTTP/,
  ],
  'has too many headers': [
    `return new Response('', { headers: { 'x-long': 'x'.repeat(20_000) } })`,
    502,
    /^The function has-too-many-headers answered with more than 16 KB of headers\.$/,
  ],
}

test.each(Object.entries(ANSWERS))(
  'invoke of an answer that %s says so',
  async (name, [code, status, message]) => {
    const timeout_ms = status === 504 ? 300 : 30_000
    const { id } = await deployed({ name, timeout_ms, code: handler(code) })
    const answer = await call('POST', `/${id}/invoke`)
    expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(message)])
  },
)

test('invoke keeps cookies apart', async () => {
  const code = handler(`
    const headers = new Headers([['set-cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT'], ['set-cookie', 'b=2'], ['x-a', '1'], ['x-a', '2']])
    return new Response('', { headers })`)
  const { id } = await deployed({ name: 'Cookies', code })
  const { headers } = (await call('POST', `/${id}/invoke`)).data
  expect(headers).toMatchObject({
    'set-cookie': ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'],
    'x-a': '1, 2',
  })
})
