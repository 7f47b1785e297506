// Which addresses count as public, in every form in which they can be written.
import { expect, test } from 'vitest'
import { AddressGuard, isNetwork } from './address-guard.ts'

const guard = new AddressGuard([])

test.each([
  ['this host', '0.0.0.0', '0.1.2.3'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff:1::1'],
  ['link-local and the metadata of clouds', '169.254.169.254', '169.254.0.1', 'fe80::1', 'fd00:ec2::254'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255'],
  ['for protocols and tests', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ['multicast and reserved', '224.0.0.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ['unspecified', '::', '0000:0000:0000:0000:0000:0000:0000:0000'],
  ['IPv4 inside of IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1'],
  ['IPv4 behind a translation', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::', '64:ff9b:1::1'],
  ['tunnels', '2002:7f00:1::1', '2001:0:4136:e378::1'],
  ['documentation', '2001:db8::1', '3fff::1'],
  ['site-local, discard and segment routing', 'fec0::1', '100::1', '5f00::1'],
  ['no addresses', '', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', 'fe80::1%eth0%', '1.2.3.4.5'],
])('%s are refused', (_what, ...addresses) => {
  expect(addresses.filter((address) => guard.permits(address))).toEqual([])
})

test('public ones are permitted', () => {
  const addresses = [
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
  ]
  const six = ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '64:ff9b::8.8.8.8']
  expect([...addresses, ...six].filter((address) => !guard.permits(address))).toEqual([])
})

test('configured networks are permitted, and no others', () => {
  const own = new AddressGuard(['127.0.0.0/8', '::1/128', '10.1.0.0/16'])
  expect(['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3'].every((address) => own.permits(address))).toBe(true)
  expect(['10.2.0.1', '192.168.0.1', '::2', 'fe80::1'].some((address) => own.permits(address))).toBe(false)
})

test('networks are written as an address and the bits of its prefix', () => {
  expect(['127.0.0.0/8', '::1/128', '0.0.0.0/0', 'fd00::/8'].every(isNetwork)).toBe(true)
  const wrong = [
    '127.0.0.1',
    '127.0.0.0/33',
    '::/129',
    '127.0.0.0/',
    '10.0.0.0/8/8',
    'x/8',
    '10.0.0.0/-1',
    '/8',
    '',
  ]
  expect(wrong.some(isNetwork)).toBe(false)
})
