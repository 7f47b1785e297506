// Codes that prove a mailbox. They are derived from what they confirm, and end when it changes.

import type { AccountRow } from '#modules/tenancy/accounts/context/accounts.store.ts'
import { ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import type { HourlyCode } from '#platform/sessions/long-codes.ts'

/** resetCode sets a new password; it ends with the password that it replaces, so it works once. */
export function resetCode(account: AccountRow | undefined): HourlyCode {
  return { purpose: 'account-reset-codes', parts: [account?.id ?? '', account?.password_hash ?? ''] }
}

/** emailCode confirms an address of an account, its present or a new one; it ends with the address or the password. */
export function emailCode(account: AccountRow, address: string): HourlyCode {
  const { project_id, id } = ownerOf(account)
  const parts = [project_id, id, account.password_hash, account.email.toLowerCase(), address.toLowerCase()]
  return { purpose: 'account-email-codes', parts }
}
