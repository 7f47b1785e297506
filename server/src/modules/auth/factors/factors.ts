// Second factors of users: authenticators (RFC 6238), enrolled and removed by the users themselves.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Auth } from '#modules/auth/context/auth.ts'
import { addMethod, deleteMethods, revokeSessions } from '#modules/auth/sessions/sessions.store.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { SECOND_FACTORS } from '#modules/auth/store/claims.ts'
import { findPrivateUser, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { confirmPassword } from '#modules/auth/users/own-user.ts'
import { getUser } from '#modules/auth/users/users.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { type AppError, conflict, forbidden, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  checkFactorCode,
  checkFirstCode,
  forgiveFactorAttempt,
  sealFactor,
} from '#platform/second-factors/factor-codes.ts'
import type { factorActivate } from '#platform/second-factors/factors.schema.ts'
import { presentFactor } from '#platform/second-factors/present-factor.ts'
import { newRecoveryCodes } from '#platform/second-factors/recovery-codes.ts'
import { newSecret, uriOf } from '#platform/second-factors/totp.ts'
import { factorsOf, ownAttempt } from './factor-store.ts'
import type { factorEnrol } from './factors.schema.ts'
import * as store from './factors.store.ts'

const MAX_FACTORS = 5

export async function listFactors(platform: Platform, project: ProjectRecord, userId: string) {
  const { admin } = platform.clusters.of(project)
  return (await store.listFactors(admin, project.id, userId)).map(presentFactor)
}

/**
 * enrolFactor creates a pending authenticator. A stolen access token must not be enough, so it requires the password
 * and, if there is an active factor already, a code of that.
 */
export async function enrolFactor(
  auth: Auth,
  project: ProjectRecord,
  actor: UserActor,
  { name, current_password, code }: z.output<typeof factorEnrol>,
) {
  const { platform } = auth
  const { admin } = platform.clusters.of(project)
  const user = await getUser(platform, project, actor.user_id)
  if (user.is_anonymous)
    throw forbidden('forbidden', 'Anonymous users cannot have a second factor. Upgrade the user first.')
  const active = (await store.listFactors(admin, project.id, user.id)).filter(isActive)
  if (active.length >= MAX_FACTORS)
    throw conflict('limit_reached', `A user can have at most ${MAX_FACTORS} second factors.`)
  const hash = (await findPrivateUser(admin, project.id, user.id))?.password_hash ?? null
  const authority = hash === null ? undefined : await confirmPassword(auth, project, actor, current_password)
  const factor = {
    id: randomUUID(),
    name: name ?? null,
    created_at: platform.clock.now(),
    activated_at: null,
  }
  const secret = newSecret()
  const sealed = sealFactor(platform, { project_id: project.id, id: user.id }, factor.id, secret)
  const spend = active.length === 0 ? undefined : await confirmFactor(platform, project, actor, code)
  await transaction(admin, async (db) => {
    await savePrivateUser(db, project.id, user.id, {})
    await authority?.recheck?.(db)
    await spend?.(db)
    await store.insertFactor(db, project.id, user.id, { ...factor, secret: sealed })
  })
  const uri = uriOf(secret, project.name, user.email ?? user.phone ?? user.id)
  return { ...presentFactor(factor), secret, uri }
}

/**
 * activateFactor activates a factor once the user has sent a correct code. The current session becomes `aal2`; all other
 * sessions end.
 */
