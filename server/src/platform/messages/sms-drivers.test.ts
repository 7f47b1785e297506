// The conformance tests of SMS drivers, against simulators with the wire format of the gateways.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HttpClient } from '#platform/http-client/http-client.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { ACCOUNT as AFRICAS_TALKING, startAfricasTalking } from './africas-talking-server.fixture.ts'
import { createBeem } from './beem.ts'
import { ACCOUNT as BEEM, startBeem } from './beem-server.fixture.ts'
import type { GatewayServer, Trouble } from './gateway-server.fixture.ts'
import { type MessageError, MessageRefused, type SmsDriver } from './messages.ts'
import { createTwilio } from './twilio.ts'
import { startTwilio, ACCOUNT as TWILIO } from './twilio-server.fixture.ts'

const http = new HttpClient({ internalNetworks: ['127.0.0.1/32'] })

interface Account {
  readonly http: HttpClient
  readonly username: string
  readonly secret: string
  readonly from: string
  readonly baseUrl: string
  readonly timeoutMs: number
}

interface Candidate {
  readonly start: () => Promise<GatewayServer>
  readonly account: { readonly username: string; readonly secret: string; readonly from: string }
  readonly create: (account: Account) => SmsDriver
}

const CANDIDATES: Record<string, Candidate> = {
  "Africa's Talking": {
    start: startAfricasTalking,
    account: AFRICAS_TALKING,
    create: createAfricasTalking,
  },
  Twilio: { start: startTwilio, account: TWILIO, create: createTwilio },
  Beem: { start: startBeem, account: BEEM, create: createBeem },
}

// Nothing that answers is cut off, however busy the machine is; what never answers is waited for as long as STALL_MS.
const PATIENCE_MS = 60_000
const STALL_MS = 2000
const TO = '+255712345678'

async function errorOf(sending: Promise<unknown>): Promise<Error> {
  return sending.then(
    () => {
      throw new Error('it was sent')
    },
    (error: Error) => error,
  )
}

describe.each(Object.entries(CANDIDATES))('%s', (_name, { start, account, create }) => {
  let gateway: GatewayServer
  let driver: SmsDriver
  const made = (changes: Partial<Account> = {}) =>
    create({ ...account, http, baseUrl: gateway.url, timeoutMs: PATIENCE_MS, ...changes })
  const sms = (text = 'Karibu', to = TO) => ({ project_id: 'p', to, text })

  beforeAll(async () => {
    gateway = await start()
  })
  beforeEach(() => {
    driver = made()
  })
  afterAll(() => gateway.stop())

  test.each(['481516 ni msimbo wako', 'a&b=c+d%20e', 'Ĉu vi? 🎉\nmstari wa pili', 'x'.repeat(480)])(
    'sends %j as it is',
    async (text) => {
      await driver.send(sms(text))
      expect(gateway.sent.at(-1)).toEqual({ from: account.from, to: TO, text })
    },
  )

  test.each<[Trouble, 'again' | 'never']>([
    ['maintenance', 'again'],
    ['stalled', 'again'],
    ['stalled_answer', 'again'],
    ['web_page', 'again'],
    ['busy', 'again'],
    ['broken', 'again'],
    ['redirect', 'never'],
    ['blocked', 'never'],
  ])('a gateway that is %s is tried %s', async (trouble, when) => {
    const [sent, requests] = [gateway.sent.length, gateway.requests()]
    gateway.next(trouble)
    const asked = trouble.startsWith('stalled') ? made({ timeoutMs: STALL_MS }) : driver
    const error = await errorOf(asked.send(sms()))
    expect(error instanceof MessageRefused).toBe(when === 'never')
    expect([gateway.sent.length, gateway.requests()]).toEqual([sent, requests + 1])
    await driver.send(sms())
    expect(gateway.sent).toHaveLength(sent + 1)
  })

  test('an endless response is not read to its end', async () => {
    gateway.next('endless_answer')
    const error = await errorOf(made({ timeoutMs: 600_000 }).send(sms()))
    expect(error).not.toBeInstanceOf(MessageRefused)
    expect(error.message).toContain('returned a response')
  })

  test('an unreachable gateway is an error that can be retried', async () => {
    const gone = await start()
    await gone.stop()
    const error = await errorOf(made({ baseUrl: gone.url }).send(sms()))
    expect(error).not.toBeInstanceOf(MessageRefused)
    expect(error.message).toMatch(/: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/)
  })

  test('a wrong secret is refused, and the error contains neither it nor the message', async () => {
    const secret = 'wr0ng-secret'
    const error = await errorOf(made({ secret }).send(sms('Siri 481516')))
    expect(error).toBeInstanceOf(MessageRefused)
    expect(error.message).toMatch(/ refused a message \(401/)
    const all = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    for (const word of [secret, '481516', TO, Buffer.from(secret).toString('base64')])
      expect(all).not.toContain(word)
  })

  test('an internal address is refused, and nothing is sent there', async () => {
    const before = gateway.requests()
    const error = await errorOf(made({ http: new HttpClient({ internalNetworks: [] }) }).send(sms()))
    expect(error).toBeInstanceOf(MessageRefused)
    expect(error.message).toContain('127.0.0.1 is not an address of the public Internet.')
    expect(gateway.requests()).toBe(before)
  })

  test('the reply is returned, with a failure too, but neither logs nor JSON show it', async () => {
    expect(await driver.send(sms())).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    const error = await errorOf(made({ secret: 'wr0ng' }).send(sms()))
    expect((error as MessageError).reply).toMatchObject({ status: 401, text: expect.stringMatching(/./) })
    expect(Object.keys(error)).toEqual([])
  })

  test('an unregistered sender is refused', async () => {
    expect(await errorOf(made({ from: 'SHULE' }).send(sms()))).toBeInstanceOf(MessageRefused)
  })

  test.each(['', '0712345678', `${TO},+255712345679`, `${TO}\n`, '+255712345678901234', '+255 712345678'])(
    '%j is no recipient, and the gateway is not asked',
    async (to) => {
      const before = gateway.requests()
      expect(await errorOf(driver.send(sms('Karibu', to)))).toBeInstanceOf(MessageRefused)
      expect(gateway.requests()).toBe(before)
    },
  )

  test('an unknown number is refused, and the error does not contain it', async () => {
    const error = await errorOf(driver.send(sms('Karibu', '+2557123')))
    expect(error).toBeInstanceOf(MessageRefused)
    expect(error.message).not.toContain('+2557123')
  })
})

test('Twilio sends from a messaging service if its SID is set', async () => {
  const gateway = await startTwilio()
  const from = TWILIO.service
  const driver = createTwilio({ ...TWILIO, http, from, baseUrl: gateway.url, timeoutMs: PATIENCE_MS })
  await driver.send({ project_id: 'p', to: TO, text: 'Karibu' })
  expect(gateway.sent).toEqual([{ from, to: TO, text: 'Karibu' }])
  await gateway.stop()
})

test("Africa's Talking needs no sender", async () => {
  const gateway = await startAfricasTalking()
  const account = { ...AFRICAS_TALKING, http, from: undefined, baseUrl: gateway.url, timeoutMs: PATIENCE_MS }
  await createAfricasTalking(account).send({ project_id: 'p', to: TO, text: 'Karibu' })
  expect(gateway.sent).toEqual([{ from: undefined, to: TO, text: 'Karibu' }])
  await gateway.stop()
})
