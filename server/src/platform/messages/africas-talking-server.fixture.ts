// A simulator of Africa's Talking that is as strict as the real one; it returns XML unless JSON is requested.
import {
  type GatewayServer,
  type ReceivedRequest,
  type Reply,
  startGateway,
} from './gateway-server.fixture.ts'

/** ACCOUNT is the only account. */
export const ACCOUNT = { username: 'duka', secret: 'atsk_3b1f0c', from: 'DUKA' }

const FIELDS = ['username', 'to', 'message', 'from', 'bulkSMSMode', 'enqueue']

/** startAfricasTalking starts the simulator. */
export function startAfricasTalking(): Promise<GatewayServer> {
  return startGateway({
    answer,
    troubles: {
      busy: { status: 429, body: 'Too many requests' },
      broken: recipients([{ statusCode: 501, status: 'GatewayError' }]),
      blocked: recipients([{ statusCode: 406, status: 'UserInBlacklist' }]),
    },
  })
}

function answer({ method, path, headers, form }: ReceivedRequest): Reply {
  if (method !== 'POST' || path !== '/version1/messaging') return { status: 404, body: 'Not found' }
  if (headers.apikey !== ACCOUNT.secret || form.get('username') !== ACCOUNT.username)
    return { status: 401, body: 'The supplied authentication is invalid' }
  const unknown = [...form.keys()].find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) return { status: 400, body: `Unknown field ${unknown}` }
  const [to, text, from] = ['to', 'message', 'from'].map((name) => form.get(name) ?? undefined)
  if (!to) return { status: 400, body: "Request is missing required form field 'to'" }
  if (!text) return { status: 400, body: "Request is missing required form field 'message'" }
  if (headers.accept !== 'application/json') return { status: 201, body: '<AfricasTalkingResponse/>' }
  if (from !== undefined && from !== ACCOUNT.from) return recipients([], 'InvalidSenderId')
  const taken = to
    .split(',')
    .map((number) =>
      /^\+\d{9,15}$/.test(number)
        ? { statusCode: 101, number, status: 'Success', cost: 'TZS 22.0000', messageId: 'ATXid_1' }
        : { statusCode: 403, number, status: 'InvalidPhoneNumber', cost: '0', messageId: 'None' },
    )
  const reply = recipients(taken)
  return taken.some(({ statusCode }) => statusCode === 101) ? { ...reply, sent: { from, to, text } } : reply
}

function recipients(Recipients: object[], Message = `Sent to ${Recipients.length}/1 Total Cost: 0`): Reply {
  return { status: 201, body: { SMSMessageData: { Message, Recipients } } }
}
