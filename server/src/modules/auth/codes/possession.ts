// What becomes of an account when the owner of its mailbox comes for the first time.

import { revokeSessions } from '#auth/sessions/sessions.store.ts'
import { standingOf } from '#auth/store/claims.ts'
import { disown, savePrivateUser } from '#auth/store/private-users.store.ts'
import type { PublicUser } from '#auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/**
 * takePossession gives a user to the owner of the mailbox. Where nobody has proven the address before, somebody else may
 * have signed up with it, to share the account with whom it belongs to (pre-hijacking): their sessions end, their
 * password is gone, and their phone number, which may be proven all the same, signs in nobody until it is proven anew.
 */
export async function takePossession(
  db: Queryable,
  project: ProjectRecord,
  user: PublicUser,
  now: Date,
): Promise<void> {
  const known = await savePrivateUser(db, project.id, user.id, {})
  if (standingOf(user, known).email_verified) return
  await revokeSessions(db, project.id, user.id, now, undefined)
  await disown(db, project.id, user.id, user.phone)
  await savePrivateUser(db, project.id, user.id, { verified_email: user.email?.toLowerCase() })
}
