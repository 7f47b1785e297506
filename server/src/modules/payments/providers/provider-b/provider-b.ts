// The client of provider B: direct payments, sessions, and their states.
import { ProviderError, shortText } from '#modules/payments/providers/provider-error.ts'
import {
  asObject,
  asText,
  type JsonAnswer,
  requestJson,
  type Send,
} from '#modules/payments/providers/provider-http.ts'
import { type AccountB, readStateB, type StateB } from './wire-b.ts'

/** StartedB is a payment or session that provider B has made. */
export interface StartedB extends StateB {
  readonly reference: string
  readonly checkout_url: string | undefined
  readonly payment_link_url: string | undefined
  readonly short_code: string | undefined
}

/** ProviderB speaks to provider B. Every function throws a ProviderError where the provider did not do it. */
export interface ProviderB {
  /** check asks for a payment that does not exist, to see whether the API key is valid. */
  check(account: AccountB): Promise<void>
  /** initiate makes a direct payment; with the same key and body it may be repeated for 24 hours. */
  initiate(account: AccountB, key: string, body: object): Promise<StartedB>
  /** openSession makes a session. It must not be repeated. */
  openSession(account: AccountB, body: object): Promise<StartedB>
  /** get returns the state of a payment or session. */
  get(account: AccountB, kind: 'direct' | 'session', reference: string): Promise<StateB>
}

const PATHS = { direct: '/v1/payments', session: '/api/v1/sessions' } as const

/** createProviderB makes the client. */
export function createProviderB(send: Send): ProviderB {
  const headersOf = ({ api_key }: AccountB) => ({ authorization: `Bearer ${api_key}` })
  const get = (account: AccountB, kind: keyof typeof PATHS, reference: string) =>
    requestJson(
      send,
      'GET',
      `${account.base}${PATHS[kind]}/${encodeURIComponent(reference)}`,
      headersOf(account),
    )
  const post = async (account: AccountB, path: string, headers: Record<string, string>, body: object) => {
    const url = `${account.base}${path}`
    return started(await requestJson(send, 'POST', url, { ...headersOf(account), ...headers }, body))
  }
  return {
    check: async (account) => {
      const answer = await get(account, 'direct', 'none')
      if (answer.status !== 404 && answer.status !== 200) throw refusal(answer)
    },
    initiate: (account, key, body) => post(account, PATHS.direct, { 'idempotency-key': key }, body),
    openSession: (account, body) => post(account, PATHS.session, {}, body),
    get: async (account, kind, reference) => {
      const answer = await get(account, kind, reference)
      const state = readStateB(dataOf(answer))
      if (answer.status === 200 && state?.reference === reference) return state
      throw refusal(answer)
    },
  }
}

function started(answer: JsonAnswer): StartedB {
  const data = dataOf(answer)
  const state = readStateB(data)
  if (answer.status < 200 || answer.status > 299 || state?.reference === undefined) throw refusal(answer)
  return {
    ...state,
    reference: state.reference,
    checkout_url: linkIn(data?.checkout_url),
    payment_link_url: linkIn(data?.payment_link_url),
    short_code: asText(data?.short_code),
  }
}

// Some answers are in an envelope, some are bare.
function dataOf({ body }: JsonAnswer): Record<string, unknown> | undefined {
  return asObject(body?.data) ?? body
}

function linkIn(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

const CREDENTIALS: ReadonlySet<string> = new Set(['unauthorized', 'insufficient_scope'])

function refusal(answer: JsonAnswer): ProviderError {
  const { status, body } = answer
  const reference = asText(dataOf(answer)?.reference)
  const code = asText(body?.error_code) ?? String(status)
  const said = `provider_b: ${shortText(body?.message ?? `status ${status}`)}`
  if (status === 429 || code === 'rate_limit_exceeded')
    return new ProviderError('busy', code, said, reference)
  if (status === 401 || status === 403 || CREDENTIALS.has(code))
    return new ProviderError('credentials', code, said, reference)
  const definite = status >= 400 && status < 500
  return new ProviderError(definite ? 'refused' : 'no_answer', code, said, reference)
}
