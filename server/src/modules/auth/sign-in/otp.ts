// Signing in with a one-time code by SMS (spec 4.3); whoever does so for the first time becomes a user.
import type { z } from 'zod'
import { countMessage } from '#auth/codes/code-budgets.ts'
import type { CodeName } from '#auth/codes/codes.store.ts'
import { checkCode, makeCode, wrongCode } from '#auth/codes/codes.ts'
import type { otpVerify } from '#auth/context/auth.schema.ts'
import type { Auth } from '#auth/context/auth.ts'
import type { AuthSettings } from '#auth/context/settings.schema.ts'
import { requesterOf, type Source } from '#auth/context/sources.ts'
import { grantSession } from '#auth/factors/grants.ts'
import { renderMessage } from '#auth/messages/message-templates.ts'
import { requireGateway, sendCode } from '#auth/messages/send-code.ts'
import { findLiveUser } from '#auth/sessions/sessions.store.ts'
import { forgetUser } from '#auth/sessions/sessions.ts'
import { getSettings } from '#auth/settings/settings.ts'
import { standingOf } from '#auth/store/claims.ts'
import { findPrivateUser, savePrivateUser } from '#auth/store/private-users.store.ts'
import { findUser, type PublicUser } from '#auth/store/public-users.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { createUser } from './signup.ts'

type Verification = z.output<typeof otpVerify>

/** requestOtp sends a code to a phone. The answer does not tell whether it belongs to a user. */
export async function requestOtp(auth: Auth, project: ProjectRecord, phone: string, source: Source) {
  const { platform } = auth
  const settings = await enabledSettings(platform, project)
  requireGateway(platform, 'sms')
  const user = await findUser(platform, project, 'phone', phone)
  const requester = requesterOf(platform, project, user, source)
  const name = codeOf(project, phone)
  const paused_until = await countMessage(auth, project, 'sms', name, requester)
  const { otp_length: digits, otp_expiry_minutes } = settings
  const order = { name, requester, digits, minutes: otp_expiry_minutes, paused_until }
  const { code, expires_at, minutes } = await makeCode(platform, project, order)
  const message = await renderMessage(auth, project, 'otp', { code, minutes })
  const wanted = user !== undefined || settings.allow_signup
  await sendCode(platform, project, { to: phone, ...message }, wanted)
  return { phone, expires_at, otp_code: platform.config.production ? undefined : code }
}

/** verifyOtp signs in whoever has the code; `caller` is the user in whose session it is sent, if any. */
export async function verifyOtp(
  auth: Auth,
  project: ProjectRecord,
  input: Verification,
  caller: UserActor | undefined,
  source: Source,
) {
  const { platform } = auth
  const { phone, code } = input
  const settings = await enabledSettings(platform, project)
  const holder = await findUser(platform, project, 'phone', phone)
  const requester = requesterOf(platform, project, holder, source)
  const right = await checkCode(platform, project, codeOf(project, phone), requester, code)
  const { admin } = platform.clusters.of(project)
  const owner = holder && (await ownerOf(admin, project, holder, settings, caller, platform.clock.now()))
  if (owner === 'unknown') throw disowned()
  const proof = { methods: ['otp'], userAgent: source.userAgent } as const
  if (holder === undefined || owner === 'prover') {
    const fields = { ...newUser(settings, input), phone_from: holder }
    const answer = await createUser(auth, project, fields, proof, (db) => right.use(db))
    if (holder !== undefined) await forgetUser(platform, holder.id)
    return answer
  }
  const answer = await grantSession(auth, project, holder, proof, async (db) => {
    await right.use(db)
    // Theirs until the transaction ends: the owner of the mailbox may have come in the meantime.
    await savePrivateUser(db, project.id, holder.id, {})
    const still = await ownerOf(db, project, holder, settings, caller, platform.clock.now())
    if (still !== 'holder') throw wrongCode()
    await savePrivateUser(db, project.id, holder.id, { verified_phone: phone })
  })
  await forgetUser(platform, holder.id)
  return answer
}

/**
 * ownerOf says whose a number is that a user has. Anybody may sign up with anybody's number: where a project wants it
 * proven, it leads into the account only once it was, by a code that was sent in a session of the account; until then
 * it goes to whoever proves it. The number of somebody whose account was taken over by the owner of its address leads
 * nowhere until then.
 */
async function ownerOf(
  db: Queryable,
  project: ProjectRecord,
  holder: PublicUser,
  { require_phone_verification }: AuthSettings,
  caller: UserActor | undefined,
  now: Date,
): Promise<'holder' | 'prover' | 'unknown'> {
  if (caller?.user_id === holder.id) {
    const session = { project_id: project.id, user_id: holder.id, id: caller.session_id }
    if ((await findLiveUser(db, session, now)) !== undefined) return 'holder'
  }
  const known = await findPrivateUser(db, project.id, holder.id)
  if (standingOf(holder, known).phone_verified) return 'holder'
  if (require_phone_verification) return 'prover'
  return known?.disowned_phone === holder.phone ? 'unknown' : 'holder'
}

// The code is not used up: it can be sent again, in a session.
function disowned() {
  return forbidden(
    'This number has to be confirmed again. Sign in by e-mail, then send a code to /auth/otp/verify in that session.',
  )
}

async function enabledSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getSettings(platform, project)
  if (!settings.phone_enabled) throw forbidden('This project has no sign-in by phone.')
  return settings
}

// Refused here, the code is not used up: the same one can be sent again with what is missing.
function newUser({ allow_signup }: AuthSettings, { phone, full_name, metadata }: Verification) {
  if (!allow_signup) throw wrongCode()
  if (full_name === undefined) throw invalidInput('full_name is required to become a user.')
  return { email: null, phone, full_name, metadata, verified_phone: phone }
}

function codeOf(project: ProjectRecord, phone: string): CodeName {
  return { project_id: project.id, purpose: 'otp', recipient: phone }
}
