// A simulator of Resend's API for mail: POST /emails with a bearer token and JSON; errors have `statusCode`, `name` and
// `message`.
import {
  type GatewayServer,
  type ReceivedRequest,
  type Reply,
  startGateway,
} from './gateway-server.fixture.ts'

/** API_KEY is the only key. */
export const API_KEY = 're_4mQ8kPzX_duka'

/** ResendMail is a mail that was accepted. */
export interface ResendMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers: Readonly<Record<string, string>>
}

const FIELDS = ['from', 'to', 'subject', 'text', 'html', 'headers']
const SENDER = /^(?:[^<>@\s]+@example\.com|"(?:[^"\\<>]|\\.)*" <[^<>@\s]+@example\.com>)$/

/** startResend starts the simulator; `example.com` is the only verified domain. */
export function startResend(): Promise<GatewayServer<ResendMail>> {
  return startGateway<ResendMail>({
    accepts: 'application/json',
    answer,
    troubles: {
      busy: refusal(429, 'rate_limit_exceeded', 'Too many requests.'),
      broken: refusal(500, 'internal_server_error', 'An unexpected error occurred.'),
      blocked: refusal(422, 'validation_error', 'Invalid `to` field.'),
    },
  })
}

function answer({ method, path, headers, json }: ReceivedRequest): Reply<ResendMail> {
  if (path !== '/emails') return refusal(404, 'not_found', 'The requested endpoint does not exist.')
  if (method !== 'POST') return refusal(405, 'method_not_allowed', 'This endpoint does not support it.')
  if (headers.authorization === undefined)
    return refusal(401, 'missing_api_key', 'Missing API key in the authorization header.')
  if (headers.authorization !== `Bearer ${API_KEY}`)
    return refusal(403, 'invalid_api_key', 'API key is invalid.')
  const missing = ['from', 'to', 'subject', 'text'].find((name) => json[name] === undefined)
  if (missing !== undefined) return refusal(422, 'missing_required_field', `Missing \`${missing}\` field.`)
  if (Object.keys(json).some((name) => !FIELDS.includes(name)))
    return refusal(422, 'validation_error', 'Unknown field.')
  if (!SENDER.test(json.from)) return refusal(403, 'validation_error', 'The domain is not verified.')
  if (json.to.length !== 1) return refusal(422, 'validation_error', 'Invalid `to` field.')
  return { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' }, sent: json }
}

function refusal(statusCode: number, name: string, message: string): Reply<ResendMail> {
  return { status: statusCode, body: { statusCode, name, message } }
}
