// The simulated provider B: direct payments, sessions, and signed callbacks that are repeated until they are accepted.
import { createHash, createHmac } from 'node:crypto'
import { SIMULATED_B } from './simulated-accounts.service.ts'
import { json, objectOf, type SimulatedAnswer, type SimulatedRequest, textOf } from './simulated-request.ts'
import type { Order, World } from './world.ts'

const DIRECT_MS = 10 * 60 * 1000
const API_VERSION = '2026-01-25'
const MINIMUM = 500
const MAX_KEYS = 50_000
const FEE_PERCENT = 1
const RETRIES = [3, 6, 12, 24]
const TAKEN_BACK_MS = 500

const STATUSES: Readonly<Record<Order['status'], string>> = {
  pending: 'pending',
  paid: 'completed',
  declined: 'failed',
  wrong_pin: 'failed',
  no_funds: 'failed',
  expired: 'expired',
  cancelled: 'voided',
}

/** createSimulatedB returns the handler of requests to provider B. */
export function createSimulatedB(world: World): (request: SimulatedRequest) => SimulatedAnswer {
  const answered = new Map<string, { readonly digest: string; readonly answer: SimulatedAnswer }>()
  // The requests of the present minute, by account.
  const windows = new Map<string, { until: number; used: number }>()
  world.onFinish((order) => {
    if (order.provider === 'provider_b') sendCallback(world, order)
  })

  const limited = (account: string): boolean => {
    const now = world.clock.now().getTime()
    const known = windows.get(account)
    const window = known !== undefined && now < known.until ? known : { until: now + 60_000, used: 0 }
    if (windows.size >= MAX_KEYS) windows.clear()
    windows.set(account, window)
    window.used += 1
    return window.used > world.behaviour.requests_per_minute || world.happens('throttle')
  }

  const initiate = ({ headers, body: text }: SimulatedRequest): SimulatedAnswer => {
    const key = textOf(headers['idempotency-key'])
    if (key === '' || key.length > 30) return failure(400, 'PAY_001', 'The idempotency key is not valid')
    const digest = createHash('sha256').update(text).digest('hex')
    const known = answered.get(key)
    if (known !== undefined)
      return known.digest === digest
        ? known.answer
        : failure(422, 'conflict', 'The key was used for another body')
    const body = objectOf(text)
    const details = objectOf(JSON.stringify(body.details))
    const customer = objectOf(JSON.stringify(body.customer))
    const complete = ['firstname', 'lastname', 'email'].every((name) => textOf(customer[name]) !== '')
    const amount = Number(details.amount)
    if (!Number.isInteger(amount) || amount < MINIMUM || details.currency !== 'TZS' || !complete)
      return failure(400, 'validation_error', 'The payment is not valid')
    if (!/^255[67]\d{8}$/.test(textOf(body.phone_number)))
      return failure(400, 'validation_error', 'phone_number is not valid')
    if (world.happens('refuse_request'))
      return failure(400, 'payment_failed', 'The payment could not be made')
    const order = world.add({
      ...shared(body),
      id: world.reference('pay_'),
      kind: 'direct',
      phone: textOf(body.phone_number),
      amount,
      expires_at: new Date(world.clock.now().getTime() + DIRECT_MS),
      sibling: '',
    })
    const answer = json(201, { status: 'success', code: 201, data: paymentOf(order) })
    if (answered.size >= MAX_KEYS) answered.clear()
    answered.set(key, { digest, answer })
    return world.happens('lose_response') ? 'lost' : answer
  }

  const openSession = ({ body: text, base }: SimulatedRequest): SimulatedAnswer => {
    const body = objectOf(text)
    const amount = Number(body.amount)
    if (!Number.isInteger(amount) || amount < MINIMUM || body.currency !== 'TZS')
      return failure(400, 'validation_error', 'The session is not valid')
    const customer = objectOf(JSON.stringify(body.customer))
    const seconds = Number(body.expires_in ?? 3600)
    const order = world.add({
      ...shared(body),
      id: world.reference('sess_'),
      kind: 'session',
      phone: textOf(customer.phone),
      amount,
      redirect_url: textOf(body.redirect_url) || undefined,
      expires_at: new Date(world.clock.now().getTime() + seconds * 1000),
      sibling: world.reference('pay_'),
    })
    if (world.happens('lose_response')) return 'lost'
    return json(201, { status: 'success', code: 201, data: sessionOf(order, base) })
  }

  return (request) => {
    const { method, path, headers, base } = request
    if (method === 'GET' && path === '/statement.csv') return statement(world)
    const account = textOf(headers.authorization)
    if (!/^Bearer snp_[\w-]+$/.test(account)) return failure(401, 'unauthorized', 'The API key is not valid')
    if (limited(account)) return failure(429, 'rate_limit_exceeded', 'Too many requests')
    if (method === 'POST' && path === '/v1/payments') return initiate(request)
    if (method === 'POST' && path === '/api/v1/sessions') return openSession(request)
    const [, kind, reference = '', verb] =
      /^\/(v1\/payments|api\/v1\/sessions)\/([\w-]+)(\/cancel)?$/.exec(path) ?? []
    const order = world.find(reference)
    if (order?.provider !== 'provider_b' || (order.kind === 'session') !== (kind === 'api/v1/sessions'))
      return failure(404, 'not_found', 'There is no such payment')
    if (verb !== undefined && method === 'POST') world.cancel(reference)
    const data = order.kind === 'session' ? sessionOf(order, base) : paymentOf(order)
    return json(200, { status: 'success', code: 200, data })
  }
}

