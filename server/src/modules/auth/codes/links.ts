// Codes that are also sent as a link, to confirm an address or to sign in. The link leads to the project's own site or
// app, which sends the token to the API: opening the link alone does nothing, since mail scanners open links.

import type { Auth } from '#modules/auth/context/auth.ts'
import { checkRedirect } from '#modules/auth/context/redirect-urls.ts'
import type { AuthSettings } from '#modules/auth/context/settings.schema.ts'
import { requesterOf, type Source } from '#modules/auth/context/sources.ts'
import { renderMessage } from '#modules/auth/messages/message-templates.ts'
import { requireSender, sendCode } from '#modules/auth/messages/send-code.ts'
import { getMailSettings } from '#modules/auth/settings/settings.ts'
import { findUser, type PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { withParameters } from '#platform/http/query-parameters.ts'
import type { Platform } from '#platform/platform.ts'
import { countMessage } from './code-budgets.ts'
import type { CodeName, LinkPurpose } from './codes.store.ts'
import { type CodeRequest, checkCode, checkToken, issueCode, type VerifiedCode } from './codes.ts'
import type { LinkProof } from './links.schema.ts'

const CODE_LENGTH = 6
const MINUTES = 15

/** Link is a link to send. */
export interface Link {
  readonly email: string
  readonly redirect_to?: string | undefined
  /** details are stored with the code and returned when it is used. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** AdmittedLink is a link that is allowed to be sent, with the user if there is one. */
export interface AdmittedLink {
  readonly order: CodeRequest
  readonly settings: AuthSettings
  readonly user: PublicUser | undefined
}

/** admitLink throws if a link cannot be sent: no mail gateway, an address that is not listed, or too many messages. */
export async function admitLink(
  auth: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  { email, redirect_to }: Link,
  source: Source,
): Promise<AdmittedLink> {
  const { platform } = auth
  const settings = await getMailSettings(platform, project)
  if (redirect_to !== undefined) checkRedirect(settings, redirect_to)
  await requireSender(auth, project, 'mail')
  const user = await findUser(platform, project, 'email', email)
  const requester = requesterOf(platform, project, user, source)
  const name = codeOf(project, purpose, email)
  const paused_until = await countMessage(auth, project, 'mail', name, requester)
  return { order: { name, requester, digits: CODE_LENGTH, minutes: MINUTES, paused_until }, settings, user }
}

/**
 * sendLink sends a link that admitLink has allowed, and replaces an older one. If it is not wanted, the same work is
 * done, so that the response time reveals nothing.
 */
export async function sendLink(
  auth: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  link: Link,
  admitted: AdmittedLink,
  wanted: boolean,
) {
  const { code, url, expires_at, minutes } = await issueLink(auth.platform, project, link, admitted)
  const message = await renderMessage(auth, project, purpose, { code, link: url, minutes })
  await sendCode(auth, project, { to: link.email, ...message }, wanted)
  return { email: link.email, expires_at }
}

/** INVITATION_DAYS is how long an invitation is good. */
export const INVITATION_DAYS = 7

/** sendInvitation sends a magic link that is good for days, and whose code cannot be guessed. */
export async function sendInvitation(auth: Auth, project: ProjectRecord, link: Link, admitted: AdmittedLink) {
  const paused_until = new Date(auth.platform.clock.now().getTime() + INVITATION_DAYS * 24 * 3_600_000)
  const order = { ...admitted.order, paused_until }
  const { code, url, expires_at } = await issueLink(auth.platform, project, link, { ...admitted, order })
  const message = await renderMessage(auth, project, 'invitation', { code, link: url, days: INVITATION_DAYS })
  await sendCode(auth, project, { to: link.email, ...message }, true)
  return { email: link.email, expires_at }
}

async function issueLink(
  platform: Platform,
  project: ProjectRecord,
  { redirect_to, details = {} }: Link,
  { order, settings }: AdmittedLink,
) {
  const token = randomToken()
  const issued = await issueCode(platform, project, order, { token_digest: digest(token), details })
  const place = redirect_to ?? settings.redirect_urls[0]
  return { ...issued, url: place === undefined ? '' : withParameters(place, { token }) }
}

/** checkLink returns the code of a valid token, or of an address with a correct code; otherwise it throws 401. */
export async function checkLink(
  { platform }: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  proof: LinkProof,
  source: Source,
): Promise<VerifiedCode> {
  await getMailSettings(platform, project)
  if ('token' in proof) return checkToken(platform, project, purpose, proof.token)
  const { email, code } = proof
  const user = await findUser(platform, project, 'email', email)
  const requester = requesterOf(platform, project, user, source)
  return checkCode(platform, project, codeOf(project, purpose, email), requester, code)
}

function codeOf(project: ProjectRecord, purpose: LinkPurpose, email: string): CodeName {
  return { project_id: project.id, purpose, recipient: email.toLowerCase() }
}
