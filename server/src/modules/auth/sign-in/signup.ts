// Sign-up with e-mail address and password. Other ways to create a user are in otp.ts, magic-link.ts and
// anonymous.ts.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { admitLink, sendLink } from '#modules/auth/codes/links.ts'
import type { signup } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { AuthSettings } from '#modules/auth/context/settings.schema.ts'
import { hashingTenant, type Source } from '#modules/auth/context/sources.ts'
import { beginGrant, prepareGrant, presentGrant } from '#modules/auth/factors/grants.ts'
import { hookDeadline } from '#modules/auth/hooks/auth-hooks.ts'
import type { Proof } from '#modules/auth/sessions/sessions.ts'
import { getMailSettings } from '#modules/auth/settings/settings.ts'
import {
  type PrivateFields,
  type PrivateUser,
  savePrivateUser,
} from '#modules/auth/store/private-users.store.ts'
import { insertUser, type PublicUser, releasePhone, writeUsers } from '#modules/auth/store/public-users.ts'
import { presentUser, removeUser } from '#modules/auth/users/users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'
import { askBeforeSignup } from './before-signup.ts'

/** NewUser is a user to create. */
export interface NewUser extends PrivateFields {
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
  /** phone_from is the user who loses the phone number, because the new user has proven it. */
  readonly phone_from?: PublicUser | undefined
}

/** signUp creates a user and signs them in, unless the project requires a verified address first. */
export async function signUp(
  auth: Auth,
  project: ProjectRecord,
  { password, ...input }: z.output<typeof signup>,
  source: Source,
) {
  const { platform } = auth
  const settings = await signUpSettings(platform, project)
  const contacts = requiredContacts(settings, input)
  const password_hash = await platform.passwords.hash(password, hashingTenant(project))
  const user = { ...input, ...contacts, password_hash }
  if (settings.require_email_verification) return signUpUnverified(auth, project, user, source)
  return createUser(auth, project, user, { methods: ['password'], userAgent: source.userAgent })
}

/** signUpSettings returns the settings, or throws 403 if the project does not accept new users. */
export async function signUpSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getMailSettings(platform, project)
  if (!settings.allow_signup)
    throw forbidden(
      'turned_off',
      'This project does not accept new users (allow_signup in the auth settings).',
    )
  return settings
}

/** requiredContacts returns the name and number of a new user, or throws 400 where one is missing that the project requires. */
export function requiredContacts(
  { require_full_name, require_phone }: Pick<AuthSettings, 'require_full_name' | 'require_phone'>,
  { full_name, phone }: { full_name?: string | undefined; phone?: string | undefined },
): { full_name: string | null; phone: string | null } {
  const missing = [
    ...(require_full_name && full_name === undefined ? ['full_name'] : []),
    ...(require_phone && phone === undefined ? ['phone'] : []),
  ]
  const problemOf = (field: string) => `is required (require_${field} in the auth settings)`
  if (missing.length > 0) throw fieldErrors(missing.map((field) => ({ field, problem: problemOf(field) })))
  return { full_name: full_name ?? null, phone: phone ?? null }
}

/**
 * createUser creates a user and signs them in, unless the project's hook refuses; `prepare` runs in the same transaction,
 * after the private half. The row in `users` commits last: a private half that a crash leaves behind belongs to no user and
 * blocks no address. Where the hook of access tokens refuses or fails, the user goes again.
 */
export async function createUser(
  auth: Auth,
  project: ProjectRecord,
  user: NewUser,
  proof: Proof,
  prepare?: (db: Queryable, userId: string) => Promise<void>,
) {
  const deadline = hookDeadline()
  const asked = await admitUser(auth, project, user, proof.methods[0] ?? '', deadline)
  await prepareGrant(auth, project)
  const grant = await insertNewUser(auth, project, asked, async (db, made) => {
    await prepare?.(db, made.id)
    return beginGrant(auth, db, project, made, proof)
  })
  const present = () => presentGrant(auth, project, grant, deadline)
  return 'user' in grant ? unlessFailed(auth, project, grant.user.id, present) : present()
}

/**
 * unlessFailed does what a new user still needs. Where that fails, the user is deleted, so that the next try finds the address
 * free; rows of triggers can keep the user.
 */
export async function unlessFailed<T>(
  auth: Auth,
  project: ProjectRecord,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await removeUser(auth, project, userId).catch(() => {})
    throw error
  }
}

// The address must be verified before the first sign-in.
async function signUpUnverified(
  auth: Auth,
  project: ProjectRecord,
  input: NewUser & { email: string },
  source: Source,
) {
  const link = { email: input.email }
  const admitted = await admitLink(auth, project, 'verify_email', link, source)
  const asked = await admitUser(auth, project, input, 'password', hookDeadline())
  const user = await insertNewUser(auth, project, asked, async (_db, made, known) => presentUser(made, known))
  await unlessFailed(auth, project, user.id, () =>
    sendLink(auth, project, 'verify_email', link, admitted, true),
  )
  return { user, email_verification_required: true } as const
}

// Before any transaction: a function may take seconds.
async function admitUser(
  auth: Auth,
  project: ProjectRecord,
  user: NewUser,
  method: string,
  deadline: number,
): Promise<NewUser> {
  const metadata = await askBeforeSignup(auth, project, user, method, deadline)
  return { ...user, metadata: metadata ?? user.metadata }
}

/** insertNewUser creates a user without asking the project's hook; `work` runs in the transaction of the private half. */
export function insertNewUser<T>(
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
