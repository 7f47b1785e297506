// What a project does with its users: it creates and invites them, sends them messages, and ends their sessions.
import type { z } from 'zod'
import { admitLink, sendInvitation } from '#modules/auth/codes/links.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant, type Source } from '#modules/auth/context/sources.ts'
import { insertUserRoles } from '#modules/auth/roles/roles.store.ts'
import * as sessions from '#modules/auth/sessions/sessions.store.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { requestMagicLink } from '#modules/auth/sign-in/magic-link.ts'
import { requestReset } from '#modules/auth/sign-in/reset-password.ts'
import { insertNewUser, type NewUser, unlessFailed } from '#modules/auth/sign-in/signup.ts'
import { requestVerification } from '#modules/auth/sign-in/verify-email.ts'
import type { userCreate, userInvite, userMessage } from '#modules/auth/users/users.schema.ts'
import { getUser, presentManagedUser } from '#modules/auth/users/users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** createUser creates a user who has not signed up. Neither the settings of sign-up nor the project's hook are asked. */
export async function createUser(
  auth: Auth,
  project: ProjectRecord,
  { password, email_verified, phone_verified, role_ids, ...input }: z.output<typeof userCreate>,
) {
  const { email = null, phone = null, full_name = null } = input
  if (email_verified && email === null) throw invalidInput('email_verified: there is no email.')
  if (phone_verified && phone === null) throw invalidInput('phone_verified: there is no phone.')
  const { passwords } = auth.platform
  const password_hash =
    password === undefined ? undefined : await passwords.hash(password, hashingTenant(project, true))
  const user = {
    ...{ ...input, email, phone, full_name, password_hash },
    verified_email: email_verified ? email : undefined,
    verified_phone: phone_verified ? phone : undefined,
  }
  return insertWithRoles(auth, project, user, role_ids)
}

/** inviteUser creates a user without a password, and mails a link that signs in and is good for days. */
export async function inviteUser(
  auth: Auth,
  project: ProjectRecord,
  { email, redirect_to, role_ids, full_name, metadata }: z.output<typeof userInvite>,
  source: Source,
) {
  const link = { email, redirect_to }
  const admitted = await admitLink(auth, project, 'magic_link', link, source)
  const user = await insertWithRoles(
    auth,
    project,
    { email, phone: null, full_name: full_name ?? null, metadata },
    role_ids,
  )
  const { expires_at } = await unlessFailed(auth, project, user.id, () =>
    sendInvitation(auth, project, link, admitted),
  )
  return { user, expires_at }
}

/** sendToUser mails a user what they could have asked for themselves, or throws 409 where it would not be sent. */
export async function sendToUser(
  auth: Auth,
  project: ProjectRecord,
  userId: string,
  { kind, redirect_to }: z.output<typeof userMessage>,
  source: Source,
) {
  const { email, is_active, email_verified } = await getUser(auth.platform, project, userId)
  if (email === null) throw conflict('not_set_up', 'This user has no e-mail address.')
  if (!is_active) throw conflict('wrong_state', 'This user is deactivated.')
  if (kind === 'verify_email' && email_verified)
    throw conflict('wrong_state', 'The address of this user is verified already.')
  const link = { email, redirect_to }
  if (kind === 'reset_password') return requestReset(auth, project, email, source)
  if (kind === 'verify_email') return requestVerification(auth, project, link, source)
  if (kind === 'magic_link') return requestMagicLink(auth, project, { ...link, create_user: false }, source)
  return sendInvitation(auth, project, link, await admitLink(auth, project, 'magic_link', link, source))
}

/** listUserSessions returns the live sessions of a user, the latest first. */
export async function listUserSessions(platform: Platform, project: ProjectRecord, userId: string) {
  await getUser(platform, project, userId)
  const { admin } = platform.clusters.of(project)
  const rows = await sessions.listSessions(admin, project.id, userId, platform.clock.now())
  return rows.map(({ id, user_agent, methods, created_at, last_used_at, expires_at }) => {
    return { id, user_agent, methods: [...methods], created_at, last_used_at, expires_at }
  })
}

/** endUserSessions ends all sessions of a user, and pending sign-ins. */
export async function endUserSessions(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
): Promise<void> {
  await getUser(platform, project, userId)
  const { admin } = platform.clusters.of(project)
  await sessions.revokeSessions(admin, project.id, userId, platform.clock.now(), undefined)
  await invalidateUser(platform, userId)
}

function insertWithRoles(auth: Auth, project: ProjectRecord, user: NewUser, roleIds: readonly string[]) {
  return insertNewUser(auth, project, user, async (db, made, known) => {
    if (!(await insertUserRoles(db, project.id, made.id, roleIds)))
      throw invalidInput('role_ids: the project has no role with one of these ids.')
    return presentManagedUser(made, known)
  })
}
