// Payments with mobile money: starting them, and waiting for what becomes of them.

import { idempotent, type Request } from './http/http.ts'
import { type List, listPages } from './http/list.ts'
import type { Subscription } from './live/subscription.ts'
import { randomText } from './runtime/base64-url.ts'
import type { RepeatOptions, Subscribe } from './tables/source.ts'

/** PaymentStatus is the state of a payment; `unknown` means that the provider has not answered yet. */
export type PaymentStatus =
  | 'submitting'
  | 'pending'
  | 'unknown'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed'

/** SettledStatus is a state in which a payment stays, unless it succeeds late or is paid back. */
export type SettledStatus = Exclude<PaymentStatus, 'submitting' | 'pending' | 'unknown'>

/** Payment is a transaction, as the API and the table payment_transactions show it. */
export interface Payment {
  readonly id: string
  readonly provider: 'provider_a' | 'provider_b'
  readonly kind: 'stk_push' | 'direct' | 'session'
  readonly status: PaymentStatus
  /** amount is in whole shillings. */
  readonly amount: number
  readonly currency: string
  /** refunded_amount is what was given back of it. */
  readonly refunded_amount: number
  readonly phone: string | null
  readonly order_id: string | null
  readonly description: string | null
  readonly metadata: Record<string, unknown>
  readonly reference: string | null
  readonly receipt: string | null
  /** failure says why a payment failed, for programs: `insufficient_funds`, `wrong_pin`, … */
  readonly failure: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** SettledPayment is a payment with an outcome. */
export type SettledPayment = Payment & { readonly status: SettledStatus }

/** PaymentInput is what all ways to pay have in common. */
export interface PaymentInput {
  readonly amount: number
  readonly description?: string
  readonly order_id?: string
  readonly metadata?: Record<string, unknown>
  /** user_id is whose payment it is, for secret keys; signed-in users pay for themselves. */
  readonly user_id?: string
}

/** PushInput is a prompt on the payer's phone, with provider A. */
export interface PushInput extends PaymentInput {
  readonly phone: string
  readonly description: string
}

/** DirectInput is a direct payment with provider B. */
export interface DirectInput extends PaymentInput {
  readonly phone: string
  readonly first_name: string
  readonly last_name: string
  readonly email?: string
}

/** SessionInput is a session on the checkout page of provider B. */
export interface SessionInput extends PaymentInput {
  readonly redirect_url?: string
  readonly customer_name?: string
  readonly customer_phone?: string
  /** expires_in is in seconds, between 60 and 86400. */
  readonly expires_in?: number
}

/** PaymentFilters say which payments are listed. Times are in ISO 8601, amounts in whole shillings. */
export interface PaymentFilters {
  /** status is one, or several separated by commas: `completed,reversed`. */
  readonly status?: PaymentStatus | `${PaymentStatus},${string}`
  readonly provider?: Payment['provider']
  readonly environment?: 'sandbox' | 'live'
  readonly phone?: string
  readonly reference?: string
  readonly order_id?: string
  readonly user_id?: string
  /** alert chooses those that somebody has to look at. */
  readonly alert?: true
  /** from and to are when they were started: at it or later, and before it. */
  readonly from?: string
  readonly to?: string
  readonly min_amount?: number
  readonly max_amount?: number
  readonly page?: number
  /** limit is the number of payments of a page, 1 to 100; the default is 20. */
  readonly limit?: number
}

/** StartedPayment is a payment that was started. */
export interface StartedPayment {
  readonly transaction_id: string
  readonly status: PaymentStatus
}

/** WaitOptions bound waiting. */
export interface WaitOptions {
  readonly signal?: AbortSignal
}

const POLL_MS = 3000
const LIVE_POLL_MS = 30_000
const OPEN: ReadonlySet<PaymentStatus> = new Set(['submitting', 'pending', 'unknown'])

/** isSettled reports whether a payment has an outcome. */
export function isSettled(payment: Payment): payment is SettledPayment {
  return !OPEN.has(payment.status)
}

/**
 * Payments starts payments and waits for them. A start without a key of yours gets one of its own, so that it is sent again where
 * the answer was lost, and the payer is asked once.
 */
export class Payments {
  readonly #request: Request
  readonly #subscribe: Subscribe
  readonly #path: string

  constructor(request: Request, subscribe: Subscribe, path: string) {
    this.#request = request
    this.#subscribe = subscribe
    this.#path = path
  }

  /** push prompts a phone to pay with provider A. */
  push(input: PushInput, options?: RepeatOptions): Promise<StartedPayment> {
    return this.#start('/provider_a/stk-push', input, options)
  }

  /** direct starts a direct payment with provider B. */
  direct(input: DirectInput, options?: RepeatOptions): Promise<StartedPayment> {
    return this.#start('/provider_b/initiate', input, options)
  }

  /** session opens a session with provider B; the payer goes to `checkout_url`. */
  session(
    input: SessionInput,
    options?: RepeatOptions,
  ): Promise<StartedPayment & { readonly checkout_url: string | null }> {
    return this.#start('/provider_b/session', input, options)
  }

  /** get returns a payment. */
  async get(id: string): Promise<Payment> {
    const path = `${this.#path}/transactions/${encodeURIComponent(id)}`
    return (await this.#request<Payment>({ path })).data
  }

  /** list returns a page of payments, the latest first; `for await` yields those of all pages. Users see their own. */
  list(filters: PaymentFilters = {}): Promise<List<Payment>> {
    return listPages(this.#request, `${this.#path}/transactions`, filters)
  }

  /**
   * wait returns a payment once it has an outcome. It listens to live changes, and asks from time to time where there are
   * none. It throws the reason of the signal, or the error of the server.
   */
  async wait(id: string, { signal }: WaitOptions = {}): Promise<SettledPayment> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<SettledPayment>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let live = false
    let done = false
    const ask = async () => {
      clearTimeout(timer)
      try {
        const payment = await this.get(id)
        if (isSettled(payment)) resolve(payment)
      } catch (error) {
        const { status = 500 } = error as { status?: number }
        // A server that cannot be reached for a moment is asked again.
        if (status >= 400 && status < 500 && status !== 429) reject(error)
      }
      clearTimeout(timer)
      if (!done) timer = setTimeout(() => void ask(), live ? LIVE_POLL_MS : POLL_MS)
    }
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const subscription = this.#listen(id, ask, (now) => {
      live = now
      // Between the last answer and the first change, the payment may have been settled.
      if (now) void ask()
    })
    try {
      void ask()
      return await promise
    } finally {
      done = true
      clearTimeout(timer)
      subscription?.unsubscribe()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  #listen(id: string, ask: () => Promise<void>, onLive: (live: boolean) => void): Subscription | undefined {
    try {
      return this.#subscribe(
        'payment_transactions',
        (change: { record: { id?: unknown } }) => {
          if (change.record.id === id) void ask()
        },
        { events: ['UPDATE'], onStatus: (status) => onLive(status === 'live') },
      )
    } catch {
      return undefined
    }
  }

  async #start<Started>(
    path: string,
    body: object,
    { idempotencyKey }: RepeatOptions = {},
  ): Promise<Started> {
    const call = {
      method: 'POST',
      path: this.#path + path,
      body,
      headers: idempotent(idempotencyKey ?? randomText(16)),
    } as const
    return (await this.#request<Started>(call)).data
  }
}
