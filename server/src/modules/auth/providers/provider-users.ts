// Which user an identity belongs to: the linked user, otherwise the user with the same verified address, otherwise a
// new one.
import { randomUUID } from 'node:crypto'
import type { Auth } from '#modules/auth/context/auth.ts'
import { grantSession } from '#modules/auth/factors/grants.ts'
import { invalidateUser, type Proof } from '#modules/auth/sessions/sessions.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import { createUser } from '#modules/auth/sign-in/signup.ts'
import { userStatusOf } from '#modules/auth/store/claims.ts'
import { findPrivateUser, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findSettledUser, findUser, type PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError, conflict, type ErrorCode, forbidden } from '#platform/errors/app-error.ts'
import type { ProvenIdentity } from '#platform/openid/openid-client.ts'
import {
  deleteIdentity,
  findIdentity,
  type IdentityRow,
  insertIdentity,
  touchIdentity,
} from './identities.store.ts'
import type { CodeRow } from './provider-signin.store.ts'

/** signInAs signs in the user of an identity that a provider has asserted. */
export async function signInAs(
  auth: Auth,
  project: ProjectRecord,
  proven: CodeRow,
  userAgent: string | undefined,
) {
  const proof: Proof = { methods: ['oidc'], userAgent }
  for (let attempt = 1; ; attempt++) {
    try {
      return await trySignIn(auth, project, proven, proof)
    } catch (error) {
      // Of concurrent first sign-ins one creates the user and one links the identity; the next attempt finds both.
      const isRace = error instanceof AppError && RACES.has(error.code)
      if (!isRace || attempt === ATTEMPTS) throw error
    }
  }
}

const ATTEMPTS = 5
// No transaction that makes a user takes longer: its statements end after 15 seconds.
const SETTLED_MS = 120_000
const RACES: ReadonlySet<ErrorCode> = new Set(['already_exists', 'changed_meanwhile'])

async function trySignIn(auth: Auth, project: ProjectRecord, proven: CodeRow, proof: Proof) {
  const { platform } = auth
  const { provider, identity } = proven
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const known = await findIdentity(admin, project.id, identity)
  const user = known && (await ownerOf(auth, project, known))
  if (known !== undefined && user !== undefined) {
    const vouched = verifiedAddress(user, identity)
    const answer = await grantSession(auth, project, user, proof, async (db) => {
      await savePrivateUser(db, project.id, user.id, { verified_email: vouched })
      const still = await touchIdentity(db, known.id, { provider, email: identity.email, now })
      if (!still)
        throw conflict('changed_meanwhile', 'This identity was unlinked a moment ago. Sign in again.')
    })
    if (vouched !== undefined) await invalidateUser(platform, user.id)
    return answer
  }
  // SQL of the project deleted the user, or a crash came before the user: the identity is left behind.
  if (known !== undefined) await deleteIdentity(admin, project.id, known.user_id, known.id)
  const owner =
    identity.email === null ? undefined : await findUser(platform, project, 'email', identity.email)
  if (owner === undefined) return createUserFor(auth, project, proven, proof)
  const hold = await checkLink(auth, project, owner, proven)
  const answer = await grantSession(auth, project, owner, proof, async (db) => {
    await hold(db)
    await link(db, project, owner.id, proven, now)
  })
  // The address becomes verified in the user's other sessions, too.
  await invalidateUser(platform, owner.id)
  return answer
}

// The identity of a new user commits before the user: soon after, one that is not there may be about to come.
async function ownerOf(
  auth: Auth,
  project: ProjectRecord,
  { user_id, created_at }: IdentityRow,
): Promise<PublicUser | undefined> {
  const { platform } = auth
  const user = await findUser(platform, project, 'id', user_id)
  const isSettled = platform.clock.now().getTime() - created_at.getTime() >= SETTLED_MS
  return user !== undefined || isSettled ? user : findSettledUser(auth, project, user_id)
}

// The user's address, if the provider asserts that it is verified.
function verifiedAddress({ email }: PublicUser, identity: ProvenIdentity): string | undefined {
  const address = email?.toLowerCase()
  return identity.email_verified && identity.email === address ? address : undefined
}

/**
 * checkLink throws 409 unless an identity can be linked to the user with its e-mail address. Both the provider and this
 * project must have verified the address: otherwise another person may have signed up with the address and a password,
 * and would then share the account (account pre-hijacking). It returns a function that repeats the check in the
 * transaction that links, where the user is locked.
 */
async function checkLink(
  { platform }: Auth,
  project: ProjectRecord,
  owner: PublicUser,
  { provider, identity }: CodeRow,
): Promise<(db: Queryable) => Promise<void>> {
  if (!identity.email_verified) {
    throw conflict(
      'already_exists',
      `A user with this e-mail address already exists, and ${provider} has not verified the address. ` +
        'Sign in the way you did before.',
    )
  }
  const check = async (db: Queryable) => {
    const known = await findPrivateUser(db, project.id, owner.id)
    if ((known?.password_hash ?? null) === null || userStatusOf(owner, known).email_verified) return
    throw conflict(
      'already_exists',
      'A user with this e-mail address already exists, and the address has not been verified. ' +
        'Reset the password with a code sent to it, then sign in here again.',
    )
  }
  await check(platform.clusters.of(project).admin)
  return async (db) => {
    await check(db)
    await savePrivateUser(db, project.id, owner.id, { verified_email: owner.email?.toLowerCase() })
  }
}

// An unverified address is stored with the identity, not with the user: its real owner may sign up later, and must not
// share this account.
async function createUserFor(auth: Auth, project: ProjectRecord, proven: CodeRow, proof: Proof) {
  const { platform } = auth
  const { identity } = proven
  if (!(await getSettings(platform, project)).allow_signup)
    throw forbidden(
      'turned_off',
      'This project does not accept new users (allow_signup in the auth settings).',
    )
  const email = identity.email_verified ? identity.email : null
  const fields = { email, phone: null, full_name: identity.full_name, verified_email: email }
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
  if (!isNew) throw conflict('changed_meanwhile', 'This identity was linked a moment ago. Sign in again.')
}
