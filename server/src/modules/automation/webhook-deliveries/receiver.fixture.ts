// A receiver of webhooks: it keeps what arrives, and answers as a test wants.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Received is one request as it has arrived. */
export interface Received {
  readonly path: string
  readonly headers: Record<string, string>
  readonly text: string
  readonly body: any
}

/** Answering writes the answer to one request. */
export type Answering = (received: Received, response: http.ServerResponse) => void

/** Receiver listens on loopback. */
export interface Receiver {
  readonly url: string
  readonly requests: Received[]
  /** answer replaces how requests are answered; 204 by default. */
  answer(answering: Answering): void
  /** of returns what has arrived at a path. */
  of(path: string): Received[]
  stop(): Promise<void>
}

/** LOOPBACK is the setting that lets webhooks reach it. */
export const LOOPBACK = ['127.0.0.0/8']

/** startReceiver starts one. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = []
  let answering: Answering = (_, response) => response.writeHead(204).end()
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const received = { path: request.url ?? '', headers, text, body: JSON.parse(text) }
    requests.push(received)
    answering(received, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      answering = next
    },
    of: (path) => requests.filter((one) => one.path === path),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
