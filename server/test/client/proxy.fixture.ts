// A proxy between a client and the server, which breaks connections and refuses them as proxies do.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { type Client, createClient } from '@msingi/client'
import type { Book, Library } from './client.fixture.ts'

/** openBehindProxy makes a client with the secret key, all of whose connections go through a proxy. */
export async function openBehindProxy(
  library: Library,
  fetch = globalThis.fetch,
): Promise<{ proxy: Proxy; client: Client<{ books: Book }> }> {
  const proxy = await openProxy(library.base)
  const client = createClient<{ books: Book }>(proxy.base, {
    project: library.project.id,
    key: library.project.secret,
    fetch,
    // The server tells its own address; this client shall go through the proxy.
    WebSocket: class extends WebSocket {
      constructor(url: string | URL) {
        super(String(url).replace(/\/\/[^/]+/, proxy.base.slice('http:'.length)))
      }
    },
  })
  return { proxy, client }
}

/** Proxy passes connections on, unless a test has it do otherwise. */
export interface Proxy {
  readonly base: string
  /** cut breaks every connection, without a word to either side. */
  cut(): void
  /** block does so, and lets no new one come about until it is unblocked. */
  block(): void
  unblock(): void
  /** refuse breaks every connection, and has the next ones answered, one after the other, by responses of the proxy itself. */
  refuse(...responses: string[]): void
  stop(): Promise<void>
}

async function openProxy(target: string): Promise<Proxy> {
  const { port } = new URL(target)
  const sockets = new Set<Socket>()
  const refusals: string[] = []
  let blocked = false
  const server: Server = createServer((client) => {
    if (blocked) return client.destroy()
    const refusal = refusals.shift()
    if (refusal !== undefined) {
      client.on('error', () => {})
      return client.once('data', () => client.end(refusal))
    }
    const upstream = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of [...sockets]) socket.destroy()
  }
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    block: () => {
      blocked = true
      cut()
    },
    unblock: () => {
      blocked = false
    },
    refuse: (...responses) => {
      refusals.push(...responses)
      cut()
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
