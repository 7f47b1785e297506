// Accounts for tests: with an authenticator or a passkey, and with the mail that they got.
import { Secret, TOTP } from 'otpauth'
import {
  createAuthenticator,
  type SoftAuthenticator,
} from '#modules/tenancy/accounts/passkeys/authenticator.fixture.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import type { TestApp } from '#test/harness.ts'

export const PASSWORD = 'correct horse 1'

const STEP_SECONDS = 30

/** Person is a registered account and its session. */
export type Person = Awaited<ReturnType<TestApp['register']>>

/** Guarded is an account with an authenticator. */
export interface Guarded extends Person {
  readonly factorId: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** KeyHolder is an account with a passkey. */
export interface KeyHolder extends Person {
  readonly passkeyId: string
  readonly authenticator: SoftAuthenticator
  readonly recoveryCodes: readonly string[]
}

/** logIn logs in with the password. */
export function logIn(app: TestApp, person: { user: { email: string } }, password = PASSWORD) {
  return app.api('POST', '/auth/login', { body: { email: person.user.email, password } })
}

/** codeNow returns the code of an authenticator. */
export function codeNow({ clock }: TestApp, secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })
}

/** nextCode moves the clock to the next code and returns it. */
export function nextCode(app: TestApp, secret: string): string {
  app.clock.advance(STEP_SECONDS)
  return codeNow(app, secret)
}

/** wrongCode returns a code that is not the current one, nor the one before or after. */
export function wrongCode(app: TestApp, secret: string): string {
  const near = [-1, 0, 1].map((step) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: app.clock.now().getTime() + step * STEP_SECONDS * 1000,
    }),
  )
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string
}

/** guard gives an account an authenticator; the code of the current time step is used up. */
export async function guard(app: TestApp, person: Person): Promise<Guarded> {
  const { token } = person
  const enrolled = await app.api('POST', '/me/factors', { token, body: { current_password: PASSWORD } })
  if (enrolled.status !== 201) throw new Error(`could not enrol: ${enrolled.text}`)
  const { id, secret } = enrolled.data
  const body = { code: codeNow(app, secret) }
  const { data } = await app.api('POST', `/me/factors/${id}/activate`, { token, body })
  return { ...person, factorId: id, secret, recoveryCodes: data.recovery_codes }
}

/** addPasskey gives an account a passkey; `proof` confirms it. */
export async function addPasskey(
  app: TestApp,
  person: Person,
  authenticator = createAuthenticator(),
  proof: object = { current_password: PASSWORD },
): Promise<KeyHolder> {
  const { token } = person
  const options = await app.api('POST', '/me/passkeys/options', { token, body: proof })
  if (options.status !== 200) throw new Error(`could not begin: ${options.text}`)
  const body = { name: 'Laptop', credential: authenticator.create(options.data) }
  const { status, data, text } = await app.api('POST', '/me/passkeys', { token, body })
  if (status !== 201) throw new Error(`could not create: ${text}`)
  return { ...person, passkeyId: data.id, authenticator, recoveryCodes: data.recovery_codes }
}

/** mailsTo returns the mails to an address, the latest first. */
export async function mailsTo(app: TestApp, email: string) {
  await app.platform.jobs.drain()
  return (app.platform.messages.outbox?.(DASHBOARD) ?? []).filter(({ to }) => to === email)
}

/** mailedCode returns the code in the latest mail to an address that has one. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const codes = (await mailsTo(app, email)).map(({ text }) => CODE.exec(text)?.[0])
  return String(codes.find((code) => code !== undefined))
}

const CODE = /\b[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}\b/
