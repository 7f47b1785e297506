// Shared by the tests of provider sign-in: a project with a provider, and the steps of a sign-in.

import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import {
  Browser,
  CLIENT,
  type Person,
  startProvider,
  type TestProvider,
} from '#platform/openid/provider.fixture.ts'
import type { Answer, TestApp, TestProject } from '#test/harness.ts'

/** LANDING is the redirect address of the application. */
export const LANDING = 'https://app.example/signed-in'

/** Stage is a server and a project with a provider named `acme`. */
export interface Stage {
  readonly app: TestApp
  readonly base: string
  readonly project: TestProject
  readonly provider: TestProvider
  /** below returns a path below the project's auth routes. */
  below(path: string): string
  addProvider(name: string, more?: object): Promise<void>
  authorizeUrl(query?: Record<string, string>, name?: string): string
  /** newPerson creates an account at the provider. */
  newPerson(more?: Person): Person & { readonly subject: string }
  /** atProvider starts a sign-in and returns the provider's address. */
  atProvider(browser: Browser, query?: Record<string, string>): Promise<string>
  /** backFor completes the provider's pages as a person, and returns the callback address. */
  backFor(browser: Browser, as: string, query?: Record<string, string>): Promise<string>
  /** landed opens a callback and returns the query parameters that the application receives. */
  landed(browser: Browser, callback: string): Promise<Record<string, string>>
  /** codeFor completes a sign-in as a person and returns the code. */
  codeFor(as: string, query?: Record<string, string>): Promise<string>
  redeem(body: object, key?: string): Promise<Answer>
  /** signInAs completes a sign-in, up to the tokens. */
  signInAs(as: string): Promise<Answer>
  stop(): Promise<void>
}

/** setStage creates the project and starts the provider; the server must allow requests to 127.0.0.1. */
export async function setStage(app: TestApp): Promise<Stage> {
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const project = await app.createProject()
  const provider = await startProvider()
  const below = (path: string) => `/projects/${project.id}/auth${path}`
  const stage: Stage = {
    ...{ app, base, project, provider, below },
    async addProvider(name, more = {}) {
      const body = { name, issuer: provider.issuer, ...CLIENT, ...more }
      const { status, text } = await app.api('POST', below('/providers'), { key: project.secret, body })
      expect(status, text).toBe(201)
      provider.callbacks.push(`${base}/api/v1${below(`/providers/${name}/callback`)}`)
    },
    authorizeUrl(query = {}, name = 'acme') {
      const search = new URLSearchParams({ redirect_to: LANDING, ...query })
      return `${base}/api/v1${below(`/providers/${name}/authorize`)}?${search}`
    },
    newPerson(more = {}) {
      counter += 1
      const subject = `subject-${counter}`
      const standard = {
        email: `person-${counter}@example.com`,
        email_verified: true,
        name: `Person ${counter}`,
      }
      const person = { ...standard, ...more }
      provider.people.set(subject, person)
      return { subject, ...person }
    },
    async atProvider(browser, query) {
      const page = await browser.open(stage.authorizeUrl(query))
      expect([page.status, page.text]).toEqual([302, ''])
      return page.location
    },
    async backFor(browser, as, query) {
      return browser.signInAt(provider, await stage.atProvider(browser, query), as)
    },
    async landed(browser, callback) {
      const page = await browser.open(callback)
      expect(page.status, page.text).toBe(302)
      const [address, search] = page.location.split('?')
      expect(address).toBe(LANDING)
      return Object.fromEntries(new URLSearchParams(search))
    },
    async codeFor(as, query) {
      const browser = new Browser()
      const { code, ...rest } = await stage.landed(browser, await stage.backFor(browser, as, query))
      expect(rest).toEqual({})
      return String(code)
    },
    redeem: (body, key = project.publishable) => app.api('POST', below('/token'), { key, body }),
    signInAs: async (as) => stage.redeem({ code: await stage.codeFor(as) }),
    async stop() {
      await provider.stop()
      await app.stop()
    },
  }
  const body = { redirect_urls: [LANDING, 'myapp://signed-in'] }
  await app.api('PUT', below('/settings'), { key: project.secret, body })
  await stage.addProvider('acme')
  // The provider registers its callback addresses at its start.
  await provider.rotateKeys()
  return stage
}

let counter = 0

/** challengePair returns a PKCE verifier and its challenge. */
export function challengePair() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
