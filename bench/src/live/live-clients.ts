// Subscribers for the bench, in a process of their own: sockets that understand just enough to count what they get.
import { connect, type Socket } from 'node:net'
import { percentile } from '../lab/figures.ts'
import { type Commits, MARKED } from './live-commits.ts'

interface Order {
  readonly port: number
  readonly token: string
  readonly count: number
  /** named clients take several messages in a frame. */
  readonly named: boolean
}

interface Tally {
  messages: number
  /** delays counts milliseconds from what a change says of its commit to its arrival; the last entry holds all beyond. */
  delays: number[]
}

const AT_ONCE = 200
const HANDSHAKE =
  'GET /connection/websocket HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
const CREATED = '"created_at":"'
const PRICE = '"price":'
const [NEW_LINE, ZERO, NINE] = [10, 48, 57]
const [TEXT, PING] = [1, 9]
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

let tally: Tally = { messages: 0, delays: new Array(1001).fill(0) }
let arrivals = new Map<number, number[]>()
const sockets: Socket[] = []
// What is read is done with before anything else is: one buffer is enough for all, and costs least.
const shared = Buffer.allocUnsafe(64 * 1024)

process.on('message', async (order: Order | 'take' | { commits: Commits }) => {
  if (order === 'take') {
    process.send?.(tally)
    tally = { messages: 0, delays: new Array(1001).fill(0) }
  } else if ('commits' in order) {
    process.send?.(delaysSince(order.commits))
    arrivals = new Map()
  } else {
    await openAll(order)
    process.send?.('ready')
  }
})

/** delaysSince returns the share of arrivals by their milliseconds since the commits: p50 and p99. */
function delaysSince(commits: Commits): { p50: number; p99: number } {
  const delays = commits.flatMap(([price, at]) => (arrivals.get(price) ?? []).map((arrival) => arrival - at))
  const sorted = Float64Array.from(delays)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

async function openAll(order: Order): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (let from = 0; from < order.count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, order.count - from) }, () => open(order))
    sockets.push(...(await Promise.all(some)))
  }
}

function open({ port, token, named }: Order): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let rest: Buffer = Buffer.alloc(0)
    let state: 'opening' | 'connecting' | 'open' = 'opening'
    const take = (chunk: Buffer) => {
      if (state === 'opening') {
        state = 'connecting'
        const request = { id: 1, connect: { token, ...(named && { name: 'bench' }) } }
        socket.write(masked(JSON.stringify(request)))
        return
      }
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      rest = Buffer.from(readFrames(socket, all))
      if (state === 'open') return
      state = 'open'
      tally.messages -= 1
      resolve(socket)
    }
    const onread = {
      buffer: shared,
      callback: (length: number) => {
        take(shared.subarray(0, length))
        return true
      },
    }
    const socket = connect({ port, host: '127.0.0.1', onread }, () => socket.write(HANDSHAKE))
    socket.once('error', reject)
  })
}

// A frame of a client is masked; a mask of zeros changes nothing.
function masked(text: string): Buffer {
  const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, Buffer.from(text)])
}

function readFrames(socket: Socket, data: Buffer): Buffer {
  let at = 0
  for (;;) {
    const frame = frameAt(data, at)
    if (frame === undefined) return data.subarray(at)
    const opcode = (data[at] as number) & 15
    if (opcode === PING) socket.write(PONG)
    else if (frame.end - frame.start === 2) socket.write(masked('{}'))
    else if (opcode === TEXT) count(data, frame.start, frame.end)
    at = frame.end
  }
}

function frameAt(data: Buffer, at: number): { start: number; end: number } | undefined {
  if (data.length < at + 2) return undefined
  const short = (data[at + 1] as number) & 127
  const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2)
  if (data.length < start) return undefined
  const long = short === 127 ? Number(data.readBigUInt64BE(at + 2)) : undefined
  const end = start + (long ?? (short === 126 ? data.readUInt16BE(at + 2) : short))
  return data.length < end ? undefined : { start, end }
}

function count(data: Buffer, start: number, end: number): void {
  const price = priceIn(data, start, end)
  if (price >= MARKED) {
    const at = performance.timeOrigin + performance.now()
    const known = arrivals.get(price)
    if (known === undefined) arrivals.set(price, [at])
    else known.push(at)
  }
  let lines = 1
  for (let at = data.indexOf(NEW_LINE, start); at >= 0 && at < end; at = data.indexOf(NEW_LINE, at + 1))
    lines += 1
  tally.messages += lines
  // The last line of a frame speaks for all: reading each would cost more than sending it.
  const created = data.lastIndexOf(CREATED, end - 1)
  if (created < start) return
  const from = created + CREATED.length
  const delay = Date.now() - Date.parse(data.toString('latin1', from, from + 24))
  const slot = Math.min(Math.max(delay, 0), tally.delays.length - 1)
  tally.delays[slot] = (tally.delays[slot] ?? 0) + 1
}

// The first one in a frame.
function priceIn(data: Buffer, start: number, end: number): number {
  let at = data.indexOf(PRICE, start)
  if (at < 0 || at >= end) return 0
  at += PRICE.length
  let price = 0
  for (let digit = data[at] ?? 0; digit >= ZERO && digit <= NINE; digit = data[++at] ?? 0)
    price = 10 * price + digit - ZERO
  return price
}
