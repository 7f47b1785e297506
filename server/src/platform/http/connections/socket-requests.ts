// Which requests are to become WebSockets.
import type { IncomingMessage } from 'node:http'

/** SOCKET_PATH is where clients open a WebSocket. */
export const SOCKET_PATH = '/connection/websocket'

/** asksForSocket says whether a request is to become a WebSocket; all other requests to upgrade are plain requests. */
export function asksForSocket({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}
