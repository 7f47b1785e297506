// The load: so many connections, each with one request in flight, as fast as they are answered. It is written on
// bare sockets so that the client costs little beside the servers, which share its processors, and so that every
// request may go elsewhere than the one before.
import net from 'node:net'
import { percentile } from './figures.ts'

/** LoadRequest is a request as it goes on the wire. */
export type LoadRequest = Buffer

/** Load is what one run gave; latencies in milliseconds. */
export interface Load {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly errors: number
  /** unanswered is how many of the errors had no answer in time, rather than one that is not 2xx. */
  readonly unanswered: number
}

/** LoadOptions is one run: it ends after the seconds, after the amount of requests, or when something else is over. */
export interface LoadOptions {
  readonly base: string
  readonly connections: number
  readonly until:
    | { readonly seconds: number }
    | { readonly amount: number }
    | { readonly over: () => boolean }
  /** next chooses each request. */
  readonly next: () => LoadRequest
  /** patience is how many milliseconds to wait for an answer. */
  readonly patience?: number
}

const PATIENCE_MS = 10_000
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** encodeRequest writes a request down once, however often it will be sent. */
export function encodeRequest(
  method: 'GET' | 'POST',
  path: string,
  key: string | undefined,
  body: string | undefined = undefined,
  headers: readonly string[] = [],
): LoadRequest {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers]
  if (key !== undefined) head.push(`x-platform-api-key: ${key}`)
  if (body !== undefined)
    head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** load sends requests and waits for the answer of each; what is not 2xx, or not answered, is an error. */
export async function load({
  base,
  connections,
  until,
  next,
  patience = PATIENCE_MS,
}: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  const started = performance.now()
  let sent = 0
  let errors = 0
  let unanswered = 0
  const over = () => {
    if ('over' in until) return until.over()
    return 'amount' in until ? sent >= until.amount : performance.now() - started >= until.seconds * 1000
  }
  const connection = async () => {
    let wire = await connect(base, patience)
    while (!over()) {
      sent += 1
      const begun = performance.now()
      try {
        const status = await wire.exchange(next())
        if (status < 200 || status > 299) errors += 1
      } catch {
        errors += 1
        unanswered += 1
        wire = await connect(base, patience)
      }
      latencies.push(performance.now() - begun)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - started) / 1000
  const all = Float64Array.from(latencies)
  const [p50, p99] = [percentile(all, 0.5), percentile(all, 0.99)]
  return { requests: sent, perSecond: sent / seconds, p50, p99, errors, unanswered }
}

interface Wire {
  /** exchange sends a request and resolves with the answer's status. */
  exchange(request: LoadRequest): Promise<number>
  close(): void
}

async function connect(base: string, patience: number): Promise<Wire> {
  const { hostname, port } = new URL(base)
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let settle: { resolve(status: number): void; reject(error: Error): void } | undefined
  let pending: Buffer | undefined
  let head: Head | undefined
  socket.on('data', (chunk) => {
    pending = pending === undefined ? chunk : Buffer.concat([pending, chunk])
    head ??= readHead(pending)
    if (head === undefined || pending.length < head.length) return
    const { status } = head
    pending = undefined
    head = undefined
    settle?.resolve(status)
  })
  socket.setTimeout(patience, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.on('close', () => settle?.reject(new Error('The connection ended before the answer.')))
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

interface Head {
  readonly status: number
  /** length is that of the whole answer. */
  readonly length: number
}

// Both servers answer with a length; one that came in chunks would have to be read here as well.
function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(BLANK_LINE)
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(text)
  if (length === null) throw new Error(`An answer without content-length: ${text}`)
  return { status: Number(text.slice(9, 12)), length: end + BLANK_LINE.length + Number(length[1]) }
}
