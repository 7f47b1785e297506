// Becoming a user of a project (spec 4.3): with e-mail address and password here; otp.ts and
// anonymous.ts have other ways.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { hashPassword } from '#platform/crypto/passwords.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { signup } from './auth.schema.ts'
import type { Auth } from './auth.ts'
import { beginGrant, presentGrant } from './grants.ts'
import { type PrivateFields, savePrivateUser } from './private-users.store.ts'
import { insertUser, writeUsers } from './public-users.ts'
import type { Proof } from './sessions.ts'
import type { AuthSettings } from './settings.schema.ts'
import { getSettings } from './settings.ts'

/** NewUser is a user who is about to be made. */
export interface NewUser extends PrivateFields {
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
}

/** signUp makes a user and signs them in. */
export async function signUp(
  auth: Auth,
  project: ProjectRecord,
  { password, ...input }: z.output<typeof signup>,
  userAgent: string | undefined,
) {
  await signUpSettings(auth.platform, project)
  const password_hash = await hashPassword(password)
  return createUser(auth, project, { ...input, password_hash }, { methods: ['password'], userAgent })
}

/** signUpSettings gives the settings of a project where anybody may become a user, or throws 403. */
export async function signUpSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getSettings(platform, project)
  if (!settings.email_enabled) throw forbidden('This project has no sign-in by e-mail address.')
  if (!settings.allow_signup) throw forbidden('This project takes no new users.')
  return settings
}

/**
 * createUser makes a user and signs them in; `prepare` runs in the same transaction as the private half. The row in
 * `users` commits last: what a crash leaves behind before that belongs to nobody, and blocks nobody's address.
 */
export async function createUser(
  auth: Auth,
  project: ProjectRecord,
  { email, phone, full_name, ...fields }: NewUser,
  proof: Proof,
  prepare?: (db: Queryable) => Promise<void>,
) {
  const { platform } = auth
  const row = { id: randomUUID(), email, phone, full_name, created_at: platform.clock.now() }
  const grant = await writeUsers(auth, project, async (client) => {
    const user = await insertUser(client, project, row)
    return transaction(platform.clusters.of(project).admin, async (db) => {
      await prepare?.(db)
      await savePrivateUser(db, project.id, user.id, fields)
      return beginGrant(auth, db, project, user, proof)
    })
  })
  return presentGrant(auth, project, grant)
}
