// Functions over HTTP: bodies that stream, large and slow ones, cookies, and pages that cannot act for the console.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import { writeCall } from '#modules/automation/functions/live/entry.ts'

const MB = 1024 * 1024
const LARGE = { timeout: 240_000 }

let lab: FunctionsLab
const { call, deployed } = bound(() => lab)

beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

const addressOf = ({ url }: { url: string }) => `${lab.base}${new URL(url).pathname}`

function open(
  url: string,
  headers: Record<string, string> = {},
): { out: ClientRequest; answered: Promise<IncomingMessage> } {
  const out = request(url, { method: 'POST', headers })
  const answered = once(out, 'response').then(([response]) => response as IncomingMessage)
  // Its end is awaited later, if at all.
  answered.catch(() => {})
  return { out, answered }
}

/** Sends so many pieces of 1 MB, and after each waits for what `after` does. */
async function send(out: ClientRequest, pieces: number, after: (sent: number) => Promise<void> | void) {
  const piece = Buffer.alloc(MB, 'msingi')
  for (let n = 1; n <= pieces; n++) {
    if (out.destroyed) return
    if (!out.write(piece)) await new Promise<void>((resolve) => out.once('drain', resolve))
    await after(n * MB)
  }
  out.end()
}

test('what the server and its process say to each other is neither seen nor forged', async () => {
  const url = addressOf(
    await deployed({
      name: 'Between',
      access: 'public',
      code: handler(`const headers = { 'x-msingi-fn-failure': 'exception', location: 'http://127.0.0.1:9/',
          seen: JSON.stringify([request.redirect, ...request.headers.keys()]) }
        headers.text = String(await request.text())
        return new Response('moved', { status: 302, headers })`),
    }),
  )
  const { out, answered } = open(url, { 'x-msingi-fn-worker': 'w', 'x-msingi-fn-call': '{}', 'x-own': 'o' })
  out.write('in two ')
  out.end('parts')
  const { statusCode, headers } = await answered
  expect(JSON.parse(String(headers.seen)).toSorted()).toEqual(
    ['follow', 'x-forwarded-for', 'x-own', 'x-real-ip'].toSorted(),
  )
  expect([statusCode, headers.text, headers.location]).toEqual([302, 'in two parts', 'http://127.0.0.1:9/'])
  expect(headers).not.toHaveProperty('x-msingi-fn-failure')
})

test('what the entry of a function is told comes through whatever it holds', () => {
  const caller = { type: 'user', id: 'é\u2028😀\u007f"\\', email: 'é@x' } as const
  const told = { url: 'u', base: 'b', caller, headers: {}, service: 's' }
  const text = writeCall(told)
  expect(JSON.parse(text)).toEqual(told)
  expect(text).toMatch(/^[ -~]+$/)
})

test('60 MB go through a function while no more than 8 MB of them are on the way', LARGE, async () => {
  const url = addressOf(
    await deployed({ name: 'Echo', access: 'public', code: handler('return new Response(request.body)') }),
  )
  const { out, answered } = open(url)
  out.flushHeaders()
  let received = 0
  let wake = () => {}
  const ended = answered.then(async (response) => {
    for await (const part of response) {
      received += part.length
      wake()
    }
  })
  await send(out, 60, async (sent) => {
    while (sent - received > 8 * MB)
      await Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))])
  })
  await ended
  expect(received).toBe(60 * MB)
})

test('101 MB are refused: at once where they are announced, else when they have come', LARGE, async () => {
  const url = addressOf(
    await deployed({
      name: 'Count',
      access: 'public',
      code: handler(`let size = 0; for await (const part of request.body) size += part.length
        return Response.json(size)`),
    }),
  )
  const announced = open(url, { 'content-length': String(101 * MB), expect: '100-continue' })
  let continued = false
  announced.out.once('continue', () => (continued = true)).flushHeaders()
  expect((await announced.answered).statusCode).toBe(413)
  expect(continued).toBe(false)
  announced.out.on('error', () => {}).destroy()

  const chunked = open(url)
  chunked.out.on('error', () => {})
  void send(chunked.out, 101, () => {})
  const refused = await chunked.answered
  expect(refused.statusCode).toBe(413)
  refused.resume()
  chunked.out.destroy()

  const fits = open(url, { expect: '100-continue' })
  fits.out.flushHeaders()
  await once(fits.out, 'continue')
  await send(fits.out, 3, () => {})
  const counted = await fits.answered
  expect(await new Response(counted as never).json()).toBe(3 * MB)
})

test('a slow upload is not cut by the time of the function, which begins when it has come', async () => {
  const live = await deployed({
    name: 'Slow body',
    access: 'public',
    timeout_ms: 100,
    code: handler(`globalThis.begun = true; return new Response(await request.text())`),
  })
  const { out, answered } = open(addressOf(live))
  out.write('one ')
  // Longer than its time: a second function that takes all of its own is called meanwhile, twice.
  const other = await deployed({
    name: 'Timer',
    timeout_ms: 300,
    code: handler('await new Promise(() => setTimeout(() => {}, 60000))'),
  })
  for (const _ of [1, 2]) expect((await call('POST', `/${other.id}/invoke`)).status).toBe(504)
  out.end('two')
  const response = await answered
  expect(response.statusCode).toBe(200)
  expect(await new Response(response as never).text()).toBe('one two')
})

test('a function that answers before it has read everything ends the upload, and the connection goes on', async () => {
  const url = addressOf(
    await deployed({ name: 'Early', access: 'public', code: handler(`return new Response('enough')`) }),
  )
  const { out, answered } = open(url)
  out.write('begin')
  const response = await answered
  expect(await new Response(response as never).text()).toBe('enough')
  out.end('the end')
  await once(out, 'close')
})

test('cookies of functions are confined to them, and those of the server never reach one', async () => {
  const live = await deployed({
    name: 'Cookies',
    access: 'public',
    code: handler(`const headers = new Headers({ 'content-type': 'text/html' })
      headers.append('set-cookie', 'cart=1; Path=/; HttpOnly')
      headers.append('set-cookie', '__Host-session=forged; Path=/; Secure')
      headers.append('set-cookie', 'msingi-signin-x=forged; Path=/')
      return new Response(request.headers.get('cookie'), { headers })`),
  })
  const answer = await fetch(addressOf(live), {
    headers: { cookie: 'a=1; __Host-msingi-signin-abc=secret; msingi-signin-abc=secret' },
  })
  expect(await answer.text()).toBe('a=1')
  expect(answer.headers.getSetCookie()).toEqual([`cart=1; HttpOnly; Path=/fn/${lab.project.id}/cookies`])
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox /)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the session of a dashboard user is not handed to a function', async () => {
  const live = await deployed({
    name: 'Sessions',
    code: handler(`return Response.json([request.headers.get('authorization'), ctx.caller.type])`),
  })
  const headers = { authorization: `Bearer ${lab.project.token}` }
  expect(await (await fetch(addressOf(live), { headers })).json()).toEqual([null, 'dashboard'])
})

test('a page of this address cannot load a function as code, and addresses may be encoded', async () => {
  const live = await deployed({
    name: 'Script',
    access: 'public',
    code: handler(`return new Response(new URL(request.url).pathname)`),
  })
  const { out, answered } = open(addressOf(live), {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'script',
  })
  out.end()
  expect((await answered).statusCode).toBe(403)
  const encoded = addressOf(live).replace(/script$/, '%73cript/a%2Fb')
  expect(await (await fetch(encoded)).text()).toMatch(/%73cript\/a%2Fb$/)
})
