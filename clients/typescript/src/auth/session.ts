// The session of the signed-in user: stored, renewed before it expires, shared between the tabs of a browser.
import { MsingiError } from '../http/error.ts'
import type { Request } from '../http/http.ts'
import { runtime } from '../runtime/runtime.ts'
import type { SessionStorage } from '../runtime/storage.ts'
import { exclusively, mark, seesTabs } from '../runtime/tab-locks.ts'

/** User is an end user of the project (spec 2.4). */
export interface User {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
  readonly is_active: boolean
  readonly is_anonymous: boolean
  readonly email_verified: boolean
  readonly phone_verified: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Tokens are the tokens of a session (spec 2.4). */
export interface Tokens {
  readonly access_token: string
  readonly access_token_expires_at: string
  readonly token_type: string
  readonly refresh_token: string
  readonly refresh_token_expires_at: string
}

/** Session is a signed-in user with their tokens. */
export interface Session {
  readonly user: User
  readonly tokens: Tokens
}

/** SessionListener is called with the new session after a change, or undefined after a sign-out. */
export type SessionListener = (session: Session | undefined) => void

// A token that is about to expire could expire before it arrives.
const MARGIN_MS = 20_000

// Local storage of another tab arrives within milliseconds, or seconds on a busy machine.
const ARRIVAL_MS = 5000
const ARRIVAL_STEP_MS = 20

// The answer may have been lost: within ten seconds the same token may be sent again.
const RENEWAL = { repeatable: true, retries: 1, timeout: 4000 } as const

/** SessionKeeper stores and renews the session. */
export class SessionKeeper {
  readonly #request: Request
  readonly #storage: SessionStorage
  readonly #name: string
  readonly #path: string
  readonly #listeners = new Set<SessionListener>()
  readonly #watchers = new Set<SessionListener>()
  #changes = 0
  #session: Session | undefined
  // Counts the beginnings and ends of `set`.
  #sets = 0
  #loaded: Promise<void> | undefined
  #refreshing: Promise<Session | undefined> | undefined
  #untimed: string | undefined
  #unmark: (() => void) | undefined

