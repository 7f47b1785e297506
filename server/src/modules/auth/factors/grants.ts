// The last step of every sign-in: a verified user gets tokens, or a challenge for a second factor. Sessions are opened
// here and nowhere else.

import type { Auth } from '#modules/auth/context/auth.ts'
import { hookDeadline } from '#modules/auth/hooks/auth-hooks.ts'
import { askForClaims } from '#modules/auth/sessions/custom-claims.ts'
import {
  endSession,
  issueTokens,
  keepClaims,
  type OpenedSession,
  openSession,
  type Proof,
} from '#modules/auth/sessions/sessions.ts'
import { findSettings } from '#modules/auth/settings/settings.ts'
import { claimsOf, hasSecondFactor, userStatusOf } from '#modules/auth/store/claims.ts'
import { type PrivateUser, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import type { PublicUser } from '#modules/auth/store/public-users.ts'
import { SIGNED_IN } from '#modules/auth/users/user-events.ts'
import { presentUser } from '#modules/auth/users/users.ts'
import { emitEvent } from '#modules/automation/webhooks/webhooks.service.ts'
import { wasActive } from '#modules/plans/usage/usage.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, forbidden } from '#platform/errors/app-error.ts'
import { type Challenge, openChallenge } from './challenges.ts'
import { hasActiveFactor } from './factors.store.ts'

/** Grant is the result of a sign-in; it is presented after the transaction has committed. */
export type Grant =
  | { readonly challenge: Challenge }
  | { readonly user: PublicUser; readonly known: PrivateUser; readonly opened: OpenedSession }

/**
 * grantSession signs in a verified user and returns the response. `prepare` runs first in the same transaction, for
 * example to mark a code as used; by then the user is locked, as in every transaction before what belongs to a user.
 */
export async function grantSession(
  auth: Auth,
  project: ProjectRecord,
  user: PublicUser,
  proof: Proof,
  prepare: (db: Queryable) => Promise<void>,
) {
  await prepareGrant(auth, project)
  const grant = await transaction(auth.platform.clusters.of(project).admin, async (db) => {
    await savePrivateUser(db, project.id, user.id, {})
    await prepare(db)
    return beginGrant(auth, db, project, user, proof)
  })
  return presentGrant(auth, project, grant)
}

/** prepareGrant reads into memory what a sign-in needs once its transaction has committed. */
export async function prepareGrant({ signingKeys, hooks }: Auth, project: ProjectRecord): Promise<void> {
  await signingKeys.signing(project)
  await hooks.settings(project.id)
}

/** beginGrant does the same inside the caller's transaction; the caller then calls presentGrant. */
export async function beginGrant(
  { platform }: Auth,
  db: Queryable,
  project: ProjectRecord,
  user: PublicUser,
  proof: Proof,
): Promise<Grant> {
  if (!user.is_active) throw deactivated()
  platform.quotas.check(project.id, ['sign_ins'])
  // Whoever was active in this month is counted already.
  const isFull = platform.quotas.find(project.id, ['active_users']) !== undefined
  if (isFull && !(await wasActive(platform, project.id, user.id)))
    platform.quotas.check(project.id, ['active_users'])
  // Locks the row: a concurrently activated factor is either seen here, or ends the new session.
  const known = await savePrivateUser(db, project.id, user.id, {})
  const settings = await findSettings(db, project.id)
  const isUnverified = user.email !== null && !userStatusOf(user, known).email_verified
  if (isUnverified && settings.require_email_verification) throw unverified()
  if (!hasSecondFactor(proof.methods) && (await hasActiveFactor(db, project.id, user.id))) {
    return { challenge: await openChallenge(platform, db, project, user.id, proof.methods) }
  }
  const opened = await openSession(platform, db, project, user.id, proof, settings)
  await emitEvent(platform, db, project, {
    event: SIGNED_IN,
    data: { user, methods: opened.session.methods },
  })
  return { user, known, opened }
}

/** presentGrant returns the response to a sign-in, or ends the session where the project's hook refuses or fails. */
export async function presentGrant(
  auth: Auth,
  project: ProjectRecord,
  grant: Grant,
  deadline = hookDeadline(),
) {
  if ('challenge' in grant) return grant.challenge
  const { user, known, opened } = grant
  auth.platform.usage.of(project.id).sign_ins += 1
  auth.platform.usage.sawUser(project.id, user.id)
  const claims = claimsOf(user, known, opened.session.methods)
  const { session } = opened
  const subject = { user, metadata: known.metadata, session, claims }
  const custom = await askForClaims(auth, project, subject, deadline).catch(async (error: unknown) => {
    await endSession(auth.platform, project, session.id)
    throw error
  })
  await keepClaims(auth.platform, project, session, custom)
  return { user: presentUser(user, known), ...(await issueTokens(auth, project, opened, claims, custom)) }
}

// The user is verified by now, so these errors reveal nothing to others.
function deactivated(): AppError {
  return forbidden('deactivated', 'This user is deactivated.')
}

function unverified(): AppError {
  return forbidden(
    'verification_required',
    'The e-mail address is not verified. Open the link in the mail, or request another at /auth/verify-email/request.',
    { email_verification_required: true },
  )
}
