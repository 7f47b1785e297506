// The wire of both providers, by the vectors that are known of it.
import { describe, expect, test } from 'vitest'
import type { OutboundAnswer, OutboundRequest } from '#platform/http-client/http-client.ts'
import { createProviderA } from './provider-a/provider-a.ts'
import { callbackOutcome, queryOutcome } from './provider-a/result-codes.ts'
import { passwordA, readCallbackA, timestampA } from './provider-a/wire-a.ts'
import { createProviderB } from './provider-b/provider-b.ts'
import { isSignedB, signB } from './provider-b/signature-b.ts'
import { readCallbackB, readStateB } from './provider-b/wire-b.ts'
import { ProviderError } from './provider-error.ts'

const PASSKEY = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919'
const ACCOUNT_A = {
  base: 'http://a.test',
  shortcode: '174379',
  consumer_key: 'key',
  consumer_secret: 'secret',
  passkey: PASSKEY,
}
const ACCOUNT_B = { base: 'http://b.test', api_key: 'snp_1' }
const NOW = new Date('2016-02-16T13:56:27Z')
const clock = { now: () => NOW }

interface Scripted {
  readonly status: number
  readonly body: unknown
}

// Answers requests in turn, and notes what was asked.
function script(...answers: (Scripted | Error)[]) {
  const asked: OutboundRequest[] = []
  const send = async (request: OutboundRequest): Promise<OutboundAnswer> => {
    asked.push(request)
    const next = answers.shift() ?? new Error('nothing more was expected')
    if (next instanceof Error) throw next
    const text = typeof next.body === 'string' ? next.body : JSON.stringify(next.body)
    return { status: next.status, headers: new Headers(), truncated: false, body: Buffer.from(text) }
  }
  return { asked, send }
}

const token = (expires_in: unknown = '3599') => ({ status: 200, body: { access_token: 'abc', expires_in } })

async function kindOf(working: Promise<unknown>): Promise<string> {
  const error = await working.then(
    () => new Error('it worked'),
    (thrown) => thrown,
  )
  if (error instanceof ProviderError) return `${error.kind} ${error.code}`
  throw error
}

