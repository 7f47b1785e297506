// Shared by the tests of single sign-on: a server with an OpenID provider, organisations, people and their browsers.
import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import {
  Browser,
  CLIENT,
  type Person,
  startProvider,
  type TestProvider,
} from '#platform/openid/provider.fixture.ts'
import { startDns, type TestDns } from '#test/dns-server.ts'
import { type Answer, startTestApp, type TestApp } from '#test/harness.ts'

/** Stage is a server and a provider. */
export interface Stage {
  readonly app: TestApp
  readonly base: string
  readonly provider: TestProvider
  readonly dns: TestDns
  stop(): Promise<void>
}

let { app, base, provider } = {} as Stage
let dns: TestDns
let counter = 0

/** configFor is the configuration of a server that finds the records of a DNS server, and a provider on this machine. */
export const configFor = ({ address }: TestDns) => ({
  internalNetworks: ['127.0.0.1/32'],
  dnsServers: [address],
})

/** setStage starts both; the helpers of this file use them. */
export async function setStage(): Promise<Stage> {
  const dns = await startDns()
  const app = await startTestApp(configFor(dns))
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { provider, stop } = await setStageOn({ app, base, dns })
  const stopAll = async () => {
    await stop()
    await app.stop()
  }
  return { app, base, provider, dns, stop: stopAll }
}

/** setStageOn adds a provider to a server that runs; the server is not stopped with it. */
export async function setStageOn(running: Pick<Stage, 'app' | 'base' | 'dns'>): Promise<Stage> {
  ;({ app, base, dns } = running)
  provider = await startProvider()
  const stop = async () => {
    await provider.stop()
    dns.close()
  }
  return { ...running, provider, stop }
}

/** Organisation is one with the provider and a verified domain. */
export interface Organisation {
  readonly id: string
  readonly domain: string
  readonly token: string
  readonly path: string
}

/** organise makes an organisation with the provider and a verified domain. */
export async function organise(settings: object = {}): Promise<Organisation> {
  counter += 1
  const domain = `company-${counter}.example`
  const { token } = await app.register()
  const { data } = await app.api('POST', '/organisations', { token, body: { name: `Company ${counter}` } })
  const organisation = { id: data.id, domain, token, path: `/organisations/${data.id}/sso` }
  const saved = await put(organisation, settings)
  expect(saved.status, saved.text).toBe(200)
  provider.callbacks.push(saved.data.callback_url.replace(/^.*?\/api/, `${base}/api`))
  // The provider takes its callback addresses at its start.
  await provider.rotateKeys()
  await verify(organisation, domain)
  return organisation
}

/** put stores the settings of an organisation. */
export function put({ path, token }: Organisation, settings: object): Promise<Answer> {
  const body = { issuer: provider.issuer, ...CLIENT, default_role: 'developer', ...settings }
  return app.api('PUT', path, { token, body })
}

/** publish sets the TXT records of a name. */
export const publish = (name: string, texts: readonly string[]) => dns.records.set(`TXT ${name}`, [...texts])

/** verify adds a domain, publishes its record and has it verified. */
export async function verify({ path, token }: Organisation, domain: string): Promise<Answer> {
  const added = await app.api('POST', `${path}/domains`, { token, body: { domain } })
  expect(added.status, added.text).toBe(201)
  const { name, value } = added.data.record
  publish(name, [...(dns.records.get(`TXT ${name}`) ?? []), 'v=spf1 -all', value])
  return app.api('POST', `${path}/domains/${domain}/verify`, { token })
}

/** employ makes a person at the provider with an address of a domain. */
export function employ(domain: string, more: Person = {}) {
  counter += 1
  const subject = `subject-${counter}`
  const person = { email: `person-${counter}@${domain}`, name: `Person ${counter}`, ...more }
  provider.people.set(subject, person)
  return { subject, ...person }
}

interface Steps {
  readonly browser?: Browser
  readonly other?: Browser
  readonly query?: Record<string, string>
}

/** pair returns a PKCE verifier and its challenge. */
export const pair = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** authorizeUrl is where a sign-in begins. */
export function authorizeUrl(query: Record<string, string>): string {
  return `${base}/api/v1/auth/sso/authorize?${new URLSearchParams(query)}`
}

/** codeFor goes through the browser's part of a sign-in, and returns what comes back to the console. */
export async function codeFor(
  organisation: Organisation,
  subject: string,
  { browser = new Browser(), ...steps }: Steps = {},
) {
  const { verifier, challenge } = pair()
  const query = { organisation_id: organisation.id, code_challenge: challenge, ...steps.query }
  const begun = await browser.open(authorizeUrl(query))
  expect(begun.status, begun.text).toBe(302)
  const back = await browser.signInAt(provider, begun.location, subject)
  const page = await (steps.other ?? browser).open(back)
  const landed = page.status === 302 ? new URL(page.location) : undefined
  return { page, landed, verifier, code: landed?.searchParams.get('code') ?? '' }
}

/** redeem exchanges a code. */
export const redeem = (code: string, code_verifier: string, headers: Record<string, string> = {}) =>
  app.api('POST', '/auth/sso/token', { body: { code, code_verifier }, headers })

/** signIn goes through a whole sign-in. */
export async function signIn(organisation: Organisation, subject: string): Promise<Answer> {
  const { code, verifier, page } = await codeFor(organisation, subject)
  expect(page.status, page.text).toBe(302)
  return redeem(code, verifier)
}

/** tokenOf returns the access token of a sign-in. */
export const tokenOf = ({ data }: Answer): string => data.tokens.access_token
