// The least that a message to everybody costs on this machine: plain sockets, one buffer, no commit, no policy.
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { textFrame } from '../../../server/src/platform/realtime/frames.ts'

interface Order {
  readonly rounds: number
  readonly everyMs: number
  /** bytes is the size of a message. */
  readonly bytes: number
}

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

const sockets = new Set<Socket>()
const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  socket.once('data', () => {
    socket.write(UPGRADE)
    socket.once('data', () => {
      socket.write(textFrame('{"connected":true}'))
      sockets.add(socket)
    })
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))

process.on('message', async ({ rounds, everyMs, bytes }: Order) => {
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    const next = sleep(everyMs)
    const frame = textFrame(`{"created_at":"${new Date().toISOString()}"}`.padEnd(bytes))
    for (const socket of sockets) socket.write(frame)
    // Without a pause, as fast as they are taken.
    if (everyMs > 0) await next
    else await new Promise((resolve) => setImmediate(resolve))
  }
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / 1e6)
})
