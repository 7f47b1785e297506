// Whom an identity belongs to: the user who has it, else the one whose e-mail address it proves, else a new one.
import { randomUUID } from 'node:crypto'
import type { Auth } from '#auth/context/auth.ts'
import { grantSession } from '#auth/factors/grants.ts'
import { forgetUser, type Proof } from '#auth/sessions/sessions.ts'
import { getSettings } from '#auth/settings/settings.ts'
import { createUser } from '#auth/sign-in/signup.ts'
import { standingOf } from '#auth/store/claims.ts'
import { findPrivateUser, savePrivateUser } from '#auth/store/private-users.store.ts'
import { findUser, type PublicUser } from '#auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError, conflict, forbidden } from '#platform/errors/app-error.ts'
import { deleteIdentity, findIdentity, insertIdentity, touchIdentity } from './identities.store.ts'
import type { CodeRow, ProvenIdentity } from './provider-signin.store.ts'

/** signInAs signs in whom a provider has vouched for. */
export async function signInAs(
  auth: Auth,
  project: ProjectRecord,
  proven: CodeRow,
  userAgent: string | undefined,
) {
  const proof: Proof = { methods: ['oidc'], userAgent }
  try {
    return await attempt(auth, project, proven, proof)
  } catch (error) {
    // Somebody who signs in for the first time in two places at once is one user: the second finds what the first made.
    if (error instanceof AppError && error.code === 'conflict') return attempt(auth, project, proven, proof)
    throw error
  }
}

async function attempt(auth: Auth, project: ProjectRecord, proven: CodeRow, proof: Proof) {
  const { platform } = auth
  const { provider, identity } = proven
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const known = await findIdentity(admin, project.id, identity)
  const user = known && (await findUser(platform, project, 'id', known.user_id))
  if (known !== undefined && user !== undefined) {
    const vouched = vouchedFor(user, identity)
    const answer = await grantSession(auth, project, user, proof, async (db) => {
      const still = await touchIdentity(db, known.id, { provider, email: identity.email, now })
      if (!still) throw conflict('This identity was unlinked a moment ago. Sign in again.')
      await savePrivateUser(db, project.id, user.id, { verified_email: vouched })
    })
    if (vouched !== undefined) await forgetUser(platform, user.id)
    return answer
  }
  // Its user was deleted by SQL of the project, where nothing of ours took notice.
  if (known !== undefined) await deleteIdentity(admin, project.id, known.user_id, known.id)
  const owner =
    identity.email === null ? undefined : await findUser(platform, project, 'email', identity.email)
  if (owner === undefined) return createFrom(auth, project, proven, proof)
  const hold = await checkLink(auth, project, owner, proven)
  const answer = await grantSession(auth, project, owner, proof, async (db) => {
    await hold(db)
    await link(db, project, owner.id, proven, now)
  })
  // In their other sessions, too, the address counts as proven from now on.
  await forgetUser(platform, owner.id)
  return answer
}

// The user's address, where it is the one that the provider vouches for.
function vouchedFor({ email }: PublicUser, identity: ProvenIdentity): string | undefined {
  const address = email?.toLowerCase()
  return identity.email_verified && identity.email?.toLowerCase() === address ? address : undefined
}

/**
 * checkLink throws unless an identity may be linked to the user with its e-mail address. The provider must have made
 * sure that the address is theirs, and so must we: somebody may have signed up with another's address and a password
 * of their own, and would then share the account with the one who comes later (pre-hijacking). What it gives makes
 * sure of it again in the transaction that links.
 */
async function checkLink(
  { platform }: Auth,
  project: ProjectRecord,
  owner: PublicUser,
  { provider, identity }: CodeRow,
): Promise<(db: Queryable) => Promise<void>> {
  if (!identity.email_verified) {
    throw conflict(
      `A user with this e-mail address exists already, and ${provider} does not say that the address is yours. ` +
        'Sign in the way you did before.',
    )
  }
  const check = async (db: Queryable) => {
    const known = await findPrivateUser(db, project.id, owner.id)
    if ((known?.password_hash ?? null) === null || standingOf(owner, known).email_verified) return
    throw conflict(
      'A user with this e-mail address exists already, and nobody has shown yet that the address is theirs. ' +
        'Set a new password with a code sent to it, then sign in here again.',
    )
  }
  await check(platform.clusters.of(project).admin)
  return async (db) => {
    // The row is ours until the transaction ends.
    await savePrivateUser(db, project.id, owner.id, {})
    await check(db)
    await savePrivateUser(db, project.id, owner.id, { verified_email: owner.email?.toLowerCase() })
  }
}

// An address that nobody has proven is kept with the identity and not with the user: whoever it belongs to may still
// come, and must not find somebody else in their account.
async function createFrom(auth: Auth, project: ProjectRecord, proven: CodeRow, proof: Proof) {
  const { platform } = auth
  const { identity } = proven
  if (!(await getSettings(platform, project)).allow_signup)
    throw forbidden('This project takes no new users.')
  const email = identity.email_verified ? identity.email : null
  const fields = { email, phone: null, full_name: identity.full_name, verified_email: email?.toLowerCase() }
  return createUser(auth, project, fields, proof, (db, userId) =>
    link(db, project, userId, proven, platform.clock.now()),
  )
}

async function link(
  db: Queryable,
  project: ProjectRecord,
  userId: string,
  { provider, identity: { issuer, subject, email } }: CodeRow,
  now: Date,
): Promise<void> {
  const row = { project_id: project.id, user_id: userId, provider, issuer, subject, email }
  const isNew = await insertIdentity(db, { ...row, id: randomUUID(), created_at: now, last_used_at: now })
  if (!isNew) throw conflict('This identity was linked a moment ago. Sign in again.')
}
