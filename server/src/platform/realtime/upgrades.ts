// Upgrades from HTTP to WebSocket, and which requests are refused (RFC 6455).
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Config } from '#platform/config/config.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import { endWith } from '#platform/http/answers/bare-answers.ts'
import { clientAddress, networkOf } from '#platform/http/connections/client-address.ts'
import { asksForSocket } from '#platform/http/connections/socket-requests.ts'
import type { ConnectionSlot, ConnectionSlots } from './connection-slots.ts'

/** PROTOBUF is the subprotocol of clients that speak Protobuf. */
export const PROTOBUF = 'centrifuge-protobuf'

/** OpenedSocket is a WebSocket that a client has opened, and what it stands on. */
export interface OpenedSocket {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly slot: ConnectionSlot
  readonly request: IncomingMessage
}

const SUBPROTOCOLS = [PROTOBUF, 'centrifuge-json']

/** MAX_FRAME is the size of the largest message that a client can send, in bytes. */
export const MAX_FRAME = 64 * 1024

/**
 * acceptSockets calls `accept` with every WebSocket that a client opens and that there is a slot for. It refuses all once
 * `isStopping` returns true.
 */
export function acceptSockets(
  server: Server,
  config: Config,
  slots: ConnectionSlots,
  isStopping: () => boolean,
  accept: (opened: OpenedSocket) => void,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression takes more memory for each connection than everything else together.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME,
    clientTracking: false,
    // Without a subprotocol clients speak JSON.
    handleProtocols: (offered) => SUBPROTOCOLS.find((known) => offered.has(known)) ?? false,
  })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (!asksForSocket(request))
      return refuse(stream, 'not_found', 'There is no WebSocket at this path. Use /connection/websocket.')
    if (isStopping()) return refuse(stream, 'unavailable', 'The server is stopping.')
    if (!isAllowedOrigin(request.headers.origin, config))
      return refuse(stream, 'forbidden', 'This origin is not allowed. Add it to MSINGI_CORS_ORIGINS.')
    const slot = slots.take(networkOf(clientAddress(request, config.trustProxy)))
    if (slot === undefined)
      return refuse(
        stream,
        'quota_exceeded',
        'Too many live connections from this network. Try again shortly.',
      )
    // The stream closes also if the handshake fails.
    stream.once('close', () => slot.release())
    sockets.handleUpgrade(request, stream, head, (socket) => accept({ socket, stream, slot, request }))
  })
}

// Only browsers send an Origin. Cookies are never credentials here, so that this enforces the settings, not security.
function isAllowedOrigin(origin: string | undefined, { corsOrigins }: Config): boolean {
  return origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)
}

function refuse(stream: Duplex, code: ErrorCode, message: string): void {
  // A client that never closes its end must not keep the socket open.
  stream.once('finish', () => stream.destroy())
  endWith(stream, new AppError(code, message))
}