describe('provider A', () => {
  test('has timestamps in East Africa Time and passwords of the same one', () => {
    const timestamp = timestampA(NOW)
    expect(timestamp).toBe('20160216165627')
    expect(timestampA(new Date('2026-12-31T21:00:00Z'))).toBe('20270101000000')
    const text = Buffer.from(passwordA(ACCOUNT_A, timestamp), 'base64').toString()
    expect(text).toBe(`174379${PASSKEY}20160216165627`)
  })

  const push = {
    amount: 10,
    phone: '+254712345678',
    callback_url: 'https://shop.test/cb',
    account_reference: 'BCDFGHJKMNPQ',
    description: 'Kiatu cha ngozi, jozi mbili',
  }
  const accepted = {
    MerchantRequestID: '29115-34620561-1',
    CheckoutRequestID: 'ws_CO_191220191020363925',
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  }

  test('is asked to push with all fields, and only with the first part of a long description', async () => {
    const { asked, send } = script(token(), { status: 200, body: accepted })
    const pushed = await createProviderA(send, clock).push(ACCOUNT_A, push)
    expect(pushed.checkout_request_id).toBe('ws_CO_191220191020363925')
    const [oauth, request] = asked
    expect(oauth?.url).toBe('http://a.test/oauth/v1/generate?grant_type=client_credentials')
    expect(oauth?.headers?.authorization).toBe(`Basic ${Buffer.from('key:secret').toString('base64')}`)
    expect(request?.headers?.authorization).toBe('Bearer abc')
    expect(JSON.parse(String(request?.body))).toEqual({
      BusinessShortCode: '174379',
      Password: passwordA(ACCOUNT_A, '20160216165627'),
      Timestamp: '20160216165627',
      TransactionType: 'CustomerPayBillOnline',
      Amount: 10,
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: 'https://shop.test/cb',
      AccountReference: 'BCDFGHJKMNPQ',
      TransactionDesc: 'Kiatu cha ngo',
    })
  })

  test.each(['3599', '3600', 3599])('keeps a token whose expires_in is %o', async (expires) => {
    const ok = { status: 200, body: accepted }
    const { asked, send } = script(token(expires), ok, ok)
    const provider = createProviderA(send, clock)
    await provider.push(ACCOUNT_A, push)
    await provider.push(ACCOUNT_A, push)
    expect(asked).toHaveLength(3)
  })

  test('renews a token that is refused, once', async () => {
    const invalid = { status: 404, body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }
    const { asked, send } = script(token(), invalid, token(), { status: 200, body: accepted })
    await createProviderA(send, clock).push(ACCOUNT_A, push)
    expect(asked).toHaveLength(4)
    const again = script(token(), invalid, token(), invalid)
    expect(await kindOf(createProviderA(again.send, clock).push(ACCOUNT_A, push))).toBe('busy 404.001.03')
  })

  test.each([
    [
      { status: 400, body: { errorCode: '400.002.02', errorMessage: 'Invalid Amount' } },
      'refused 400.002.02',
    ],
    [{ status: 500, body: { errorCode: '500.001.1001', errorMessage: 'x' } }, 'credentials 500.001.1001'],
    [{ status: 429, body: {} }, 'busy 429'],
    [{ status: 502, body: '<html>' }, 'no_answer 502'],
    [{ status: 200, body: {} }, 'no_answer 200'],
    [{ status: 200, body: { ...accepted, ResponseCode: '1' } }, 'refused 1'],
    [{ status: 200, body: 'not json' }, 'no_answer 200'],
  ])('says of %j what is known of the push', async (answer, kind) => {
    const { send } = script(token(), answer)
    expect(await kindOf(createProviderA(send, clock).push(ACCOUNT_A, push))).toBe(kind)
  })

  const query = (body: object, status = 200) =>
    createProviderA(script(token(), { status, body }).send, clock).query(ACCOUNT_A, 'ws_CO_1')

  test.each([
    ['0', 'completed'],
    ['1', 'failed'],
    ['1001', 'failed'],
    ['1019', 'expired'],
    ['1025', 'failed'],
    ['9999', 'failed'],
    ['1032', 'cancelled'],
    ['1037', 'failed'],
    ['2001', 'failed'],
    ['17', undefined],
    ['26', undefined],
    ['4999', undefined],
    ['77', undefined],
    ['toString', undefined],
  ])('a query with the code %s means %s', async (ResultCode, status) => {
    const body = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode, ResultDesc: 'anything' }
    expect((await query(body)).outcome?.status).toBe(status)
  })

  test('no answer to a query decides nothing', async () => {
    const inFlight = { requestId: '1', errorCode: '500.001.1001', errorMessage: 'being processed' }
    for (const status of [200, 500]) expect((await query(inFlight, status)).outcome).toBeUndefined()
    expect((await query({ CheckoutRequestID: 'ws_CO_2', ResultCode: '0' })).outcome).toBeUndefined()
    expect((await query({}, 503)).outcome).toBeUndefined()
    expect(await kindOf(query({}, 429))).toBe('busy 429')
  })

  test('17 and 26 decide in a callback, an unknown code nowhere', () => {
    expect(callbackOutcome('17')).toEqual({ status: 'failed', failure: 'limit_reached' })
    expect([queryOutcome('17'), callbackOutcome('4999'), callbackOutcome('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  const callback = (items: object[] | undefined, code: unknown = 0) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: '29115-34620561-1',
        CheckoutRequestID: 'ws_CO_191220191020363925',
        ResultCode: code,
        ResultDesc: 'The service request is processed successfully.',
        ...(items && { CallbackMetadata: { Item: items } }),
      },
    },
  })
  const items = [
    { Name: 'Amount', Value: 1 },
    { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20191219102115 },
    { Name: 'PhoneNumber', Value: '2547*****678' },
  ]

  test.each([
    ['as documented', items],
    ['reordered', items.toReversed()],
  ])('reads the items of a callback by their names: %s', (_order, list) => {
    expect(readCallbackA(callback(list))).toEqual({
      merchant_request_id: '29115-34620561-1',
      checkout_request_id: 'ws_CO_191220191020363925',
      code: '0',
      amount: 1,
      receipt: 'NLJ7RT61SV',
    })
  })

  test('a failure has no items, and an odd one is read as far as it goes', () => {
    expect(readCallbackA(callback(undefined, '1032'))).toMatchObject({ code: '1032', amount: undefined })
    const odd = [null, 7, { Name: 'Amount', Value: { a: 1 } }, { Name: 'Amount', Value: 5 }]
    expect(readCallbackA(callback(odd as object[]))?.amount).toBe('unreadable')
    expect(readCallbackA(callback([{ Name: 'Amount' }]))?.amount).toBeUndefined()
    expect(readCallbackA(callback([{ Name: 'Amount', Value: 1.5 }]))?.amount).toBe(1.5)
    expect(readCallbackA(callback([{ Name: 'Amount', Value: '10.00' }]))?.amount).toBe(10)
    for (const none of [null, [], {}, { Body: {} }, { Body: { stkCallback: { ResultCode: 0 } } }])
      expect(readCallbackA(none)).toBeUndefined()
  })
})

