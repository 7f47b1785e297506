// A user's identities: listed and unlinked.

import { savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser, type PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './identities.store.ts'

/** listIdentities returns the identities of a user, or throws 404. */
export async function listIdentities(platform: Platform, project: ProjectRecord, userId: string) {
  await getUser(platform, project, userId)
  const rows = await store.listIdentities(platform.clusters.of(project).admin, project.id, userId)
  return rows.map(({ project_id: _, user_id: __, ...identity }) => identity)
}

/**
 * removeIdentity unlinks an identity. With `last: 'kept'` it throws 409 for a user who would be left without password,
 * phone number, e-mail address and identity, and so could not sign in again.
 */
export async function removeIdentity(
  platform: Platform,
  project: ProjectRecord,
  userId: string,
  id: string,
  { last }: { readonly last: 'kept' | 'removed' },
): Promise<void> {
  const user = await getUser(platform, project, userId)
  await transaction(platform.clusters.of(project).admin, async (db) => {
    // Locks the row: of two concurrent removals, the second must see that the first identity is gone.
    const { password_hash } = await savePrivateUser(db, project.id, userId, {})
    if (!(await store.deleteIdentity(db, project.id, userId, id))) throw notFound('The identity')
    const others = await store.listIdentities(db, project.id, userId)
    const ways = [password_hash, user.phone, user.email, others[0]?.id ?? null]
    if (last === 'kept' && ways.every((way) => way === null)) {
      throw conflict(
        'wrong_state',
        'This is your only way to sign in. Add a phone number or another identity first.',
      )
    }
  })
}

async function getUser(platform: Platform, project: ProjectRecord, id: string): Promise<PublicUser> {
  const user = await findUser(platform, project, 'id', id)
  if (user === undefined) throw notFound('The user')
  return user
}
