// What lets the owner of an account in while strangers use up the attempts at its password: a code by mail, which is
// worth nothing without the password.

import { takeOfProject } from '#auth/codes/code-budgets.ts'
import type { Auth } from '#auth/context/auth.ts'
import type { Requester } from '#auth/context/sources.ts'
import { renderMessage } from '#auth/messages/message-templates.ts'
import { sendCode } from '#auth/messages/send-code.ts'
import type { PublicUser } from '#auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  isSignInCode,
  SIGN_IN_CODE_MINUTES,
  SIGN_IN_MAILS,
  signInCode,
} from '#platform/sessions/long-codes.ts'

/** isProvable says whether a code can be sent to mailboxes. */
export function isProvable({ messages }: Platform): boolean {
  return messages.mail !== undefined
}

/** isProof says whether a code proves that the caller has the mailbox of a user. */
export function isProof(
  platform: Platform,
  project: ProjectRecord,
  user: PublicUser | undefined,
  hash: string | undefined,
  code: string,
): boolean {
  if (user === undefined || hash === undefined) return false
  return isSignInCode(platform, { project_id: project.id, id: user.id }, hash, code)
}

/**
 * sendProof sends the code, unless enough mails are on their way already; neither the answer nor its time tell whether
 * there was anybody to send it to.
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
  if (!isProvable(platform) || !admitProof(auth, project, email, requester)) return
  const owner = { project_id: project.id, id: user?.id ?? '' }
  const code = signInCode(platform, owner, hash ?? '')
  const message = await renderMessage(auth, project, 'sign_in_code', { code, minutes: SIGN_IN_CODE_MINUTES })
  const wanted = hash !== undefined && user?.is_active === true
  await sendCode(platform, project, { to: user?.email ?? email, ...message }, wanted)
}

// Who has no mail left can still ask for a link, or for a new password.
function admitProof(auth: Auth, project: ProjectRecord, email: string, requester: Requester): boolean {
  const { platform, messages } = auth
  const now = platform.clock.now()
  const windows = [
    [`proof to ${project.id} ${email.toLowerCase()}`, SIGN_IN_MAILS.toOne],
    [`proof by ${project.id} ${requester.network}`, SIGN_IN_MAILS.byNetwork],
  ] as const
  if (messages.fullUntil(windows, now) !== undefined) return false
  try {
    takeOfProject(auth, project, 'mail', requester)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
  messages.count(windows, now)
  return true
}
