// Provider B on the wire: direct payments, sessions and callbacks.
import { type PaidAmount, readAmount } from '#modules/payments/model/money.ts'
import { asObject, asText } from '#modules/payments/providers/provider-http.ts'

/** AccountB is how to speak to provider B. */
export interface AccountB {
  readonly base: string
  readonly api_key: string
}

/** StateB is what provider B says of a payment or session; what is not in it is undefined. */
export interface StateB {
  readonly status: 'pending' | 'completed' | 'failed' | 'cancelled' | 'expired' | 'reversed'
  readonly failure: string | null
  readonly reference: string | undefined
  /** amount is what the payer has paid: the gross amount. */
  readonly amount: PaidAmount | undefined
  /** currency is `unreadable` where what is said is no text. */
  readonly currency: string | undefined
  readonly fees: number | undefined
  readonly receipt: string | undefined
  readonly expires_at: Date | undefined
}

/** CallbackB is a callback as it was read. */
export interface CallbackB extends StateB {
  readonly event_id: string
  readonly session_reference: string | undefined
  /** transaction_id is what we have put into the metadata. */
  readonly transaction_id: string | undefined
}

const STATUSES: Readonly<Record<string, Pick<StateB, 'status' | 'failure'>>> = {
  pending: { status: 'pending', failure: null },
  active: { status: 'pending', failure: null },
  completed: { status: 'completed', failure: null },
  failed: { status: 'failed', failure: 'declined' },
  voided: { status: 'cancelled', failure: 'voided' },
  cancelled: { status: 'cancelled', failure: 'cancelled' },
  expired: { status: 'expired', failure: 'expired' },
  refunded: { status: 'reversed', failure: null },
  reversed: { status: 'reversed', failure: null },
}

/** readStateB reads a payment or session, or returns undefined for what is none. */
export function readStateB(data: unknown): StateB | undefined {
  const object = asObject(data)
  const status = asText(object?.status)
  if (object === undefined || status === undefined || !Object.hasOwn(STATUSES, status)) return undefined
  const settlement = asObject(object.settlement)
  const gross = moneyIn(settlement?.gross, undefined)
  const stated = moneyIn(object.amount, object.currency)
  const fees = moneyIn(settlement?.fees, undefined)?.amount
  return {
    ...(STATUSES[status] as Pick<StateB, 'status' | 'failure'>),
    reference: asText(object.reference),
    amount: gross?.amount ?? stated?.amount,
    currency: gross?.currency ?? stated?.currency,
    fees: Number.isSafeInteger(fees) ? Number(fees) : undefined,
    receipt: asText(object.external_reference),
    expires_at: timeIn(object.expires_at),
  }
}

// A scalar in a session, an object elsewhere.
function moneyIn(value: unknown, currency: unknown) {
  const object = asObject(value)
  const amount = readAmount(object === undefined ? value : (object.value ?? null))
  if (amount === undefined) return undefined
  const code = object !== undefined && 'currency' in object ? object.currency : currency
  return { amount, currency: code === undefined ? undefined : (asText(code) ?? 'unreadable') }
}

function timeIn(value: unknown): Date | undefined {
  const time = new Date(asText(value) ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** readCallbackB reads a callback, or returns undefined for what is none. The type decides, not the status beside it. */
export function readCallbackB(body: unknown): CallbackB | undefined {
  const object = asObject(body)
  const data = asObject(object?.data)
  const event_id = asText(object?.id)
  const [subject, status] = (asText(object?.type) ?? '').split('.')
  if (subject !== 'payment' || data === undefined || event_id === undefined) return undefined
  const state = readStateB({ ...data, status })
  if (state === undefined) return undefined
  return {
    ...state,
    event_id,
    session_reference: asText(data.session_reference),
    transaction_id: asText(asObject(data.metadata)?.transaction_id),
  }
}
