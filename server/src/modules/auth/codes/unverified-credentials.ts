// What happens to an account when the owner of its mailbox proves the address for the first time.

import { revokeSessions } from '#modules/auth/sessions/sessions.store.ts'
import { userStatusOf } from '#modules/auth/store/claims.ts'
import { clearCredentials, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import type { PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/**
 * removeUnverifiedCredentials marks the address as verified. If it was not verified before, another person may have
 * signed up with it (account pre-hijacking): all sessions end, the password is removed, and the phone number, even a
 * verified one, no longer signs in until it is verified again.
 */
export async function removeUnverifiedCredentials(
  db: Queryable,
  project: ProjectRecord,
  user: PublicUser,
  now: Date,
): Promise<void> {
  const known = await savePrivateUser(db, project.id, user.id, {})
  if (userStatusOf(user, known).email_verified) return
  await revokeSessions(db, project.id, user.id, now, undefined)
  await clearCredentials(db, project.id, user.id, user.phone)
  await savePrivateUser(db, project.id, user.id, { verified_email: user.email?.toLowerCase() })
}
