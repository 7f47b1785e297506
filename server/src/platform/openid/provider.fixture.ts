// Shared by the tests of identity providers and single sign-on: a real provider on this machine, and a browser with cookies.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Adapter, type AdapterPayload, type InteractionResults, Provider } from 'oidc-provider'

/** Person is an account at the provider, with its claims. */
export interface Person {
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
}

/** CLIENT is the client registration of the test projects at the provider. */
export const CLIENT = { client_id: 'a client', client_secret: 'a secret of + & the: client' }

/** TestProvider is a provider whose login is the subject. */
export interface TestProvider {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** callbacks are the registered redirect URIs. */
  readonly callbacks: string[]
  /** requests are the paths of all received requests. */
  readonly requests: string[]
  /** override can answer a request in place of the provider. */
  override: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
  /** rotateKeys replaces the signing key. */
  rotateKeys(): Promise<void>
  stop(): Promise<void>
}

/** startProvider starts a provider that always asks for login and consent. */
export async function startProvider(): Promise<TestProvider> {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const callbacks: string[] = []
  let provider = await createProvider(issuer, people, callbacks)
  const started: TestProvider = {
    issuer,
    people,
    callbacks,
    requests: [],
    override: () => false,
    rotateKeys: async () => {
      provider = await createProvider(issuer, people, callbacks)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', (request, response) => {
    const path = String(request.url)
    started.requests.push(path.replace(/\?.*/, ''))
    if (started.override(request, response)) return
    if (!path.startsWith('/interaction/')) return void provider.callback()(request, response)
    interact(provider, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return started
}

async function createProvider(issuer: string, people: ReadonlyMap<string, Person>, callbacks: string[]) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return new Provider(issuer, {
    adapter: createAdapter,
    clients: [{ ...CLIENT, redirect_uris: callbacks }],
    cookies: { keys: ['a key for tests'] },
    jwks: {
      keys: [{ ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }],
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 86_400,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }) as never,
    }),
  })
}

// The storage of the provider. Nothing expires, since the tests are short.
function createAdapter(): Adapter {
  const kept = new Map<string, AdapterPayload>()
  const where = (name: 'uid' | 'userCode', value: string) =>
    [...kept.values()].find((payload) => payload[name] === value)
  return {
    upsert: async (id, payload) => void kept.set(id, payload),
    find: async (id) => kept.get(id),
    findByUid: async (uid) => where('uid', uid),
    findByUserCode: async (code) => where('userCode', code),
    consume: async (id) => void kept.set(id, { ...kept.get(id), consumed: Math.floor(Date.now() / 1000) }),
    destroy: async (id) => void kept.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
    },
  }
}

// The pages that a person would see: login, then consent. `?as=` answers the login,
// `?deny` refuses consent.
async function interact(provider: Provider, request: http.IncomingMessage, response: http.ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  const query = new URL(String(request.url), 'http://x').searchParams
  const finish = (result: InteractionResults) => provider.interactionFinished(request, response, result)
  if (query.has('deny')) return finish({ error: 'access_denied', error_description: 'They said no.' })
  const accountId = query.get('as')
  if (prompt.name === 'login') {
    if (accountId === null) return response.writeHead(200).end('who are you?')
    return finish({ login: { accountId } })
  }
  if (!query.has('consent')) return response.writeHead(200).end('do you consent?')
  const grant = new provider.Grant({
    accountId: String(session?.accountId),
    clientId: String(params.client_id),
  })
  grant.addOIDCScope(String(params.scope))
  return finish({ consent: { grantId: await grant.save() } })
}

/** Page is a response in the browser. */
export interface Page {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly headers: Headers
}

/** Browser opens single pages and keeps cookies; it returns redirects instead of following them. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** open requests a page. */
  async open(address: string): Promise<Page> {
    const url = new URL(address)
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>()
    this.#cookies.set(url.origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      location: location === null ? '' : new URL(location, url).href,
      text: await answer.text(),
      headers: answer.headers,
    }
  }

  /** cookiesOf returns the names of the cookies of an origin. */
  cookiesOf(origin: string): string[] {
    return [...(this.#cookies.get(origin)?.keys() ?? [])]
  }

  /** signInAt completes a provider's pages as a person, and returns the redirect address. */
  async signInAt({ issuer }: TestProvider, address: string, as: string): Promise<string> {
    let at = address
    for (let steps = 0; steps < 12; steps++) {
      const page = await this.open(at)
      if (page.text === 'who are you?') at = `${at}?as=${as}`
      else if (page.text === 'do you consent?') at = `${at}?consent`
      else if (page.location === '') throw new Error(`${at}: ${page.status} ${page.text}`)
      else at = page.location
      if (!at.startsWith(issuer)) return at
    }
    throw new Error(`${issuer} does not come to an end`)
  }
}
