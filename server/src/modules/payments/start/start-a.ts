// Payments with provider A: a prompt on the payer's phone.
import type { z } from 'zod'
import type { Payments } from '#modules/payments/context/payments.ts'
import { LIMITS } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { ReachedA } from '#modules/payments/settings/accounts.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { withToken } from './callback-urls.ts'
import type { stkPush, stkPushed } from './start.schema.ts'
import type { StartSteps } from './start-payment.ts'

/** StartA is what a push needs besides its input. */
export interface StartA {
  readonly project: ProjectRecord
  readonly reached: ReachedA
  readonly callback_url: URL
  readonly user_id: string | null
}

/** stepsA returns the steps of a push; `phone` is checked already. */
export function stepsA(
  payments: Payments,
  { project, reached, callback_url: address, user_id }: StartA,
  { amount, description, order_id, metadata = {} }: z.output<typeof stkPush>,
  phone: string,
): StartSteps<z.input<typeof stkPushed>> {
  return {
    draft: {
      provider: 'provider_a',
      kind: 'stk_push',
      environment: reached.environment,
      account: reached.account,
      amount,
      currency: LIMITS.provider_a.currency,
      phone,
      user_id,
      order_id: order_id ?? null,
      description,
      metadata,
    },
    request: (_id, account_reference) => ({ amount, phone, account_reference, shortcode: reached.shortcode }),
    send: async ({ id, account_reference }) => {
      const callback_url = withToken(payments, address, project.id, id)
      const push = { amount, phone, callback_url, account_reference, description }
      const { checkout_request_id, ...details } = await payments.providerA.push(reached, push)
      return { evidence: { source: 'response', status: 'pending', reference: checkout_request_id }, details }
    },
    answer: presentPush,
  }
}

function presentPush({ id, status, amount, currency, phone, reference, details }: Payment) {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null)
  return {
    transaction_id: id,
    status,
    amount,
    currency,
    phone,
    checkout_request_id: reference,
    merchant_request_id: text('merchant_request_id'),
    response_code: text('response_code'),
    response_description: text('response_description'),
    customer_message: text('customer_message'),
  }
}
