// The end of a server's connections: what has arrived is answered, nothing else keeps the program from stopping.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Patience is how long connections may keep a server from closing, in milliseconds. */
export interface Patience {
  /** silence is for connections without a request, whose first one may be on its way. */
  readonly silence: number
  /** client is for requests that wait for their client: half of them has come, or the client is slow to take the answer. */
  readonly client: number
  /** server is for requests that have come and that the server works on. */
  readonly server: number
}

// The program ends after 30 s in any case, and the database needs some of them.
const PATIENCE: Patience = { silence: 500, client: 10_000, server: 25_000 }
const SWEEP_MS = 50
// As many as can wait for the server. Whoever connects without pause must not keep it from closing.
const MOST_WAITING = 4096
// What had come when this one began may be read by the next.
const QUIET_TURNS = 2

/** Closing ends the connections of a server. */
export interface Closing {
  /** retire has clients make their next requests on other connections, which may be to another server. */
  retire(): void
  /**
   * stopListening accepts the connections that the operating system has already made for the server, and no others.
   * Those that wait when a server closes are reset.
   */
  stopListening(): Promise<void>
  /** end runs `close`, which must wait for the server's end, and ends what keeps that waiting. */
  end(close: () => PromiseLike<unknown>): Promise<void>
}

interface Connection {
  readonly since: number
  /** response is that of the request under way; of several at once, the last one, which is answered last. */
  response: ServerResponse | undefined
  /** bytesRead is how much had come when the latest request had its answer. */
  bytesRead: number
}

/** closing prepares a server for its end. */
export function closing(server: Server, patience = PATIENCE): Closing {
  const open = new Map<Socket, Connection>()
  let accepted = 0
  let isRetiring = false
  server.on('connection', (socket: Socket) => {
    accepted += 1
    open.set(socket, { since: performance.now(), response: undefined, bytesRead: 0 })
    socket.once('close', () => open.delete(socket))
  })
  // Before whoever answers.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isRetiring) response.shouldKeepAlive = false
    const connection = open.get(socket)
    if (connection === undefined) return
    connection.response = response
    response.once('close', () => {
      if (connection.response !== response) return
      connection.response = undefined
      connection.bytesRead = socket.bytesRead
    })
  })
  // What has become a WebSocket is ended by its module.
  server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket))
  // Node's own cuts off answers that are not written to their end, and requests that have come but are not read yet.
  server.closeIdleConnections = () => {}

  const stopListening = async () => {
    const most = accepted + MOST_WAITING
    for (let quiet = 0; quiet < QUIET_TURNS && accepted < most; quiet += 1) {
      const before = accepted
      await nextTurn()
      if (accepted !== before) quiet = -1
    }
    // In the very turn that has found nobody waiting.
    server.close()
  }

  const end: Closing['end'] = async (close) => {
    const since = performance.now()
    for (const { response } of open.values())
      if (response !== undefined && !response.headersSent) response.setHeader('connection', 'close')
    const sweep = () => {
      const now = performance.now()
      for (const [socket, connection] of open) {
        const waited = now - Math.max(since, connection.since)
        if (waited > patienceWith(socket, connection, patience)) socket.destroy()
      }
    }
    // Behind the turn's events, so that what has come by now is read.
    const timer = setInterval(() => setImmediate(sweep), SWEEP_MS)
    try {
      await close()
    } finally {
      clearInterval(timer)
    }
  }
  const retire = () => {
    isRetiring = true
    for (const { response } of open.values()) if (response !== undefined) response.shouldKeepAlive = false
  }
  return { retire, stopListening, end }
}

// How long a connection may stay open, from the beginning of the end or its own.
function patienceWith(socket: Socket, connection: Connection, { silence, client, server }: Patience): number {
  const { response, bytesRead } = connection
  if (response !== undefined) return response.req.complete && !response.headersSent ? server : client
  if (socket.bytesRead === 0) return silence
  return socket.bytesRead > bytesRead ? client : 0
}
