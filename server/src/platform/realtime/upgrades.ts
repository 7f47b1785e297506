// From HTTP to WebSocket: who may open a socket, and how (spec 6.2, RFC 6455).
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '#platform/config/config.ts'
import { clientAddress, networkOf } from '#platform/http/client-address.ts'
import { asksForSocket } from '#platform/http/socket-requests.ts'
import type { Place, Places } from './places.ts'

/** PROTOBUF is the subprotocol of clients that speak Protobuf. */
export const PROTOBUF = 'centrifuge-protobuf'

const SUBPROTOCOLS = [PROTOBUF, 'centrifuge-json']

/** MAX_FRAME is how many bytes a client may send at once. */
export const MAX_FRAME = 64 * 1024

/** acceptSockets hands over every WebSocket that a client opens and has a place for; with `refuses`, none any more. */
export function acceptSockets(
  server: Server,
  config: Config,
  places: Places,
  refuses: () => boolean,
  take: (socket: WebSocket, stream: Duplex, place: Place) => void,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression costs more memory for each connection than all else together.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME,
    clientTracking: false,
    // Without a subprotocol clients speak JSON.
    handleProtocols: (offered) => SUBPROTOCOLS.find((known) => offered.has(known)) ?? false,
  })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (!asksForSocket(request)) return refuse(stream, '404 Not Found', 'There is no WebSocket here.')
    if (refuses()) return refuse(stream, '503 Service Unavailable', 'The server is stopping.')
    if (!isWelcome(request.headers.origin, config))
      return refuse(stream, '403 Forbidden', 'This origin may not open a WebSocket here.')
    const place = places.take(networkOf(clientAddress(request, config.trustProxy)))
    if (place === undefined)
      return refuse(
        stream,
        '429 Too Many Requests',
        'There are too many live connections. Try again shortly.',
      )
    // Whatever becomes of the handshake, the stream ends.
    stream.once('close', () => place.leave())
    sockets.handleUpgrade(request, stream, head, (socket) => take(socket, stream, place))
  })
}

// Only browsers send an Origin. No cookie is ever a credential here, so that this guards the settings, not sessions.
function isWelcome(origin: string | undefined, { corsOrigins }: Config): boolean {
  return origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)
}

function refuse(stream: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ success: false, message, errors: [message] })
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  // Whoever does not close their end shall not keep ours open.
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
}
