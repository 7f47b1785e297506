// The client against real servers on loopback, by address and by name.
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HttpClient, OutboundError, type OutboundReason, type OutboundRequest } from './http-client.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

const hits: string[] = []
const closing: (() => void)[] = []
let port: number

beforeAll(async () => {
  port = await serve((request, response) => {
    hits.push(`${request.method} ${request.headers.host} ${request.url}`)
    if (request.url === '/redirect') response.writeHead(302, { location: '/landed' }).end()
    else if (request.url === '/large') response.end(Buffer.alloc(5000))
    else if (request.url?.startsWith('/silent')) request.resume()
    else if (request.url === '/slow') response.write('a')
    else if (request.url === '/broken')
      response.writeHead(200, { 'content-length': '9' }).write('a', () => response.destroy())
    else request.pipe(response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }))
  })
})
afterAll(() => closing.forEach((close) => void close()))

async function serve(handler: http.RequestListener): Promise<number> {
  const server = http.createServer(handler).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const client = (names: Record<string, string[]> = {}, internalNetworks: readonly string[] = LOOPBACK) =>
  new HttpClient({ internalNetworks, resolve: async (name) => names[name] ?? [] })

async function reasonOf(sending: Promise<unknown>): Promise<OutboundReason> {
  const error = await sending.then(
    () => new Error('it was answered'),
    (thrown) => thrown,
  )
  if (error instanceof OutboundError) return error.reason
  throw error
}

const get = (url: string, more: Partial<OutboundRequest> = {}) => ({ method: 'GET', url, ...more })

describe('a response', () => {
  test('has status, headers and body', async () => {
    const url = `http://127.0.0.1:${port}/echo?a=1`
    const answer = await client().send({ method: 'POST', url, body: 'hello', headers: { 'x-a': 'b' } })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'hello'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(hits.at(-1)).toBe(`POST 127.0.0.1:${port} /echo?a=1`)
  })

  test('that redirects is returned, not followed', async () => {
    const answer = await client().send(get(`http://127.0.0.1:${port}/redirect`))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/landed'])
    expect(hits.filter((hit) => hit.endsWith('/landed'))).toEqual([])
  })

  test('that is too large, incomplete or missing is an error', async () => {
    const base = `http://127.0.0.1:${port}`
    expect(await reasonOf(client().send(get(`${base}/large`, { max_bytes: 4999 })))).toBe('too_large')
    expect((await client().send(get(`${base}/large`, { max_bytes: 5000 }))).body.length).toBe(5000)
    expect(await reasonOf(client().send(get(`${base}/broken`)))).toBe('unreachable')
    expect(await reasonOf(client().send(get(`${base}/silent`, { timeout_ms: 50 })))).toBe('timeout')
    expect(await reasonOf(client().send(get(`${base}/slow`, { timeout_ms: 50 })))).toBe('timeout')
  })

  test('that is too large is cut off where the caller wants that', async () => {
    const url = `http://127.0.0.1:${port}/large`
    const cut = await client().send(get(url, { max_bytes: 100, truncate: true }))
    expect([cut.status, cut.body.length, cut.truncated]).toEqual([200, 100, true])
    const whole = await client().send(get(url, { max_bytes: 5000, truncate: true }))
    expect([whole.body.length, whole.truncated]).toEqual([5000, false])
  })

  test('is not waited for after the caller aborts', async () => {
    const url = `http://127.0.0.1:${port}/silent?for-long`
    await expect(client().send(get(url, { signal: AbortSignal.abort('early') }))).rejects.toBe('early')
    const stop = new AbortController()
    const sending = client().send(get(url, { signal: stop.signal }))
    await expect.poll(() => hits.at(-1)).toMatch(/silent\?for-long$/)
    stop.abort('enough')
    await expect(sending).rejects.toBe('enough')
  })

  test('that is not HTTP, and a refused connection, are errors', async () => {
    const server = net.createServer((socket) => void socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1')
    closing.push(() => void server.close())
    await once(server, 'listening')
    const { port: other } = server.address() as AddressInfo
    expect(await reasonOf(client().send(get(`http://127.0.0.1:${other}/`)))).toBe('unreachable')
    expect(await reasonOf(client().send(get('http://127.0.0.1:1/')))).toBe('unreachable')
  })

  test('is also an error if resolving the name times out', async () => {
    const slow = new HttpClient({ internalNetworks: [], resolve: () => new Promise(() => {}) })
    expect(await reasonOf(slow.send(get('http://slow.test/', { timeout_ms: 50 })))).toBe('timeout')
  })
})

describe('an internal address', () => {
  test('is refused however it is written, and nothing arrives there', async () => {
    const strict = client({}, [])
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0',
    ]
    for (const host of [...hosts, '①②⑦.⓪.⓪.①', '127.0.0.1.', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]']) {
      expect(await reasonOf(strict.send(get(`http://${host}:${port}/inside`))), host).toBe('refused')
    }
    expect(hits.filter((hit) => hit.endsWith('/inside'))).toEqual([])
  })

  test('is refused behind names that the operating system resolves', async () => {
    const strict = new HttpClient({ internalNetworks: [] })
    for (const host of ['localhost', 'LOCALHOST']) {
      expect(await reasonOf(strict.send(get(`http://${host}:${port}/`))), host).toBe('refused')
    }
    const open = new HttpClient({ internalNetworks: LOOPBACK })
    expect((await open.send(get(`http://localhost:${port}/by-name`))).status).toBe(200)
    expect(hits.at(-1)).toBe(`GET localhost:${port} /by-name`)
  })

  test('is refused behind a name that has public addresses too', async () => {
    const names = { 'mixed.test': ['93.184.215.14', '10.0.0.1'], 'inside.test': ['169.254.169.254'] }
    expect(await reasonOf(client(names, []).send(get('http://mixed.test/')))).toBe('refused')
    expect(await reasonOf(client(names, []).send(get('https://inside.test/latest/meta-data')))).toBe(
      'refused',
    )
    expect(await reasonOf(client(names, []).send(get('http://nobody.test/')))).toBe('refused')
  })

  test('is not reached by DNS rebinding', async () => {
    let asked = 0
    const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2']
    const rebound = new HttpClient({ internalNetworks: ['127.0.0.1/32'], resolve })
    expect((await rebound.send(get(`http://rebind.test:${port}/first`))).status).toBe(200)
    expect([asked, hits.at(-1)]).toEqual([1, `GET rebind.test:${port} /first`])
    // The next request resolves the name again, and does not reuse the connection of the first.
    expect(await reasonOf(rebound.send(get(`http://rebind.test:${port}/second`)))).toBe('refused')
    expect(asked).toBe(2)
  })
})

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pass@127.0.0.1/', 'x', '', 'http://'])(
  '%s is no address to send to',
  async (url) => {
    expect(await reasonOf(client().send(get(url)))).toBe('refused')
  },
)
