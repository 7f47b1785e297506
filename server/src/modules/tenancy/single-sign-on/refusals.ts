// Refused sign-ins in the audit log of the organisation whose provider was used (docs/audit-log.md).
import { recordAudit } from '#platform/audit/audit.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type Counts, countEach } from '#platform/fairness/counts.ts'
import { Act } from '#platform/http/routes/act.ts'
import { type ProvenIdentity, ProviderError } from '#platform/openid/openid-client.ts'
import type { Platform } from '#platform/platform.ts'
import { findLinked } from './sign-in.store.ts'

/** SsoRequest is a request of a sign-in, as the audit log keeps it. */
export interface SsoRequest {
  readonly address: string
  readonly requestId: string
}

/** Refused is a sign-in that was refused, with the identity once the provider has proven one. */
export interface Refused {
  readonly organisation_id: string
  readonly identity?: ProvenIdentity
}

// An hour, so that nobody fills the log: each person at the provider, all strangers together, and all of an organisation.
const EACH = { limit: 60, seconds: 3600 }
const ALL = { limit: 600, seconds: 3600 }

/** Refusals writes refused sign-ins into audit logs. */
export class Refusals {
  readonly #platform: Platform
  readonly #counts: Counts

  constructor(platform: Platform) {
    this.#platform = platform
    this.#counts = platform.openCounts('refused-single-sign-ons')
  }

  /**
   * report writes `account.sign_in_failed` where an error refuses a sign-in: one of the provider, one whose `details.reason` says
   * why, or that there is no provider any more. Other errors say nothing about who signs in.
   */
  async report(
    { organisation_id, identity }: Refused,
    { address, requestId }: SsoRequest,
    error: unknown,
  ): Promise<void> {
    const why = reasonOf(error)
    if (why === undefined) return
    const each = `${organisation_id} ${identity === undefined ? '' : `${identity.issuer} ${identity.subject}`}`
    const full = await countEach(this.#counts, [
      [each, EACH],
      [organisation_id, ALL],
    ])
    if (full !== undefined) return
    const { clock, clusters } = this.#platform
    const account = identity && (await findLinked(clusters.main.admin, { organisation_id, ...identity }))
    const actor = account && {
      ...({ type: 'dashboard', session_id: '', sso_organisation_id: organisation_id } as const),
      ...{ account_id: account.id, email: account.email },
    }
    const from = { address, request_id: requestId, at: clock.now() }
    await recordAudit(
      clusters.main.admin,
      new Act({ ...from, actor, credential: 'none' }),
      {
        action: 'account.sign_in_failed',
        target: account?.id ?? identity?.subject ?? '',
        details: {
          ...{ methods: ['sso'], ...why },
          ...(identity && { issuer: identity.issuer, subject: identity.subject, email: identity.email }),
        },
      },
      { organisation: organisation_id },
    )
  }
}

// As OAuth has them (RFC 6749, section 4.1.2.1). Anybody can write another into the address of the callback.
const ERROR = /^[a-z_]{1,64}$/

function reasonOf(error: unknown): { readonly reason: string; readonly error?: string } | undefined {
  if (error instanceof ProviderError)
    return { reason: 'provider', ...(ERROR.test(error.code) && { error: error.code }) }
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'not_found') return { reason: 'provider_removed' }
  const { reason } = (error.details ?? {}) as { readonly reason?: string }
  return reason === undefined ? undefined : { reason }
}
