// What the tests of identity providers share: a real provider on this machine, and a browser that keeps cookies.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Adapter, type AdapterPayload, type InteractionResults, Provider } from 'oidc-provider'

/** Person is somebody with an account at the provider, and what it says of them. */
export interface Person {
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
}

/** CLIENT is how the tests' projects are known to the provider. */
export const CLIENT = { client_id: 'a client', client_secret: 'a secret of + & the: client' }

/** TestProvider is a provider that people sign in at by their subject. */
export interface TestProvider {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** callbacks are where it may send browsers back to. */
  readonly callbacks: string[]
  /** requests are the paths that it was asked for. */
  readonly requests: string[]
  /** override answers in its place where it says so. */
  override: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
  /** rotateKeys makes it sign with a new key, and forget the old one. */
  rotateKeys(): Promise<void>
  stop(): Promise<void>
}

/** startProvider starts a provider; everybody is asked to sign in and to consent. */
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

// What the provider remembers. Nothing ends, since nothing here lives for long.
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

// The pages that a person would see: one asks who they are, the next whether they consent. `?as=` answers the first,
// `?deny` says no to either.
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

/** Page is what a browser was answered. */
export interface Page {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly headers: Headers
}

/** Browser opens pages one by one, keeps cookies, and tells where it is sent instead of going there. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** open asks for a page. */
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

  /** cookiesOf gives the names of the cookies of an origin. */
  cookiesOf(origin: string): string[] {
    return [...(this.#cookies.get(origin)?.keys() ?? [])]
  }

  /** signInAt goes through the pages of a provider as somebody, and gives the address that it sends back to. */
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
