// Whose address counts where limits count by address: the same for requests and for WebSockets.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

// An address of IPv6 with a zone and a port has fewer; limits remember addresses, and must not be made to remember more.
const MAX_ADDRESS = 100

/**
 * clientAddress returns the address of a client. Behind one proxy it is the last of `X-Forwarded-For`, which that has
 * added: whatever stands in front of it is the client's own invention.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  const named = forwarded.split(',').findLast((part) => part.trim() !== '')
  return named?.trim().slice(0, MAX_ADDRESS) ?? socket.remoteAddress ?? ''
}

/**
 * networkOf returns what limits count an address as: one of IPv4 as itself, however it is written, and one of IPv6 as its
 * /64. That is the least that a customer gets, and all its addresses are theirs to choose from.
 */
export function networkOf(named: string): string {
  const address = withoutPort(named)
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

// Some proxies name the port too, which is another for each connection.
function withoutPort(named: string): string {
  const [, bracketed, ofIPv4] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(named) ?? []
  return bracketed ?? ofIPv4 ?? named
}

// The eight numbers of an address that has been found valid.
function groupsOf(named: string): number[] {
  const [address = ''] = named.split('%', 1)
  const tail = address.lastIndexOf(':') + 1
  const [left = [], right = []] = `${address.slice(0, tail)}${inGroups(address.slice(tail))}`
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

// The end of an address may be written as IPv4.
function inGroups(end: string): string {
  if (!end.includes('.')) return end
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
