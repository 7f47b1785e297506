// What users can change about themselves. A new password or phone number requires the current password: a
// stolen access token must not be enough to take over the account.

import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant } from '#modules/auth/context/sources.ts'
import { findPrivateUser, lockPassword } from '#modules/auth/store/private-users.store.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { type AppError, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { UserUpdate } from './users.schema.ts'
import { type ChangeAuthorization, updateUser } from './users.ts'

/** updateOwnUser changes the calling user, or throws 403 for fields that only the project can change. */
export async function updateOwnUser(auth: Auth, project: ProjectRecord, actor: UserActor, input: UserUpdate) {
  const forbiddenFields = (['email', 'is_active', 'claims'] as const).filter(
    (field) => input[field] !== undefined,
  )
  if (forbiddenFields.length > 0) {
    throw forbidden(
      'forbidden',
      `Users cannot change these fields of their own record: ${forbiddenFields.join(', ')}.`,
    )
  }
  const sensitive = input.password !== undefined || input.phone !== undefined
  const authority: ChangeAuthorization = sensitive
    ? await confirmPassword(auth, project, actor, input.current_password)
    : { keepSession: actor.session_id }
  return updateUser(auth, project, actor.user_id, input, authority)
}

/** confirmPassword checks the caller's password now, and returns an authorization that checks it again on commit. */
export async function confirmPassword(
  auth: Auth,
  project: ProjectRecord,
  { user_id, session_id }: UserActor,
  password: string | undefined,
): Promise<ChangeAuthorization> {
  if (password === undefined) {
    throw invalidInput('current_password is required for this change.')
  }
  const { clusters, passwords } = auth.platform
  const { admin } = clusters.of(project)
  const owner = { project_id: project.id, account: user_id }
  const admission = await auth.attempts.beginInSession(admin, { ...owner, session: session_id })
  const hash = (await findPrivateUser(admin, project.id, user_id))?.password_hash ?? undefined
  const right = await passwords.verify(hash, password, hashingTenant(project, true))
  if (!right || hash === undefined) throw wrongPassword()
  await admission.succeed()
  return {
    keepSession: session_id,
    recheck: async (db) => {
      if (!(await lockPassword(db, project.id, user_id, hash))) throw wrongPassword()
    },
  }
}

// Not a 401: the session is valid, and clients must not try to refresh it.
function wrongPassword(): AppError {
  return forbidden('proof_rejected', 'current_password is wrong.')
}
