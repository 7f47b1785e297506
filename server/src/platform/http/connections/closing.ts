// The end of a server's connections: requests under way are finished, nothing else keeps the program from stopping.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const SWEEP_MS = 50
const SILENCE_MS = 500
const GRACE_MS = 10_000

/** closing prepares a server for its end, and returns a function that ends it: `close` must end the server. */
export function closing(server: Server): (close: () => PromiseLike<unknown>) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async (close) => {
    // A connection whose request was under way when closing began would be kept alive until its client gives it up.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    // Browsers and fetch connect in advance. Node takes a connection without its first request for one that is busy;
    // the first request may be on its way, so that it gets a moment.
    const silence = setInterval(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, SILENCE_MS)
    // A client that has sent half a request and no more must not keep the server from stopping.
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    try {
      await close()
    } finally {
      clearInterval(sweep)
      clearInterval(silence)
      clearTimeout(grace)
    }
  }
}
