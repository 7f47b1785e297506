// The session of the signed-in user: stored, renewed before it expires, shared between the tabs of a browser.
import { objectOf } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import type { Request } from '../http/http.ts'
import { runtime } from '../runtime/runtime.ts'
import type { SessionStorage } from '../runtime/storage.ts'
import { exclusively, mark, seesTabs } from '../runtime/tab-locks.ts'
import {
  type Bearer,
  bearerOf,
  checkStored,
  parseStored,
  type Session,
  type Stored,
} from './stored-session.ts'
import { isEnding } from './tokens.ts'
import type { User } from './user.ts'
import { type SessionListener, Watchers } from './watchers.ts'

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
  readonly #listeners = new Set<() => void>()
  readonly #watchers = new Watchers()
  #changes = 0
  #session: Stored | undefined
  // Counts the beginnings and ends of `set`.
  #sets = 0
  #loaded: Promise<void> | undefined
  #refreshing: Promise<Bearer | undefined> | undefined
  #reading: Promise<Session | undefined> | undefined
  #untimed: string | undefined
  #unmark: (() => void) | undefined

  /** `request` sends requests with the API key alone. */
  constructor(request: Request, storage: SessionStorage, project: string) {
    this.#request = request
    this.#storage = storage
    this.#name = `msingi.session.${project}`
    this.#path = `/projects/${project}/auth`
    // Another tab has signed in or out, or renewed the session; without a key, it has cleared the storage.
    if (runtime.document === undefined) return
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
    const stored = await this.#get()
    if (stored?.user !== undefined) return { ...stored, user: stored.user }
    if (stored === undefined) return undefined
    this.#reading ??= this.#readUser()
      .catch((error) => {
        this.#watchers.isBehind = true
        throw error
      })
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  /** set stores a new session, or removes it. */
  async set(session: Stored | undefined): Promise<void> {
    // The previous user must be known, and a pending load must not overwrite the new session.
    const before = await this.#get()
    this.#session = session
    this.#sets += 1
    // If a new token seems to be expired, the clock of the device is wrong: then only the server knows.
    this.#untimed =
      session !== undefined && isEnding(session.tokens) ? session.tokens.access_token : undefined
    if (session === undefined) await this.#storage.remove(this.#name)
    else await this.#storage.set(this.#name, JSON.stringify(session))
    this.#sets += 1
    this.#notify(before)
  }

  /** end removes the session, unless another user has signed in since `changes` was `began`. */
  async end(began: number): Promise<void> {
    await this.#get()
    if (this.#changes === began) await this.set(undefined)
  }

  /** keepUser stores what has become of the signed-in user, beside the tokens that are stored now. */
  async keepUser(user: User): Promise<void> {
    await this.#reload()
    if (this.#session && bearerOf(this.#session)?.userId === user.id)
      await this.set({ ...this.#session, user })
  }

  /**
   * bearer returns an access token that has not expired by this clock, or that only the server can judge; undefined if no user is
   * signed in. Rejects with a MsingiError if the session has ended: what a user has begun is not done as nobody, or as another.
   */
  async bearer(): Promise<Bearer | undefined> {
    const session = await this.#get()
    if (session === undefined) return undefined
    const bearer = bearerOf(session)
    if (bearer?.token === this.#untimed || !isEnding(session.tokens)) return bearer
    const renewed = await this.refresh()
    if (renewed !== undefined && renewed.userId === bearer?.userId) return renewed
    // Others have renewed nothing, and this clock may be ahead.
    const kept = this.#session && bearerOf(this.#session)
    if (kept !== undefined && kept.token === bearer?.token) return kept
    throw new MsingiError('The session has ended. Sign in again.', { status: 401 })
  }

  /** refresh renews the session; it removes one that the server no longer accepts. */
  refresh(): Promise<Bearer | undefined> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** listen calls the listener when another user, or none, is signed in. Returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.#know()
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** watch calls the listener then, and when anything else of the user has changed. Returns a function that stops it. */
  watch(listener: SessionListener): () => void {
    this.#know()
    return this.#watchers.add(listener)
  }

  async #get(): Promise<Stored | undefined> {
    this.#loaded ??= this.#load().catch((error) => {
      // A storage that fails once may not fail the next time.
      this.#loaded = undefined
      throw error
    })
    await this.#loaded
    return this.#session
  }

  // Whoever signs in meanwhile is read instead.
  async #readUser(): Promise<Session | undefined> {
    const changes = this.#changes
    try {
      const session = await this.#askUser()
      if (changes === this.#changes) return session
    } catch (error) {
      if (changes === this.#changes) throw error
    }
    const { user, tokens } = this.#session ?? {}
    if (tokens === undefined) return undefined
    return user === undefined ? this.#readUser() : { user, tokens }
  }

  // The server says who the user is of tokens that were stored alone, and whether they are valid.
  async #askUser(): Promise<Session | undefined> {
    const bearer = await this.bearer().catch(ended)
    if (bearer === undefined) return undefined
    const read = async ({ token, userId }: Bearer) => {
      const headers = { authorization: `Bearer ${token}` }
      const { data: user } = await this.#request<User>({ path: `${this.#path}/users/${userId}`, headers })
      const stored = this.#session
      if (stored === undefined || bearerOf(stored)?.userId !== userId) return undefined
      const session = { ...stored, user: objectOf(user) }
      this.#session = session
      if (this.#watchers.isBehind) this.#watchers.tell(session)
      return session
    }
    return read(bearer).catch(async (error) => {
      ended(error)
      const renewed = await this.refresh()
      return renewed && read(renewed).catch(ended)
    })
  }

  // The user who is signed in already is not a change.
  #know(): void {
    this.#get().catch(() => {})
  }

  // A refresh token works once, and reuse ends the session: tabs renew one after another, and the second one finds the
  // session renewed.
  async #renew(): Promise<Bearer | undefined> {
    const before = await this.#get()
    const { refresh_token, access_token } = before?.tokens ?? {}
    const now = () => this.#session && bearerOf(this.#session)
    if (before === undefined || refresh_token === undefined) {
      // Only others can renew these tokens: what they have stored is all.
      await this.#reload()
      return now()?.token === access_token ? undefined : now()
    }
    const isSpent = () => this.#session?.tokens.refresh_token !== refresh_token
    // The lock is for this token only: one process can serve many users.
    const lock = `${this.#name} ${refresh_token}`
    return exclusively(lock, async () => {
      await this.#reload()
      if (isSpent()) return now()
      const unmark = await mark(`${lock} spent`)
      // Another tab has just renewed it. If its session does not arrive in time, try anyway: the server decides.
      if (unmark === undefined && (await this.#arrives(isSpent))) return now()
      try {
        await this.#exchangeAndSet(before, isSpent)
      } catch (error) {
        unmark?.()
        throw error
      }
      this.#unmark?.()
      this.#unmark = unmark
      return now()
    })
  }

  async #exchangeAndSet(before: Stored, isSpent: () => boolean): Promise<void> {
    const renewed = await this.#exchange(before)
    // Refused: a tab that nobody sees may have renewed it.
    if (renewed === undefined && !seesTabs() && (await this.#arrives(isSpent))) return
    // Another user may have signed in meanwhile, or this one out: then the renewed session is dropped.
    await this.#reload()
    if (isSpent()) return
    // What has become of the user meanwhile stays.
    const user = renewed?.user ?? this.#session?.user
    await this.set(renewed && { tokens: renewed.tokens, ...(user && { user }) })
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
  async #exchange({ tokens }: Stored): Promise<Stored | undefined> {
    try {
      const body = { refresh_token: tokens.refresh_token }
      const call = { method: 'POST', path: `${this.#path}/refresh`, body, ...RENEWAL } as const
      const { data } = await this.#request<Stored>(call)
      return checkStored(data)
    } catch (error) {
      if (!(error instanceof MsingiError) || (error.status !== 401 && error.status !== 403)) throw error
      return undefined
    }
  }

  async #load(): Promise<void> {
    const sets = this.#sets
    const text = await this.#storage.get(this.#name)
    // A session that was set meanwhile is newer.
    if (sets !== this.#sets) return
    const before = this.#session
    const after = text === null ? undefined : parseStored(text)
    const isSame = before && after && bearerOf(before)?.userId === bearerOf(after)?.userId
    this.#session = isSame ? { ...before, ...after } : after
  }

  // Reads what another tab has stored.
  async #reload(): Promise<void> {
    const before = await this.#get()
    await this.#load()
    this.#notify(before)
  }

  #notify(before: Stored | undefined): void {
    const after = this.#session
    const isOther = (before && bearerOf(before)?.userId) !== (after && bearerOf(after)?.userId)
    if (isOther) {
      this.#changes += 1
      for (const listener of [...this.#listeners]) listener()
    } else if (JSON.stringify(before?.user) === JSON.stringify(after?.user)) return
    if (after === undefined) this.#watchers.tell(undefined)
    else if (after.user !== undefined) this.#watchers.tell({ ...after, user: after.user })
    else if (this.#watchers.size > 0) this.#readAndTell()
  }

  #readAndTell(): void {
    const changes = this.#changes
    this.#watchers.isBehind = true
    // Reading tells who it is; later changes are told themselves.
    const tell = (error?: Error) => {
      if (this.#watchers.isBehind && changes === this.#changes) this.#watchers.tell(undefined, error)
    }
    this.get().then(() => tell(), tell)
  }
}

function ended(error: unknown): undefined {
  if (!(error instanceof MsingiError) || error.status !== 401) throw error
}
