// Codes that are also sent as a link: to confirm an address, and to sign in. The link leads to the project's own site
// or app, which sends the token in it back to us; so nothing happens by merely opening it, as mail scanners do.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import type { Auth } from './auth.ts'
import type { CodeName, LinkPurpose } from './codes.store.ts'
import { checkCode, checkToken, makeCode, type RightCode } from './codes.ts'
import type { LinkProof } from './links.schema.ts'
import { renderMessage } from './message-templates.ts'
import { checkRedirect, withParameters } from './redirect-urls.ts'
import { requireGateway, sendCode } from './send-code.ts'
import type { AuthSettings } from './settings.schema.ts'
import { getMailSettings } from './settings.ts'

const CODE_LENGTH = 6
const MINUTES = 15

// Nobody's mailbox is to be flooded.
const MESSAGES = { limit: 5, window_seconds: 3600 } as const

/** Link is a link to send. */
export interface Link {
  readonly email: string
  readonly redirect_to?: string | undefined
  /** details are kept with the code and come back with it. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** admitLink throws where a link cannot be sent: no gateway, an address that is not listed, or too many of them. */
export async function admitLink(
  { platform, requests }: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  { email, redirect_to }: Link,
): Promise<AuthSettings> {
  const settings = await getMailSettings(platform, project)
  if (redirect_to !== undefined) checkRedirect(settings, redirect_to)
  requireGateway(platform, 'mail')
  requests?.take(`${purpose}:${project.id}:${email.toLowerCase()}`, MESSAGES)
  return settings
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
  { redirect_urls: [first] }: AuthSettings,
  wanted: boolean,
) {
  const token = randomToken()
  const name = codeOf(project, purpose, email)
  const more = { token_digest: digest(token), details }
  const { code, expires_at } = await makeCode(auth.platform, project, name, CODE_LENGTH, MINUTES, more)
  const place = redirect_to ?? first
  const link = place === undefined ? '' : withParameters(place, { token })
  const message = await renderMessage(auth, project, purpose, { code, link, minutes: MINUTES })
  await sendCode(auth.platform, project, { to: email, ...message }, wanted)
  return { email, expires_at }
}

/** checkLink throws unless a token, or an address with a code, is right. */
export async function checkLink(
  { platform, attempts }: Auth,
  project: ProjectRecord,
  purpose: LinkPurpose,
  proof: LinkProof,
): Promise<RightCode> {
  await getMailSettings(platform, project)
  if ('token' in proof) return checkToken(platform, project, purpose, proof.token)
  const attempt = `${purpose}:${project.id}:${proof.email}`
  attempts.begin(attempt)
  const right = await checkCode(platform, project, codeOf(project, purpose, proof.email), proof.code)
  attempts.succeed(attempt)
  return right
}

function codeOf(project: ProjectRecord, purpose: LinkPurpose, email: string): CodeName {
  return { project_id: project.id, purpose, recipient: email.toLowerCase() }
}
