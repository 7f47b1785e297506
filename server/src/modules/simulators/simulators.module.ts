// The simulators of the payment providers, at /simulators of a server in development (sandbox).
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRawBodies } from '#platform/http/bodies/raw-bodies.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { deliverTo } from './deliver.ts'
import { OrdersFile } from './orders-file.ts'
import { createSimulators } from './simulators.ts'

const PREFIX = '/simulators'
const access = { by: [] } as const

const ROUTES = [
  ['GET', '/phone'],
  ['GET', '/checkout/:reference'],
  ['GET', '/prompts'],
  ['POST', '/prompts/:reference'],
  ['GET', '/orders'],
  ['GET', '/orders/:reference'],
  ['GET', '/faults'],
  ['PUT', '/faults'],
  ['GET', '/provider_a/oauth/v1/generate'],
  ['POST', '/provider_a/mpesa/stkpush/v1/processrequest'],
  ['POST', '/provider_a/mpesa/stkpushquery/v1/query'],
  ['GET', '/provider_a/statement.csv'],
  ['POST', '/provider_b/v1/payments'],
  ['GET', '/provider_b/v1/payments/:reference'],
  ['POST', '/provider_b/api/v1/sessions'],
  ['GET', '/provider_b/api/v1/sessions/:reference'],
  ['POST', '/provider_b/api/v1/sessions/:reference/cancel'],
  ['GET', '/provider_b/statement.csv'],
] as const

/** SimulatorsModule is the module with the address at which payments reach the simulators. */
export interface SimulatorsModule extends Module {
  /** address is undefined in production, and before the server listens. */
  address(): string | undefined
}

/** simulatorsModule returns what the module contributes: nothing in production. */
export function simulatorsModule({ config, clock }: Platform): SimulatorsModule {
  if (config.production) return { name: 'simulators', address: () => undefined }
  let server: App['server'] | undefined
  const origin = () => (server === undefined ? undefined : originOf(server.address()))
  // Callbacks go nowhere but back to this server: in development everybody may use the simulators.
  const simulators = createSimulators(
    clock,
    deliverTo(() => origin() ?? 'nowhere:'),
    new OrdersFile(join(resolve(config.dataDir), 'simulators', 'orders.jsonl')),
  )

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    const said = simulators.handle({
      method: request.method,
      path: pathname.slice(PREFIX.length),
      query: searchParams,
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
      base: `${request.protocol}://${request.host}${PREFIX}`,
    })
    if (said === 'lost') {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return reply.code(said.status).headers(said.headers).serializer(String).send(said.body)
  }

  const rootRoutes = (app: App) => {
    server = app.server
    app.register(async (scope) => {
      readRawBodies(scope)
      for (const [method, url] of ROUTES)
        scope.route({
          method,
          url: PREFIX + url,
          config: { access },
          schema: { hide: true },
          handler: answer,
        })
    })
  }

  const address = () => {
    const at = origin()
    return at === undefined ? undefined : `${at}${PREFIX}`
  }
  return { name: 'simulators', rootRoutes, address, close: async () => simulators.close() }
}

const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function originOf(address: AddressInfo | string | null): string | undefined {
  if (address === null || typeof address === 'string') return undefined
  const host = ANY.has(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
