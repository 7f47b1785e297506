// What `fetch` of a function reaches, and what it throws where that is nobody.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
// A server that hangs up.
let rude: Server
const { call, deployed } = bound(() => lab)
beforeAll(async () => {
  lab = await openFunctions({ internalNetworks: ['127.0.0.0/8'] })
  rude = createServer((socket) => socket.destroy())
  await once(rude.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  rude.close()
  await lab.app.stop()
})

const FETCH = handler(`
  const url = await request.text()
  try {
    return new Response((await fetch(url)).status)
  } catch (error) {
    const { name, message, cause } = error
    return Response.json({ name, message, code: cause?.code, cause: cause?.message })
  }`)

async function fetching(allowed_hosts: string[] | null = null) {
  const { id } = await deployed({ name: `Fetch ${crypto.randomUUID()}`, allowed_hosts, code: FETCH })
  return async (body: string) => (await call('POST', `/${id}/invoke`, { body })).data.body
}

test('a network that the operator has opened is reached, also where the machine has an address in it', async () => {
  const fetched = await fetching()
  expect(await fetched(`${lab.base}/healthz`)).toBe('200')
})

const portOf = () => (rude.address() as AddressInfo).port
// A port where nobody listens, as nobody may without rights.
const NOBODY = 'http://127.0.0.1:9/'

test.each<[code: string, url: () => string, reason: string]>([
  ['ECONNREFUSED', () => NOBODY, 'connect ECONNREFUSED 127.0.0.1:9'],
  ['ENOTFOUND', () => 'http://no-such-host.invalid/', 'no-such-host.invalid'],
  ['EACCES', () => 'http://10.1.2.3/', '10.1.2.3 is not an address of the public Internet.'],
  ['EACCES', () => 'http://169.254.169.254/latest/', '169.254.169.254 is not an address'],
  ['ECONNRESET', () => `http://127.0.0.1:${portOf()}/`, 'closed the connection before it had answered'],
  ['ECONNRESET', () => `https://127.0.0.1:${portOf()}/`, 'before secure TLS connection was established'],
])('fetch throws with the cause %s', async (code, url, reason) => {
  const fetched = await fetching()
  const { cause, ...thrown } = await fetched(url())
  expect(cause).toContain(reason)
  expect(thrown).toEqual({ name: 'TypeError', message: `fetch failed: ${cause}`, code })
})

test('requests of node:http fail with the same codes', async () => {
  const { id } = await deployed({
    name: 'Http',
    code: `import { get } from 'node:http'
      ${handler(`
        const { promise, resolve } = Promise.withResolvers()
        get(await request.text()).on('error', resolve)
        const { name, message, code } = await promise
        return Response.json({ name, message, code })`)}`,
  })
  expect((await call('POST', `/${id}/invoke`, { body: NOBODY })).data.body).toEqual({
    ...{ name: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:9', code: 'ECONNREFUSED' },
  })
})

test('allowed_hosts are names, or all below a name; others are refused by a throw', async () => {
  const fetched = await fetching(['127.0.0.1', '*.invalid'])
  expect(await fetched(`${lab.base}/healthz`)).toBe('200')
  expect((await fetched('http://a.invalid/')).code).toBe('ENOTFOUND')
  for (const host of ['invalid', 'ainvalid', 'example.com'])
    expect(await fetched(`http://${host}/`)).toEqual({
      name: 'TypeError',
      message: `fetch failed: The function is not allowed to send requests to ${host}.`,
      code: 'EACCES',
      cause: `The function is not allowed to send requests to ${host}.`,
    })
})

test.each(['*', 'https://x.example', 'a b', 'example.com:443', '*.', 'a.*', ''])(
  'allowed_hosts takes no %o',
  async (host) => {
    const refused = await call('POST', '', { name: 'Hosts', allowed_hosts: [host] })
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('allowed_hosts.0')])
  },
)

test('a cron job whose function could not fetch has failed, and says why', async () => {
  const { slug } = await deployed({
    name: 'Nightly',
    code: handler(`await fetch('${NOBODY}'); return new Response()`),
  })
  const { id, token } = lab.project
  const cron = (method: string, path: string, body?: object) =>
    lab.app.api(method, `/projects/${id}/cron${path}`, { token, ...(body && { body }) })
  const job = { name: 'Nightly', schedule: '0 3 * * *', target_type: 'function', function_slug: slug }
  const { data } = await cron('POST', '', job)
  await cron('POST', `/${data.id}/run`)
  await expect
    .poll(async () => (await cron('GET', `/${data.id}/runs`)).data[0], { interval: 20 })
    .toMatchObject({ status: 'failed', error: 'fetch failed: connect ECONNREFUSED 127.0.0.1:9' })
})
