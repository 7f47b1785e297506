// What signed-in users see and change of themselves: profile, sessions, identities.
import { objectOf } from '../http/answers.ts'
import type { Request } from '../http/http.ts'
import type { SessionKeeper } from './session.ts'
import type { User } from './user.ts'

/** ProfileChange is what users change of themselves. A new password or phone number takes the current password. */
export interface ProfileChange {
  readonly full_name?: string
  readonly phone?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly password?: string
  readonly current_password?: string
}

/** UserSession is one of the user's sessions. */
export interface UserSession {
  readonly id: string
  readonly user_agent: string | null
  /** current is true of the session in which it was asked. */
  readonly current: boolean
  readonly created_at: string
  readonly last_used_at: string
  readonly expires_at: string
}

/** Identity is whom an identity provider knows the user as. */
export interface Identity {
  readonly id: string
  readonly provider: string
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly created_at: string
  readonly last_used_at: string
}

/** Account is the signed-in user's own. Without a session, all its methods reject with status 401. */
export class Account {
  readonly #request: Request
  readonly #session: SessionKeeper
  readonly #path: string

  constructor(request: Request, session: SessionKeeper, path: string) {
    this.#request = request
    this.#session = session
    this.#path = path
  }

  /** get returns the user as the server has them now. */
  async get(): Promise<User> {
    return this.#keep((await this.#request<User>(await this.#own())).data)
  }

  /** update changes the user. A new password ends all other sessions. */
  async update(change: ProfileChange): Promise<User> {
    const call = { method: 'PATCH', ...(await this.#own()), body: change } as const
    return this.#keep((await this.#request<User>(call)).data)
  }

  /** delete deletes the user for good, and signs out. Rejects with status 409 where rows refer to the user. */
  async delete(): Promise<void> {
    const own = await this.#own()
    await this.#request({ method: 'DELETE', ...own })
    await this.#session.end(own.began)
  }

  /** sessions returns where the user is signed in, the latest first. */
  async sessions(): Promise<readonly UserSession[]> {
    return (await this.#request<UserSession[]>({ path: `${this.#path}/sessions` })).data
  }

  /** endSession signs the user out elsewhere. For the current session, `signOut` is right. */
  async endSession(id: string): Promise<void> {
    await this.#request({ method: 'DELETE', path: `${this.#path}/sessions/${encodeURIComponent(id)}` })
  }

  /** identities returns with which providers the user signs in. */
  async identities(): Promise<readonly Identity[]> {
    return (await this.#request<Identity[]>(await this.#own('/identities'))).data
  }

  /** unlink takes an identity off. Rejects with status 409 if it is the user's only way to sign in. */
  async unlink(id: string): Promise<void> {
    const identity = await this.#own(`/identities/${encodeURIComponent(id)}`)
    await this.#request({ method: 'DELETE', ...identity })
  }

  async #own(below = ''): Promise<{ readonly path: string; readonly began: number }> {
    const began = this.#session.changes
    return { path: `${this.#path}/users/${(await this.#session.bearer())?.userId}${below}`, began }
  }

  // What the session says of the user stays true.
  async #keep(user: User): Promise<User> {
    await this.#session.keepUser(objectOf(user))
    return user
  }
}
