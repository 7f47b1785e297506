// Proof of the mailbox at sign-in: while unknown clients use up the attempts at a password, the owner can still sign in
// with a code sent by mail. The code is worthless without the password.

import { projectLimits } from '#modules/auth/codes/code-budgets.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { Requester } from '#modules/auth/context/sources.ts'
import { renderMessage } from '#modules/auth/messages/message-templates.ts'
import { canSend, sendCode } from '#modules/auth/messages/send-code.ts'
import type { PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { countEach } from '#platform/fairness/counts.ts'
import type { NamedLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import {
  HOURLY_CODE_MINUTES,
  hourlyCode,
  isHourlyCode,
  SIGN_IN_MAILS,
  signInCode,
} from '#platform/sessions/long-codes.ts'

/** canSendProof reports whether mail of a project can be sent. */
export function canSendProof(auth: Auth, project: ProjectRecord): Promise<boolean> {
  return canSend(auth, project, 'mail')
}

/** isProof reports whether a code proves that the caller has access to the mailbox of a user. */
export function isProof(
  platform: Platform,
  project: ProjectRecord,
  user: PublicUser | undefined,
  hash: string | undefined,
  code: string,
): boolean {
  if (user === undefined || hash === undefined) return false
  return isHourlyCode(platform, signInCode({ project_id: project.id, id: user.id }, hash), code)
}

/**
 * sendProof mails the code, unless the mail limits are reached. Response and response time do not reveal whether the
 * user exists.
 */
export async function sendProof(
  auth: Auth,
  project: ProjectRecord,
  email: string,
  user: PublicUser | undefined,
  hash: string | undefined,
  requester: Requester,
): Promise<void> {
  const { platform } = auth
  if (!(await canSendProof(auth, project)) || !(await admitProof(auth, project, email, requester))) return
  const owner = { project_id: project.id, id: user?.id ?? '' }
  const code = hourlyCode(platform, signInCode(owner, hash ?? ''))
  const message = await renderMessage(auth, project, 'sign_in_code', { code, minutes: HOURLY_CODE_MINUTES })
  const wanted = hash !== undefined && user?.is_active === true
  await sendCode(auth, project, { to: user?.email ?? email, ...message }, wanted)
}

// Beyond the limits, the owner can still request a magic link or a new password. Limits of a network come first: at its own, it
// uses up nobody else's.
async function admitProof(
  auth: Auth,
  project: ProjectRecord,
  email: string,
  requester: Requester,
): Promise<boolean> {
  const all = projectLimits(auth, project, 'mail', requester)
  const limits: NamedLimit[] = [
    [`proof by ${project.id} ${requester.network}`, SIGN_IN_MAILS.byNetwork],
    ...all.slice(0, -1),
    [`proof to ${project.id} ${email}`, SIGN_IN_MAILS.toOne],
    ...all.slice(-1),
  ]
  return (await countEach(auth.messages, limits)) === undefined
}