describe('provider B', () => {
  test('signs as its vector says', () => {
    const body = Buffer.from('{"id":"evt_1","type":"payment.completed"}')
    const signature = '764dc7de5feeede378ce8223213730b1484858648d973e662cbda29744d5bd27'
    expect(signB('signing_key', '1737712200', body)).toBe(signature)
    const at = (seconds: number) => new Date((1737712200 + seconds) * 1000)
    const sent = { timestamp: '1737712200', signature }
    expect([-300, 0, 300].map((s) => isSignedB('signing_key', sent, body, at(s)))).toEqual([true, true, true])
    expect([-301, 301].map((s) => isSignedB('signing_key', sent, body, at(s)))).toEqual([false, false])
    expect(isSignedB('other_key', sent, body, at(0))).toBe(false)
    for (const timestamp of ['', '1737712201', '-1737712200', '1e9', '99999999999999'])
      expect(isSignedB('signing_key', { ...sent, timestamp }, body, at(0))).toBe(false)
    for (const wrong of ['', signature.slice(1), `${signature}0`, signature.replace('7', 'g')])
      expect(isSignedB('signing_key', { ...sent, signature: wrong }, body, at(0))).toBe(false)
  })

  const made = {
    reference: 'pay_1',
    status: 'pending',
    amount: { value: 5000, currency: 'TZS' },
    expires_at: '2026-01-25T10:00:00Z',
    payment_type: 'mobile',
    object: 'payment',
    api_version: '2026-01-25',
  }

  test('makes direct payments in its envelope, with a key that fits', async () => {
    const { asked, send } = script({ status: 201, body: { status: 'success', code: 201, data: made } })
    const started = await createProviderB(send).initiate(ACCOUNT_B, 'k', { any: 'body' })
    expect(started).toMatchObject({
      reference: 'pay_1',
      status: 'pending',
      expires_at: new Date(made.expires_at),
    })
    expect(asked[0]).toMatchObject({ method: 'POST', url: 'http://b.test/v1/payments' })
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer snp_1', 'idempotency-key': 'k' })
  })

  test('opens sessions, whose answer is bare and whose amount is a scalar', async () => {
    const body = {
      reference: 'sess_1',
      status: 'active',
      amount: 5000,
      currency: 'TZS',
      checkout_url: 'https://pay.test/sess_1',
      payment_link_url: 'javascript:alert(1)',
      short_code: 'abc',
    }
    const { send } = script({ status: 200, body })
    expect(await createProviderB(send).openSession(ACCOUNT_B, {})).toMatchObject({
      reference: 'sess_1',
      status: 'pending',
      amount: 5000,
      currency: 'TZS',
      checkout_url: 'https://pay.test/sess_1',
      payment_link_url: undefined,
    })
  })

  test.each([
    [401, 'unauthorized', 'credentials unauthorized'],
    [403, 'insufficient_scope', 'credentials insufficient_scope'],
    [400, 'validation_error', 'refused validation_error'],
    [400, 'PAY_001', 'refused PAY_001'],
    [409, 'conflict', 'refused conflict'],
    [422, 'conflict', 'refused conflict'],
    [429, 'rate_limit_exceeded', 'busy rate_limit_exceeded'],
    [500, undefined, 'no_answer 500'],
    [201, undefined, 'no_answer 201'],
  ])('%s %s is known as "%s"', async (status, error_code, kind) => {
    const { send } = script({ status, body: { status: 'error', code: status, error_code, message: 'x' } })
    expect(await kindOf(createProviderB(send).initiate(ACCOUNT_B, 'k', {}))).toBe(kind)
  })

  test.each([
    ['pending', 'pending'],
    ['active', 'pending'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['voided', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
    ['unheard-of', undefined],
  ])('its status %s is our %s', (theirs, ours) => {
    expect(readStateB({ ...made, status: theirs })?.status).toBe(ours)
  })

  test('a callback counts the gross amount, and names the session beside the payment', () => {
    const money = (value: number) => ({ value, currency: 'TZS' })
    const data = {
      ...made,
      status: 'failed',
      session_reference: 'sess_1',
      external_reference: 'R1',
      amount: money(4950),
      settlement: { gross: money(5000), fees: money(50), net: money(4950) },
      metadata: { transaction_id: 't' },
    }
    expect(readCallbackB({ id: 'evt_1', type: 'payment.completed', data })).toMatchObject({
      event_id: 'evt_1',
      status: 'completed',
      amount: 5000,
      fees: 50,
      receipt: 'R1',
      session_reference: 'sess_1',
      transaction_id: 't',
    })
    for (const other of [
      {},
      { id: 'evt_1', type: 'payout.completed', data },
      { id: 'e', type: 'payment.x', data },
    ])
      expect(readCallbackB(other)).toBeUndefined()
  })
})
