// The common part of the simulated gateways: an HTTP server that reads forms or JSON, keeps the messages, and can fail as
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
export interface Reply<Sent = SentSms> {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly sent?: Sent
}

/** ReceivedRequest is a request with its text; `form` and `json` are the text as what it is said to be. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly form: URLSearchParams
  readonly json: any
}

/** GatewayServer is a running simulator. */
export interface GatewayServer<Sent = SentSms> {
  readonly url: string
  readonly sent: readonly Sent[]
  /** requests returns how many requests were made, including failed ones. */
  requests(): number
  /** next makes the next request fail. */
  next(trouble: Trouble): void
  stop(): Promise<void>
}

/** Gateway is the behaviour of one provider: its response to a request, and its error responses. */
export interface Gateway<Sent = SentSms> {
  /** accepts is the only content type that is read; forms by default. */
  readonly accepts?: string
  answer(request: ReceivedRequest): Reply<Sent>
  readonly troubles: Readonly<Record<'busy' | 'broken' | 'blocked', Reply<Sent>>>
}

const PAGE = '<html><body>Down for maintenance</body></html>'

/** startGateway starts a simulator. */
export async function startGateway<Sent = SentSms>(gateway: Gateway<Sent>): Promise<GatewayServer<Sent>> {
  const { accepts = 'application/x-www-form-urlencoded' } = gateway
  const sent: Sent[] = []
  let requests = 0
  let trouble: Trouble | undefined
  const server = createServer(async (request, response) => {
    requests += 1
    const text = await textOf(request)
    const current = trouble
    trouble = undefined
    if (current !== undefined && isOwn(current)) return reply(response, gateway.troubles[current])
    if (current !== undefined) return fail(response, current)
    const { method = '', url = '', headers } = request
    if (headers['content-type']?.split(';', 1)[0] !== accepts)
      return reply(response, { status: 415, body: `${accepts} is expected` })
    const form = new URLSearchParams(text)
    const json = accepts === 'application/json' ? JSON.parse(text) : undefined
    const answer = gateway.answer({ method, path: url, headers, text, form, json })
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

function isOwn(trouble: Trouble): trouble is OwnTrouble {
  return ['busy', 'broken', 'blocked'].includes(trouble)
}

function reply(response: ServerResponse, { status, body, headers }: Omit<Reply, 'sent'>): void {
  const json = typeof body !== 'string'
  response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/plain', ...headers })
  response.end(json ? JSON.stringify(body) : body)
}

type OwnTrouble = keyof Gateway['troubles']

function fail(response: ServerResponse, trouble: Exclude<Trouble, OwnTrouble>): void {
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
