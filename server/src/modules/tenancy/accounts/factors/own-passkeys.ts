// Passkeys of accounts: created, renamed and removed by their owners.
import type { z } from 'zod'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { type OwnRequest, recordOwn } from '#modules/tenancy/accounts/context/own-request.ts'
import {
  verifyCreation,
  writeCreationOptions,
  writeRequestOptions,
} from '#modules/tenancy/accounts/passkeys/ceremonies.ts'
import * as store from '#modules/tenancy/accounts/passkeys/passkeys.store.ts'
import { invalidateSessions } from '#modules/tenancy/accounts/sessions/sessions.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type AppError, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChallengePurpose } from '#platform/sessions/challenges.ts'
import { addFactor } from './add-factor.ts'
import { type Confirmation, confirmationPurpose, confirmCaller } from './confirm.ts'
import type { passkeyCreate } from './factors.schema.ts'
import { forgetRecoveryCodes } from './second-factors.ts'

const MAX_PASSKEYS = 10

export async function listPasskeys({ clusters }: Platform, accountId: string) {
  return (await store.listPasskeys(clusters.main.admin, accountId)).map(present)
}

/** beginPasskey returns the options to create a passkey with, once the caller has confirmed who they are. */
export async function beginPasskey(accounts: Accounts, own: OwnRequest, confirmation: Confirmation) {
  const { platform } = accounts
  const party = own.party()
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  await transaction(platform.clusters.main.admin, use)
  const known = await store.listPasskeys(platform.clusters.main.admin, account.id)
  refuseMore(known)
  const here = known.filter(({ rp_id }) => rp_id === party.id)
  return writeCreationOptions(platform, party, creationPurpose(own.actor), account, here)
}

/** createPasskey stores a new passkey, and ends all other sessions. */
export async function createPasskey(
  accounts: Accounts,
  own: OwnRequest,
  { name, credential }: z.output<typeof passkeyCreate>,
) {
  const { platform } = accounts
  const { account_id } = own.actor
  const created = await verifyCreation(
    platform,
    own.party(),
    creationPurpose(own.actor),
    credential,
    wrongPasskey,
  )
  const made = await transaction(platform.clusters.main.admin, async (db) => {
    let row: store.PasskeyRow | undefined
    const added = await addFactor(platform, db, own, async () => {
      await created.use(db)
      refuseMore(await store.listPasskeys(db, account_id))
      const created_at = platform.clock.now()
      row = await store.insertPasskey(db, { ...created.row, account_id, name, created_at })
    })
    if (row === undefined) throw conflict('already_exists', 'This passkey is already registered.')
    await recordOwn(db, own.act, {
      action: 'account.create_passkey',
      target: row.id,
      details: { name },
    })
    return { row, ...added }
  })
  await invalidateSessions(platform, made.ended)
  return { ...present(made.row), recovery_codes: made.recovery_codes }
}

export async function renamePasskey(
  { clusters }: Platform,
  { actor, act }: OwnRequest,
  id: string,
  name: string,
) {
  return transaction(clusters.main.admin, async (db) => {
    const row = await store.renamePasskey(db, actor.account_id, id, name)
    if (row === undefined) throw notFound('The passkey')
    await recordOwn(db, act, { action: 'account.rename_passkey', target: id, details: { name } })
    return present(row)
  })
}

/** removePasskey removes a passkey; the recovery codes go with the last second factor. */
export async function removePasskey(
  accounts: Accounts,
  own: OwnRequest,
  id: string,
  confirmation: Confirmation,
): Promise<void> {
  const { platform } = accounts
  const known = await store.listPasskeys(platform.clusters.main.admin, own.actor.account_id)
  if (!known.some((passkey) => passkey.id === id)) throw notFound('The passkey')
  const { account, use } = await confirmCaller(accounts, own, confirmation)
  await transaction(platform.clusters.main.admin, async (db) => {
    await use(db)
    const removed = await store.deletePasskey(db, account.id, id)
    if (removed === undefined) throw notFound('The passkey')
    await forgetRecoveryCodes(db, account.id)
    const details = { name: removed.name }
    await recordOwn(db, own.act, { action: 'account.remove_passkey', target: id, details })
  })
}

/** writeConfirmOptions returns the options to confirm a change with a passkey of the account. */
export async function writeConfirmOptions(platform: Platform, { actor, party }: OwnRequest) {
  const site = party()
  const known = await store.listPasskeys(platform.clusters.main.admin, actor.account_id)
  const here = known.filter(({ rp_id }) => rp_id === site.id)
  if (here.length === 0) throw invalidInput('This account has no passkey for this site.')
  return writeRequestOptions(platform, site, confirmationPurpose(actor), here)
}

function creationPurpose({ account_id, session_id }: DashboardActor): ChallengePurpose {
  return ['create passkey', account_id, session_id]
}

function refuseMore(known: readonly store.PasskeyRow[]): void {
  if (known.length >= MAX_PASSKEYS)
    throw conflict('limit_reached', `An account can have at most ${MAX_PASSKEYS} passkeys.`)
}

function wrongPasskey(): AppError {
  return invalidInput('The passkey could not be verified. Begin again with POST /me/passkeys/options.')
}

function present({ id, name, synced, created_at, last_used_at }: store.PasskeyRow) {
  return { id, name, synced, created_at, last_used_at }
}
