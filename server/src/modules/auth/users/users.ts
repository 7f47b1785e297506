// Users in the form of the API: /auth/users.

import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant } from '#modules/auth/context/sources.ts'
import { revokeSessions } from '#modules/auth/sessions/sessions.store.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { userStatusOf } from '#modules/auth/store/claims.ts'
import * as privateUsers from '#modules/auth/store/private-users.store.ts'
import * as publicUsers from '#modules/auth/store/public-users.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserUpdate } from './users.schema.ts'

/** presentUser joins the public and private half of a user in the form of the API. */
export function presentUser(user: publicUsers.PublicUser, known: privateUsers.PrivateUser | undefined) {
  const { id, email, phone, full_name, is_active, created_at, updated_at } = user
  const metadata = known?.metadata ?? {}
  const status = userStatusOf(user, known)
  return { id, email, phone, full_name, is_active, ...status, created_at, updated_at, metadata }
}

/** presentManagedUser is presentUser for those who may change the user's claims. */
export function presentManagedUser(
  user: publicUsers.PublicUser,
  known: privateUsers.PrivateUser | undefined,
): ShownUser {
  return { ...presentUser(user, known), claims: known?.claims ?? {} }
}

/** ShownUser is a user in the form of the API, with claims where the caller may change them. */
export type ShownUser = ReturnType<typeof presentUser> & {
  readonly claims?: privateUsers.PrivateUser['claims']
}

type Present = (user: publicUsers.PublicUser, known: privateUsers.PrivateUser | undefined) => ShownUser

/** getUser finds a user by id, or throws 404. */
export async function getUser(
  platform: Platform,
  project: ProjectRecord,
  id: string,
  present: Present = presentUser,
): Promise<ShownUser> {
  const user = await publicUsers.findUser(platform, project, 'id', id)
  if (user === undefined) throw notFound('The user')
  const fields = await privateUsers.findPrivateUser(platform.clusters.of(project).admin, project.id, id)
  return present(user, fields)
}

/** ChangeAuthorization is on whose behalf a user is changed. */
export interface ChangeAuthorization {
  /** keepSession is the session that stays open after a change of the password. */
  readonly keepSession: string | undefined
  /** recheck throws, inside the transaction, if the change is no longer allowed. */
  readonly recheck?: (db: Queryable) => Promise<void>
}

/** updateUser changes a user. The row in `users` commits last, after everything else has succeeded. */
export async function updateUser(
  auth: Auth,
  project: ProjectRecord,
  id: string,
  { password, metadata, claims, current_password: _, ...changes }: UserUpdate,
  authority: ChangeAuthorization,
  present: Present = presentUser,
): Promise<ShownUser> {
  const { platform } = auth
  const password_hash =
    password === undefined ? undefined : await platform.passwords.hash(password, hashingTenant(project, true))
  const ends = password_hash !== undefined || changes.is_active === false
  const now = platform.clock.now()
  const [user, fields] = await publicUsers.writeUsers(auth, project, async (client) => {
    const row = await publicUsers.updateUser(client, project, id, changes, now)
    if (row === undefined) throw notFound('The user')
    const saved = await transaction(platform.clusters.of(project).admin, async (db) => {
      await authority.recheck?.(db)
      await privateUsers.savePrivateUser(db, project.id, id, { password_hash, metadata, claims })
      // Phone companies reassign numbers.
      await privateUsers.clearStaleVerifiedPhone(db, project.id, id, row.phone)
      const keep = changes.is_active === false ? undefined : authority.keepSession
      if (ends) await revokeSessions(db, project.id, id, now, keep)
      return privateUsers.findPrivateUser(db, project.id, id)
    })
    return [row, saved] as const
  })
  await invalidateUser(platform, id)
  return present(user, fields)
}

/**
 * removeUser deletes a user permanently; it throws 409 if rows of the project refer to the user. Where only the private half is
 * left, because an earlier attempt failed between the two, it deletes that.
 */
export async function removeUser(auth: Auth, project: ProjectRecord, id: string): Promise<void> {
  const { platform } = auth
  const removed = await publicUsers.writeUsers(auth, project, (client) =>
    publicUsers.deleteUser(client, project, id),
  )
  const { admin } = platform.clusters.of(project)
  const wasKnown = await privateUsers.deletePrivateUser(admin, project.id, id)
  if (!removed && !wasKnown) throw notFound('The user')
  await invalidateUser(platform, id)
}

/** requireSelf returns the id; it throws 403 to users who ask for any other id, whether or not it exists. */
export function requireSelf(actor: Actor | undefined, id: string): string {
  if (actor?.type === 'project_user' && actor.user_id !== id) {
    throw forbidden('forbidden', 'Users can access only their own record.')
  }
  return id
}
