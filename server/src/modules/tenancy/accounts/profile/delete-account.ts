// Deleting the own account, with the organisations that nobody else has a part in.

import { deleteAccount, lockAccount } from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import { type Confirmation, confirmCaller } from '#modules/tenancy/accounts/factors/confirm.ts'
import { revokeSessions } from '#modules/tenancy/accounts/sessions/sessions.store.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { refuseLastOperator } from '#modules/tenancy/operators/first-operator.service.ts'
import { leaveOrganisations, lockOrganisationsOf } from '#modules/tenancy/organisations/leaving.service.ts'
import { publishMembers } from '#modules/tenancy/organisations/members.service.ts'
import { transaction } from '#platform/db/transaction.ts'

/**
 * deleteOwnAccount deletes the caller's account. It throws 409 while the account is the only owner of an organisation with
 * projects or other members, which it names, or the last operator.
 */
export async function deleteOwnAccount(
  accounts: Accounts,
  own: OwnRequest,
  confirmation: Confirmation,
): Promise<void> {
  const { platform } = accounts
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  const { ended, left } = await transaction(platform.clusters.main.admin, async (db) => {
    // Organisations before the account, as everybody locks them who adds a member.
    const locked = await lockOrganisationsOf(db, account.id)
    await refuseLastOperator(db, account.id)
    await lockAccount(db, account.id)
    await use(db)
    const left = await leaveOrganisations(db, own.act, account, locked)
    const ended = await revokeSessions(db, account.id, platform.clock.now())
    const before = { email: account.email, full_name: account.full_name }
    await recordOwn(db, own.act, { action: 'account.delete', target: account.id, before })
    await deleteAccount(db, account.id)
    return { ended, left }
  })
  await invalidateSessions(platform, ended)
  for (const id of left) await publishMembers(platform, id)
}
