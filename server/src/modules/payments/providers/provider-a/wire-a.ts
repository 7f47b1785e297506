// Provider A on the wire: what a push, a query and a callback look like.
import { type PaidAmount, readAmount } from '#modules/payments/model/money.ts'
import { asObject, asText } from '#modules/payments/providers/provider-http.ts'

/** AccountA is how to speak to provider A for one shortcode. */
export interface AccountA {
  readonly base: string
  readonly shortcode: string
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly passkey: string
}

/** PushA is a prompt to send to a phone. */
export interface PushA {
  readonly amount: number
  /** phone is in E.164. */
  readonly phone: string
  readonly callback_url: string
  /** account_reference is what the payer reads, of at most 12 characters. */
  readonly account_reference: string
  readonly description: string
}

/** CallbackA is a callback as it was read; what is not in it is undefined. */
export interface CallbackA {
  readonly merchant_request_id: string | undefined
  readonly checkout_request_id: string
  readonly code: string
  readonly amount: PaidAmount | undefined
  readonly receipt: string | undefined
}

const MAX_DESCRIPTION = 13
const EAST_AFRICA_MS = 3 * 60 * 60 * 1000

/** timestampA writes a time as YYYYMMDDHHmmss in East Africa Time. */
export function timestampA(time: Date): string {
  return new Date(time.getTime() + EAST_AFRICA_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

/** passwordA is the password of a request with this timestamp. */
export function passwordA(
  { shortcode, passkey }: Pick<AccountA, 'shortcode' | 'passkey'>,
  timestamp: string,
) {
  return Buffer.from(`${shortcode}${passkey}${timestamp}`).toString('base64')
}

function signed(account: AccountA, now: Date) {
  const Timestamp = timestampA(now)
  return { BusinessShortCode: account.shortcode, Password: passwordA(account, Timestamp), Timestamp }
}

/** pushBody is the body of a push. */
export function pushBody(account: AccountA, push: PushA, now: Date) {
  const phone = push.phone.slice(1)
  return {
    ...signed(account, now),
    TransactionType: 'CustomerPayBillOnline',
    Amount: push.amount,
    PartyA: phone,
    PartyB: account.shortcode,
    PhoneNumber: phone,
    CallBackURL: push.callback_url,
    AccountReference: push.account_reference,
    TransactionDesc: Array.from(push.description).slice(0, MAX_DESCRIPTION).join(''),
  }
}

/** queryBody is the body of a query. */
export function queryBody(account: AccountA, checkoutRequestId: string, now: Date) {
  return { ...signed(account, now), CheckoutRequestID: checkoutRequestId }
}

/** readCallbackA reads a callback, or returns undefined for what is none. */
export function readCallbackA(body: unknown): CallbackA | undefined {
  const callback = asObject(asObject(asObject(body)?.Body)?.stkCallback)
  const id = asText(callback?.CheckoutRequestID)
  const code = asText(callback?.ResultCode)
  if (callback === undefined || id === undefined || code === undefined) return undefined
  const items = asObject(callback.CallbackMetadata)?.Item
  const values = new Map<string, unknown>()
  if (Array.isArray(items))
    for (const item of items.slice(0, 20)) {
      const { Name, Value } = asObject(item) ?? {}
      // The first of a name counts; a value may be missing.
      if (typeof Name === 'string' && !values.has(Name)) values.set(Name, Value)
    }
  return {
    merchant_request_id: asText(callback.MerchantRequestID),
    checkout_request_id: id,
    code,
    amount: readAmount(values.get('Amount')),
    receipt: asText(values.get('MpesaReceiptNumber')),
  }
}
