// Which addresses requests on behalf of a project can reach: those of the public Internet, and networks that the operator
// has configured. Any other host could trust this machine (SSRF).
import { BlockList, isIP, isIPv4 } from 'node:net'
import { parse } from 'tldts'

// IANA's special-purpose registry of IPv4, with multicast and reserved addresses.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

// In IPv6 only global unicast is public, except these: Teredo and 6to4 contain IPv4 addresses.
const PUBLIC_V6 = ['2000::/3']
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

// In networks without IPv4, names of IPv4 hosts resolve to these (RFC 6052): the embedded IPv4 address is checked.
const TRANSLATED = ['64:ff9b::/96']

/** ANYWHERE are all networks: for addresses that the operator has chosen, which may be on the same machine. */
export const ANYWHERE: readonly string[] = ['0.0.0.0/0', '::/0']

/** isNetwork reports whether a text is a network in CIDR notation, such as 10.1.0.0/16 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

/** AddressGuard checks IP addresses; names are resolved before. */
export class AddressGuard {
  readonly #networks: readonly string[]
  readonly #allowed: BlockList
  readonly #special = listOf([...SPECIAL_V4, ...SPECIAL_V6])
  readonly #publicV6 = listOf(PUBLIC_V6)
  readonly #translated = listOf(TRANSLATED)

  /** `networks` are allowed although they are not public. */
  constructor(internalNetworks: readonly string[]) {
    this.#networks = internalNetworks
    this.#allowed = listOf(internalNetworks)
  }

  /** opens reports whether a whole network is within one of those that are allowed although they are not public. */
  opens(network: string): boolean {
    const [address = '', prefix] = network.split('/')
    return this.#networks.some(
      (one) => Number(one.split('/')[1]) <= Number(prefix) && listOf([one]).check(address, familyOf(address)),
    )
  }

  /** permits reports whether an IP address is allowed. */
  permits(address: string): boolean {
    const family = familyOf(address)
    if (isIP(address) === 0) return false
    if (this.#allowed.check(address, family)) return true
    if (family === 'ipv6' && this.#translated.check(address, family)) return this.permits(embeddedV4(address))
    if (family === 'ipv6' && !this.#publicV6.check(address, family)) return false
    return !this.#special.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

const PUBLIC = new AddressGuard([])

/**
 * isPublicHost reports whether a URL's host can be reached from the public Internet, as far as it says so by itself: a public
 * address, or a name below a public suffix. Names are not resolved.
 */
export function isPublicHost(hostname: string): boolean {
  const { isIp, isIcann, isPrivate, domain } = parse(hostname, { allowPrivateDomains: true })
  if (isIp === true) return PUBLIC.permits(hostname.replace(/^\[|\]$/g, ''))
  return domain !== null && (isIcann === true || isPrivate === true)
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

// URLs normalise all forms of an IPv6 address to hexadecimal groups.
function embeddedV4(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const numbers = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.')
}
