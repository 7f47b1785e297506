// Payments with mobile money: starting them, and waiting for what becomes of them.

import { listOf, objectOf } from './http/answers.ts'
import { idempotent, type Request } from './http/http.ts'
import { type List, listPages } from './http/list.ts'
import { queryOf } from './http/query-of.ts'
import type { Subscription } from './live/subscription.ts'
import { PaymentConfiguration, Reconciliation } from './managed-payments.ts'
import type {
  DayTotal,
  DirectInput,
  LedgerBalance,
  Payment,
  PaymentFilters,
  PaymentStatus,
  PushInput,
  Resolution,
  Reversal,
  SessionInput,
  SettledPayment,
  StartedPayment,
  TotalFilters,
} from './payment-types.ts'
import { randomText } from './runtime/base64-url.ts'
import type { RepeatOptions, Subscribe } from './tables/source.ts'

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
  /** settings reads, changes and tests the settings of payments. It needs a secret key. */
  readonly settings: PaymentConfiguration
  /** reconciliation compares payments with what the providers say. It needs a secret key. */
  readonly reconciliation: Reconciliation
  readonly #request: Request
  readonly #subscribe: Subscribe
  readonly #path: string

  constructor(request: Request, subscribe: Subscribe, path: string) {
    this.#request = request
    this.#subscribe = subscribe
    this.#path = path
    this.settings = new PaymentConfiguration(request, path)
    this.reconciliation = new Reconciliation(request, path)
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

  /** getByReference returns the payment of provider B with the provider's reference. */
  async getByReference(reference: string): Promise<Payment> {
    const path = `${this.#path}/provider_b/status/${encodeURIComponent(reference)}`
    return (await this.#request<Payment>({ path })).data
  }

  /** list returns a page of payments, the latest first; `for await` yields those of all pages. Users see their own. */
  list(filters: PaymentFilters = {}): Promise<List<Payment>> {
    return listPages(this.#request, `${this.#path}/transactions`, filters)
  }

  /** reverse records that the provider has paid a payment back, or a part of it. It needs a secret key. */
  reverse(id: string, reversal: Reversal): Promise<Payment> {
    return this.#decide(id, 'reversal', reversal)
  }

  /** resolve says what became of a payment where the provider does not, or says it wrongly. It needs a secret key. */
  resolve(id: string, resolution: Resolution): Promise<Payment> {
    return this.#decide(id, 'resolve', resolution)
  }

  /** totals returns what was paid on each day, the latest first. It needs a secret key. */
  async totals(filters: TotalFilters = {}): Promise<readonly DayTotal[]> {
    const call = { path: `${this.#path}/totals`, query: queryOf(filters) }
    return listOf((await this.#request<DayTotal[]>(call)).data)
  }

  /** ledger returns the balances of the accounts. It needs a secret key. */
  async ledger(): Promise<readonly LedgerBalance[]> {
    return listOf((await this.#request<LedgerBalance[]>({ path: `${this.#path}/ledger` })).data)
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

  async #decide(id: string, what: string, body: object): Promise<Payment> {
    const path = `${this.#path}/transactions/${encodeURIComponent(id)}/${what}`
    return objectOf((await this.#request<Payment>({ method: 'POST', path, body })).data)
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
