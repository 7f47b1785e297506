// What the tests of project auth share: a project with users, and calls in their name.

import { Secret, TOTP } from 'otpauth'
import type { TestApp, TestProject } from '#test/harness.ts'

/** PASSWORD is the password of every test user. */
export const PASSWORD = 'correct horse 1'

/** SignedUp is a user of a project and the tokens of the first session. */
export interface SignedUp {
  readonly user: { id: string; email: string; phone: string; full_name: string }
  readonly token: string
  readonly refresh_token: string
  readonly device_token: string
  readonly tokens: Record<string, string>
}

let counter = 0

/** signupBody is a body that signs up somebody new; `more` changes single fields. */
export function signupBody(more: Record<string, unknown> = {}) {
  counter += 1
  const phone = `+2557${String(10_000_000 + counter)}`
  return { email: `user-${counter}@example.com`, password: PASSWORD, full_name: 'Neema Said', phone, ...more }
}

/** signUp makes a user of a project. */
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

/** statusOf tells whether an access token works, by a request to the data API. */
export async function statusOf(app: TestApp, token: string): Promise<number> {
  return (await app.api('GET', '/data/users?limit=1', { token })).status
}

/** openPool opens all connections of the administrator, so that requests at once do not queue for the first. */
export async function openPool({ platform }: TestApp): Promise<void> {
  const { admin } = platform.clusters.main
  await Promise.all(Array.from({ length: admin.options.max ?? 1 }, () => admin.query('select')))
}

/** hearNews waits until all news so far has come back over the database: from here on only later news counts. */
export async function hearNews({ platform }: TestApp): Promise<void> {
  const { invalidations, clusters } = platform
  const topic = `heard-${crypto.randomUUID()}`
  // Once at once, on this very node, and once by way of the database.
  const twice = new Promise<void>((resolve) => {
    let times = 0
    invalidations.on(topic, () => {
      times += 1
      if (times === 2) resolve()
    })
  })
  await invalidations.publish(topic, 'news', clusters.main.admin)
  await twice
}

/** claimsIn gives what an access token says. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())
}

/** changeSettings changes auth settings of a project. */
export async function changeSettings(app: TestApp, project: TestProject, body: object): Promise<void> {
  const answer = await app.api('PUT', `/projects/${project.id}/auth/settings`, { key: project.secret, body })
  if (answer.status !== 200) throw new Error(`could not change the settings: ${answer.text}`)
}

/** tableUnder makes a table with one policy for all actions of signed-in users who fulfil a condition. */
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

/** codeOf gives what an authenticator shows now, or so many steps of 30 seconds later. */
export function codeOf({ platform }: TestApp, secret: string, steps = 0): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: platform.clock.now().getTime() + steps * 30_000,
  })
}

/** guard gives a user a second factor. The code of the present step is used up by it. */
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

/** LastMail is what came last to a mailbox. */
export interface LastMail {
  readonly text: string
  readonly code: string
  /** token is that of the link, empty where there is none. */
  readonly token: string
}

/** mailTo gives the last mail to an address, or undefined where none has come. */
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
