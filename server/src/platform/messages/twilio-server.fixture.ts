// A simulator of Twilio that is as strict as the real one, with its error codes.
import {
  type GatewayServer,
  type ReceivedRequest,
  type Reply,
  startGateway,
} from './gateway-server.fixture.ts'

/** ACCOUNT is the only account. */
export const ACCOUNT = {
  username: 'AC0123456789abcdef0123456789abcdef',
  secret: 'f00dfacef00dfacef00dfacef00dface',
  from: '+15005550006',
  service: 'MG0123456789abcdef0123456789abcdef',
}

const PATH = `/2010-04-01/Accounts/${ACCOUNT.username}/Messages.json`
const FIELDS = ['To', 'From', 'MessagingServiceSid', 'Body']

/** startTwilio starts the simulator. */
export function startTwilio(): Promise<GatewayServer> {
  return startGateway({
    answer,
    troubles: {
      busy: refusal(429, 20429, 'Too Many Requests'),
      broken: refusal(500, 20500, 'Internal Server Error'),
      blocked: created({ status: 'failed', error_code: 30007, error_message: 'Message filtered' }),
    },
  })
}

function answer({ method, path, headers, form }: ReceivedRequest): Reply {
  if (path !== PATH) return refusal(404, 20404, 'The requested resource was not found')
  if (method !== 'POST') return refusal(405, 20004, 'Method not allowed')
  const credentials = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.secret}`).toString('base64')
  if (headers.authorization !== `Basic ${credentials}`) return refusal(401, 20003, 'Authenticate')
  const unknown = [...form.keys()].find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) return refusal(400, 20001, `Unknown parameter ${unknown}`)
  const [to, from, text] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? undefined)
  const service = form.get('MessagingServiceSid') ?? undefined
  if (!to) return refusal(400, 21604, "A 'To' phone number is required.")
  if (!from && !service) return refusal(400, 21603, "A 'From' phone number is required.")
  if (!text) return refusal(400, 21602, 'Message body is required.')
  if (text.length > 1600) return refusal(400, 21617, 'The message body exceeds the 1600 character limit.')
  if (!/^\+\d{9,15}$/.test(to))
    return refusal(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
  if ((from ?? ACCOUNT.from) !== ACCOUNT.from || (service ?? ACCOUNT.service) !== ACCOUNT.service)
    return refusal(400, 21606, `The 'From' phone number ${from} is not a valid sender for ${to}.`)
  return { ...created({ status: 'queued', to, body: text }), sent: { from: from ?? service, to, text } }
}

function created(more: object): Reply {
  const sid = 'SM0123456789abcdef0123456789abcdef'
  return { status: 201, body: { sid, error_code: null, error_message: null, num_segments: '1', ...more } }
}

function refusal(status: number, code: number, message: string): Reply {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}
