// The session of the signed-in user: kept, renewed before it ends, shared among the tabs of a browser.
import { MsingiError } from './error.ts'
import type { Send } from './http.ts'
import { runtime } from './runtime.ts'
import type { SessionStorage } from './storage.ts'
import { exclusively, mark } from './turns.ts'

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

/** Tokens are what signing in gives (spec 2.4). */
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

/** SessionListener hears of every change; undefined is nobody. */
export type SessionListener = (session: Session | undefined) => void

// A token that is about to end would end on its way.
const MARGIN_MS = 20_000

// What another tab has stored arrives within milliseconds, or seconds where the machine is busy.
const ARRIVAL_MS = 5000
const ARRIVAL_STEP_MS = 20

/** SessionKeeper holds the session. */
export class SessionKeeper {
  readonly #send: Send
  readonly #storage: SessionStorage
  readonly #name: string
  readonly #path: string
  readonly #credentials: Readonly<Record<string, string>>
  readonly #listeners = new Set<SessionListener>()
  #session: Session | undefined
  // How often it was set, begun and done.
  #sets = 0
  #loaded: Promise<void> | undefined
  #refreshing: Promise<Session | undefined> | undefined
  #untimed: string | undefined
  #unmark: (() => void) | undefined

  constructor(
    send: Send,
    storage: SessionStorage,
    project: string,
    credentials: Readonly<Record<string, string>>,
  ) {
    this.#send = send
    this.#storage = storage
    this.#name = `msingi.session.${project}`
    this.#path = `/projects/${project}/auth/refresh`
    this.#credentials = credentials
    // Another tab has signed in or out, or renewed the session; without a key, all that was kept has been cleared.
    runtime.addEventListener?.('storage', ({ key }) => {
      if (key === this.#name || key === null) void this.#adopt()
    })
  }

  /** get returns the session, also one of an earlier visit; its access token may have ended. */
  async get(): Promise<Session | undefined> {
    this.#loaded ??= this.#load()
    await this.#loaded
    return this.#session
  }

  /** set takes a new session, or undefined for none. */
  async set(session: Session | undefined): Promise<void> {
    // Who was signed in before must be known, and a load that is under way must not undo this.
    await this.get()
    const before = this.#session?.user.id
    this.#session = session
    this.#sets += 1
    // Where the clock of the device is so wrong that a new token seems to be ending, only the server can tell.
    this.#untimed = session !== undefined && isEnding(session) ? session.tokens.access_token : undefined
    if (session === undefined) await this.#storage.remove(this.#name)
    else await this.#storage.set(this.#name, JSON.stringify(session))
    this.#sets += 1
    if (before !== session?.user.id) this.#tell()
  }

  /** token returns an access token that has not ended, or undefined if nobody is signed in. */
  async token(): Promise<string | undefined> {
    const session = await this.get()
    if (session === undefined) return undefined
    const { access_token } = session.tokens
    if (access_token === this.#untimed || !isEnding(session)) return access_token
    return (await this.refresh())?.tokens.access_token
  }

  /** refresh renews the session; one that the server no longer knows ends here. */
  refresh(): Promise<Session | undefined> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** listen calls back whenever somebody else is signed in than before, or nobody. */
  listen(listener: SessionListener): () => void {
    // Whoever is signed in already is no change.
    this.get().catch(() => {})
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  // A refresh token works once, and one that comes twice ends the session: tabs must take turns, and whoever comes
  // second finds that the work is done.
  async #renew(): Promise<Session | undefined> {
    const before = await this.get()
    if (before === undefined) return undefined
    const { refresh_token } = before.tokens
    const isSpent = () => this.#session?.tokens.refresh_token !== refresh_token
    // Only who holds the same token waits: one process may serve many users.
    const turn = `${this.#name} ${refresh_token}`
    return exclusively(turn, async () => {
      await this.#adopt()
      if (isSpent()) return this.#session
      const unmark = await mark(`${turn} spent`)
      // Another tab has renewed it just now; where nothing comes of that, the server has the last word.
      for (const end = Date.now() + ARRIVAL_MS; unmark === undefined && Date.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, ARRIVAL_STEP_MS))
        await this.#adopt()
        if (isSpent()) return this.#session
      }
      try {
        await this.#trade(before)
      } catch (error) {
        unmark?.()
        throw error
      }
      this.#unmark?.()
      this.#unmark = unmark
      return this.#session
    })
  }

  async #trade(before: Session): Promise<void> {
    const renewed = await this.#exchange(before)
    // Somebody else may have signed in since, or the user out: that counts, whatever has come of the renewal.
    await this.#adopt()
    if (this.#session?.tokens.refresh_token === before.tokens.refresh_token) await this.set(renewed)
  }

  // Gives undefined where the server no longer knows the session.
  async #exchange({ user, tokens }: Session): Promise<Session | undefined> {
    try {
      const body = { refresh_token: tokens.refresh_token }
      const call = { method: 'POST', path: this.#path, body } as const
      const { data } = await this.#send<Partial<Session>>(call, this.#credentials)
      return { user: data.user ?? user, tokens: data.tokens as Tokens }
    } catch (error) {
      if (!(error instanceof MsingiError) || (error.status !== 401 && error.status !== 403)) throw error
      return undefined
    }
  }

  async #load(): Promise<void> {
    const sets = this.#sets
    const text = await this.#storage.get(this.#name)
    // What was set meanwhile is newer than what was read.
    if (sets === this.#sets) this.#session = text === null ? undefined : parse(text)
  }

  // Takes what another tab has left.
  async #adopt(): Promise<void> {
    const before = (await this.get())?.user.id
    await this.#load()
    if (before !== this.#session?.user.id) this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.#session)
  }
}

function isEnding({ tokens }: Session): boolean {
  return Date.parse(tokens.access_token_expires_at) - Date.now() <= MARGIN_MS
}

// What somebody else has written under our name is no session.
function parse(text: string): Session | undefined {
  try {
    const session = JSON.parse(text) as Session | null
    return typeof session?.tokens?.access_token === 'string' ? session : undefined
  } catch {
    return undefined
  }
}
