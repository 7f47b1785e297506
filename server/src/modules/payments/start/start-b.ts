// Payments with provider B: direct ones, and sessions on its checkout page.
import type { z } from 'zod'
import type { Payments } from '#modules/payments/context/payments.ts'
import { LIMITS } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { StartedB } from '#modules/payments/providers/provider-b/provider-b.ts'
import type { ReachedB } from '#modules/payments/settings/accounts.ts'
import type { directPayment, directStarted, hostedSession, sessionStarted } from './start.schema.ts'
import type { Draft, Sent, StartSteps } from './start-payment.ts'

/** StartB is what a payment with provider B needs besides its input. */
export interface StartB {
  readonly reached: ReachedB
  readonly callback_url: string
  readonly user_id: string | null
}

interface SharedInput {
  readonly amount: number
  readonly description?: string | undefined
  readonly order_id?: string | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/** stepsDirect returns the steps of a direct payment; `phone` is checked already. */
export function stepsDirect(
  payments: Payments,
  start: StartB,
  input: z.output<typeof directPayment>,
  phone: string,
): StartSteps<z.input<typeof directStarted>> {
  const { currency } = LIMITS.provider_b
  const digits = phone.slice(1)
  return {
    draft: draftOf(start, 'direct', input, phone),
    request: (transaction_id) => ({
      payment_type: 'mobile',
      details: { amount: input.amount, currency },
      phone_number: digits,
      customer: {
        firstname: input.first_name,
        lastname: input.last_name,
        // The provider wants an address where we do not; nobody reads mail there.
        email: input.email ?? `${digits}@example.com`,
      },
      webhook_url: start.callback_url,
      metadata: { transaction_id },
    }),
    send: (payment) => sendDirect(payments, start.reached, payment),
    answer: (payment) => ({
      ...presentStarted(payment),
      phone: payment.phone,
      expires_at: payment.expires_at?.toISOString() ?? null,
    }),
  }
}

/** sendDirect asks for a direct payment; the same payment may be sent again. */
export async function sendDirect(
  { providerB }: Payments,
  reached: ReachedB,
  payment: Payment,
): Promise<Sent> {
  return sentOf(await providerB.initiate(reached, idempotencyKeyOf(payment.id), payment.request))
}

/** stepsSession returns the steps of a session; `phone` is checked already. */
export function stepsSession(
  { providerB }: Payments,
  start: StartB,
  input: z.output<typeof hostedSession>,
  phone: string | null,
): StartSteps<z.input<typeof sessionStarted>> {
  const customer = {
    ...(input.customer_name !== undefined && { name: input.customer_name }),
    ...(phone !== null && { phone: phone.slice(1) }),
  }
  return {
    draft: draftOf(start, 'session', input, phone),
    request: (transaction_id) => ({
      amount: input.amount,
      currency: LIMITS.provider_b.currency,
      allowed_methods: ['mobile_money'],
      ...(Object.keys(customer).length > 0 && { customer }),
      ...(input.redirect_url !== undefined && { redirect_url: input.redirect_url }),
      webhook_url: start.callback_url,
      ...(input.description !== undefined && { description: input.description }),
      metadata: { transaction_id },
      expires_in: input.expires_in,
    }),
    send: async ({ request }) => sentOf(await providerB.openSession(start.reached, request)),
    answer: (payment) => {
      const text = (name: string) =>
        typeof payment.details[name] === 'string' ? payment.details[name] : null
      return {
        ...presentStarted(payment),
        checkout_url: text('checkout_url'),
        payment_link_url: text('payment_link_url'),
        short_code: text('short_code'),
        expires_at: payment.expires_at?.toISOString() ?? null,
      }
    },
  }
}

function draftOf(
  { reached, user_id }: StartB,
  kind: 'direct' | 'session',
  { amount, description, order_id, metadata = {} }: SharedInput,
  phone: string | null,
): Draft {
  return {
    provider: 'provider_b',
    kind,
    environment: reached.environment,
    account: reached.account,
    amount,
    currency: LIMITS.provider_b.currency,
    phone,
    user_id,
    order_id: order_id ?? null,
    description: description ?? null,
    metadata,
  }
}

function sentOf({ reference, expires_at, checkout_url, payment_link_url, short_code }: StartedB): Sent {
  const links = Object.entries({ checkout_url, payment_link_url, short_code })
  return {
    evidence: { source: 'response', status: 'pending', reference, expires_at },
    details: Object.fromEntries(links.filter(([, value]) => value !== undefined)),
  }
}

// At most 30 characters: a UUID is too long as it is written, but not in base64.
function idempotencyKeyOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function presentStarted({ id, status, amount, currency, reference }: Payment) {
  return { transaction_id: id, status, amount, currency, reference }
}
