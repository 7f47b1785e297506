// Password reset with a mailed code.
import type { z } from 'zod'
import { countMessage } from '#modules/auth/codes/code-budgets.ts'
import type { CodeName } from '#modules/auth/codes/codes.store.ts'
import { checkCode, issueCode, wrongCode } from '#modules/auth/codes/codes.ts'
import { removeUnverifiedCredentials } from '#modules/auth/codes/unverified-credentials.ts'
import type { resetConfirm } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { hashingTenant, requesterOf, type Source } from '#modules/auth/context/sources.ts'
import { renderMessage } from '#modules/auth/messages/message-templates.ts'
import { requireSender, sendCode } from '#modules/auth/messages/send-code.ts'
import { revokeSessions } from '#modules/auth/sessions/sessions.store.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { getMailSettings } from '#modules/auth/settings/settings.ts'
import { savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'

const CODE_LENGTH = 6
const CODE_MINUTES = 15

/** requestReset mails a code if the user exists; response and response time are the same if not. */
export async function requestReset(auth: Auth, project: ProjectRecord, email: string, source: Source) {
  const { platform } = auth
  await getMailSettings(platform, project)
  await requireSender(auth, project, 'mail')
  const user = await findUser(platform, project, 'email', email)
  const requester = requesterOf(platform, project, user, source)
  const name = codeOf(project, email)
  const paused_until = await countMessage(auth, project, 'mail', name, requester)
  const order = { name, requester, digits: CODE_LENGTH, minutes: CODE_MINUTES, paused_until }
  const { code, expires_at, minutes } = await issueCode(platform, project, order)
  const message = await renderMessage(auth, project, 'reset_password', { code, minutes })
  await sendCode(auth, project, { to: user?.email ?? email, ...message }, user?.is_active === true)
  return { email, expires_at }
}

/** confirmReset sets a new password and ends all sessions, since a forgotten password may also mean a lost phone. */
export async function confirmReset(
  auth: Auth,
  project: ProjectRecord,
  { email, code, new_password }: z.output<typeof resetConfirm>,
  source: Source,
): Promise<void> {
  const { platform } = auth
  await getMailSettings(platform, project)
  const user = await findUser(platform, project, 'email', email)
  const requester = requesterOf(platform, project, user, source)
  const right = await checkCode(platform, project, codeOf(project, email), requester, code)
  if (user === undefined) throw wrongCode()
  const password_hash = await platform.passwords.hash(new_password, hashingTenant(project, true))
  const now = platform.clock.now()
  await transaction(platform.clusters.of(project).admin, async (db) => {
    // The code was mailed, so it proves the address.
    await removeUnverifiedCredentials(db, project, user, now)
    await right.use(db)
    await savePrivateUser(db, project.id, user.id, { password_hash })
    await revokeSessions(db, project.id, user.id, now, undefined)
  })
  await invalidateUser(platform, user.id)
}

function codeOf(project: ProjectRecord, email: string): CodeName {
  return { project_id: project.id, purpose: 'reset', recipient: email.toLowerCase() }
}
