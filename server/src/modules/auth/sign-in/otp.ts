// Sign-in with a one-time code by SMS; the first sign-in of a number creates the user.
import type { z } from 'zod'
import { countMessage } from '#modules/auth/codes/code-budgets.ts'
import type { CodeName } from '#modules/auth/codes/codes.store.ts'
import { checkCode, issueCode, wrongCode } from '#modules/auth/codes/codes.ts'
import type { otpVerify } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { AuthSettings } from '#modules/auth/context/settings.schema.ts'
import { requesterOf, type Source } from '#modules/auth/context/sources.ts'
import { grantSession } from '#modules/auth/factors/grants.ts'
import { renderMessage } from '#modules/auth/messages/message-templates.ts'
import { requireSender, sendCode } from '#modules/auth/messages/send-code.ts'
import { findLiveUser } from '#modules/auth/sessions/sessions.store.ts'
import { invalidateUser } from '#modules/auth/sessions/sessions.ts'
import { getSettings } from '#modules/auth/settings/settings.ts'
import { userStatusOf } from '#modules/auth/store/claims.ts'
import { findPrivateUser, savePrivateUser } from '#modules/auth/store/private-users.store.ts'
import { findUser, type PublicUser } from '#modules/auth/store/public-users.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { createUser, requiredContacts } from './signup.ts'

type Verification = z.output<typeof otpVerify>

/** requestOtp sends a code to a phone. The response does not reveal whether a user has the number. */
export async function requestOtp(auth: Auth, project: ProjectRecord, phone: string, source: Source) {
  const { platform } = auth
  const settings = await enabledSettings(platform, project)
  await requireSender(auth, project, 'sms')
  const user = await findUser(platform, project, 'phone', phone)
  const requester = requesterOf(platform, project, user, source)
  const name = codeOf(project, phone)
  const paused_until = await countMessage(auth, project, 'sms', name, requester)
  const { otp_length: digits, otp_expiry_minutes } = settings
  const order = { name, requester, digits, minutes: otp_expiry_minutes, paused_until }
  const { code, expires_at, minutes } = await issueCode(platform, project, order)
  const message = await renderMessage(auth, project, 'otp', { code, minutes })
  const wanted = user !== undefined || settings.allow_signup
  await sendCode(auth, project, { to: phone, ...message }, wanted)
  return { phone, expires_at, otp_code: platform.config.production ? undefined : code }
}

/** verifyOtp signs in with a code; `caller` is the signed-in user who sends it, if any. */
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
  if (owner === 'unknown') throw unverifiedNumber()
  const proof = { methods: ['otp'], userAgent: source.userAgent } as const
  if (holder === undefined || owner === 'prover') {
    const fields = { ...newUser(settings, input), phone_from: holder }
    const answer = await createUser(auth, project, fields, proof, (db) => right.use(db))
    if (holder !== undefined) await invalidateUser(platform, holder.id)
    return answer
  }
  const answer = await grantSession(auth, project, holder, proof, async (db) => {
    await right.use(db)
    // The owner of the mailbox may have taken over the account in the meantime.
    const still = await ownerOf(db, project, holder, settings, caller, platform.clock.now())
    if (still !== 'holder') throw wrongCode()
    await savePrivateUser(db, project.id, holder.id, { verified_phone: phone })
  })
  await invalidateUser(platform, holder.id)
  return answer
}

/**
 * ownerOf decides who a correct code signs in. Anyone can sign up with any number: with `require_phone_verification`, an
 * unverified number signs in to its account (`holder`) only after it was verified in a session of that account; until
 * then it belongs to the person who proves it (`prover`). A number whose account was taken over by the owner of its
 * mailbox signs in to nothing until then (`unknown`).
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
  if (userStatusOf(holder, known).phone_verified) return 'holder'
  if (require_phone_verification) return 'prover'
  return known?.disowned_phone === holder.phone ? 'unknown' : 'holder'
}

// The code is not used up, so it can be sent again in a session.
function unverifiedNumber() {
  return forbidden(
    'verification_required',
    'This phone number must be verified again. Sign in by e-mail, then send a code to /auth/otp/verify in that session.',
  )
}

async function enabledSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getSettings(platform, project)
  if (!settings.phone_enabled)
    throw forbidden(
      'turned_off',
      'Sign-in by phone is turned off in this project (phone_enabled in the auth settings).',
    )
  return settings
}

// The code is not used up, so it can be sent again with the missing field.
function newUser(settings: AuthSettings, { metadata, ...input }: Verification) {
  if (!settings.allow_signup) throw wrongCode()
  const { full_name } = requiredContacts(settings, input)
  return { email: null, phone: input.phone, full_name, metadata, verified_phone: input.phone }
}

function codeOf(project: ProjectRecord, phone: string): CodeName {
  return { project_id: project.id, purpose: 'otp', recipient: phone }
}
