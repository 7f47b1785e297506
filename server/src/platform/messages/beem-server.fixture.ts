// A simulator of Beem's SMS API: POST /v1/send with Basic authentication and JSON.
import {
  type GatewayServer,
  type ReceivedRequest,
  type Reply,
  startGateway,
} from './gateway-server.fixture.ts'

/** ACCOUNT is the only account. */
export const ACCOUNT = { username: 'b33mk3y', secret: 'YmVlbS1zZWNyZXQ', from: 'DUKA' }

const FIELDS = ['source_addr', 'schedule_time', 'encoding', 'message', 'recipients']

/** startBeem starts the simulator. */
export function startBeem(): Promise<GatewayServer> {
  return startGateway({
    accepts: 'application/json',
    answer,
    troubles: {
      busy: refusal(429, 429, 'Too many requests'),
      broken: refusal(500, 103, 'Network timeout'),
      blocked: refusal(400, 102, 'Insufficient balance'),
    },
  })
}

function answer({ method, path, headers, json }: ReceivedRequest): Reply {
  if (method !== 'POST' || path !== '/v1/send') return refusal(404, 404, 'Not found')
  const credentials = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.secret}`).toString('base64')
  if (headers.authorization === undefined) return refusal(401, 107, 'No authorization headers')
  if (headers.authorization !== `Basic ${credentials}`)
    return { status: 401, body: { data: { code: 120, message: 'Invalid api_key and/or secret_id' } } }
  if (Object.keys(json).some((name) => !FIELDS.includes(name)) || json.encoding !== 0 || !json.message)
    return refusal(400, 104, 'Missing or invalid parameters')
  if (json.source_addr !== ACCOUNT.from) return refusal(400, 111, 'Invalid Sender Id')
  const [recipient] = json.recipients
  if (json.recipients.length !== 1 || recipient.recipient_id !== 1 || !/^\d{9,15}$/.test(recipient.dest_addr))
    return refusal(400, 101, 'Invalid phone number')
  const body = {
    successful: true,
    request_id: 35_918_915,
    code: 100,
    message: 'Message Submitted Successfully',
    valid: 1,
    invalid: 0,
    duplicates: 0,
  }
  return {
    status: 200,
    body,
    sent: { from: json.source_addr, to: `+${recipient.dest_addr}`, text: json.message },
  }
}

function refusal(status: number, code: number, message: string): Reply {
  return { status, body: { code, message } }
}
