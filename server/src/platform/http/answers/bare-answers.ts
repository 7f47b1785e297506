// Answers that Node would send by itself, without the envelope: to what is no HTTP, to `Expect` and to CONNECT.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import { failure } from './envelope.ts'

// Errors below HTTP, and what HTTP calls them.
const BELOW: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers are too large.'],
}

/** clientErrorHandler answers what Node cannot read as a request. */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, message] = BELOW[error.code ?? ''] ?? [400, 'This is not a valid HTTP request.']
  endSocket(socket, status, message)
}

/** answerForNode answers where Node would do so itself: other expectations than 100-continue, and CONNECT. */
export function answerForNode(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const text = body('expectation_failed', 'The only expectation that this server meets is 100-continue.')
    response.writeHead(417, { ...HEADERS, 'content-length': Buffer.byteLength(text) }).end(text)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    endSocket(socket, 405, 'CONNECT is not possible here: this server is no proxy.', 'allow: OPTIONS\r\n')
  })
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', connection: 'close' }

function body(code: ErrorCode, message: string): string {
  return failure(new AppError(code, message))
}

function endSocket(socket: Duplex, status: number, message: string, more = ''): void {
  const text = body('invalid_input', message)
  const head = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(text) })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${more}\r\n${text}`)
}
