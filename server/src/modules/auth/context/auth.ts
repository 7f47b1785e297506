// What the parts of project auth share: made once by the composition root.

import { Windows } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import { SigningKeys } from './signing-keys.ts'

/** Auth is the state of project auth on one node. */
export interface Auth {
  readonly platform: Platform
  readonly signingKeys: SigningKeys
  /** attempts bounds the guessing of passwords. */
  readonly attempts: PasswordAttempts
  /** messages bounds the messages that are sent, in memory. */
  readonly messages: Windows
}

/** createAuth makes the state of project auth. */
export function createAuth(platform: Platform): Auth {
  return {
    platform,
    signingKeys: new SigningKeys(platform),
    attempts: new PasswordAttempts(platform),
    messages: new Windows(),
  }
}
