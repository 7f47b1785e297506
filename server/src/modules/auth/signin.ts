// Signing in with e-mail address and password (spec 4.3).
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { verifyPassword } from '#platform/crypto/passwords.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { signin } from './auth.schema.ts'
import type { Auth } from './auth.ts'
import { grantSession } from './grants.ts'
import { findPrivateUser, holdPassword, NOBODY } from './private-users.store.ts'
import { findUser } from './public-users.ts'
import { getMailSettings } from './settings.ts'

/** Caller is where a sign-in comes from. */
export interface Caller {
  readonly userAgent: string | undefined
  readonly network: string
}

/** signIn checks a password and opens a session. An unknown address and a wrong password are answered alike. */
export async function signIn(
  auth: Auth,
  project: ProjectRecord,
  { email, password }: z.output<typeof signin>,
  { userAgent, network }: Caller,
) {
  const { platform, attempts } = auth
  await getMailSettings(platform, project)
  const name = attemptsOf(project, email)
  attempts.begin(name, network)
  const { admin } = platform.clusters.of(project)
  const user = await findUser(platform, project, 'email', email)
  const known = await findPrivateUser(admin, project.id, user?.id ?? NOBODY)
  const hash = known?.password_hash ?? undefined
  const right = await verifyPassword(hash, password)
  if (user === undefined || hash === undefined || !right) throw refused()
  attempts.succeed(name, network)
  return grantSession(auth, project, user, { methods: ['password'], userAgent }, async (db) => {
    if (!(await holdPassword(db, project.id, user.id, hash))) throw refused()
  })
}

/** attemptsOf names the attempts at one user's password. */
export function attemptsOf(project: ProjectRecord, email: string): string {
  return `password:${project.id}:${email}`
}

function refused(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is not right.')
}
