// Users as the API shows and changes them (spec 4.3): /auth/users.

import type { Auth } from '#auth/context/auth.ts'
import { hashingTenant } from '#auth/context/sources.ts'
import { revokeSessions } from '#auth/sessions/sessions.store.ts'
import { forgetUser } from '#auth/sessions/sessions.ts'
import { standingOf } from '#auth/store/claims.ts'
import * as privates from '#auth/store/private-users.store.ts'
import * as publics from '#auth/store/public-users.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserUpdate } from './users.schema.ts'

/** presentUser gives a user as the API shows them. */
export function presentUser(user: publics.PublicUser, known: privates.PrivateUser | undefined) {
  const { id, email, phone, full_name, is_active, created_at, updated_at } = user
  const metadata = known?.metadata ?? {}
  const standing = standingOf(user, known)
  return { id, email, phone, full_name, is_active, ...standing, created_at, updated_at, metadata }
}

/** getUser gives one user of a project, or throws 404. */
export async function getUser(platform: Platform, project: ProjectRecord, id: string) {
  const user = await publics.findUser(platform, project, 'id', id)
  if (user === undefined) throw notFound('The user')
  const fields = await privates.findPrivateUser(platform.clusters.of(project).admin, project.id, id)
  return presentUser(user, fields)
}

/** listUsers gives a page of a project's users, and whether there is a next one. */
export async function listUsers(platform: Platform, project: ProjectRecord, search: publics.UserSearch) {
  const found = await publics.listUsers(platform, project, search)
  const users = found.slice(0, search.limit)
  const { admin } = platform.clusters.of(project)
  const ids = users.map(({ id }) => id)
  const fields = new Map(
    (await privates.listPrivateUsers(admin, project.id, ids)).map((row) => [row.id, row]),
  )
  return {
    users: users.map((user) => presentUser(user, fields.get(user.id))),
    more: found.length > users.length,
  }
}

/** Authority says in whose name a user is changed. */
export interface Authority {
  /** keep is the session that a new password leaves going. */
  readonly keep: string | undefined
  /** hold makes sure, in the same transaction, that the change is still allowed. */
  readonly hold?: (db: Queryable) => Promise<void>
}

/** updateUser changes a user. The row in `users` commits last, once all else has been found possible. */
export async function updateUser(
  auth: Auth,
  project: ProjectRecord,
  id: string,
  { password, metadata, claims, current_password: _, ...changes }: UserUpdate,
  authority: Authority,
) {
  const { platform } = auth
  const password_hash =
    password === undefined ? undefined : await platform.passwords.hash(password, hashingTenant(project, true))
  const ends = password_hash !== undefined || changes.is_active === false
  const now = platform.clock.now()
  const user = await publics.writeUsers(auth, project, async (client) => {
    const row = await publics.updateUser(client, project, id, changes, now)
    if (row === undefined) throw notFound('The user')
    await transaction(platform.clusters.of(project).admin, async (db) => {
      await authority.hold?.(db)
      await privates.savePrivateUser(db, project.id, id, { password_hash, metadata, claims })
      // Numbers are given to others by those who issue them.
      await privates.forgetOtherPhone(db, project.id, id, row.phone)
      const keep = changes.is_active === false ? undefined : authority.keep
      if (ends) await revokeSessions(db, project.id, id, now, keep)
    })
    return row
  })
  await forgetUser(platform, id)
  const fields = await privates.findPrivateUser(platform.clusters.of(project).admin, project.id, id)
  return presentUser(user, fields)
}

/** removeUser deletes a user for good, unless rows of the project refer to them. */
export async function removeUser(auth: Auth, project: ProjectRecord, id: string): Promise<void> {
  const { platform } = auth
  const removed = await publics.writeUsers(auth, project, (client) => publics.deleteUser(client, project, id))
  if (!removed) throw notFound('The user')
  await privates.deletePrivateUser(platform.clusters.of(project).admin, project.id, id)
  await forgetUser(platform, id)
}

/** themselves gives a user's id, or throws: users reach only themselves, and of nobody else learn whether they exist. */
export function themselves(actor: Actor | undefined, id: string): string {
  if (actor?.type === 'project_user' && actor.user_id !== id) {
    throw forbidden('Users can see and change only themselves.')
  }
  return id
}
