// One request to a gateway of messages: sends a body and receives JSON, bounded in time and size.
import { isPhone } from '#engine/shapes/data-types.ts'
import { type HttpClient, OutboundError } from '#platform/http-client/http-client.ts'
import { type GatewayReply, MessageError, MessageRefused } from './messages.ts'

/** SmsAccount is an account at an SMS gateway and its sender; `baseUrl` is another address than the gateway's own. */
export interface SmsAccount {
  readonly http: HttpClient
  readonly username: string
  readonly secret: string
  readonly from: string
  readonly baseUrl: string | undefined
  readonly timeoutMs: number
}

/** GATEWAY_TIMEOUT_MS is how long a gateway may take to respond. */
export const GATEWAY_TIMEOUT_MS = 10_000

/** GatewayRequest is a POST request. */
export interface GatewayRequest {
  /** gateway is the name of the gateway, for errors. */
  readonly gateway: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/** GatewayAnswer is a response; `body` is undefined if it was not JSON, or too large. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: unknown
  readonly reply: GatewayReply
}

const MAX_ANSWER = 65_536
const MAX_REPLY = 4096

/** checkRecipient throws MessageRefused unless the recipient is one phone number: a list would send several messages. */
export function checkRecipient(to: string): void {
  if (!isPhone(to)) throw new MessageRefused('the recipient is not one phone number')
}

/** jsonBody returns the parts of a request that sends JSON. */
export function jsonBody(value: object, headers: Readonly<Record<string, string>> = {}) {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** formBody returns the parts of a request that sends a form. */
export function formBody(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const type = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  return { headers: { ...type, ...headers }, body: new URLSearchParams(fields).toString() }
}

/** basicAuth returns the value of the header `authorization`. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** postToGateway sends a request and returns the response, whatever its status. */
export async function postToGateway(
  http: HttpClient,
  { gateway, url, headers, body, timeoutMs }: GatewayRequest,
): Promise<GatewayAnswer> {
  try {
    const answer = await http.send({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'user-agent': 'Msingi/1', ...headers },
      body,
      timeout_ms: timeoutMs,
      max_bytes: MAX_ANSWER,
      truncate: true,
    })
    const text = answer.body.toString()
    return {
      status: answer.status,
      body: answer.truncated ? undefined : parsed(text),
      reply: { status: answer.status, text: text.slice(0, MAX_REPLY).toWellFormed() },
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const sentence = `${gateway}: ${error.message}`
    throw error.reason === 'refused' ? new MessageRefused(sentence) : new MessageError(sentence)
  }
}

/** isAccepted reports whether a status is 2xx. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status <= 299
}

/**
 * failure returns the error for an unsuccessful response: 408, 429 and 5xx can be retried, all others are MessageRefused.
 * `detail` comes from the gateway and is included only if it is a word or a short code: longer texts can repeat the number.
 */
export function failure(gateway: string, reply: GatewayReply, detail?: unknown, status = reply.status) {
  const code = /^(?:[A-Za-z_]{1,40}|\d{1,6})$/.test(String(detail ?? '')) ? `, ${detail}` : ''
  const sentence = `${gateway} refused a message (${status}${code})`
  const isTransient = status === 408 || status === 429 || status >= 500
  return isTransient ? new MessageError(sentence, reply) : new MessageRefused(sentence, reply)
}

/** unreadable returns the error for a successful response that is not the documented one. */
export function unreadable(gateway: string, reply: GatewayReply): MessageError {
  return new MessageError(`${gateway} returned a response that is not a message (${reply.status})`, reply)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
