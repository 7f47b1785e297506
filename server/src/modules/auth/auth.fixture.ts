// What the tests of project auth share: a project with users, and calls in their name.

import type { Platform } from '#platform/platform.ts'

interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any
}

interface TestApp {
  api(method: string, path: string, options?: object): Promise<Answer>
  readonly platform: Pick<Platform, 'clusters' | 'invalidations'>
}

interface TestProject {
  readonly id: string
  readonly publishable: string
}

/** PASSWORD is the password of every test user. */
export const PASSWORD = 'correct horse 1'

/** SignedUp is a user of a project and the tokens of the first session. */
export interface SignedUp {
  readonly user: { id: string; email: string; phone: string; full_name: string }
  readonly token: string
  readonly refresh_token: string
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
  const { user, tokens } = answer.data
  return { user, tokens, token: tokens.access_token, refresh_token: tokens.refresh_token }
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
