// The simulators as a program of their own, for servers that are tested from outside: `npm run simulators`.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '#platform/clock/clock.ts'
import { deliverTo } from './deliver.ts'
import { createSimulators } from './simulators.ts'
import type { Deliver, World } from './world.ts'

const MAX_BODY = 64 * 1024

/** StandaloneSimulators are simulators that listen. */
export interface StandaloneSimulators {
  readonly base: string
  readonly world: World
  close(): Promise<void>
}

/** startSimulators listens at a port of this machine and returns the address; 0 picks a free one. */
export async function startSimulators(
  port: number,
  deliver: Deliver = deliverTo(() => undefined),
): Promise<StandaloneSimulators> {
  const simulators = createSimulators(systemClock, deliver)
  const server = http.createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const base = `http://${request.headers.host ?? 'localhost'}/simulators`
      const path = pathname.replace(/^\/simulators/, '')
      const { method = 'GET', headers } = request
      const answer =
        body === undefined
          ? 'lost'
          : simulators.handle({ method, path, query: searchParams, headers, body, base })
      if (answer === 'lost') request.socket.destroy()
      else response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simulators`
  return {
    base,
    world: simulators.world,
    close: async () => {
      await simulators.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length > MAX_BODY) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch {
    return undefined
  }
}
