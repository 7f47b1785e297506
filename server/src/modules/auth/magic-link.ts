// Signing in by a link, or a code, that comes by mail.
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Auth } from './auth.ts'
import { wrongCode } from './codes.ts'
import { grantSession } from './grants.ts'
import type { LinkProof, magicLinkRequest } from './links.schema.ts'
import { admitLink, checkLink, sendLink } from './links.ts'
import { takePossession } from './possession.ts'
import { findUser } from './public-users.ts'
import { forgetUser, type Proof } from './sessions.ts'
import { getSettings } from './settings.ts'
import { createUser } from './signup.ts'

/** requestMagicLink sends a link that signs in; the answer and its time do not tell whether there is such a user. */
export async function requestMagicLink(
  auth: Auth,
  project: ProjectRecord,
  { create_user, full_name, ...link }: z.output<typeof magicLinkRequest>,
) {
  const settings = await admitLink(auth, project, 'magic_link', link)
  const user = await findUser(auth.platform, project, 'email', link.email)
  const wanted = user === undefined ? create_user && settings.allow_signup : user.is_active
  const details = { create_user, full_name }
  return sendLink(auth, project, 'magic_link', { ...link, details }, settings, wanted)
}

/** verifyMagicLink signs in whoever has the link. The address is proven by it. */
export async function verifyMagicLink(
  auth: Auth,
  project: ProjectRecord,
  given: LinkProof,
  userAgent: string | undefined,
) {
  const { platform } = auth
  const right = await checkLink(auth, project, 'magic_link', given)
  const { recipient, details } = right
  const proof: Proof = { methods: ['magic_link'], userAgent }
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
    await takePossession(db, project, user, platform.clock.now())
  })
  await forgetUser(platform, user.id)
  return answer
}
