// Registration: open in development; in production by the setup token first, then by invitation.
import type { z } from 'zod'
import type { register } from '#modules/tenancy/accounts/context/accounts.schema.ts'
import {
  type AccountRow,
  hasAccounts,
  insertAccount,
  lockFirstAccount,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { checkSetupToken } from '#modules/tenancy/accounts/context/first-account.service.ts'
import { tenantOfAccounts } from '#modules/tenancy/accounts/context/tenant.ts'
import { sendVerification } from '#modules/tenancy/accounts/mail/verification.ts'
import type { SignInSource } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { becomeFirstOperator } from '#modules/tenancy/operators/first-operator.service.ts'
import {
  acceptInvitation,
  findInvitation,
  lockInviting,
} from '#modules/tenancy/organisations/invitations.service.ts'
import { createPersonalOrganisation } from '#modules/tenancy/organisations/organisations.service.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { alreadyExists, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { grantSession } from './grants.ts'

/** registerAccount creates an account and its personal organisation, opens a session, and mails a code that confirms the address. */
export async function registerAccount(
  accounts: Accounts,
  input: z.output<typeof register>,
  source: SignInSource,
) {
  const { platform } = accounts
  // Checked before the expensive hash, and again inside the transaction, where it is decisive.
  await checkOpen(platform, platform.clusters.main.admin, input)
  const password_hash = await platform.passwords.hash(input.password, tenantOfAccounts(false))
  const { account, granted } = await transaction(platform.clusters.main.admin, async (db) => {
    if (platform.config.production && input.invitation === undefined) {
      await lockFirstAccount(db)
      await checkOpen(platform, db, input)
    }
    // The organisation before the account, as single sign-on.
    if (input.invitation !== undefined) await lockInviting(platform, db, input.email, input.invitation)
    const account = await insert(platform, db, input, password_hash)
    await becomeFirstOperator(db, account.id, account.created_at)
    await createPersonalOrganisation(platform, db, account)
    if (input.invitation !== undefined) await acceptInvitation(platform, db, account, input.invitation)
    return { account, granted: await grantSession(platform, db, account, ['password'], source) }
  })
  await afterCommit(platform.log, 'mail the code for the address of a new account', () =>
    sendVerification(accounts, account, account.email, source.network),
  )
  return granted
}

async function checkOpen(
  platform: Platform,
  db: Queryable,
  { email, invitation, setup_token }: z.output<typeof register>,
): Promise<void> {
  if (invitation !== undefined) {
    await findInvitation(platform, db, email, invitation)
    return
  }
  if (!platform.config.production) return
  if (!(await hasAccounts(db))) return checkSetupToken(platform, setup_token)
  throw forbidden(
    'turned_off',
    'Registration requires an invitation. Ask an owner or admin of your organisation for one.',
  )
}

async function insert(
  platform: Platform,
  db: Queryable,
  { email, full_name }: z.output<typeof register>,
  password_hash: string,
): Promise<AccountRow> {
  const now = platform.clock.now()
  const row = { email, full_name, password_hash, created_at: now, updated_at: now }
  const account = await insertAccount(db, row)
  if (account === undefined)
    throw alreadyExists('email', 'An account with this e-mail address already exists.')
  return account
}
