// Whose address counts where limits count by address: the same for requests and for WebSockets.
import type { IncomingMessage } from 'node:http'

/**
 * clientAddress gives the address of a client. Behind one proxy it is the last of `X-Forwarded-For`, which that has
 * added: whatever stands in front of it is the client's own invention.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  const named = forwarded.split(',').findLast((part) => part.trim() !== '')
  return named?.trim() ?? socket.remoteAddress ?? ''
}
