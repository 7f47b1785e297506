// Simulators of the services that get alerts, as strict as the real ones about what they are sent, with their responses.
import {
  type GatewayServer,
  type ReceivedRequest,
  type Reply,
  startGateway,
} from '#platform/messages/gateway-server.fixture.ts'
import { alertOfEnvelope } from './sentry-server.fixture.ts'

/** ReceivedAlert is what a service has accepted: the text that people see, and the request as it came. */
export interface ReceivedAlert {
  readonly text: string
  readonly request: ReceivedRequest
}

/** AlertServer is a simulator, with the configuration of its only account and of a wrong one. */
export interface AlertServer {
  readonly provider: 'slack' | 'discord' | 'telegram' | 'sentry' | 'http'
  readonly start: () => Promise<GatewayServer<ReceivedAlert>>
  readonly config: (url: string) => Record<string, unknown>
  readonly wrong: (url: string) => Record<string, unknown>
  /** secrets are those of the configurations. */
  readonly secrets: readonly string[]
  /** refused is the error of the wrong account. */
  readonly refused: string
}

const SIGNING_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BOT = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
const HOOK = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'
const DISCORD_HOOK = '/api/webhooks/1090000000000000001/dis-c0rd-t0ken'

type Answer = Reply<ReceivedAlert>

/** ALERT_SERVERS are all of them. */
export const ALERT_SERVERS: readonly AlertServer[] = [
  {
    provider: 'slack',
    start: () =>
      startAlerts('application/json', slack, word(429, 'rate_limited'), word(403, 'action_prohibited')),
    config: (url) => ({ url: url + HOOK }),
    wrong: (url) => ({ url: `${url}/services/T00000000/B00000000/wr0ng-t0ken` }),
    secrets: ['XXXXXXXXXXXXXXXXXXXXXXXX', 'wr0ng-t0ken'],
    refused: 'Slack refused a message (404, no_service)',
  },
  {
    provider: 'discord',
    start: () =>
      startAlerts(
        'application/json',
        discord,
        { status: 429, body: { message: 'You are being rate limited.', retry_after: 0.3, global: false } },
        { status: 404, body: { message: 'Unknown Webhook', code: 10015 } },
      ),
    config: (url) => ({ url: url + DISCORD_HOOK }),
    wrong: (url) => ({ url: `${url}/api/webhooks/1090000000000000001/wr0ng-t0ken` }),
    secrets: ['dis-c0rd-t0ken', 'wr0ng-t0ken'],
    refused: 'Discord refused a message (401, 50027)',
  },
  {
    provider: 'telegram',
    start: () =>
      startAlerts(
        'application/json',
        telegram,
        { status: 429, body: telegramError(429, 'Too Many Requests: retry after 3', { retry_after: 3 }) },
        { status: 403, body: telegramError(403, 'Forbidden: bot was kicked from the supergroup chat') },
      ),
    config: (url) => ({ bot_token: BOT, chat_id: '-1001234567890', base_url: url }),
    wrong: (url) => ({ bot_token: `1:${'wr0ng'.repeat(5)}`, chat_id: '-1001234567890', base_url: url }),
    secrets: [BOT, 'wr0ng'.repeat(5)],
    refused: 'Telegram refused a message (401, 401)',
  },
  {
    provider: 'sentry',
    start: () =>
      startAlerts(
        'application/x-sentry-envelope',
        sentry,
        {
          status: 429,
          body: { detail: 'Sentry dropped data due to a quota' },
          headers: { 'retry-after': '60' },
        },
        { status: 400, body: { detail: 'bad event data' } },
      ),
    config: (url) => ({ dsn: url.replace('http://', 'http://5e47a1b2c3d4e5f6@').concat('/42') }),
    wrong: (url) => ({ dsn: url.replace('http://', 'http://wr0ngkey@').concat('/42') }),
    secrets: ['5e47a1b2c3d4e5f6', 'wr0ngkey'],
    refused: 'Sentry refused a message (403)',
  },
  {
    provider: 'http',
    start: () =>
      startAlerts('application/json', http, { status: 429, body: 'later' }, { status: 410, body: 'gone' }),
    config: (url) => ({ url: `${url}/alerts`, authorization: 'Bearer h77p', secret: SIGNING_SECRET }),
    wrong: (url) => ({ url: `${url}/alerts`, authorization: 'Bearer wr0ng' }),
    secrets: ['h77p', SIGNING_SECRET, 'Bearer wr0ng'],
    refused: 'The receiver refused a message (401)',
  },
]

