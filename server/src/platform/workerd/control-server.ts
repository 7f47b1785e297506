// The Unix socket over which a workerd process reports logs and calls the API. All that comes in is from code that a project
// wrote.
import { chownSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import type { InvocationReport, RuntimeHost } from './runtime-host.ts'

const MAX_REPORT = 512 * 1024

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
    if (pathname.startsWith('/api/v1/')) return host.serve(request, response)
    const answer =
      pathname === '/reports'
        ? receiveReport(host, projectId, request, response)
        : Promise.reject(new Error('no such path'))
    answer.catch(() => response.writeHead(404).end())
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(path, resolve)
  await promise
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  return server
}

async function receiveReport(
  host: RuntimeHost,
  projectId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_REPORT) throw new Error('too large')
    parts.push(part)
  }
  response.writeHead(204).end()
  host.report(projectId, JSON.parse(Buffer.concat(parts).toString()) as InvocationReport)
}
