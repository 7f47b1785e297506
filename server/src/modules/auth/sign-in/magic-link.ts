// Sign-in with a mailed link or code.
import type { z } from 'zod'
import { wrongCode } from '#modules/auth/codes/codes.ts'
import type { LinkProof, magicLinkRequest } from '#modules/auth/codes/links.schema.ts'
import { admitLink, checkLink, sendLink } from '#modules/auth/codes/links.ts'
import { removeUnverifiedCredentials } from '#modules/auth/codes/unverified-credentials.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { Source } from '#modules/auth/context/sources.ts'
import { grantSession } from '#modules/auth/factors/grants.ts'
import { invalidateUser, type Proof } from '#modules/auth/sessions/sessions.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import { findUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createUser } from './signup.ts'

/** requestMagicLink mails a link. Response and response time do not reveal whether the user exists. */
export async function requestMagicLink(
  auth: Auth,
  project: ProjectRecord,
  { create_user, full_name, email, redirect_to }: z.output<typeof magicLinkRequest>,
  source: Source,
) {
  const link = { email, redirect_to, details: { create_user, full_name } }
  const admitted = await admitLink(auth, project, 'magic_link', link, source)
  const { user, settings } = admitted
  const wanted = user === undefined ? create_user && settings.allow_signup : user.is_active
  return sendLink(auth, project, 'magic_link', link, admitted, wanted)
}

/** verifyMagicLink signs in with a mailed link or code, which also verifies the address. */
export async function verifyMagicLink(auth: Auth, project: ProjectRecord, given: LinkProof, source: Source) {
  const { platform } = auth
  const right = await checkLink(auth, project, 'magic_link', given, source)
  const { recipient, details } = right
  const proof: Proof = { methods: ['magic_link'], userAgent: source.userAgent }
  const user = await findUser(platform, project, 'email', recipient)
  if (user === undefined) {
    const { allow_signup } = await getSettings(platform, project)
    if (details.create_user !== true || !allow_signup) throw wrongCode()
    const full_name = typeof details.full_name === 'string' ? details.full_name : null
    const fields = { email: recipient, phone: null, full_name, verified_email: recipient }
    return createUser(auth, project, fields, proof, (db) => right.use(db))
  }
  const answer = await grantSession(auth, project, user, proof, async (db) => {
    await right.use(db)
    await removeUnverifiedCredentials(db, project, user, platform.clock.now())
  })
  await invalidateUser(platform, user.id)
  return answer
}
