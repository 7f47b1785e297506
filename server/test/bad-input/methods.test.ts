// Methods and hosts as HTTP has them: 405 with Allow, HEAD, OPTIONS, malformed Host, and what Node would answer itself.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { registeredRoutes } from '#test/route-list.ts'
import { expectRefusal } from './refusals.ts'

let app: TestApp
let project: TestProject
let port: number

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes' } })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.stop())

/** talk sends the text of a request and returns all that is answered until the server hangs up. */
async function talk(text: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

test('every path answers 405 with Allow to each method that it does not have, and 204 to OPTIONS', async () => {
  const paths = Map.groupBy(registeredRoutes(app.app), ({ path }) => path)
  expect(paths.size).toBeGreaterThan(80)
  for (const [path, routes] of paths) {
    const url = `/${path.replace(/\{\w+\}/g, 'x')}`
    const options = await app.api('OPTIONS', url)
    // A function answers for itself, and here there is none.
    const isOwn = path.startsWith('/fn/')
    if (isOwn) expectRefusal(options, 404, '')
    else expect([path, options.status, options.text]).toEqual([path, 204, ''])
    const allowed = String(options.headers.allow).split(', ')
    expect(allowed, path).toEqual(expect.arrayContaining(['OPTIONS', ...routes.map(({ method }) => method)]))
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      const answer = await app.api(method, url)
      expect([path, method, answer.status]).toEqual([path, method, 405])
      expect(answer.headers.allow).toBe(allowed.join(', '))
      if (method !== 'HEAD') expectRefusal(answer, 405, method)
    }
  }
})

test('HEAD answers as GET does, without the body', async () => {
  const { secret: key } = project
  for (const path of ['/data/notes', '/data/nothing', '//healthz', '//openapi.yaml', '//']) {
    const [head, get] = [await app.api('HEAD', path, { key }), await app.api('GET', path, { key })]
    expect([path, head.status, head.text]).toEqual([path, get.status, ''])
    expect(head.headers['content-type'], path).toBe(get.headers['content-type'])
  }
})

test('HEAD of a stream of events opens none', async () => {
  const path = `/projects/${project.id}/realtime/events?table=notes`
  const { status, headers } = await app.api('HEAD', path, { key: project.secret })
  expect([status, headers.allow]).toEqual([405, 'GET, OPTIONS'])
})

test('OPTIONS says what is allowed, to browsers and to all others, also of the whole server', async () => {
  const plain = await app.api('OPTIONS', '/data/notes')
  expect([plain.status, plain.headers.allow]).toEqual([204, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'])
  const origin = { origin: 'https://shop.example' }
  const asked = await app.api('OPTIONS', '/data/notes', {
    headers: { ...origin, 'access-control-request-method': 'POST' },
  })
  expect(asked.headers['access-control-allow-methods']).toContain('POST')
  const unasked = await app.api('OPTIONS', '/data/notes', { headers: origin })
  expect([unasked.status, unasked.headers.allow]).toEqual([204, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'])
  const whole = await talk('OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  expect(whole.status).toBe(204)
  expect(whole.head).toContain('allow: get, head')
})

describe.each(['[::1', 'a b', 'a/b', 'a@b', 'a:port', 'a\\b'])('the Host %j', (host) => {
  test.each(['/docs', '/', '/api/v1/data/notes', '/nothing', '/healthz', '/openapi.yaml'])(
    'is 400 on %s',
    async (path) => {
      expectRefusal(await app.api('GET', `/${path}`, { headers: { host } }), 400, 'Host header')
    },
  )
})

test('hosts as clients write them are taken', async () => {
  for (const host of [
    'localhost',
    'localhost:8080',
    '[::1]',
    '[::1]:80',
    '127.0.0.1:1',
    'a_b.example.com.',
  ]) {
    expect((await app.api('GET', '//healthz', { headers: { host } })).status, host).toBe(200)
  }
})

test('no Host is 400 in HTTP/1.1, with a body, and nothing amiss in HTTP/1.0', async () => {
  const { status, body } = await talk('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n')
  expect([status, JSON.parse(body).success]).toEqual([400, false])
  expect((await talk('GET /healthz HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n')).status).toBe(400)
  expect((await talk('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  expect((await talk('GET /docs/ HTTP/1.0\r\n\r\n')).status).toBeLessThan(400)
})

test('an expectation that cannot be met is 417, and CONNECT is 405, both in the envelope', async () => {
  const expecting = await talk('POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n')
  expect([expecting.status, JSON.parse(expecting.body).success]).toEqual([417, false])
  const connecting = await talk('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n')
  expect([connecting.status, JSON.parse(connecting.body).success]).toEqual([405, false])
})

test('a request that comes while the server stops is answered, and ends its connection', async () => {
  const other = await startTestApp()
  const { port: otherPort } = new URL(await other.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(otherPort), '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  // Half a request keeps its connection open.
  const accepted = once(other.app.server, 'connection')
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n')
  await accepted
  const stopped = other.stop()
  await vi.waitFor(() => expect(other.app.server.listening).toBe(false))
  socket.write('\r\n')
  await once(socket, 'close')
  await stopped
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.toLowerCase()).toContain('connection: close\r\n')
  expect(answer).toContain('"success":true')
})

describe('the front page', () => {
  test('leads people to the console, and tells them where to go where there is none', async () => {
    const accept = { headers: { accept: 'text/html,*/*' } }
    const { status, headers } = await app.api('GET', '//', accept)
    expect([status, headers.location]).toEqual([302, '/console'])
    const without = await startTestApp({ console: 'off' })
    try {
      const page = await without.api('GET', '//', accept)
      expect(page.status).toBe(200)
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.text).toContain('<a href="/docs">')
      expect(page.text).not.toContain('/console')
    } finally {
      await without.stop()
    }
  })

  test('tells programs the same', async () => {
    const { status, data } = await app.api('GET', '//')
    expect(status).toBe(200)
    expect(data.places.map(({ path }: { path: string }) => path)).toContain('/openapi.yaml')
  })
})
