// Sign-in with e-mail address and password.
import type { z } from 'zod'
import { wrongCode } from '#modules/auth/codes/codes.ts'
import type { signin } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant, requesterOf, type Source } from '#modules/auth/context/sources.ts'
import { grantSession } from '#modules/auth/factors/grants.ts'
import type { Proof } from '#modules/auth/sessions/sessions.ts'
import { getMailSettings } from '#modules/auth/settings/settings.ts'
import { findPrivateUser, lockPassword, UNKNOWN_USER_ID } from '#modules/auth/store/private-users.store.ts'
import { findUser, type PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type Admission, ProofRequired, proofRequired } from '#platform/sessions/password-attempts.ts'
import { canSendProof, isProof, sendProof } from './sign-in-proofs.ts'

interface Claimant {
  readonly email: string
  readonly user: PublicUser | undefined
  readonly hash: string | undefined
  readonly proven: boolean
}

/** signIn checks a password and opens a session. An unknown address and a wrong password return the same error. */
export async function signIn(
  auth: Auth,
  project: ProjectRecord,
  { email, password, code }: z.output<typeof signin>,
  source: Source,
) {
  const { platform } = auth
  await getMailSettings(platform, project)
  const { admin } = platform.clusters.of(project)
  const user = await findUser(platform, project, 'email', email)
  const known = await findPrivateUser(admin, project.id, user?.id ?? UNKNOWN_USER_ID)
  const hash = known?.password_hash ?? undefined
  const proven = code !== undefined && isProof(platform, project, user, hash, code)
  if (code !== undefined && !proven) throw wrongCode()
  const admission = await admit(auth, project, { email, user, hash, proven }, source)
  const right = await auth.platform.passwords.verify(hash, password, hashingTenant(project, admission.known))
  if (user === undefined || hash === undefined || !right) throw refused()
  await admission.succeed()
  const proof: Proof = {
    methods: proven ? ['password', 'magic_link'] : ['password'],
    userAgent: source.userAgent,
  }
  return grantSession(auth, project, user, proof, async (db) => {
    if (!(await lockPassword(db, project.id, user.id, hash))) throw refused()
  })
}

// Once unknown clients have used up their attempts, the password is not compared: even the right one gets this error.
async function admit(
  auth: Auth,
  project: ProjectRecord,
  { email, user, hash, proven }: Claimant,
  source: Source,
): Promise<Admission> {
  const { platform, attempts } = auth
  const provable = await canSendProof(auth, project)
  const requester = requesterOf(platform, project, user, source)
  const { device, network } = requester
  const from = { project_id: project.id, account: user?.id, email, network, device, proven }
  try {
    return await attempts.begin(platform.clusters.of(project).admin, {
      ...from,
      provable,
    })
  } catch (error) {
    if (!(error instanceof ProofRequired)) throw error
    await sendProof(auth, project, email, user, hash, requester)
    throw proofRequired(error.until, platform.clock.now())
  }
}

function refused(): AppError {
  return new AppError('unauthorized', 'The e-mail address or password is wrong.')
}
