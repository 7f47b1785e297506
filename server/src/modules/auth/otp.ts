// Signing in with a one-time code by SMS (spec 4.3); whoever does so for the first time becomes a user.
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { otpVerify } from './auth.schema.ts'
import type { Auth } from './auth.ts'
import { standingOf } from './claims.ts'
import type { CodeName } from './codes.store.ts'
import { checkCode, makeCode, wrongCode } from './codes.ts'
import { grantSession } from './grants.ts'
import { renderMessage } from './message-templates.ts'
import { findPrivateUser, savePrivateUser } from './private-users.store.ts'
import { findUser, type PublicUser } from './public-users.ts'
import { requireGateway, sendCode } from './send-code.ts'
import { forgetUser } from './sessions.ts'
import type { AuthSettings } from './settings.schema.ts'
import { getSettings } from './settings.ts'
import { createUser } from './signup.ts'

type Verification = z.output<typeof otpVerify>

// Each message costs somebody money.
const MESSAGES = { limit: 5, window_seconds: 3600 } as const

/** requestOtp sends a code to a phone. The answer does not tell whether it belongs to a user. */
export async function requestOtp(auth: Auth, project: ProjectRecord, phone: string) {
  const { platform, requests } = auth
  const settings = await enabledSettings(platform, project)
  requireGateway(platform, 'sms')
  requests?.take(`otp:${project.id}:${phone}`, MESSAGES)
  const minutes = settings.otp_expiry_minutes
  const name = codeOf(project, phone)
  const { code, expires_at } = await makeCode(platform, project, name, settings.otp_length, minutes)
  const user = await findUser(platform, project, 'phone', phone)
  const message = await renderMessage(auth, project, 'otp', { code, minutes })
  const wanted = user !== undefined || settings.allow_signup
  await sendCode(platform, project, { to: phone, ...message }, wanted)
  return { phone, expires_at, otp_code: platform.config.production ? undefined : code }
}

/** verifyOtp signs in whoever has the code; `callerId` is the user in whose session it is sent, if any. */
export async function verifyOtp(
  auth: Auth,
  project: ProjectRecord,
  input: Verification,
  callerId: string | undefined,
  userAgent: string | undefined,
) {
  const { platform, attempts } = auth
  const { phone, code } = input
  const settings = await enabledSettings(platform, project)
  const name = `otp:${project.id}:${phone}`
  attempts.begin(name)
  const right = await checkCode(platform, project, codeOf(project, phone), code)
  attempts.succeed(name)
  const holder = await findUser(platform, project, 'phone', phone)
  const user = holder && (await mayUse(platform, project, settings, holder, callerId)) ? holder : undefined
  const proof = { methods: ['otp'], userAgent } as const
  if (user === undefined) {
    const fields = { ...newUser(settings, input), phone_from: holder }
    const answer = await createUser(auth, project, fields, proof, (db) => right.use(db))
    if (holder !== undefined) await forgetUser(platform, holder.id)
    return answer
  }
  const answer = await grantSession(auth, project, user, proof, async (db) => {
    await right.use(db)
    await savePrivateUser(db, project.id, user.id, { verified_phone: phone })
  })
  await forgetUser(platform, user.id)
  return answer
}

/**
 * mayUse says whether a number signs in the user who has it. Anybody may sign up with anybody's number: where a project
 * wants it proven, it leads into the account only once it was, by a code that was sent in a session of the account.
 */
async function mayUse(
  platform: Platform,
  project: ProjectRecord,
  { require_phone_verification }: AuthSettings,
  holder: PublicUser,
  callerId: string | undefined,
): Promise<boolean> {
  if (!require_phone_verification || holder.id === callerId) return true
  const known = await findPrivateUser(platform.clusters.of(project).admin, project.id, holder.id)
  return standingOf(holder, known).phone_verified
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