function startAlerts(
  accepts: string,
  answer: (request: ReceivedRequest) => Answer,
  busy: Answer,
  blocked: Answer,
): Promise<GatewayServer<ReceivedAlert>> {
  const broken = { status: 500, body: 'Internal server error' }
  return startGateway<ReceivedAlert>({ accepts, answer, troubles: { busy, broken, blocked } })
}

// Slack answers in plain words; & < > in a text are entities.
function slack(request: ReceivedRequest): Answer {
  const { method, path, json } = request
  if (method !== 'POST' || path !== HOOK) return word(404, 'no_service')
  if (typeof json.text !== 'string' || json.text === '') return word(400, 'no_text')
  if (/[<>]|&(?!amp;|lt;|gt;)/.test(json.text)) return word(400, 'invalid_payload')
  const text = json.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return { status: 200, body: 'ok', sent: { text, request } }
}

function discord(request: ReceivedRequest): Answer {
  const { method, path, json } = request
  if (method !== 'POST' || path !== `${DISCORD_HOOK}?wait=true`)
    return { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } }
  if (!json.content) return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } }
  if (json.content.length > 2000) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } }
  // Who mentions people without being asked to is no good neighbour: the tests send @everyone.
  if (json.allowed_mentions?.parse?.length !== 0)
    return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } }
  return {
    status: 200,
    body: { id: '1090000000000000002', content: json.content },
    sent: { text: json.content, request },
  }
}

function telegram(request: ReceivedRequest): Answer {
  const { method, path, json } = request
  const refuse = (status: number, description: string) => ({
    status,
    body: telegramError(status, description),
  })
  if (method !== 'POST' || !path.endsWith('/sendMessage')) return refuse(404, 'Not Found')
  if (path !== `/bot${BOT}/sendMessage`) return refuse(401, 'Unauthorized')
  if (json.chat_id !== '-1001234567890') return refuse(400, 'Bad Request: chat not found')
  if (!json.text) return refuse(400, 'Bad Request: message text is empty')
  if (json.text.length > 4096) return refuse(400, 'Bad Request: message is too long')
  if (json.parse_mode !== undefined) return refuse(400, "Bad Request: can't parse entities")
  const result = { message_id: 7, chat: { id: -1001234567890, type: 'supergroup' }, date: 1, text: json.text }
  return { status: 200, body: { ok: true, result }, sent: { text: json.text, request } }
}

function telegramError(error_code: number, description: string, parameters?: object) {
  return { ok: false, error_code, description, ...(parameters && { parameters }) }
}

function sentry(request: ReceivedRequest): Answer {
  const { method, path, headers, text: body } = request
  if (method !== 'POST' || path !== '/api/42/envelope/') return { status: 404, body: { detail: 'Not found' } }
  const auth = String(headers['x-sentry-auth'])
  if (!/^Sentry sentry_version=7, sentry_client=[\w/.]+, sentry_key=5e47a1b2c3d4e5f6$/.test(auth))
    return { status: 403, body: { detail: 'event submission rejected with_reason: ProjectId' } }
  const event = alertOfEnvelope(body)
  if (event === undefined) return { status: 400, body: { detail: 'invalid event envelope' } }
  return { status: 200, body: { id: event.id }, sent: { text: event.text, request } }
}

function http(request: ReceivedRequest): Answer {
  const { method, path, headers, json } = request
  if (method !== 'POST' || path !== '/alerts') return { status: 404, body: 'Not found' }
  if (headers.authorization !== 'Bearer h77p') return { status: 401, body: 'Unauthorized' }
  return { status: 202, body: 'thank you', sent: { text: json.message, request } }
}

function word(status: number, text: string): Answer {
  return { status, body: text }
}
