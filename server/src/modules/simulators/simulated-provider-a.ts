// The simulated provider A: tokens, pushes, queries, and callbacks that may never come.
import { randomBytes } from 'node:crypto'
import { json, objectOf, type SimulatedAnswer, type SimulatedRequest, textOf } from './simulated-request.ts'
import type { Order, World } from './world.ts'

const TOKEN_SECONDS = 3599
const PROMPT_MS = 60_000
const MAX_TOKENS = 1000
const EAST_AFRICA_MS = 3 * 60 * 60 * 1000

const RESULTS: Readonly<Record<Order['status'], readonly [number, string]>> = {
  pending: [4999, 'The transaction is still under processing'],
  paid: [0, 'The service request is processed successfully.'],
  declined: [1032, 'Request canceled by user.'],
  wrong_pin: [2001, 'The initiator information is invalid.'],
  no_funds: [1, 'The balance is insufficient for the transaction.'],
  expired: [1037, 'DS timeout user cannot be reached'],
  cancelled: [1032, 'Request canceled by user.'],
}

/** createProviderA returns the handler of requests to provider A. */
export function createSimulatedA(world: World): (request: SimulatedRequest) => SimulatedAnswer {
  const tokens = new Map<string, { readonly account: string; readonly until: number }>()
  // By account: whose key the token is of, and the shortcode.
  const nextQuery = new Map<string, number>()
  // The reference that was answered first.
  let first: string | undefined
  world.onFinish((order) => {
    if (order.provider === 'provider_a') sendCallback(world, order)
  })

  // Returns whose key the token of a request is of, or undefined where it is not valid.
  const authorised = ({ headers }: SimulatedRequest): string | undefined => {
    const token = textOf(headers.authorization).replace(/^Bearer /, '')
    if (world.happens('expire_token')) tokens.delete(token)
    const known = tokens.get(token)
    return known !== undefined && known.until > world.clock.now().getTime() ? known.account : undefined
  }

  const grant = ({ headers }: SimulatedRequest): SimulatedAnswer => {
    const basic = Buffer.from(textOf(headers.authorization).replace(/^Basic /, ''), 'base64').toString()
    const [key, secret] = basic.split(':')
    if (!key || !secret || key.startsWith('wrong'))
      return json(400, {
        requestId: 'sim',
        errorCode: '400.008.01',
        errorMessage: 'Invalid Authentication passed',
      })
    const oldest = tokens.keys().next().value
    if (tokens.size >= MAX_TOKENS && oldest !== undefined) tokens.delete(oldest)
    const token = randomBytes(14).toString('base64url')
    tokens.set(token, { account: key, until: world.clock.now().getTime() + TOKEN_SECONDS * 1000 })
    return json(200, { access_token: token, expires_in: String(TOKEN_SECONDS) })
  }

  const push = (request: SimulatedRequest): SimulatedAnswer => {
    if (authorised(request) === undefined) return failure(404, '404.001.03', 'Invalid Access Token')
    if (world.happens('throttle')) return spikeArrest()
    const body = objectOf(request.body)
    const problem = checkPush(body)
    if (problem !== undefined) return problem
    if (world.happens('refuse_request')) return failure(500, '500.003.02', 'Unable to lock subscriber')
    const order = world.add({
      id: world.reference('ws_CO_'),
      provider: 'provider_a',
      kind: 'stk_push',
      phone: textOf(body.PhoneNumber),
      amount: Number(body.Amount),
      currency: 'KES',
      description: textOf(body.TransactionDesc),
      account_reference: textOf(body.AccountReference),
      callback_url: textOf(body.CallBackURL),
      metadata: undefined,
      redirect_url: undefined,
      expires_at: new Date(world.clock.now().getTime() + PROMPT_MS),
      sibling: world.reference('29115-'),
    })
    if (world.happens('lose_response')) return 'lost'
    const id = world.happens('reuse_reference') ? (first ?? order.id) : order.id
    first ??= id
    const [ResponseCode, said] = world.happens('refuse_named')
      ? ['1', 'Rejected']
      : ['0', 'Success. Request accepted for processing']
    return json(200, {
      MerchantRequestID: order.sibling,
      CheckoutRequestID: id,
      ResponseCode,
      ResponseDescription: said,
      CustomerMessage: said,
    })
  }

  const query = (request: SimulatedRequest): SimulatedAnswer => {
    const key = authorised(request)
    if (key === undefined) return failure(404, '404.001.03', 'Invalid Access Token')
    const body = objectOf(request.body)
    const account = `${key} ${textOf(body.BusinessShortCode)}`
    const now = world.clock.now().getTime()
    if ((nextQuery.get(account) ?? 0) > now || world.happens('throttle')) return spikeArrest()
    if (nextQuery.size >= MAX_TOKENS) nextQuery.clear()
    nextQuery.set(account, now + 60_000 / world.behaviour.queries_per_minute)
    const order = world.find(textOf(body.CheckoutRequestID))
    if (!isSigned(body) || order?.provider !== 'provider_a')
      return failure(400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID')
    if (world.happens('query_error'))
      return failure(500, '500.001.1001', 'The transaction is being processed')
    const wrong = order.status === 'paid' && world.happens('wrong_query')
    const status = world.happens('in_flight') ? 'pending' : wrong ? 'expired' : order.status
    const [code, description] = RESULTS[status]
    return json(200, {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: order.sibling,
      CheckoutRequestID: order.id,
      ResultCode: String(code),
      ResultDesc: description,
    })
  }

  return (request) => {
    const { method, path } = request
    if (method === 'GET' && path === '/oauth/v1/generate') return grant(request)
    if (method === 'POST' && path === '/mpesa/stkpush/v1/processrequest') return push(request)
    if (method === 'POST' && path === '/mpesa/stkpushquery/v1/query') return query(request)
    if (method === 'GET' && path === '/statement.csv') return statement(world)
    return failure(404, '404.001.01', 'Resource not found')
  }
}

function failure(status: number, errorCode: string, errorMessage: string): SimulatedAnswer {
  return json(status, { requestId: 'sim', errorCode, errorMessage })
}

function spikeArrest(): SimulatedAnswer {
  return json(429, {
    fault: { faultstring: 'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5}' },
  })
}

function isSigned({ BusinessShortCode, Timestamp, Password }: Record<string, unknown>): boolean {
  const text = Buffer.from(textOf(Password), 'base64').toString()
  const [shortcode, timestamp] = [textOf(BusinessShortCode), textOf(Timestamp)]
  return (
    /^\d{14}$/.test(timestamp) && shortcode !== '' && text.startsWith(shortcode) && text.endsWith(timestamp)
  )
}

const FIELDS: Readonly<Record<string, RegExp>> = {
  BusinessShortCode: /^\d{5,7}$/,
  TransactionType: /^CustomerPayBillOnline$/,
  Amount: /^[1-9]\d{0,5}$/,
  PartyA: /^254[17]\d{8}$/,
  PartyB: /^\d{5,7}$/,
  PhoneNumber: /^254[17]\d{8}$/,
  CallBackURL: /^https?:\/\//,
  AccountReference: /^.{1,12}$/,
  TransactionDesc: /^.{1,13}$/,
}

function checkPush(body: Record<string, unknown>): SimulatedAnswer | undefined {
  const wrong = Object.entries(FIELDS).find(([name, pattern]) => !pattern.test(textOf(body[name])))
  if (wrong !== undefined) return failure(400, '400.002.02', `Bad Request - Invalid ${wrong[0]}`)
  return isSigned(body) ? undefined : failure(500, '500.001.1001', 'Wrong credentials')
}

function sendCallback(world: World, order: Order): void {
  const { id, sibling, status, callback_url: url } = order
  const [ResultCode, ResultDesc] = RESULTS[status]
  const headers = { 'content-type': 'application/json' }
  const callback = (code: number, description: string, items: readonly object[] | undefined) => ({
    url,
    headers,
    body: JSON.stringify({
      Body: {
        stkCallback: {
          MerchantRequestID: sibling,
          CheckoutRequestID: id,
          ResultCode: code,
          ResultDesc: description,
          ...(items && { CallbackMetadata: { Item: items } }),
        },
      },
    }),
  })
  // Somebody who has seen the reference, but does not know the address with its token.
  if (world.happens('forge_callback')) {
    const paid = status === 'paid'
    const items = itemsOf(world, { ...order, paid: order.amount, receipt: 'FORGED0001' })
    const forged = paid ? callback(1032, 'Request canceled by user.', undefined) : callback(0, 'Paid', items)
    world.later(0, () => world.send({ ...forged, url: url.split('?')[0] ?? url }))
  }
  world.send(callback(ResultCode, ResultDesc, status === 'paid' ? itemsOf(world, order) : undefined))
}

function itemsOf(world: World, order: Order): object[] {
  const time = new Date((order.finished_at ?? order.created_at).getTime() + EAST_AFRICA_MS)
  const phone = world.happens('mask_phone')
    ? `${order.phone.slice(0, 4)}*****${order.phone.slice(-3)}`
    : Number(order.phone)
  const items = [
    { Name: 'Amount', ...(!world.happens('hide_amount') && { Value: order.paid }) },
    { Name: 'MpesaReceiptNumber', Value: order.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(time.toISOString().replaceAll(/\D/g, '').slice(0, 14)) },
    { Name: 'PhoneNumber', Value: phone },
  ]
  return world.happens('reorder_items') ? items.toReversed() : items
}

function statement(world: World): SimulatedAnswer {
  const lines = [...world.orders.values()]
    .filter(({ provider, status }) => provider === 'provider_a' && status === 'paid')
    .map(({ receipt, finished_at, paid, account_reference, phone }) =>
      [receipt, finished_at?.toISOString(), 'Completed', paid.toFixed(2), phone, account_reference].join(),
    )
  const head = 'Receipt No.,Completion Time,Transaction Status,Paid In,Other Party Info,A/C No.'
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: `${[head, ...lines].join('\n')}\n`,
  }
}
