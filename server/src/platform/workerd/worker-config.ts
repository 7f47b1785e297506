// The configuration of a workerd process: the host worker, its sockets, and which networks functions reach.
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { AddressGuard } from '#platform/http-client/address-guard.ts'
import { ISOLATE_FLAGS } from './isolates.ts'

const HOST_WORKER = readFileSync(new URL('./host-worker.js', import.meta.url), 'utf8')

// What workerd takes for public although it leads to networks that are not, or to nobody's.
const NOT_PUBLIC = [
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  'fec0::/10',
  '2001:db8::/32',
  '198.18.0.0/15',
  '192.88.99.0/24',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '100.64.0.0/10',
  '240.0.0.0/4',
]

/** ConfigOptions say what functions of all projects can reach. */
export interface ConfigOptions {
  /** internalNetworks can be reached although they are not public. */
  readonly internalNetworks: readonly string[]
  /** heapMegabytes bounds the JavaScript heap of each function. */
  readonly heapMegabytes: number
}

/** configFiles returns the files of a configuration by their names; `config.capnp` is the one to start with. */
export function configFiles({ internalNetworks, heapMegabytes }: ConfigOptions): Record<string, string> {
  // workerd goes by the narrowest network that an address is in: one within an internal network must not be denied.
  const guard = new AddressGuard(internalNetworks)
  const deny = [...NOT_PUBLIC, ...ownAddresses()].filter((network) => !guard.opens(network))
  const ports = internalNetworks.length > 0 ? 'null' : '["80", "443"]'
  const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = [${[`--max-heap-size=${heapMegabytes}`, ...ISOLATE_FLAGS].map(quoted).join(', ')}],
  services = [
    (name = "host", worker = (
      modules = [(name = "host-worker.js", esModule = embed "host-worker.js")],
      compatibilityDate = "2026-04-01",
      compatibilityFlags = ["experimental"],
      bindings = [
        (name = "LOADER", workerLoader = ()),
        (name = "CONTROL", service = "control"),
        (name = "EGRESS", service = "egress"),
        (name = "PORTS", json = ${quoted(ports)}),
      ],
      globalOutbound = "nowhere")),
    (name = "control", external = (address = "unix:/given", http = ())),
    (name = "egress", network = (
      allow = [${['public', ...internalNetworks].map(quoted).join(', ')}],
      deny = [${deny.map(quoted).join(', ')}],
      tlsOptions = (trustBrowserCas = true))),
    (name = "nowhere", network = (allow = [], deny = ["0.0.0.0/0", "::/0"])),
  ],
  sockets = [(name = "http", address = "unix:/given", http = (), service = "host")],
);
`
  return { 'config.capnp': config, 'host-worker.js': HOST_WORKER }
}

// The machine's public addresses lead to the server itself, past whatever stands in front of it.
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.map(({ address, family }) => `${address.split('%')[0]}/${family === 'IPv4' ? 32 : 128}`)
}

const quoted = (text: string) => JSON.stringify(text)
