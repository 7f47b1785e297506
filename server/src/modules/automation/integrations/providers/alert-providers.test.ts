// The conformance tests of providers of alerts, against simulators with their wire format.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import type { GatewayServer, Trouble } from '#platform/messages/gateway-server.fixture.ts'
import { type MessageError, MessageRefused } from '#platform/messages/messages.ts'
import type { Alert } from './alert.ts'
import { ALERT_SERVERS, type AlertServer, type ReceivedAlert } from './alert-servers.fixture.ts'
import type { ProviderConfig } from './provider.ts'
import { type ProviderName, providerFor } from './providers.ts'
import { alertOfEnvelope } from './sentry-server.fixture.ts'

const outbound = { http: new HttpClient({ internalNetworks: ['127.0.0.1/32'] }), clock: systemClock }
const guarded = { ...outbound, http: new HttpClient({ internalNetworks: [] }) }

const ALERT: Alert = {
  id: '0190b9d4-7c1e-4d8a-9f00-1c2d3e4f5a6b',
  type: 'function.failing',
  severity: 'error',
  project: { id: 'b4d0a9a2-3b57-4f53-8f29-0e3c1f6f2f11', name: 'Duka la Asha' },
  message: 'A function has failed 5 times in a row.',
  data: { function_id: 'f1' },
  created_at: '2026-01-02T03:04:05.678Z',
}

function send(provider: ProviderName, config: ProviderConfig, alert = ALERT, by = outbound) {
  const found = providerFor(provider, 'alert')
  return found.send(by, found.config.parse(config), alert)
}

async function errorOf(sending: Promise<unknown>): Promise<Error> {
  return sending.then(
    () => {
      throw new Error('it was sent')
    },
    (error: Error) => error,
  )
}

describe.each(ALERT_SERVERS.map((one) => [one.provider, one] as const))(
  '%s',
  (provider, server: AlertServer) => {
    let gateway: GatewayServer<ReceivedAlert>
    let config: ProviderConfig
    beforeAll(async () => {
      gateway = await server.start()
      config = server.config(gateway.url)
    })
    afterAll(() => gateway.stop())

    test.each([
      'A function has failed.',
      '<!channel> & <https://evil.example|click> @everyone *bold* _x_',
      'አማርኛ 🎉\nmstari wa pili "\\',
    ])('sends %j as it is, and returns the reply', async (message) => {
      const reply = await send(provider, config, { ...ALERT, message })
      expect(reply?.status).toBeOneOf([200, 202])
      expect(gateway.sent.at(-1)?.text).toContain(message)
    })

    test('cuts what is too long', async () => {
      const thrown = `Error: ${'x'.repeat(10_000)}\n    at run (src/index.ts:3:7)`
      await send(provider, config, { ...ALERT, message: 'y'.repeat(5000), thrown })
      expect(gateway.sent.at(-1)?.text).toMatch(/^.*(?:yyy|xxx)/)
    })

    test.each<[Trouble, 'again' | 'never']>([
      ['maintenance', 'again'],
      ['busy', 'again'],
      ['broken', 'again'],
      ['redirect', 'never'],
      ['blocked', 'never'],
    ])('a service that is %s is tried %s', async (trouble, when) => {
      const [sent, requests] = [gateway.sent.length, gateway.requests()]
      gateway.next(trouble)
      const error = await errorOf(send(provider, config))
      expect(error instanceof MessageRefused).toBe(when === 'never')
      expect([gateway.sent.length, gateway.requests()]).toEqual([sent, requests + 1])
      expect((error as MessageError).reply?.status).toBeGreaterThanOrEqual(300)
    })

    test('an endless response is not read to its end', async () => {
      gateway.next('endless_answer')
      const outcome = await send(provider, config).catch((error: MessageError) => error.reply)
      expect(outcome?.text.length).toBeLessThanOrEqual(4096)
    })

    test('a wrong account is refused, and the error contains no secret', async () => {
      const error = await errorOf(send(provider, server.wrong(gateway.url)))
      expect(error).toBeInstanceOf(MessageRefused)
      expect(error.message).toBe(server.refused)
      for (const secret of server.secrets)
        expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(secret)
    })

    test('an unreachable service can be retried, and its error contains no secret', async () => {
      const gone = await server.start()
      await gone.stop()
      const error = await errorOf(send(provider, server.config(gone.url)))
      expect(error).not.toBeInstanceOf(MessageRefused)
      expect(error.message).toContain('cannot be reached (ECONNREFUSED)')
      for (const secret of server.secrets) expect(`${error.stack}`).not.toContain(secret)
    })

    test('an internal address is refused, and gets no request', async () => {
      const before = gateway.requests()
      const error = await errorOf(send(provider, config, ALERT, guarded))
      expect(error).toBeInstanceOf(MessageRefused)
      expect(error.message).toContain('127.0.0.1 is not an address of the public Internet.')
      expect(gateway.requests()).toBe(before)
    })
  },
)

const serverOf = (provider: string) => ALERT_SERVERS.find((one) => one.provider === provider) as AlertServer

test('Sentry gets what a function threw, with the stack from the outermost call', async () => {
  const { start, config } = serverOf('sentry')
  const gateway = await start()
  const thrown =
    'TypeError: x is not a function\n    at total (src/cart.ts:12:9)\n    at async handle (src/index.ts:3:7)\n    at src/index.ts:1:1'
  const data = { function: { id: 'f1', slug: 'checkout' }, failures: 3 }
  await send('sentry', config(gateway.url), { ...ALERT, thrown, data })
  const { event } = alertOfEnvelope(gateway.sent[0]?.request.text ?? '') ?? {}
  const frame = (name: string, filename: string, lineno: number, colno: number) => ({
    ...{ function: name, filename, lineno, colno, in_app: true },
  })
  expect(event).toMatchObject({
    event_id: ALERT.id.replaceAll('-', ''),
    environment: 'production',
    transaction: 'checkout',
    extra: { failures: 3, project_name: 'Duka la Asha' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x is not a function',
          stacktrace: {
            frames: [
              frame('<anonymous>', 'src/index.ts', 1, 1),
              frame('handle', 'src/index.ts', 3, 7),
              frame('total', 'src/cart.ts', 12, 9),
            ],
          },
        },
      ],
    },
  })
  await gateway.stop()
})

test('a receiver gets the alert as JSON, signed as Standard Webhooks has it', async () => {
  const { start, config } = serverOf('http')
  const gateway = await start()
  await send('http', config(gateway.url))
  const { text, headers } = (gateway.sent[0] as ReceivedAlert).request
  expect(JSON.parse(text)).toEqual(ALERT)
  expect(headers['webhook-id']).toBe(ALERT.id)
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const signed = `${ALERT.id}.${headers['webhook-timestamp']}.${text}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  await gateway.stop()
})

test.each([
  'https://sentry.example.com/42',
  'https://key@sentry.example.com/',
  'https://key@sentry.example.com/4x',
  'https://k y@sentry.example.com/42',
  'https://key@sentry.example.com/42?x=1',
  'file://key@sentry.example.com/42',
])('%s is no DSN', (dsn) => {
  expect(providerFor('sentry', 'alert').config.safeParse({ dsn }).success).toBe(false)
})
