// The client of provider A: tokens, pushes, queries.
import { ProviderError, shortText } from '#modules/payments/providers/provider-error.ts'
import { asText, type JsonAnswer, requestJson, type Send } from '#modules/payments/providers/provider-http.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { type Outcome, queryOutcome } from './result-codes.ts'
import { type AccountA, type PushA, pushBody, queryBody } from './wire-a.ts'

/** PushedA is a push that was accepted, which says nothing of whether it is paid. */
export interface PushedA {
  readonly merchant_request_id: string | undefined
  readonly checkout_request_id: string
  readonly response_code: string
  readonly response_description: string
  readonly customer_message: string
}

/** QueriedA is what a query has reported: an outcome, or none where it decides nothing. */
export interface QueriedA {
  readonly code: string
  readonly outcome: Outcome | undefined
}

/** ProviderA speaks to provider A. Every function throws a ProviderError where the provider did not do it. */
export interface ProviderA {
  /** check gets a token, to see whether the credentials are valid. */
  check(account: AccountA): Promise<void>
  push(account: AccountA, push: PushA): Promise<PushedA>
  query(account: AccountA, checkoutRequestId: string): Promise<QueriedA>
}

interface Token {
  readonly text: string
  readonly until: number
}

const MAX_TOKENS = 10_000
const EARLY_MS = 60_000
const INVALID_TOKEN = '404.001.03'
// "Wrong credentials", "Merchant does not exist"; of a query it means nothing at all.
const SYSTEM_ERROR = '500.001.1001'

/** createProviderA makes the client. */
export function createProviderA(send: Send, clock: Clock): ProviderA {
  const tokens = recentlyUsed<Token>(MAX_TOKENS)
  const asking = new Map<string, Promise<string>>()

  const newToken = async (account: AccountA, name: string): Promise<string> => {
    const basic = Buffer.from(`${account.consumer_key}:${account.consumer_secret}`).toString('base64')
    const url = `${account.base}/oauth/v1/generate?grant_type=client_credentials`
    const answer = await requestJson(send, 'GET', url, { authorization: `Basic ${basic}` }).catch((error) => {
      // Without a token nothing can have been done.
      if (!(error instanceof ProviderError) || error.kind !== 'no_answer') throw error
      throw new ProviderError('busy', error.code, error.message)
    })
    const text = asText(answer.body?.access_token)
    if (answer.status === 200 && text !== undefined) {
      const seconds = Number(asText(answer.body?.expires_in)) || 0
      tokens.set(name, { text, until: clock.now().getTime() + seconds * 1000 - EARLY_MS })
      return text
    }
    const busy = answer.status === 429 || answer.status >= 500
    const code = asText(answer.body?.errorCode) ?? String(answer.status)
    throw new ProviderError(busy ? 'busy' : 'credentials', code, 'provider_a returned no access token.')
  }

  const tokenOf = (account: AccountA, fresh: boolean): Promise<string> => {
    const name = digest(`${account.base}\n${account.consumer_key}\n${account.consumer_secret}`)
    const known = tokens.get(name)
    if (!fresh && known !== undefined && known.until > clock.now().getTime())
      return Promise.resolve(known.text)
    const shared = asking.get(name) ?? newToken(account, name).finally(() => asking.delete(name))
    asking.set(name, shared)
    return shared
  }

  const post = async (account: AccountA, path: string, body: () => object): Promise<JsonAnswer> => {
    for (const fresh of [false, true]) {
      const headers = { authorization: `Bearer ${await tokenOf(account, fresh)}` }
      const answer = await requestJson(send, 'POST', `${account.base}${path}`, headers, body())
      if (answer.body?.errorCode !== INVALID_TOKEN || fresh) return answer
    }
    throw new Error('unreachable')
  }

  return {
    check: async (account) => void (await tokenOf(account, true)),

    push: async (account, push) => {
      const path = '/mpesa/stkpush/v1/processrequest'
      const { status, body } = await post(account, path, () => pushBody(account, push, clock.now()))
      const id = asText(body?.CheckoutRequestID)
      const code = asText(body?.ResponseCode)
      if (status === 200 && id !== undefined && code === '0')
        return {
          merchant_request_id: asText(body?.MerchantRequestID),
          checkout_request_id: id,
          response_code: '0',
          response_description: shortText(body?.ResponseDescription),
          customer_message: shortText(body?.CustomerMessage),
        }
      if (status === 200 && code !== undefined && code !== '0')
        throw new ProviderError('refused', code, `provider_a: ${shortText(body?.ResponseDescription)}`, id)
      throw refusal(status, asText(body?.errorCode), shortText(body?.errorMessage), id)
    },

    query: async (account, checkoutRequestId) => {
      const path = '/mpesa/stkpushquery/v1/query'
      const { status, body } = await post(account, path, () =>
        queryBody(account, checkoutRequestId, clock.now()),
      )
      if (status === 429) throw new ProviderError('busy', '429', 'provider_a has had too many queries.')
      const code = asText(body?.ResultCode)
      // An answer about another request decides nothing of this one.
      const same = asText(body?.CheckoutRequestID) === checkoutRequestId
      if (status === 200 && code !== undefined && body?.errorCode === undefined && same)
        return { code, outcome: queryOutcome(code) }
      return { code: asText(body?.errorCode) ?? code ?? String(status), outcome: undefined }
    },
  }
}

function refusal(
  status: number,
  code: string | undefined,
  message: string,
  id: string | undefined,
): ProviderError {
  const said = `provider_a: ${message === '' ? `status ${status}` : message}`
  if (status === 429) return new ProviderError('busy', '429', said, id)
  // It does not take the token that it has only just given.
  if (code === INVALID_TOKEN) return new ProviderError('busy', code, said, id)
  if (code === SYSTEM_ERROR) return new ProviderError('credentials', code, said, id)
  if (code !== undefined && status >= 400) return new ProviderError('refused', code, said, id)
  if (status === 401 || status === 403) return new ProviderError('credentials', String(status), said, id)
  if (status >= 400 && status < 500) return new ProviderError('refused', String(status), said, id)
  return new ProviderError('no_answer', code ?? String(status), said, id)
}
