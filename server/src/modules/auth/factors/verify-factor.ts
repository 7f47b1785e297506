// Completes a sign-in that waits for a second factor.
import type { z } from 'zod'
import type { Auth } from '#modules/auth/context/auth.ts'
import { requesterOf, type Source } from '#modules/auth/context/sources.ts'
import { deleteChallenge, findChallenge } from '#modules/auth/store/challenges.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { checkFactorCode } from '#platform/second-factors/factor-codes.ts'
import { factorsOf } from './factor-store.ts'
import type { factorVerify } from './factors.schema.ts'
import { grantSession } from './grants.ts'

/** verifyFactor signs in with a code of a second factor. After a wrong code the challenge stays open. */
export async function verifyFactor(
  auth: Auth,
  project: ProjectRecord,
  { mfa_token, code }: z.output<typeof factorVerify>,
  source: Source,
) {
  const { clusters, clock } = auth.platform
  const { admin } = clusters.of(project)
  const challenge = await findChallenge(admin, project.id, digest(mfa_token), clock.now())
  if (challenge === undefined) throw challengeEnded()
  const { user_id } = challenge
  const { device, network } = requesterOf(auth.platform, project, { id: user_id }, source)
  const from = { source: device ?? network, known: device !== undefined }
  const owner = { project_id: project.id, id: user_id }
  const attempt = { owner, channel: challenge.methods.join('+'), ...from }
  const right = await checkFactorCode(
    auth.platform,
    factorsOf(auth.platform, project, user_id),
    attempt,
    code,
    wrongCode,
  )
  const user = await findUser(auth.platform, project, 'id', user_id)
  if (user === undefined) throw challengeEnded()
  const methods = [...challenge.methods, right.method]
  return grantSession(auth, project, user, { methods, userAgent: source.userAgent }, async (db) => {
    await right.use(db)
    if (!(await deleteChallenge(db, challenge.digest))) throw challengeEnded()
  })
}

function wrongCode(): AppError {
  return new AppError('unauthorized', 'The code is wrong or already used. Wait for the next one.')
}

function challengeEnded(): AppError {
  return new AppError('unauthorized', 'The mfa_token is invalid: expired or already used. Sign in again.')
}
