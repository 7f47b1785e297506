// Abuses by connections: many that do nothing, some that send or read as slowly as they can, and storms of coming and going.
import { type Abuse, type Bully, pause, repeat } from '#test/abuse/abuse.ts'
import { openSocket, watch } from '#test/abuse/sockets.ts'

const IDLE = 5000
const SLOW = 500
const DEAF = 50
const AT_ONCE = 100
const STORMY = 30
const FEW_STORMY = 4

/** connectionAbuses are those. */
export const connectionAbuses: readonly Abuse[] = [
  {
    name: 'idle-connections',
    about: '5,000 connections that say nothing',
    commit: async (bully) => {
      await openMany(bully, bully.full ? IDLE : 200, async () => {})
      await untilOver(bully)
    },
  },
  {
    name: 'slow-bodies',
    about: '500 requests whose bodies of 1 MB arrive byte by byte',
    commit: async (bully) => {
      const head = (length: number) =>
        `POST /api/v1/auth/refresh HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
      const sockets: { write(text: string): unknown; readonly writable: boolean }[] = []
      await openMany(bully, bully.full ? SLOW : 30, async (socket) => {
        socket.write(head(1_000_000))
        // Most of it at once: what waits for the rest takes memory.
        socket.write(`["${'x'.repeat(900_000)}`)
        sockets.push(socket)
      })
      while (!bully.signal.aborted) {
        for (const socket of sockets) if (socket.writable) socket.write('x')
        await pause(bully, 200)
      }
    },
  },
  {
    name: 'slow-heads',
    about: '500 requests whose headers arrive byte by byte',
    commit: async (bully) => {
      const sockets: { write(text: string): unknown; readonly writable: boolean }[] = []
      await openMany(bully, bully.full ? SLOW : 30, async (socket) => {
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ')
        sockets.push(socket)
      })
      while (!bully.signal.aborted) {
        for (const socket of sockets) if (socket.writable) socket.write('x')
        await pause(bully, 200)
      }
    },
  },
  {
    name: 'deaf-sockets',
    about: '50 WebSockets that read nothing, of a table with rows of 100 KB',
    prepare: (tenant) => tenant.runDdl('create table songs (text text)'),
    commit: async (bully) => {
      await openMany(bully, bully.full ? DEAF : 5, (socket) => deafen(bully, socket))
      const body = { text: `${bully.tenant.marker}${'x'.repeat(100_000)}` }
      await repeat(bully, 2, () => bully.send('POST', '/data/songs', { as: 'secret', body }))
    },
  },
  {
    name: 'subscription-storm',
    about: 'live connections to 30 tables that come and go without a pause',
    prepare: (tenant, full) => {
      const names = Array.from({ length: full ? STORMY : FEW_STORMY }, (_, n) => `stormy_${n}`)
      return tenant.runDdl(names.map((name) => `create table ${name} (text text);`).join(' '))
    },
    commit: (bully) =>
      repeat(bully, bully.full ? 50 : 5, async (number) => {
        // Each comes and goes by itself.
        const visit = new AbortController()
        const leave = () => visit.abort()
        bully.signal.addEventListener('abort', leave)
        await watch(
          { ...bully, signal: visit.signal },
          `stormy_${number % (bully.full ? STORMY : FEW_STORMY)}`,
        )
        bully.signal.removeEventListener('abort', leave)
        leave()
      }),
  },
]

async function openMany(
  bully: Bully,
  amount: number,
  begin: (socket: NonNullable<Awaited<ReturnType<typeof openSocket>>>) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < amount && !bully.signal.aborted; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, amount - from) }, async () => {
      const socket = await openSocket(bully)
      if (socket !== undefined) await begin(socket)
    })
    await Promise.all(some)
  }
}

const HANDSHAKE =
  'GET /connection/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

// A frame of a client is masked; a mask of zeros changes nothing.
async function deafen(bully: Bully, socket: import('node:net').Socket): Promise<void> {
  const path = `/projects/${bully.tenant.id}/realtime/connect?table=songs`
  const { data } = await bully.send('POST', path, { as: 'secret' })
  if (data === undefined) return
  socket.pause()
  socket.write(HANDSHAKE)
  const text = JSON.stringify({ id: 1, connect: { token: data.token } })
  const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0])
  await pause(bully, 50)
  socket.write(Buffer.concat([head, Buffer.from(text)]))
}

function untilOver({ signal }: Bully): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
