// Codes that are also sent as a link: to confirm an address, and to sign in. The link leads to the project's own site
// or app, which sends the token in it back to us; so nothing happens by merely opening it, as mail scanners do.

import type { Auth } from '#auth/context/auth.ts'
import { checkRedirect, withParameters } from '#auth/context/redirect-urls.ts'
import type { AuthSettings } from '#auth/context/settings.schema.ts'
import { requesterOf, type Source } from '#auth/context/sources.ts'
import { renderMessage } from '#auth/messages/message-templates.ts'
import { requireGateway, sendCode } from '#auth/messages/send-code.ts'
import { getMailSettings } from '#auth/settings/settings.ts'
import { findUser, type PublicUser } from '#auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { countMessage } from './code-budgets.ts'
import type { CodeName, LinkPurpose } from './codes.store.ts'
import { type CodeOrder, checkCode, checkToken, makeCode, type RightCode } from './codes.ts'
import type { LinkProof } from './links.schema.ts'

const CODE_LENGTH = 6
const MINUTES = 15

/** Link is a link to send. */
export interface Link {
  readonly email: string
  readonly redirect_to?: string | undefined
  /** details are kept with the code and come back with it. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** AdmittedLink is a link that may be sent, to a user if there is one. */
export interface AdmittedLink {
  readonly order: CodeOrder
  readonly settings: AuthSettings
  readonly user: PublicUser | undefined
}

/** admitLink throws where a link cannot be sent: no gateway, an address that is not listed, or too many of them. */
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
  requireGateway(platform, 'mail')
  const user = await findUser(platform, project, 'email', email)
  const requester = requesterOf(platform, project, user, source)
  const name = codeOf(project, purpose, email)
  const paused_until = await countMessage(auth, project, 'mail', name, requester)
  return { order: { name, requester, digits: CODE_LENGTH, minutes: MINUTES, paused_until }, settings, user }
}

/**
 * sendLink sends a link that admitLink has let through, in place of an older one. What nobody is to get is made all
 * the same, so that answers take as long.
 */
export async function sendLink(
  auth: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  { email, redirect_to, details = {} }: Link,
  { order, settings }: AdmittedLink,
  wanted: boolean,
) {
  const token = randomToken()
  const more = { token_digest: digest(token), details }
  const { code, expires_at, minutes } = await makeCode(auth.platform, project, order, more)
  const place = redirect_to ?? settings.redirect_urls[0]
  const link = place === undefined ? '' : withParameters(place, { token })
  const message = await renderMessage(auth, project, purpose, { code, link, minutes })
  await sendCode(auth.platform, project, { to: email, ...message }, wanted)
  return { email, expires_at }
}

/** checkLink throws unless a token, or an address with a code, is right. */
export async function checkLink(
  { platform }: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  proof: LinkProof,
  source: Source,
): Promise<RightCode> {
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
