// The users of the project, managed with a secret key.

import { objectOf } from '../http/answers.ts'
import type { Request } from '../http/http.ts'
import { type List, listPages } from '../http/list.ts'
import type { User } from './user.ts'

/** ManagedUser is a user as the project sees them. */
export interface ManagedUser extends User {
  /** claims are what `auth.claim('x')` returns in policies; lists are without them. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** UserFilters say which users are listed, and in which order: `full_name.asc`. */
export interface UserFilters {
  /** search is a part of the e-mail address, the phone number or the name. */
  readonly search?: string
  readonly state?: 'active' | 'deactivated'
  /** confirmed says whether the e-mail address is proven. */
  readonly confirmed?: boolean
  readonly provider?: string
  readonly role_id?: string
  readonly created_after?: string
  readonly created_before?: string
  readonly order?: `${'created_at' | 'updated_at' | 'email' | 'phone' | 'full_name'}.${'asc' | 'desc'}`
  /** count has the list say how many users match in all. */
  readonly count?: boolean
  readonly page?: number
  /** limit is the number of users of a page, 1 to 100; the default is 20. */
  readonly limit?: number
}

interface UserFields {
  readonly email?: string
  readonly phone?: string
  readonly full_name?: string
  readonly password?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

/** CreatedUser is a user without a sign-up, with an address or a number at least. */
export interface CreatedUser extends UserFields {
  readonly email_verified?: boolean
  readonly phone_verified?: boolean
  readonly role_ids?: readonly string[]
}

/** InvitedUser is a user who gets a mail with a link that signs in. */
export interface InvitedUser {
  readonly email: string
  readonly full_name?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly role_ids?: readonly string[]
  readonly redirect_to?: string
}

/** UserChange is a change of a user. Deactivating one ends their sessions. */
export interface UserChange extends UserFields {
  readonly is_active?: boolean
}

/** Users lists, creates, invites, changes and deletes the users of the project. It needs a secret key. */
export class Users {
  readonly #request: Request
  readonly #path: string

  constructor(request: Request, path: string) {
    this.#request = request
    this.#path = `${path}/users`
  }

  /** list returns a page of users, the latest first; `for await` yields those of all pages. */
  list(filters: UserFilters = {}): Promise<List<ManagedUser>> {
    return listPages(this.#request, this.#path, filters)
  }

  get(id: string): Promise<ManagedUser> {
    return this.#send('GET', `/${encodeURIComponent(id)}`)
  }

  create(user: CreatedUser): Promise<ManagedUser> {
    return this.#send('POST', '', user)
  }

  async invite(user: InvitedUser): Promise<ManagedUser> {
    return objectOf(await this.#send<{ user: ManagedUser }>('POST', '/invite', user)).user
  }

  update(id: string, changes: UserChange): Promise<ManagedUser> {
    return this.#send('PATCH', `/${encodeURIComponent(id)}`, changes)
  }

  /** delete deletes a user for good. Rejects with status 409 where rows refer to them. */
  async delete(id: string): Promise<void> {
    await this.#send('DELETE', `/${encodeURIComponent(id)}`)
  }

  /** send mails a user a code to reset the password, a link to confirm the address or to sign in, or the invitation once more. */
  async send(
    id: string,
    kind: 'reset_password' | 'verify_email' | 'magic_link' | 'invitation',
    options: { readonly redirect_to?: string } = {},
  ): Promise<void> {
    await this.#send('POST', `/${encodeURIComponent(id)}/send`, { kind, ...options })
  }

  /** endSessions signs a user out everywhere. */
  async endSessions(id: string): Promise<void> {
    await this.#send('DELETE', `/${encodeURIComponent(id)}/sessions`)
  }

  async #send<Data>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Data> {
    return (await this.#request<Data>({ method, path: this.#path + path, body })).data
  }
}
