// The shared state of project auth, created once by the composition root.

import type { AuthHooks } from '#modules/auth/hooks/auth-hooks.ts'
import type { Senders } from '#modules/automation/integrations/senders.service.ts'
import type { Counts } from '#platform/fairness/counts.ts'
import type { Platform } from '#platform/platform.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import { SigningKeys } from './signing-keys.ts'

export interface Auth {
  readonly platform: Platform
  readonly signingKeys: SigningKeys
  readonly hooks: AuthHooks
  /** senders sends by the integrations of projects. */
  readonly senders: Senders
  /** attempts limits password guessing. */
  readonly attempts: PasswordAttempts
  /** messages limits the messages that are sent. */
  readonly messages: Counts
}

export function createAuth(platform: Platform, hooks: AuthHooks, senders: Senders): Auth {
  return {
    platform,
    hooks,
    senders,
    signingKeys: new SigningKeys(platform),
    attempts: new PasswordAttempts(platform),
    messages: platform.openCounts('auth-messages'),
  }
}