  /** `request` sends requests with the API key alone. */
  constructor(request: Request, storage: SessionStorage, project: string) {
    this.#request = request
    this.#storage = storage
    this.#name = `msingi.session.${project}`
    this.#path = `/projects/${project}/auth/refresh`
    // Another tab has signed in or out, or renewed the session; without a key, it has cleared the storage.
    runtime.addEventListener?.('storage', ({ key }) => {
      if (key === this.#name || key === null) void this.#reload()
    })
  }

  /** changes counts how many times another user, or none, has been signed in. */
  get changes(): number {
    return this.#changes
  }

  /** get returns the session, which can be from an earlier visit, and its access token expired. */
  async get(): Promise<Session | undefined> {
    this.#loaded ??= this.#load()
    await this.#loaded
    return this.#session
  }

  /** set stores a new session, or removes it. */
  async set(session: Session | undefined): Promise<void> {
    // The previous user must be known, and a pending load must not overwrite the new session.
    await this.get()
    const before = this.#session?.user
    this.#session = session
    this.#sets += 1
    // If a new token seems to be expired, the clock of the device is wrong: then only the server knows.
    this.#untimed = session !== undefined && isEnding(session) ? session.tokens.access_token : undefined
    if (session === undefined) await this.#storage.remove(this.#name)
    else await this.#storage.set(this.#name, JSON.stringify(session))
    this.#sets += 1
    this.#notify(before)
  }

  /** keepUser stores what has become of the signed-in user, beside the tokens that are stored now. */
  async keepUser(user: User): Promise<void> {
    await this.#reload()
    if (this.#session?.user.id === user.id) await this.set({ ...this.#session, user })
  }

  /**
   * token returns an access token that has not expired, or undefined if no user is signed in. Rejects with a MsingiError if
   * the session has ended: what a user has begun is not done as nobody, or as another user.
   */
  async token(): Promise<string | undefined> {
    const session = await this.get()
    if (session === undefined) return undefined
    const { access_token } = session.tokens
    if (access_token === this.#untimed || !isEnding(session)) return access_token
    const renewed = await this.refresh()
    if (renewed?.user.id === session.user.id) return renewed.tokens.access_token
    throw new MsingiError('The session has ended. Sign in again.', { status: 401 })
  }

  /** refresh renews the session; it removes one that the server no longer accepts. */
  refresh(): Promise<Session | undefined> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** listen calls the listener when another user, or none, is signed in. Returns a function that stops it. */
  listen(listener: SessionListener): () => void {
    return this.#add(this.#listeners, listener)
  }

  /** watch calls the listener then, and when anything else of the user has changed. Returns a function that stops it. */
  watch(listener: SessionListener): () => void {
    return this.#add(this.#watchers, listener)
  }

  #add(listeners: Set<SessionListener>, listener: SessionListener): () => void {
    // The user who is signed in already is not a change.
    this.get().catch(() => {})
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  // A refresh token works once, and reuse ends the session: tabs renew one after another, and the second one finds the
  // session renewed.
  async #renew(): Promise<Session | undefined> {
    const before = await this.get()
    if (before === undefined) return undefined
    const { refresh_token } = before.tokens
    const isSpent = () => this.#session?.tokens.refresh_token !== refresh_token
    // The lock is for this token only: one process can serve many users.
    const lock = `${this.#name} ${refresh_token}`
    return exclusively(lock, async () => {
      await this.#reload()
      if (isSpent()) return this.#session
      const unmark = await mark(`${lock} spent`)
      // Another tab has just renewed it. If its session does not arrive in time, try anyway: the server decides.
      if (unmark === undefined && (await this.#arrives(isSpent))) return this.#session
      try {
        await this.#exchangeAndSet(before, isSpent)
      } catch (error) {
        unmark?.()
        throw error
      }
      this.#unmark?.()
      this.#unmark = unmark
      return this.#session
    })
  }

  async #exchangeAndSet(before: Session, isSpent: () => boolean): Promise<void> {
    const renewed = await this.#exchange(before)
    // Refused: a tab that nobody sees may have renewed it.
    if (renewed === undefined && !seesTabs() && (await this.#arrives(isSpent))) return
    // Another user may have signed in meanwhile, or this one out: then the renewed session is dropped.
    await this.#reload()
    if (!isSpent()) await this.set(renewed)
  }

  // Waits for what another tab has stored.
  async #arrives(isSpent: () => boolean): Promise<boolean> {
    for (const end = Date.now() + ARRIVAL_MS; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_STEP_MS))
      await this.#reload()
      if (isSpent()) return true
    }
    return false
  }

  // Returns undefined if the server no longer accepts the session.
  async #exchange({ user, tokens }: Session): Promise<Session | undefined> {
    try {
      const body = { refresh_token: tokens.refresh_token }
      const call = { method: 'POST', path: this.#path, body, ...RENEWAL } as const
      const { data } = await this.#request<Partial<Session>>(call)
      return { user: data.user ?? user, tokens: data.tokens as Tokens }
    } catch (error) {
      if (!(error instanceof MsingiError) || (error.status !== 401 && error.status !== 403)) throw error
      return undefined
    }
  }

  async #load(): Promise<void> {
    const sets = this.#sets
    const text = await this.#storage.get(this.#name)
    // A session that was set meanwhile is newer.
    if (sets === this.#sets) this.#session = text === null ? undefined : parse(text)
  }

  // Reads what another tab has stored.
  async #reload(): Promise<void> {
    const before = (await this.get())?.user
    await this.#load()
    this.#notify(before)
  }

  #notify(before: User | undefined): void {
    const user = this.#session?.user
    const isOther = before?.id !== user?.id
    if (!isOther && JSON.stringify(before) === JSON.stringify(user)) return
    if (isOther) this.#changes += 1
    const called = isOther ? [...this.#listeners, ...this.#watchers] : [...this.#watchers]
    for (const listener of called) listener(this.#session)
  }
}

function isEnding({ tokens }: Session): boolean {
  return Date.parse(tokens.access_token_expires_at) - Date.now() <= MARGIN_MS
}

// Other code of the page can have written anything under this name.
function parse(text: string): Session | undefined {
  try {
    const session = JSON.parse(text) as Session | null
    return typeof session?.tokens?.access_token === 'string' ? session : undefined
  } catch {
    return undefined
  }
}
