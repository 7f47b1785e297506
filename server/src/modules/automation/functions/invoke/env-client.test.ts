// The client within a function: what it makes are addresses that whoever called the function can open, and it calls other
// functions.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
let provider: Server
let file: string
const pushes: { CallBackURL: string }[] = []
const { call, deployed } = bound(() => lab)

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const isToken = request.url?.startsWith('/oauth')
    if (!isToken) pushes.push((await json(request)) as { CallBackURL: string })
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        isToken
          ? { access_token: 't', expires_in: '3599' }
          : { ResponseCode: '0', CheckoutRequestID: `ws_${pushes.length}`, MerchantRequestID: '1' },
      ),
    )
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  lab = await openFunctions({ providerABaseUrl: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  provider.close()
  await lab.app.stop()
})

const owner = async (method: string, path: string, body: object) => {
  const { id, token } = lab.project
  const answer = await lab.app.api(method, `/projects/${id}${path}`, { token, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}

test('addresses of files can be opened from outside, whoever called the function, and by whatever name', async () => {
  await owner('POST', '/storage/buckets', { name: 'open', is_public: true })
  await owner('POST', '/storage/buckets', { name: 'closed' })
  const fn = await deployed({
    name: 'Files',
    access: 'public',
    code: handler(`
      const { storage } = env.service
      const open = storage.from('open')
      const closed = storage.from('closed')
      const file = await open.upload('a.txt', 'open', { contentType: 'text/plain', overwrite: true })
      await closed.upload('a.txt', 'closed', { contentType: 'text/plain', overwrite: true })
      const [many] = await closed.createSignedUrls(['a.txt'], { expiresIn: 60 })
      const upload = await closed.createSignedUploadUrl('b ' + crypto.randomUUID() + '.txt')
      return Response.json({
        public: open.publicUrl(file),
        signed: (await closed.createSignedUrl('a.txt', { expiresIn: 60 })).url,
        many: many.url,
        upload: upload.url,
        id: (await closed.get('a.txt')).id,
      })`),
  })
  const { port } = new URL(lab.base)
  const byName = `http://localhost:${port}${new URL(fn.url).pathname}`
  const askers = {
    // From outside, by two names of the server, and over invoke.
    [lab.base]: async () => (await fetch(`${lab.base}${new URL(fn.url).pathname}`)).json(),
    [`http://localhost:${port}`]: async () => (await fetch(byName)).json(),
    invoke: async () => (await call('POST', `/${fn.id}/invoke`)).data.body,
  }
  for (const [base, ask] of Object.entries(askers)) {
    const { id, ...made } = await ask()
    file = id
    expect(Object.keys(made)).toEqual(['public', 'signed', 'many', 'upload'])
    for (const [kind, url] of Object.entries<string>(made)) {
      if (base !== 'invoke') expect(url, kind).toMatch(new RegExp(`^${base}/api/v1/`))
      const path = `${lab.base}${new URL(url).pathname}${new URL(url).search}`
      const answer = await fetch(path, kind === 'upload' ? { method: 'PUT', body: 'x' } : {})
      expect(answer.ok, `${base} ${kind} ${url}: ${answer.status}`).toBe(true)
      if (kind !== 'upload') expect(await answer.text()).toBe(kind === 'public' ? 'open' : 'closed')
    }
  }
})

test('a payment that a function starts is called back at the address of the server', async () => {
  await owner('PUT', '/payments/settings', {
    ...{ is_active: true, provider_a_shortcode: '174379', provider_a_passkey: 'k' },
    ...{ provider_a_consumer_key: 'a', provider_a_consumer_secret: 'b' },
  })
  const fn = await deployed({
    name: 'Pay',
    access: 'public',
    code: handler(`
      const { status } = await env.service.payments.push({ phone: '0712345678', amount: 10, description: 'Order' })
      return new Response(status)`),
  })
  const answer = await fetch(`${lab.base}${new URL(fn.url).pathname}`)
  expect(await answer.text()).toBe('pending')
  expect(pushes.map(({ CallBackURL }) => new URL(CallBackURL).origin)).toEqual([lab.base])
})

test('a function calls another, as its caller or as the project', async () => {
  await deployed({
    name: 'Inner',
    code: handler(`return Response.json([ctx.caller.kind ?? ctx.caller.type, await request.json()])`),
  })
  const fn = await deployed({
    name: 'Outer',
    access: 'public',
    code: handler(`
      const asProject = await env.service.functions.invoke('inner', { body: { a: 1 } })
      const asCaller = await env.msingi.functions.invoke('inner', { body: {} }).catch((error) => error.status)
      return Response.json({ asProject, asCaller })`),
  })
  const anonymous = await fetch(`${lab.base}${new URL(fn.url).pathname}`)
  expect(await anonymous.json()).toEqual({ asProject: ['secret', { a: 1 }], asCaller: 401 })
})

test('live changes come over server-sent events: WebSocket is refused in words, and the project gives away no token', async () => {
  const { id } = lab.project
  await owner('POST', '/tables', { name: 'books', columns: [{ name: 'title', data_type: 'text' }] })
  const fn = await deployed({
    name: 'Live',
    access: 'public',
    code: handler(`
      const failure = (work) => work().then(() => 'done', (error) => error.message)
      const socket = await failure(async () => env.service.subscribe('books', () => {}, { transport: 'websocket' }))
      // As a package could reach any path.
      const { slice } = String.prototype
      String.prototype.slice = function (...given) {
        const text = slice.apply(this, given)
        return text === '/api/v1/data/ticket' ? '/api/v1/projects/${id}/realtime/connect?table=books' : text
      }
      const token = await failure(() => env.service.from('ticket').insert({}))
      return Response.json([socket, token])`),
  })
  const answer = await fetch(`${lab.base}${new URL(fn.url).pathname}`)
  expect(await answer.json()).toEqual([
    "The server cannot be reached by WebSocket from here. Use the transport 'sse'.",
    'Functions receive no tokens for live changes as the project. Subscribe over server-sent events.',
  ])
})

test('a signed address elsewhere is not sent to the API, nor with credentials', async () => {
  const fn = await deployed({
    name: 'Elsewhere',
    access: 'public',
    code: handler(`
      const seen = []
      globalThis.fetch = async (url, init) => {
        seen.push(url, [...new Headers(init.headers).keys()])
        return Response.json({ data: {} })
      }
      await env.service.storage.from('docs').uploadToSignedUrl('https://files.example/x?token=t', 'x')
      return Response.json(seen)`),
  })
  const answer = await fetch(`${lab.base}${new URL(fn.url).pathname}`)
  expect(await answer.json()).toEqual(['https://files.example/x?token=t', ['content-type']])
})

test('from outside, nobody says under which address the server stands', async () => {
  const headers = { 'x-msingi-fn-base': 'https://evil.example', 'x-platform-api-key': lab.project.secret }
  const signed = await fetch(`${lab.base}/api/v1/projects/${lab.project.id}/storage/signed-download-url`, {
    ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
    body: JSON.stringify({ object_id: file }),
  })
  expect([signed.status, await signed.text()]).toEqual([200, expect.stringContaining(lab.base)])
})
