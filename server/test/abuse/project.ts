// A project with everything that it legitimately has: an owner at the dashboard, a key of each kind, end users.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Call, type Credential, createCaller } from './caller.ts'
import { createMarker } from './markers.ts'
import { createTally, type Tally } from './tally.ts'

/** Tenant is such a project, and how to make requests as it. */
export interface Tenant {
  readonly base: string
  readonly id: string
  readonly marker: string
  readonly address: string
  readonly secret: string
  readonly publishable: string
  readonly tally: Tally
  readonly call: Call
  /**
   * manage makes a request as the owner; it comes again where the server is busy, rejects unless it succeeds, and returns
   * the data of the answer.
   */
  manage(method: string, path: string, body?: unknown): Promise<any>
  /** runDdl runs SQL as the owner; it rejects unless it succeeds. */
  runDdl(sql: string): Promise<any>
  /** createSibling makes another project of the same account, with a secret key. */
  createSibling(): Promise<{ readonly id: string; readonly secret: string }>
}

// Access tokens live for a quarter of an hour; a drill takes longer.
const SESSION_MS = 8 * 60_000
const BUSY: readonly number[] = [429, 503]
const AGAIN_MS = 500
const PATIENCE = 60
const PASSWORD = 'correct horse 1'

/** openTenant makes the account, the project, its keys and one end user; it rejects where the server refuses any of it. */
export async function openTenant(base: string, number: number): Promise<Tenant> {
  const marker = createMarker()
  const address = `10.1.${number >> 8}.${number & 255}`
  const tally = createTally()
  const keys = { secret: '', publishable: '' }
  const email = `${marker}@example.com`
  const account = { email, password: PASSWORD }
  const anonymous: Call = createCaller({ base, marker, address, tally, credentialOf: async () => ({}) })
  const enter = async (path: string, body: unknown, key: string) => {
    const headers: Record<string, string> = key === '' ? {} : { 'x-platform-api-key': key }
    return insist(await anonymous('POST', path, { as: 'nobody', body, headers }), path).tokens.access_token
  }
  await enter('/auth/register', { ...account, full_name: marker }, '')
  const dashboard = kept(() => enter('/auth/login', account, ''))
  let user: () => Promise<string> = async () => ''
  const credentialOf = async (credential: Credential): Promise<Record<string, string>> => {
    if (credential === 'nobody') return {}
    if (credential === 'dashboard') return { authorization: `Bearer ${await dashboard()}` }
    if (credential === 'user') return { authorization: `Bearer ${await user()}` }
    return { 'x-platform-api-key': keys[credential] }
  }
  const call = createCaller({ base, marker, address, tally, credentialOf })
  const manage = async (method: string, path: string, body?: unknown) => {
    let answer = await call(method, path, { as: 'dashboard', body })
    // Whoever is told to come again later does.
    for (let again = 0; BUSY.includes(answer.status) && again < PATIENCE; again++) {
      await sleep(AGAIN_MS)
      answer = await call(method, path, { as: 'dashboard', body })
    }
    return insist(answer, `${method} ${path}`)
  }
  const { id } = await manage('POST', '/projects', { name: marker })
  const addKey = async (project: string, kind: string): Promise<string> =>
    (await manage('POST', `/projects/${project}/api-keys`, { name: marker, kind })).key
  keys.secret = await addKey(id, 'secret')
  keys.publishable = await addKey(id, 'publishable')
  const auth = `/projects/${id}/auth`
  await enter(`${auth}/signup`, { ...account, full_name: marker, phone: '+255712345678' }, keys.secret)
  user = kept(() => enter(`${auth}/signin`, account, keys.secret))
  return {
    ...{ base, id, marker, address, tally, call, manage, ...keys },
    runDdl: (sql) => manage('POST', `/projects/${id}/schema/exec-ddl`, { sql }),
    createSibling: async () => {
      const sibling = await manage('POST', '/projects', { name: marker })
      return { id: sibling.id, secret: await addKey(sibling.id, 'secret') }
    },
  }
}

function kept(enter: () => Promise<string>): () => Promise<string> {
  let session: { readonly token: Promise<string>; readonly at: number } | undefined
  return () => {
    if (session === undefined || performance.now() - session.at > SESSION_MS) {
      session = { token: enter(), at: performance.now() }
      session.token.catch(() => {
        session = undefined
      })
    }
    return session.token
  }
}

function insist({ status, text, data }: Answer, what: string): any {
  if (status >= 200 && status < 300) return data
  throw new Error(`${what} was answered ${status}: ${text.slice(0, 300)}`)
}
