// The address of a client is the one that the HTTP server's own rule for proxies gives.
import type { IncomingMessage } from 'node:http'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const HEADERS = [
  undefined,
  '',
  ' ',
  '192.0.2.1',
  ' 192.0.2.1 ',
  '10.0.0.1, 192.0.2.1',
  '10.0.0.1,192.0.2.1,',
  '10.0.0.1 ,\t192.0.2.1\t, ,',
  '2001:db8::1',
  'anything at all',
]

test.each([true, false])('with a proxy to trust: %s', async (trusts) => {
  const app = fastify({ trustProxy: trusts ? (_address: string, hop: number) => hop === 0 : false })
  app.get('/', async ({ ip, raw }) => [ip, clientAddress(raw, trusts)])
  for (const header of HEADERS) {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header }
    const [expected, found] = (await app.inject({ url: '/', headers })).json()
    expect(found, `for ${header}`).toBe(expected)
  }
  const nobody = { headers: {}, socket: {} } as IncomingMessage
  expect(clientAddress(nobody, trusts)).toBe('')
})
