// The Unix socket over which a workerd process reports logs and calls the API. All that comes in is from code that a project
// wrote.
import { chownSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import type { InvocationReport, RuntimeHost } from './runtime-host.ts'

const MAX_REPORT = 512 * 1024
const MAX_ADDRESS = 16 * 1024

/** ControlOptions say whose process a socket belongs to. */
export interface ControlOptions {
  readonly path: string
  readonly user: RunUser | undefined
  readonly projectId: string
  readonly host: RuntimeHost
}

/** openControl listens on a socket that only the process can reach. */
export async function openControl(options: ControlOptions): Promise<Server> {
  const { path, user, projectId, host } = options
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://control')
    if (pathname.startsWith('/api/v1/') || pathname.startsWith('/fn/'))
      return host.serve(projectId, request, response)
    const take = ROUTES[pathname]
    if (take === undefined) return void response.writeHead(404).end()
    take(host, projectId, request, response).catch(() => response.writeHead(400).end())
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(path, resolve)
  await promise
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  return server
}

type Take = (
  host: RuntimeHost,
  projectId: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>

const ROUTES: Readonly<Record<string, Take>> = {
  async '/reports'(host, projectId, request, response) {
    const text = await read(request, MAX_REPORT)
    response.writeHead(204).end()
    host.report(projectId, JSON.parse(text) as InvocationReport)
  },
  async '/unreached'(host, projectId, request, response) {
    const why = await host.unreached(projectId, await read(request, MAX_ADDRESS))
    response.end(JSON.stringify(why))
  },
}

async function read(request: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