function shared(body: Record<string, unknown>) {
  return {
    provider: 'provider_b' as const,
    currency: 'TZS',
    description: textOf(body.description),
    account_reference: '',
    callback_url: textOf(body.webhook_url),
    metadata: body.metadata,
    redirect_url: undefined as string | undefined,
  }
}

function failure(status: number, error_code: string, message: string): SimulatedAnswer {
  return json(status, { status: 'error', code: status, error_code, message })
}

function paymentOf(order: Order) {
  const value = order.status === 'paid' ? order.paid : order.amount
  return {
    reference: order.kind === 'session' ? order.sibling : order.id,
    object: 'payment',
    payment_type: 'mobile',
    api_version: API_VERSION,
    status: order.taken_back === true ? 'voided' : STATUSES[order.status],
    amount: { value, currency: order.currency },
    expires_at: order.expires_at.toISOString(),
    ...(order.receipt !== undefined && { external_reference: order.receipt }),
  }
}

function sessionOf(order: Order, base: string) {
  const isEnded = order.status === 'cancelled' || order.taken_back === true
  const status = isEnded ? 'cancelled' : STATUSES[order.status]
  // A payer who fails may try again until the session ends.
  const shown = status === 'failed' ? 'active' : status
  const page = `${base}/checkout/${order.id}`
  return {
    reference: order.id,
    status: shown,
    amount: order.status === 'paid' ? order.paid : order.amount,
    currency: order.currency,
    checkout_url: page,
    payment_link_url: page,
    short_code: order.id.slice(-6),
    expires_at: order.expires_at.toISOString(),
  }
}

function sendCallback(world: World, order: Order): void {
  if (order.callback_url === '') return
  // What ends a session without a payment is only seen in the session.
  if (order.kind === 'session' && order.status !== 'paid') return
  const body = (status: string) => {
    const gross = order.paid
    const fees = Math.floor((gross * FEE_PERCENT) / 100)
    const money = (value: number) => ({ value, currency: order.currency })
    const { amount, ...payment } = paymentOf(order)
    const isHidden = world.happens('hide_amount')
    return JSON.stringify({
      id: world.reference('evt_'),
      type: `payment.${status}`,
      api_version: API_VERSION,
      created_at: world.clock.now().toISOString(),
      data: {
        ...payment,
        ...(!isHidden && { amount }),
        status,
        ...(order.kind === 'session' && { session_reference: order.id }),
        ...(status === 'completed' && {
          ...(!isHidden && {
            settlement: { gross: money(gross), fees: money(fees), net: money(gross - fees) },
          }),
          completed_at: order.finished_at?.toISOString(),
        }),
        channel: { type: 'mobile_money', provider: 'simulated' },
        metadata: order.metadata,
      },
    })
  }
  const signed = (text: string, type: string, secret: string) => {
    const timestamp = String(Math.floor(world.clock.now().getTime() / 1000))
    return {
      url: order.callback_url,
      headers: {
        'content-type': 'application/json',
        'x-webhook-event': type,
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex'),
      },
      body: text,
    }
  }
  const status = STATUSES[order.status]
  if (world.happens('forge_callback')) {
    const other = status === 'completed' ? 'failed' : 'completed'
    world.send(signed(body(other), `payment.${other}`, 'not the secret'))
  }
  world.send(signed(body(status), `payment.${status}`, SIMULATED_B.webhook_secret), RETRIES)
  if (order.status === 'paid' && world.happens('take_back'))
    world.later(TAKEN_BACK_MS, () => {
      order.taken_back = true
      world.send(signed(body('voided'), 'payment.voided', SIMULATED_B.webhook_secret), RETRIES)
    })
}

function statement(world: World): SimulatedAnswer {
  const lines = [...world.orders.values()]
    .filter(({ provider, status }) => provider === 'provider_b' && status === 'paid')
    .map((order) =>
      [
        order.receipt,
        order.id,
        order.finished_at?.toISOString(),
        'completed',
        order.paid,
        order.phone,
      ].join(),
    )
  const head = 'External Reference,Reference,Completed At,Status,Amount,Phone'
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: `${[head, ...lines].join('\n')}\n`,
  }
}
