// The common part of the simulated SMS gateways: an HTTP server that reads forms, keeps the messages, and can fail as
// gateways do.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Trouble is how a gateway fails; each gateway has its own response for the last three. */
export type Trouble =
  | 'maintenance'
  | 'stalled'
  | 'stalled_answer'
  | 'endless_answer'
  | 'redirect'
  | 'web_page'
  | 'busy'
  | 'broken'
  | 'blocked'

/** SentSms is a message that a gateway has accepted. */
export interface SentSms {
  readonly from: string | undefined
  readonly to: string
  readonly text: string
}

/** Reply is a response; an object is sent as JSON. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly sent?: SentSms
}

/** FormRequest is a parsed request. */
export interface FormRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly form: URLSearchParams
}

/** GatewayServer is a running simulator. */
export interface GatewayServer {
  readonly url: string
  readonly sent: readonly SentSms[]
  /** requests returns how many requests were made, including failed ones. */
  requests(): number
  /** next makes the next request fail. */
  next(trouble: Trouble): void
  stop(): Promise<void>
}

/** Gateway is the behaviour of one provider: its response to a request, and its error responses. */
export interface Gateway {
  answer(request: FormRequest): Reply
  readonly troubles: Readonly<Record<'busy' | 'broken' | 'blocked', Reply>>
}

const PAGE = '<html><body>Down for maintenance</body></html>'

/** startGateway starts a simulator. */
export async function startGateway(gateway: Gateway): Promise<GatewayServer> {
  const sent: SentSms[] = []
  let requests = 0
  let trouble: Trouble | undefined
  const server = createServer(async (request, response) => {
    requests += 1
    const form = new URLSearchParams(await textOf(request))
    const current = trouble
    trouble = undefined
    if (current !== undefined && isOwn(current)) return reply(response, gateway.troubles[current])
    if (current !== undefined) return fail(response, current)
    const { method = '', url = '', headers } = request
    if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
      return reply(response, { status: 415, body: 'A form is expected' })
    const answer = gateway.answer({ method, path: url, headers, form })
    if (answer.sent !== undefined) sent.push(answer.sent)
    reply(response, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    requests: () => requests,
    next: (next) => {
      trouble = next
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function isOwn(trouble: Trouble): trouble is keyof Gateway['troubles'] {
  return ['busy', 'broken', 'blocked'].includes(trouble)
}

function reply(response: ServerResponse, { status, body }: Reply): void {
  const json = typeof body !== 'string'
  response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain' })
  response.end(json ? JSON.stringify(body) : body)
}

function fail(response: ServerResponse, trouble: Exclude<Trouble, keyof Gateway['troubles']>): void {
  if (trouble === 'stalled') return
  if (trouble === 'maintenance' || trouble === 'web_page') {
    response.writeHead(trouble === 'web_page' ? 200 : 503, { 'content-type': 'text/html' }).end(PAGE)
  } else if (trouble === 'redirect') {
    response.writeHead(307, { location: '/elsewhere' }).end()
  } else {
    response.writeHead(201, { 'content-type': 'application/json' }).write('{"sid": "')
    if (trouble === 'endless_answer') pour(response)
  }
}

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(16_384)));
  if (!response.destroyed) response.once('drain', () => pour(response))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
