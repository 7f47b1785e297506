// Answers that Node would send by itself, without the envelope: to what is no HTTP, to `Expect` and to CONNECT.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, type ErrorCode, invalidInput } from '#platform/errors/app-error.ts'
import { failure } from './envelope.ts'

// Errors below HTTP, and what they are here.
const BELOW: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** clientErrorHandler answers what Node cannot read as a request. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const known = BELOW[error.code ?? '']
  endWith(
    socket,
    known === undefined ? invalidInput('This is not a valid HTTP request.') : new AppError(known),
  )
}

/** answerForNode answers where Node would do so itself: other expectations than 100-continue, and CONNECT. */
export function answerForNode(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const text = failure(
      new AppError('expectation_failed', 'The only expectation that this server meets is 100-continue.'),
    )
    response.writeHead(417, { ...HEADERS, 'content-length': Buffer.byteLength(text) }).end(text)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    const message = 'CONNECT is not possible here: this server is no proxy.'
    endWith(socket, new AppError('method_not_allowed', message, { headers: { allow: 'OPTIONS' } }))
  })
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', connection: 'close' }

/** endWith answers on a socket that no request of Fastify has, and ends it. */
export function endWith(socket: Duplex, error: AppError): void {
  const text = failure(error)
  const head = Object.entries({ ...HEADERS, ...error.headers, 'content-length': Buffer.byteLength(text) })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines}\r\n${text}`)
}
