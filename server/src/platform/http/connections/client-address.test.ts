// The address of a client is the one that the HTTP server's own rule for proxies gives; limits count networks.
import type { IncomingMessage } from 'node:http'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress, networkOf } from './client-address.ts'

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

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::4:5:6:7:8', '2001:db8:0:4::/64'],
  ['::', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:0:192.0.2.1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0:1::2', 'fe80:0:0:0::/64'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2::3]:50123', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]', '192.0.2.1'],
  ['', ''],
  ['unknown', 'unknown'],
  ['2001:db8::1::2', '2001:db8::1::2'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
