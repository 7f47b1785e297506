// A server that answers as a case says, or passes requests on to the real one, and keeps what it was asked.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { CERTIFICATE, PRIVATE_KEY } from '#platform/messages/certificate.fixture.ts'
import type { Reply, Seen } from './cases.ts'
import { Digits, parseDigits } from './digits.ts'

/** Received is a request as it came. */
export interface Received extends Required<Omit<Seen, 'json' | 'query'>> {
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly json: unknown
}

/** ScriptedServer stands between clients and the real server. */
export interface ScriptedServer {
  readonly base: string
  /** tlsBase is the same behind a certificate that nobody trusts. */
  readonly tlsBase: string
  readonly received: readonly Received[]
  /** begin takes the replies of a case, and forgets what was received. Without replies, all is passed on. */
  begin(replies: readonly Reply[] | undefined): void
  stop(): Promise<void>
}

/** startScriptedServer starts it before a real one, of whose project it leaves out the id. */
export async function startScriptedServer(real: string): Promise<ScriptedServer> {
  const received: Received[] = []
  let replies: Reply[] | undefined
  const answer: RequestListener = async (incoming, response) => {
    const body = await bodyOf(incoming)
    received.push(seenOf(incoming, body))
    const reply = replies === undefined ? 'real' : (replies.shift() ?? UNEXPECTED)
    if (reply === 'real') pass(real, incoming, body, response)
    else send(reply, response)
  }
  const servers = [createServer(answer), createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, answer)]
  for (const server of servers)
    server.on('upgrade', (incoming: IncomingMessage, near: Duplex) => tunnel(real, incoming, near))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port
    }),
  )
  return {
    base: `http://127.0.0.1:${ports[0]}`,
    tlsBase: `https://127.0.0.1:${ports[1]}`,
    received,
    begin: (next) => {
      received.length = 0
      replies = next && [...next]
    },
    stop: async () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const UNEXPECTED: Reply = {
  status: new Digits('500'),
  json: { success: false, message: 'No more requests were expected.' },
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** readAddress reads the path of a request as cases have it, and its query. */
export function readAddress(url: string): Pick<Received, 'path' | 'query'> {
  const { pathname, searchParams } = new URL(url, 'http://server')
  const query = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first = '', ...more] = searchParams.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
  const path = pathname
    .replace(/^\/api\/v1(?=\/)/, '')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, ':id')
  return { path, query }
}

function seenOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Received {
  const text = body.toString()
  const isJson = headers['content-type']?.includes('json') && text !== ''
  return { method, ...readAddress(url), headers, text, json: isJson ? parseDigits(text) : null }
}

function pass(real: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method, headers } = incoming
  const sent = request(new URL(incoming.url ?? '/', real), { method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  sent.on('error', () => response.destroy())
  sent.end(body)
}

function tunnel(real: string, { method, url, rawHeaders }: IncomingMessage, near: Duplex): void {
  const { hostname, port } = new URL(real)
  const far = connect(Number(port), hostname)
  const headers = rawHeaders.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text)).join('')
  far.write(`${method} ${url} HTTP/1.1${headers}\r\n\r\n`)
  far.on('error', () => near.destroy())
  near.on('error', () => far.destroy())
  far.pipe(near).pipe(far)
}

function send(reply: Exclude<Reply, 'real'>, response: ServerResponse): void {
  if (reply.hangs) return
  const { headers = {}, data, gzip, cuts } = reply
  const json = data === undefined ? reply.json : { success: true, data }
  const text = reply.text ?? JSON.stringify(json) ?? ''
  const status = Number(reply.status?.text ?? 200)
  const body = gzip ? gzipSync(text) : Buffer.from(text)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, {
    ...type,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 204 ? {} : { 'content-length': body.length }),
    ...headers,
  })
  if (cuts === undefined) response.end(body)
  else response.write(body.subarray(0, Number(cuts.text)), () => response.destroy())
}
