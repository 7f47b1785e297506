// What the tests of signing in with identity providers share: a project with a provider, and the way there and back.

import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, TestApp, TestProject } from '#test/harness.ts'
import { Browser, CLIENT, type Person, startProvider, type TestProvider } from './providers.fixture.ts'

/** LANDING is the address of the application. */
export const LANDING = 'https://app.example/signed-in'

/** Stage is a server with a project that has a provider called `acme`. */
export interface Stage {
  readonly app: TestApp
  readonly base: string
  readonly project: TestProject
  readonly provider: TestProvider
  /** below gives a path below the project's auth routes. */
  below(path: string): string
  addProvider(name: string, more?: object): Promise<void>
  authorizeUrl(query?: Record<string, string>, name?: string): string
  /** newPerson gives somebody an account at the provider. */
  newPerson(more?: Person): Person & { readonly subject: string }
  /** atProvider begins a sign-in and gives the provider's address. */
  atProvider(browser: Browser, query?: Record<string, string>): Promise<string>
  /** backFor goes through the provider's pages as somebody, and gives the callback that it sends back to. */
  backFor(browser: Browser, as: string, query?: Record<string, string>): Promise<string>
  /** landed opens a callback and gives the parameters that the application gets. */
  landed(browser: Browser, callback: string): Promise<Record<string, string>>
  /** codeFor goes the whole way as somebody and gives the code. */
  codeFor(as: string, query?: Record<string, string>): Promise<string>
  redeem(body: object, key?: string): Promise<Answer>
  /** signInAs goes the whole way to the tokens. */
  signInAs(as: string): Promise<Answer>
  stop(): Promise<void>
}

/** setStage makes the project and starts the provider; the server must be allowed to reach 127.0.0.1. */
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
  // The provider learns of addresses when it begins.
  await provider.rotateKeys()
  return stage
}

let counter = 0

/** challengePair makes a PKCE verifier and its challenge. */
export function challengePair() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
