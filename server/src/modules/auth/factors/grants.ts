// Where every way of signing in ends: a proof of who somebody is becomes tokens, or the question for a second factor.
// No other place opens sessions.

import type { Auth } from '#auth/context/auth.ts'
import { issueTokens, type OpenedSession, openSession, type Proof } from '#auth/sessions/sessions.ts'
import { findSettings } from '#auth/settings/settings.ts'
import { claimsOf, hasSecondFactor, standingOf } from '#auth/store/claims.ts'
import { type PrivateUser, savePrivateUser } from '#auth/store/private-users.store.ts'
import type { PublicUser } from '#auth/store/public-users.ts'
import { presentUser } from '#auth/users/users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, forbidden } from '#platform/errors/app-error.ts'
import { type Challenge, openChallenge } from './challenges.ts'
import { hasActiveFactor } from './factors.store.ts'

/** Grant is what a proof is worth; it is presented once the transaction that gave it has committed. */
export type Grant =
  | { readonly challenge: Challenge }
  | { readonly user: PublicUser; readonly known: PrivateUser; readonly opened: OpenedSession }

/**
 * grantSession signs in a user who has proven who they are, and gives the answer to it. `prepare` runs in the same
 * transaction, before anything is given: it uses up what proved it.
 */
export async function grantSession(
  auth: Auth,
  project: ProjectRecord,
  user: PublicUser,
  proof: Proof,
  prepare: (db: Queryable) => Promise<void>,
) {
  const grant = await transaction(auth.platform.clusters.of(project).admin, async (db) => {
    await prepare(db)
    return beginGrant(auth, db, project, user, proof)
  })
  return presentGrant(auth, project, grant)
}

/** beginGrant does the same inside the caller's transaction, where there is more to be done in it. */
export async function beginGrant(
  { platform }: Auth,
  db: Queryable,
  project: ProjectRecord,
  user: PublicUser,
  proof: Proof,
): Promise<Grant> {
  if (!user.is_active) throw deactivated()
  // Locked from here on: a factor that is activated beside this sign-in is either seen, or ends the session.
  const known = await savePrivateUser(db, project.id, user.id, {})
  if (user.email !== null && !standingOf(user, known).email_verified) {
    const { require_email_verification } = await findSettings(db, project.id)
    if (require_email_verification) throw unverified()
  }
  if (!hasSecondFactor(proof.methods) && (await hasActiveFactor(db, project.id, user.id))) {
    return { challenge: await openChallenge(platform, db, project, user.id, proof.methods) }
  }
  return { user, known, opened: await openSession(platform, db, project, user.id, proof) }
}

/** presentGrant gives the answer to a sign-in. */
export async function presentGrant(auth: Auth, project: ProjectRecord, grant: Grant) {
  if ('challenge' in grant) return grant.challenge
  const { user, known, opened } = grant
  const claims = claimsOf(user, known, opened.session.methods)
  return { user: presentUser(user, known), ...(await issueTokens(auth, project, opened, claims)) }
}

// Users have proven who they are by now, so that neither answer gives anything away.
function deactivated(): AppError {
  return forbidden('This user is deactivated.')
}

function unverified(): AppError {
  return forbidden(
    'The e-mail address is not confirmed yet. Open the link in the mail, or ask for another at /auth/verify-email/request.',
    { email_verification_required: true },
  )
}
