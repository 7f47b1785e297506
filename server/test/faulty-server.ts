// A proxy in front of an HTTP server, which fails as a test wants.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Fault is what happens to a request: an answer of the proxy's own, with an error of S3 (with the status 200, that of one object
 * among several that are deleted) or a page as other proxies send; no answer;
 * the end of the connection; another byte in what is sent; an answer that is lost though the server has done it; one that is cut,
 * has another byte, or is a list as it was first after `remember`.
 */
export type Fault =
  | { readonly status: number; readonly code?: string }
  | 'hangs'
  | 'refused'
  | 'spoilt'
  | 'lost'
  | 'cut'
  | 'changed'
  | 'late'

/** FaultyServer is the proxy. */
export interface FaultyServer {
  readonly base: string
  /** fail has so many requests fail whose method and path match, after some that do not. It returns how many have. */
  fail(pattern: RegExp, times: number, fault: Fault, after?: number): () => number
  /** remember has the lists that come next be those that come late. */
  remember(): void
  /** heal ends the faults. */
  heal(): void
  stop(): Promise<void>
}

/** startFaultyServer starts a proxy of the server at an address. */
export async function startFaultyServer(target: string): Promise<FaultyServer> {
  let take: (line: string) => Fault | undefined = () => undefined
  const first = new Map<string, Buffer>()
  const handle = async (asked: IncomingMessage, answer: ServerResponse) => {
    const line = `${asked.method} ${asked.url}`
    const fault = take(line)
    if (fault === 'hangs') return
    if (fault === 'refused') return void asked.socket.destroy()
    if (typeof fault === 'object') return refuse(asked, answer, fault)
    const received = await forward(target, asked, answer, fault === 'spoilt')
    if (fault === 'lost') return refuse(received, answer, { status: 502 })
    const answered = { status: received.statusCode ?? 500, headers: received.headers }
    if (asked.url?.includes('list-type')) {
      const body = Buffer.concat(await received.toArray())
      if (!first.has(line)) first.set(line, body)
      const sent = fault === 'late' ? (first.get(line) ?? body) : body
      answer.writeHead(answered.status, { ...answered.headers, 'content-length': sent.length })
      answer.end(sent)
      return
    }
    answer.writeHead(answered.status, answered.headers)
    for await (const chunk of received) {
      if (fault === 'changed') chunk[0] ^= 1
      answer.write(chunk)
      if (fault === 'cut') return void answer.destroy()
    }
    answer.end()
  }
  // Either side may be gone before the other.
  const server = createServer((asked, answer) => void handle(asked, answer).catch(() => answer.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (pattern, times, fault, after = 0) => {
      let count = -after
      take = (line) => {
        if (count === times || !pattern.test(line)) return undefined
        count += 1
        return count > 0 ? fault : undefined
      }
      return () => count
    },
    remember: () => first.clear(),
    heal: () => {
      take = () => undefined
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forward(
  target: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  isSpoilt: boolean,
): Promise<IncomingMessage> {
  const { method, url, headers } = asked
  const sent = request(new URL(url ?? '/', target), { method, headers })
  if (isSpoilt) asked.once('data', (chunk: Buffer) => chunk.writeUInt8(chunk.readUInt8(0) ^ 1))
  answer.once('close', () => sent.destroy())
  asked.pipe(sent)
  const [received] = await once(sent, 'response')
  return received
}

function refuse(
  body: IncomingMessage,
  answer: ServerResponse,
  fault: { status: number; code?: string },
): void {
  const { status, code } = fault
  const error = `<Error><Code>${code}</Code><Message>No.</Message></Error>`
  body.resume().once('end', () => {
    answer.writeHead(status, { 'content-type': code === undefined ? 'text/html' : 'application/xml' })
    answer.end(
      code === undefined
        ? '<html><body><h1>Bad gateway</h1>'
        : `<?xml version="1.0"?>${status === 200 ? `<DeleteResult>${error}</DeleteResult>` : error}`,
    )
  })
}
