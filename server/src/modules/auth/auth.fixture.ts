// Shared by the tests of project auth: a project with users, and requests as a user.

import { Secret, TOTP } from 'otpauth'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { TestApp, TestProject } from '#test/harness.ts'

/** PASSWORD is the password of every test user. */
export const PASSWORD = 'correct horse 1'

/** SignedUp is a user of a project with the tokens of the first session. */
export interface SignedUp {
  readonly user: { id: string; email: string; phone: string; full_name: string }
  readonly token: string
  readonly refresh_token: string
  readonly device_token: string
  readonly tokens: Record<string, string>
}

let counter = 0

/** signupBody returns the sign-up body of a new user; `more` overrides fields. */
export function signupBody(more: Record<string, unknown> = {}) {
  counter += 1
  const phone = `+2557${String(10_000_000 + counter)}`
  return { email: `user-${counter}@example.com`, password: PASSWORD, full_name: 'Neema Said', phone, ...more }
}

/** signUp creates a user of a project. */
export async function signUp(
  app: TestApp,
  project: TestProject,
  more: Record<string, unknown> = {},
): Promise<SignedUp> {
  const body = signupBody(more)
  const answer = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  if (answer.status !== 201) throw new Error(`could not sign up: ${answer.text}`)
  const { user, tokens, device_token } = answer.data
  return { user, tokens, device_token, token: tokens.access_token, refresh_token: tokens.refresh_token }
}

/** statusOf returns the status of a data request with an access token. */
export async function statusOf(app: TestApp, token: string): Promise<number> {
  return (await app.api('GET', '/data/users?limit=1', { token })).status
}

/** openPool opens all connections of the administrator's pool, so that concurrent requests do not queue for the first. */
export async function openPool({ platform }: TestApp): Promise<void> {
  const { admin } = platform.clusters.main
  await Promise.all(Array.from({ length: admin.options.max ?? 1 }, () => admin.query('select')))
}

/** waitForInvalidations returns when all invalidations so far have been received back from the database. */
export async function waitForInvalidations({ platform }: TestApp): Promise<void> {
  const { invalidations, clusters } = platform
  const probe = topic(`received-${crypto.randomUUID()}`)
  const received = new Promise<void>((resolve) => invalidations.on(probe, () => resolve()))
  const message = [invalidations.channel, JSON.stringify([probe, 'probe'])]
  await clusters.main.admin.query('select pg_notify($1, $2)', message)
  await received
}

/** claimsIn returns the claims of an access token, unverified. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())
}

/** changeSettings changes the auth settings of a project. */
export async function changeSettings(app: TestApp, project: TestProject, body: object): Promise<void> {
  const answer = await app.api('PUT', `/projects/${project.id}/auth/settings`, { key: project.secret, body })
  if (answer.status !== 200) throw new Error(`could not change the settings: ${answer.text}`)
}

/** tableUnder creates a table with one policy for all actions of signed-in users who meet a condition. */
export async function tableUnder(app: TestApp, project: TestProject, condition?: string): Promise<string> {
  const name = `things_${++counter}`
  const { token, id } = project
  const columns = [
    { name: 'user_id', data_type: 'uuid' },
    { name: 'text', data_type: 'text' },
  ]
  const table = await app.api('POST', `/projects/${id}/tables`, { token, body: { name, columns } })
  if (table.status !== 201) throw new Error(`could not make a table: ${table.text}`)
  for (const action of ['select', 'insert', 'update']) {
    const body = { action, subject: 'owner', ...(condition === undefined ? {} : { condition }) }
    const policy = await app.api('POST', `/projects/${id}/tables/${table.data.id}/rls`, { token, body })
    if (policy.status !== 201) throw new Error(`could not make a policy: ${policy.text}`)
  }
  return name
}

/** Guarded is a user with a second factor. */
export interface Guarded extends SignedUp {
  readonly factor_id: string
  readonly secret: string
  readonly recovery_codes: readonly string[]
}

/** codeOf returns the code of an authenticator, `steps` periods of 30 seconds from now. */
export function codeOf({ platform }: TestApp, secret: string, steps = 0): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: platform.clock.now().getTime() + steps * 30_000,
  })
}

/** guard enrols a second factor for a user. This uses up the code of the current time step. */
export async function guard(app: TestApp, project: TestProject, person: SignedUp): Promise<Guarded> {
  const path = `/projects/${project.id}/auth/factors`
  const body = { current_password: PASSWORD, name: 'Phone' }
  const enrolled = await app.api('POST', path, { token: person.token, body })
  if (enrolled.status !== 201) throw new Error(`could not enrol: ${enrolled.text}`)
  const { id, secret } = enrolled.data
  const code = { code: codeOf(app, secret) }
  const answer = await app.api('POST', `${path}/${id}/activate`, { token: person.token, body: code })
  if (answer.status !== 200) throw new Error(`could not activate: ${answer.text}`)
  return { ...person, factor_id: id, secret, recovery_codes: answer.data.recovery_codes }
}

/** LastMail is the last mail to an address. */
export interface LastMail {
  readonly text: string
  readonly code: string
  /** token is the token of the link, or empty without a link. */
  readonly token: string
}

/** mailTo returns the last mail to an address, or undefined if there is none. */
export async function mailTo(
  app: TestApp,
  project: TestProject,
  email: string,
): Promise<LastMail | undefined> {
  await app.platform.jobs.drain()
  const mail = app.platform.messages.outbox?.(project.id).find(({ to }) => to === email)
  if (mail === undefined) return undefined
  const { text } = mail
  const [code = '', token = ''] = [/\b\d{6}\b/, /(?<=[?&]token=)[\w-]+/].map((one) => text.match(one)?.[0])
  return { text, code, token }
}
