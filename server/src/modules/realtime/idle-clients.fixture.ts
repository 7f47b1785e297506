// WebSocket clients in a thread of their own, so that the heap of the test's thread has the server's side alone.
import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** IdleClients is how many connections to open, and with which token. */
export interface IdleClients {
  readonly port: number
  readonly token: string
  readonly count: number
}

const AT_ONCE = 50
const HANDSHAKE =
  'GET /connection/websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

parentPort?.on('message', async ({ port, token, count }: IdleClients) => {
  for (let opened = 0; opened < count; opened += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => open(port, token)))
  parentPort?.postMessage('opened')
})

async function open(port: number, token: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(HANDSHAKE)
  await once(socket, 'data')
  socket.write(masked(JSON.stringify({ id: 1, connect: { token } })))
  await once(socket, 'data')
}

// A mask of zeros changes nothing.
function masked(text: string): Buffer {
  const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, Buffer.from(text)])
}
