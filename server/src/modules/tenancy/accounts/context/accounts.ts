// What the parts of this module share.
import type { Counts } from '#platform/fairness/counts.ts'
import type { WindowLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'

/** ALL_MAILS limits the mails of all accounts together. */
export const ALL_MAILS: WindowLimit = { limit: 1000, seconds: 3600 }

/** Accounts is the platform with the counters that slow down password guessing, and limit mails and entries about failed
 * sign-ins. */
export interface Accounts {
  readonly platform: Platform
  readonly attempts: PasswordAttempts
  readonly mails: Counts
  readonly failures: Counts
}

export function openAccounts(platform: Platform): Accounts {
  return {
    platform,
    attempts: new PasswordAttempts(platform),
    mails: platform.openCounts('account-mails'),
    failures: platform.openCounts('failed-sign-ins'),
  }
}

/** ownerOf returns the owner of an account's device tokens, codes and factors. */
export function ownerOf({ id }: { readonly id: string }) {
  return { project_id: DASHBOARD, id }
}
