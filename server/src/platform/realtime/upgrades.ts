// From HTTP to WebSocket: who may open a socket, and how (spec 6.2, RFC 6455).
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '#platform/config/config.ts'

/** SOCKET_PATH is where clients open a WebSocket. */
export const SOCKET_PATH = '/connection/websocket'

/** MAX_FRAME is how many bytes a client may send at once. */
export const MAX_FRAME = 64 * 1024

/** asksForSocket says whether a request is to become a WebSocket; all other requests to upgrade are plain requests. */
export function asksForSocket({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

/** acceptSockets hands over every WebSocket that a client opens; with `refuses`, none any more. */
export function acceptSockets(
  server: Server,
  config: Config,
  refuses: () => boolean,
  take: (socket: WebSocket, stream: Duplex) => void,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression costs more memory for each connection than all else together.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME,
    clientTracking: false,
    // Without a subprotocol clients speak JSON; of those that they may offer, this is the one spoken here.
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (!asksForSocket(request)) return refuse(stream, '404 Not Found', 'There is no WebSocket here.')
    if (refuses()) return refuse(stream, '503 Service Unavailable', 'The server is stopping.')
    if (!isWelcome(request.headers.origin, config))
      return refuse(stream, '403 Forbidden', 'This origin may not open a WebSocket here.')
    sockets.handleUpgrade(request, stream, head, (socket) => take(socket, stream))
  })
}

// Only browsers send an Origin. No cookie is ever a credential here, so that this guards the settings, not sessions.
function isWelcome(origin: string | undefined, { corsOrigins }: Config): boolean {
  return origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)
}

function refuse(stream: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ success: false, message, errors: [message] })
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  stream.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
}