export async function activateFactor(
  { platform }: Auth,
  project: ProjectRecord,
  actor: UserActor,
  id: string,
  { code }: z.output<typeof factorActivate>,
) {
  const { user_id, session_id } = actor
  const { admin } = platform.clusters.of(project)
  const factor = await getFactor(platform, project, user_id, id)
  if (isActive(factor)) throw conflict('wrong_state', 'This factor is already active.')
  const attempt = ownAttempt(actor)
  const step = await checkFirstCode(platform, admin, attempt, factor, code, wrongCode)
  const now = platform.clock.now()
  const recovery_codes = await transaction(admin, async (db) => {
    await savePrivateUser(db, project.id, user_id, {})
    const first = !(await store.hasActiveFactor(db, project.id, user_id))
    if (!(await store.activateFactor(db, id, step, now))) throw notFound('The factor')
    await forgiveFactorAttempt(db, attempt)
    await revokeSessions(db, project.id, user_id, now, session_id)
    await addMethod(db, session_id, 'totp')
    return first ? makeRecoveryCodes(platform, db, project, user_id) : null
  })
  await invalidateUser(platform, user_id)
  return { factor: presentFactor({ ...factor, activated_at: now }), recovery_codes }
}

/** removeOwnFactor removes the caller's factor; an active one requires a code. */
export async function removeOwnFactor(
  { platform }: Auth,
  project: ProjectRecord,
  actor: UserActor,
  id: string,
  code: string | undefined,
): Promise<void> {
  const active = isActive(await getFactor(platform, project, actor.user_id, id))
  const spend = active ? await confirmFactor(platform, project, actor, code) : undefined
  await removeFactor(platform, project, actor.user_id, id, spend)
}

/**
 * removeFactor removes a user's factor. With the last one, the recovery codes are deleted and all sessions become
 * `aal1`.
 */
export async function removeFactor(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
  id: string,
  prepare?: (db: Queryable) => Promise<void>,
): Promise<void> {
  await transaction(platform.clusters.of(project).admin, async (db) => {
    await savePrivateUser(db, project.id, userId, {})
    await prepare?.(db)
    if (!(await store.deleteFactor(db, project.id, userId, id))) throw notFound('The factor')
    if (await store.hasActiveFactor(db, project.id, userId)) return
    await store.replaceRecoveryCodes(db, project.id, userId, [])
    await deleteMethods(db, project.id, userId, SECOND_FACTORS)
  })
  await invalidateUser(platform, userId)
}

/** renewRecoveryCodes replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(
  { platform }: Auth,
  project: ProjectRecord,
  actor: UserActor,
  code: string,
): Promise<readonly string[]> {
  const spend = await confirmFactor(platform, project, actor, code)
  return transaction(platform.clusters.of(project).admin, async (db) => {
    await savePrivateUser(db, project.id, actor.user_id, {})
    await spend(db)
    return makeRecoveryCodes(platform, db, project, actor.user_id)
  })
}

async function confirmFactor(
  platform: Platform,
  project: ProjectRecord,
  actor: UserActor,
  code: string | undefined,
) {
  if (code === undefined)
    throw invalidInput('code is required: the code of an active factor, or a recovery code.')
  const right = await checkFactorCode(
    platform,
    factorsOf(platform, project, actor.user_id),
    ownAttempt(actor),
    code,
    wrongCode,
  )
  return (db: Queryable) => right.use(db)
}

async function getFactor(platform: Platform, project: ProjectRecord, userId: string, id: string) {
  const factors = await store.listFactors(platform.clusters.of(project).admin, project.id, userId)
  const factor = factors.find((one) => one.id === id)
  if (factor === undefined) throw notFound('The factor')
  return factor
}

function isActive({ activated_at }: store.FactorRow): boolean {
  return activated_at !== null
}

// Replaces the recovery codes of a user, and returns the new ones.
async function makeRecoveryCodes(
  platform: Platform,
  db: Queryable,
  project: ProjectRecord,
  userId: string,
): Promise<readonly string[]> {
  const { codes, digests } = newRecoveryCodes(platform, { project_id: project.id, id: userId })
  await store.replaceRecoveryCodes(db, project.id, userId, digests)
  return codes
}

// Not a 401: the session is valid, and clients must not try to refresh it.
function wrongCode(): AppError {
  return forbidden('proof_rejected', 'The code is wrong or already used. Wait for the next one.')
}
