// Anonymous users, and their upgrade to full users under the same id.
import type { z } from 'zod'
import type { anonymous, upgrade } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant } from '#modules/auth/context/sources.ts'
import { hookDeadline } from '#modules/auth/hooks/auth-hooks.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import { findPrivateUser, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { setContacts, writeUsers } from '#modules/auth/store/public-users.ts'
import { presentUser } from '#modules/auth/users/users.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { conflict, forbidden } from '#platform/errors/app-error.ts'
import { askBeforeSignup } from './before-signup.ts'
import { createUser, requiredContacts, signUpSettings } from './signup.ts'

/** signInAnonymously creates a user without contacts. Only the returned tokens can sign this user in. */
export async function signInAnonymously(
  auth: Auth,
  project: ProjectRecord,
  { metadata }: z.output<typeof anonymous>,
  userAgent: string | undefined,
) {
  if (!(await getSettings(auth.platform, project)).allow_anonymous) {
    throw forbidden(
      'turned_off',
      'Anonymous sign-in is turned off in this project (allow_anonymous in the auth settings).',
    )
  }
  const user = { email: null, phone: null, full_name: null, metadata, began_anonymous: true }
  return createUser(auth, project, user, { methods: ['anonymous'], userAgent })
}

/**
 * upgradeUser adds contacts and a password to an anonymous user; id, rows and session stay. The row in `users` commits
 * last: of several concurrent upgrades one succeeds, and one that fails has no effect.
 */
export async function upgradeUser(
  auth: Auth,
  project: ProjectRecord,
  { user_id }: UserActor,
  { password, email, metadata: given, ...input }: z.output<typeof upgrade>,
) {
  const { platform } = auth
  const contacts = { email, ...requiredContacts(await signUpSettings(platform, project), input) }
  const { admin } = platform.clusters.of(project)
  const known = await findPrivateUser(admin, project.id, user_id)
  if (known?.began_anonymous !== true) throw notAnonymous()
  const password_hash = await platform.passwords.hash(password, hashingTenant(project, true))
  const applicant = { ...contacts, metadata: given ?? known.metadata }
  const replaced = await askBeforeSignup(auth, project, applicant, 'upgrade', hookDeadline())
  const metadata = replaced ?? given
  const [user, saved] = await writeUsers(auth, project, async (client) => {
    const row = await setContacts(client, project, user_id, contacts, platform.clock.now())
    if (row === undefined) throw notAnonymous()
    return [row, await savePrivateUser(admin, project.id, user_id, { password_hash, metadata })]
  })
  await invalidateUser(platform, user_id)
  return { user: presentUser(user, saved) }
}

function notAnonymous() {
  return conflict(
    'wrong_state',
    'Only anonymous users can be upgraded, and this user already has an account.',
  )
}
