// Becoming a user of a project (spec 4.3): with e-mail address and password here; otp.ts and
// anonymous.ts have other ways.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { admitLink, sendLink } from '#auth/codes/links.ts'
import type { signup } from '#auth/context/auth.schema.ts'
import type { Auth } from '#auth/context/auth.ts'
import type { AuthSettings } from '#auth/context/settings.schema.ts'
import { hashingTenant, type Source } from '#auth/context/sources.ts'
import { beginGrant, presentGrant } from '#auth/factors/grants.ts'
import type { Proof } from '#auth/sessions/sessions.ts'
import { getMailSettings } from '#auth/settings/settings.ts'
import { type PrivateFields, type PrivateUser, savePrivateUser } from '#auth/store/private-users.store.ts'
import { insertUser, type PublicUser, releasePhone, writeUsers } from '#auth/store/public-users.ts'
import { presentUser } from '#auth/users/users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** NewUser is a user who is about to be made. */
export interface NewUser extends PrivateFields {
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
  /** phone_from is a user who has to give the phone number up: somebody else has proven that it is theirs. */
  readonly phone_from?: PublicUser | undefined
}

/** signUp makes a user and signs them in. */
export async function signUp(
  auth: Auth,
  project: ProjectRecord,
  { password, ...input }: z.output<typeof signup>,
  source: Source,
) {
  const { platform } = auth
  const { require_email_verification } = await signUpSettings(platform, project)
  const password_hash = await platform.passwords.hash(password, hashingTenant(project))
  const user = { ...input, password_hash }
  if (require_email_verification) return signUpUnverified(auth, project, user, source)
  return createUser(auth, project, user, { methods: ['password'], userAgent: source.userAgent })
}

/** signUpSettings gives the settings of a project where anybody may become a user, or throws 403. */
export async function signUpSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getMailSettings(platform, project)
  if (!settings.allow_signup) throw forbidden('This project takes no new users.')
  return settings
}

/**
 * createUser makes a user and signs them in; `prepare` runs in the same transaction, after the private half. The row in
 * `users` commits last: what a crash leaves behind before that belongs to nobody, and blocks nobody's address.
 */
export async function createUser(
  auth: Auth,
  project: ProjectRecord,
  user: NewUser,
  proof: Proof,
  prepare?: (db: Queryable, userId: string) => Promise<void>,
) {
  const grant = await insertNewUser(auth, project, user, async (db, made) => {
    await prepare?.(db, made.id)
    return beginGrant(auth, db, project, made, proof)
  })
  return presentGrant(auth, project, grant)
}

// The address has to be confirmed before anybody gets in, also whoever has just signed up with it.
async function signUpUnverified(
  auth: Auth,
  project: ProjectRecord,
  input: NewUser & { email: string },
  source: Source,
) {
  const link = { email: input.email }
  const admitted = await admitLink(auth, project, 'verify_email', link, source)
  const user = await insertNewUser(auth, project, input, async (_db, made, known) => presentUser(made, known))
  await sendLink(auth, project, 'verify_email', link, admitted, true)
  return { user, email_verification_required: true } as const
}

function insertNewUser<T>(
  auth: Auth,
  project: ProjectRecord,
  { email, phone, full_name, phone_from, ...fields }: NewUser,
  work: (db: Queryable, user: PublicUser, known: PrivateUser) => Promise<T>,
): Promise<T> {
  const { clock, clusters } = auth.platform
  const row = { id: randomUUID(), email, phone, full_name, created_at: clock.now() }
  return writeUsers(auth, project, async (client) => {
    if (phone_from !== undefined) await releasePhone(client, project, phone_from, row.created_at)
    const user = await insertUser(client, project, row)
    return transaction(clusters.of(project).admin, async (db) =>
      work(db, user, await savePrivateUser(db, project.id, user.id, fields)),
    )
  })
}
