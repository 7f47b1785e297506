// Verification of e-mail addresses.
import type { z } from 'zod'
import { wrongCode } from '#modules/auth/codes/codes.ts'
import type { LinkProof, verificationRequest } from '#modules/auth/codes/links.schema.ts'
import { admitLink, checkLink, sendLink } from '#modules/auth/codes/links.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { Source } from '#modules/auth/context/sources.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { userStatusOf } from '#modules/auth/store/claims.ts'
import { findPrivateUser, savePrivateUser, UNKNOWN_USER_ID } from '#modules/auth/store/private-users.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import { presentUser } from '#modules/auth/users/users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'

/** requestVerification mails a link to an unverified address; response and response time are always the same. */
export async function requestVerification(
  auth: Auth,
  project: ProjectRecord,
  { email, redirect_to }: z.output<typeof verificationRequest>,
  source: Source,
) {
  const { platform } = auth
  const link = { email, redirect_to }
  const admitted = await admitLink(auth, project, 'verify_email', link, source)
  const { user } = admitted
  const known = await findPrivateUser(
    platform.clusters.of(project).admin,
    project.id,
    user?.id ?? UNKNOWN_USER_ID,
  )
  const wanted = user?.is_active === true && !userStatusOf(user, known).email_verified
  return sendLink(auth, project, 'verify_email', link, admitted, wanted)
}

/**
 * verifyEmail marks the address as verified. It does not sign in: the owner of an address that another person has signed
 * up with must not end up in an account whose password the other person knows.
 */
export async function verifyEmail(auth: Auth, project: ProjectRecord, proof: LinkProof, source: Source) {
  const { platform } = auth
  const right = await checkLink(auth, project, 'verify_email', proof, source)
  const user = await findUser(platform, project, 'email', right.recipient)
  if (user === undefined) throw wrongCode()
  const known = await transaction(platform.clusters.of(project).admin, async (db) => {
    const verified = await savePrivateUser(db, project.id, user.id, { verified_email: right.recipient })
    await right.use(db)
    return verified
  })
  await invalidateUser(platform, user.id)
  return { user: presentUser(user, known) }
}
