// A receiver that fails at random, verifies each request with the official package, and keeps what it has seen.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** Arrival is one request. */
export interface Arrival {
  /** id is the event's. */
  readonly id: string
  readonly type: string
  /** path says to which webhook it was sent. */
  readonly path: string
  readonly at: number
  readonly row: string
  readonly version: number
  /** alerts are what an event about differences says, each with its payment. */
  readonly alerts: readonly string[]
}

/** RandomReceiver is that receiver. */
export interface RandomReceiver {
  readonly url: string
  readonly arrivals: Arrival[]
  /** unverified counts requests whose signature is wrong. */
  readonly unverified: () => number
  /** trust sets the secret of the webhook at a path. */
  trust(path: string, secret: string): void
  stop(): Promise<void>
}

/** startRandomReceiver starts one; `random` decides how each request is answered. */
export async function startRandomReceiver(random: () => number): Promise<RandomReceiver> {
  const arrivals: Arrival[] = []
  const verifiers = new Map<string, Webhook>()
  let unverified = 0
  const server = http.createServer(async (request, response) => {
    const at = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    try {
      const verifier = verifiers.get(path)
      const text = Buffer.concat(chunks).toString()
      const event = verifier?.verify(text, request.headers as Record<string, string>) as any
      // Events of rows have theirs in `record`; those of built-in tables are the row.
      const { id, version } = event.data.record ?? event.data
      const alerts = (event.data.differences ?? []).map((one: any) => `${one.transaction_id} ${one.cause}`)
      arrivals.push({ id: event.id, type: event.type, path, at, row: id, version, alerts })
    } catch {
      unverified += 1
    }
    const luck = random()
    if (luck < 0.1) request.socket.destroy()
    else if (luck < 0.25) response.writeHead(500).end('bad luck')
    else if (luck < 0.3) setTimeout(() => response.end(), 100)
    else response.writeHead(204).end()
  })
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    unverified: () => unverified,
    trust: (path, secret) => verifiers.set(path, new Webhook(secret)),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
