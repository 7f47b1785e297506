// What the parts of project auth share: made once by the composition root.
import { RateLimiter } from '#platform/http/rate-limits.ts'
import type { Platform } from '#platform/platform.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import { ProviderClient } from './provider-client.ts'
import { SigningKeys } from './signing-keys.ts'

/** Auth is the state of project auth on one node. */
export interface Auth {
  readonly platform: Platform
  readonly signingKeys: SigningKeys
  readonly providers: ProviderClient
  /** attempts bounds the guessing of passwords. */
  readonly attempts: PasswordAttempts
  /** requests bounds the messages that a project sends; undefined where limits are off. */
  readonly requests: RateLimiter | undefined
}

/** createAuth makes the state of project auth. */
export function createAuth(platform: Platform): Auth {
  return {
    platform,
    signingKeys: new SigningKeys(platform),
    providers: new ProviderClient(platform),
    attempts: new PasswordAttempts(platform),
    requests: platform.config.rateLimits ? new RateLimiter(platform.clock) : undefined,
  }
}
