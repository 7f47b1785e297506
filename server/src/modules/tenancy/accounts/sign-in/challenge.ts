// The second step of a login: a code, or a passkey.
import type { z } from 'zod'
import { isUuid } from '#engine/shapes/uuid.ts'
import {
  type AccountRow,
  findAccount,
  lockPassword,
} from '#modules/tenancy/accounts/context/accounts.store.ts'
import { type Accounts, ownerOf } from '#modules/tenancy/accounts/context/accounts.ts'
import type { FindRelyingParty } from '#modules/tenancy/accounts/context/relying-party.ts'
import { spendChallenge } from '#modules/tenancy/accounts/context/spent-challenges.store.ts'
import { checkProof } from '#modules/tenancy/accounts/factors/second-factors.ts'
import { writeRequestOptions } from '#modules/tenancy/accounts/passkeys/ceremonies.ts'
import { listPasskeys } from '#modules/tenancy/accounts/passkeys/passkeys.store.ts'
import type { SignInSource } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { rethrowing } from '#modules/tenancy/accounts/sessions/sign-in-log.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type ChallengePurpose, readChallenge } from '#platform/sessions/challenges.ts'
import { findDevice } from '#platform/sessions/device-tokens.ts'
import { challengePurpose, grantSession } from './grants.ts'
import type { challengeAnswer } from './sign-in.schema.ts'

/** answerChallenge signs in with a second factor. After a wrong one the challenge stays open. */
export async function answerChallenge(
  accounts: Accounts,
  { mfa_token, device_token, ...proof }: z.output<typeof challengeAnswer>,
  source: SignInSource,
  party: FindRelyingParty,
) {
  const { platform } = accounts
  const { account, challenge, expires } = await openChallenge(platform, mfa_token)
  const owner = ownerOf(account)
  const device = findDevice(platform, owner, device_token)
  const from = { source: device ?? source.network, known: device !== undefined }
  const attempt = { owner, channel: 'password', ...from }
  const purpose = passkeyPurpose(challenge)
  const right = await checkProof(platform, account.id, proof, {
    attempt,
    purpose,
    party,
    refused: wrongProof,
  }).catch(rethrowing(accounts, account, source, 'second_factor'))
  return transaction(platform.clusters.main.admin, async (db) => {
    if (!(await lockPassword(db, account.id, account.password_hash))) throw challengeEnded()
    await right.use(db)
    if (!(await spendChallenge(db, challenge, expires, platform.clock.now()))) throw challengeEnded()
    return grantSession(platform, db, account, ['password', right.method], source)
  })
}

/** writeChallengeOptions returns the options to answer a challenge with a passkey of its account. */
export async function writeChallengeOptions(platform: Platform, mfaToken: string, party: FindRelyingParty) {
  const { account, challenge } = await openChallenge(platform, mfaToken)
  const site = party()
  const known = await listPasskeys(platform.clusters.main.admin, account.id)
  const here = known.filter(({ rp_id }) => rp_id === site.id)
  if (here.length === 0) throw invalidInput('This account has no passkey for this site.')
  return writeRequestOptions(platform, site, passkeyPurpose(challenge), here)
}

interface OpenChallenge {
  readonly account: AccountRow
  readonly challenge: string
  readonly expires: Date
}

async function openChallenge(platform: Platform, token: string): Promise<OpenChallenge> {
  const [id = '', challenge = ''] = token.split('.')
  const account = isUuid(id) ? await findAccount(platform.clusters.main.admin, id) : undefined
  const expires = account && readChallenge(platform, challengePurpose(account), challenge)
  if (account === undefined || expires === undefined) throw challengeEnded()
  return { account, challenge, expires }
}

function passkeyPurpose(challenge: string): ChallengePurpose {
  return ['second factor passkey', challenge]
}

function wrongProof(): AppError {
  return new AppError('unauthorized', 'The second factor is wrong, expired or already used. Try again.')
}

function challengeEnded(): AppError {
  return new AppError('unauthorized', 'The mfa_token is invalid: expired or already used. Log in again.')
}
