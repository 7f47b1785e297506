// Where every way of signing in ends: what a proof of who somebody is, is worth. No other place opens sessions.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, forbidden } from '#platform/errors/app-error.ts'
import type { Auth } from './auth.ts'
import { standingOf } from './claims.ts'
import { type PrivateUser, savePrivateUser } from './private-users.store.ts'
import type { PublicUser } from './public-users.ts'
import { issueTokens, type OpenedSession, openSession, type Proof } from './sessions.ts'
import { presentUser } from './users.ts'

/** Grant is what a user is given; it is presented once the transaction that gave it has committed. */
export interface Grant {
  readonly user: PublicUser
  readonly known: PrivateUser
  readonly opened: OpenedSession
}

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
  const known = await savePrivateUser(db, project.id, user.id, {})
  return { user, known, opened: await openSession(platform, db, project, user.id, proof) }
}

/** presentGrant gives the answer to a sign-in. */
export async function presentGrant(auth: Auth, project: ProjectRecord, { user, known, opened }: Grant) {
  const tokens = await issueTokens(auth, project, opened, standingOf(user, known))
  return { user: presentUser(user, known), tokens }
}

// The user has proved who they are, so that nothing is given away.
function deactivated(): AppError {
  return forbidden('This user is deactivated.')
}
