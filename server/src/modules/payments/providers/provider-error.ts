// What can go wrong between us and a provider, by what it means for the payment.
import { OutboundError } from '#platform/http-client/http-client.ts'

/**
 * ProviderErrorKind says what is known of a request that failed: the provider refused it, refused the credentials, was too
 * busy or could not be reached, so nothing was done; or it gave no answer, so that it may have been done.
 */
export type ProviderErrorKind = 'refused' | 'credentials' | 'busy' | 'no_answer'

/** ProviderError is a request that a provider did not carry out, or whose outcome is not known. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** code is the provider's own, or ours where there is none. */
  readonly code: string
  /** reference is what the provider calls the payment all the same, so that what it says of it later is not lost. */
  readonly reference: string | undefined

  constructor(kind: ProviderErrorKind, code: string, message: string, reference?: string) {
    super(message)
    this.kind = kind
    this.code = code
    this.reference = reference
  }
}

// Nothing was sent where no connection was made.
const NEVER_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])

/** unanswered translates the error of a request that got no response. */
export function unanswered(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  if (error.reason === 'refused') return new ProviderError('refused', 'address_refused', error.message)
  const { code } = (error.cause ?? {}) as { code?: unknown }
  const kind = error.reason === 'unreachable' && NEVER_SENT.has(code) ? 'busy' : 'no_answer'
  return new ProviderError(kind, error.reason, error.message)
}

/** shortText bounds what a provider says, for messages and the timeline. */
export function shortText(value: unknown, most = 200): string {
  return String(value ?? '').slice(0, most)
}
