// What lets the owner of an account in while strangers use up the attempts at its password: a code by mail, which is
// worth nothing without the password.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type Budget, countGuesses, uncount } from '#platform/sessions/guesses.store.ts'
import { isSignInCode, SIGN_IN_CODE_MINUTES, signInCode } from '#platform/sessions/long-codes.ts'
import type { Auth } from './auth.ts'
import { takeOfProject } from './code-budgets.ts'
import { renderMessage } from './message-templates.ts'
import type { PublicUser } from './public-users.ts'
import { sendCode } from './send-code.ts'
import type { Requester } from './sources.ts'

const HOUR = 3600

// Each has the same code for an hour, so that one mail is as good as many.
const MAILS: Budget = { recent: 3, recent_seconds: HOUR, total: 1_000_000, total_seconds: HOUR }

// One network that tries many accounts must not have mail sent to all of them.
const BY_NETWORK = { limit: 20, window_seconds: HOUR } as const

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
  if (!isProvable(platform) || !(await admitProof(auth, project, email, requester))) return
  const owner = { project_id: project.id, id: user?.id ?? '' }
  const code = signInCode(platform, owner, hash ?? '')
  const message = await renderMessage(auth, project, 'sign_in_code', { code, minutes: SIGN_IN_CODE_MINUTES })
  const wanted = hash !== undefined && user?.is_active === true
  await sendCode(platform, project, { to: user?.email ?? email, ...message }, wanted)
}

async function admitProof(
  { platform, requests }: Auth,
  project: ProjectRecord,
  email: string,
  requester: Requester,
): Promise<boolean> {
  if (requests === undefined) return true
  const name = { project_id: project.id, parts: ['messages', 'sign_in_code', email.toLowerCase()] }
  const { admin } = platform.clusters.of(project)
  const { refused_until } = await countGuesses(admin, name, MAILS, platform.clock.now())
  if (refused_until !== undefined) return false
  try {
    requests.take(`sign-in-codes:${project.id}:${requester.network}`, BY_NETWORK)
    takeOfProject(requests, platform, project, 'mail', requester)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Who has no mail left can still ask for a link, or for a new password.
    await uncount(admin, name)
    return false
  }
}
