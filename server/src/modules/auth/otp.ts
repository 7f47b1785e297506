// Signing in with a one-time code by SMS (spec 4.3); whoever does so for the first time becomes a user.
import type { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { otpVerify } from './auth.schema.ts'
import type { Auth } from './auth.ts'
import type { CodeName } from './codes.store.ts'
import { checkCode, makeCode, wrongCode } from './codes.ts'
import { grantSession } from './grants.ts'
import { renderMessage } from './message-templates.ts'
import { savePrivateUser } from './private-users.store.ts'
import { findUser } from './public-users.ts'
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

/** verifyOtp signs in whoever has the code. */
export async function verifyOtp(
  auth: Auth,
  project: ProjectRecord,
  input: Verification,
  userAgent: string | undefined,
) {
  const { platform, attempts } = auth
  const { phone, code } = input
  const settings = await enabledSettings(platform, project)
  const name = `otp:${project.id}:${phone}`
  attempts.begin(name)
  const right = await checkCode(platform, project, codeOf(project, phone), code)
  attempts.succeed(name)
  const user = await findUser(platform, project, 'phone', phone)
  const proof = { methods: ['otp'], userAgent } as const
  if (user === undefined) {
    return createUser(auth, project, newUser(settings, input), proof, (db) => right.use(db))
  }
  const answer = await grantSession(auth, project, user, proof, async (db) => {
    await right.use(db)
    await savePrivateUser(db, project.id, user.id, { verified_phone: phone })
  })
  await forgetUser(platform, user.id)
  return answer
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
