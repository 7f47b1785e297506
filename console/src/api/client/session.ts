// The session of this browser: the access token is in memory alone, the refresh token in a cookie that no script can read.
import { ApiError, errorOf } from './api-error.ts'

/** BASE is where the API is. */
export const BASE = '/api/v1'

const KNOWN = 'msingi:session'

interface AccessToken {
  readonly text: string
  /** expiresAt is by the clock of this machine, which may be hours off. */
  readonly expiresAt: number
}

interface Claims {
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

// Renewed a little before it expires, so that requests on slow lines do not arrive too late.
const MARGIN_MS = 20_000
const OTHER_ACCOUNT = 'Another account has signed in. Reload the page.'

let token: AccessToken | undefined
// Whose session this tab has: the cookie is that of all tabs, and may become somebody else's.
let account: string | undefined
let replaced = false
let renewal: Promise<boolean> | undefined
const listeners = new Set<() => void>()
let works = 0
let question: PromiseWithResolvers<boolean> | undefined
let ask: (atWork: boolean) => boolean = () => false
let warn: () => void = () => undefined

/** tabs tells the other tabs that the session has ended, or the id of the account that has begun one. */
export const tabs = new BroadcastChannel('msingi:session')
tabs.addEventListener('message', ({ data }) => {
  if (data === 'ended') forget()
  else if (account !== undefined) isReplaced(data)
})

// Whether somebody else has signed in. Nothing is asked for any more then: it would be theirs.
function isReplaced(by: string): boolean {
  replaced = by !== account
  if (replaced) warn()
  return replaced
}

/** keepTokens keeps the access token of an answer to a login, a registration or a renewal. */
export function keepTokens({ access_token }: { access_token: string }): void {
  const { sub, iat, exp } = claimsOf(access_token)
  token = { text: access_token, expiresAt: Date.now() + (exp - iat) * 1000 }
  account = sub
  replaced = false
  localStorage.setItem(KNOWN, 'yes')
}

function claimsOf(jwt: string): Claims {
  const [, claims = ''] = jwt.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
}

/** onOtherAccount sets what is done where another tab has signed in as somebody else: this tab has no session then. */
export function onOtherAccount(warner: typeof warn): void {
  warn = warner
}

// Whether this browser probably has a session: who has none is not asked to renew it. It is no secret.
function isKnown(): boolean {
  return localStorage.getItem(KNOWN) === 'yes'
}

/** accessToken returns a valid access token, renewed if need be; undefined where nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (replaced) throw new ApiError(401, OTHER_ACCOUNT)
  if (token === undefined ? isKnown() : token.expiresAt - MARGIN_MS < Date.now()) await renew()
  return token?.text
}

/** renew gets a new access token and reports whether there is one. Parallel calls share one request. */
export function renew(): Promise<boolean> {
  renewal ??= requestRenewal().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function requestRenewal(): Promise<boolean> {
  const before = token
  const response = await post('/auth/refresh').catch(() => {
    throw new ApiError(0, 'The server cannot be reached.')
  })
  if (response.ok) {
    const { tokens } = (await response.json()).data
    if (account !== undefined && isReplaced(claimsOf(tokens.access_token).sub))
      throw new ApiError(401, OTHER_ACCOUNT)
    keepTokens(tokens)
  } else if (response.status !== 401) throw await errorOf(response)
  // The session that was refused is the one before, where somebody has signed in meanwhile.
  else if (token === before) drop()
  return token !== undefined
}

/** atWork counts work that would be lost with the session. */
export async function atWork<Result>(work: Promise<Result>): Promise<Result> {
  works += 1
  return work.finally(() => {
    works -= 1
  })
}

/**
 * onSessionLost sets who asks for a new sign-in where the server has ended the session: `ask` returns false where nothing would
 * be lost. What is decided is said by `answerLost`.
 */
export function onSessionLost(asker: typeof ask): void {
  ask = asker
}

/** answerLost says whether the session has begun again. */
export function answerLost(isBegun: boolean): void {
  question?.resolve(isBegun)
  question = undefined
}

/** begunAgain waits until the viewer has signed in again, or is false. Parallel calls share one question. */
export async function begunAgain(): Promise<boolean> {
  if (question === undefined && !ask(works > 0)) return false
  question ??= Promise.withResolvers()
  return question.promise
}

/** onSessionEnd calls the listener when the session ends, in this tab or in another, and returns how to stop. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** endSession forgets the session in all tabs; the server is asked to end it as well. */
export async function endSession(): Promise<void> {
  const text = await accessToken().catch(() => undefined)
  if (text !== undefined) await post('/auth/logout', text).catch(() => undefined)
  tabs.postMessage('ended')
  forget()
}

/** forget drops the access token of this tab. */
export function forget(): void {
  drop()
  account = undefined
  replaced = false
  answerLost(false)
  for (const listener of listeners) listener()
}

function drop(): void {
  token = undefined
  localStorage.removeItem(KNOWN)
}

function post(path: string, bearer?: string): Promise<Response> {
  const headers = { 'x-msingi-session': 'cookie', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  return fetch(BASE + path, { method: 'POST', headers })
}
