// What users may change about themselves (spec 4.3). What one signs in with takes the current password: an access
// token that was left lying around must not be enough to take somebody's place.

import type { Auth } from '#auth/context/auth.ts'
import { hashingTenant } from '#auth/context/sources.ts'
import { findPrivateUser, holdPassword } from '#auth/store/private-users.store.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { type AppError, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { UserUpdate } from './users.schema.ts'
import { type Authority, updateUser } from './users.ts'

/** updateOwnUser changes the user who calls. */
export async function updateOwnUser(auth: Auth, project: ProjectRecord, actor: UserActor, input: UserUpdate) {
  const forbiddenFields = (['email', 'is_active', 'claims'] as const).filter(
    (field) => input[field] !== undefined,
  )
  if (forbiddenFields.length > 0) {
    throw forbidden(`Users cannot change this about themselves: ${forbiddenFields.join(', ')}.`)
  }
  const sensitive = input.password !== undefined || input.phone !== undefined
  const authority: Authority = sensitive
    ? await confirmPassword(auth, project, actor, input.current_password)
    : { keep: actor.session_id }
  return updateUser(auth, project, actor.user_id, input, authority)
}

/** confirmPassword makes sure that the user who calls knows their password, now and when the change is carried out. */
export async function confirmPassword(
  auth: Auth,
  project: ProjectRecord,
  { user_id, session_id }: UserActor,
  password: string | undefined,
): Promise<Authority> {
  if (password === undefined) {
    throw invalidInput('current_password is required to change what you sign in with.')
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
    keep: session_id,
    hold: async (db) => {
      if (!(await holdPassword(db, project.id, user_id, hash))) throw wrongPassword()
    },
  }
}

// Not a 401: the session is fine, and clients must not try to refresh it.
function wrongPassword(): AppError {
  return forbidden('The current password is not right.')
}
