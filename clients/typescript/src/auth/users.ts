// The users of the project, managed with a secret key.

import { listOf, objectOf } from '../http/answers.ts'
import type { Method, Request } from '../http/http.ts'
import { type List, listPages } from '../http/list.ts'
import type { Identity, UserSession } from './account.ts'
import type { Factor } from './factors.ts'
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

/** Role is a role of the project, which its policies name. */
export interface Role {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly permission_ids: readonly string[]
  readonly created_at: string
  readonly updated_at: string
}

/** Users lists, creates, invites, changes and deletes the users of the project. It needs a secret key. */
export class Users {
  readonly #request: Request
  readonly #path: string
  readonly #rolesPath: string

  constructor(request: Request, project: string) {
    this.#request = request
    this.#path = `${project}/auth/users`
    this.#rolesPath = `${project}/users`
  }

  /** list returns a page of users, the latest first; `for await` yields those of all pages. */
  list(filters: UserFilters = {}): Promise<List<ManagedUser>> {
    return listPages(this.#request, this.#path, filters)
  }

  get(id: string): Promise<ManagedUser> {
    return this.#of(id, 'GET')
  }

  create(user: CreatedUser): Promise<ManagedUser> {
    return this.#send('POST', this.#path, user)
  }

  async invite(user: InvitedUser): Promise<ManagedUser> {
    return objectOf(await this.#send<{ user: ManagedUser }>('POST', `${this.#path}/invite`, user)).user
  }

  update(id: string, changes: UserChange): Promise<ManagedUser> {
    return this.#of(id, 'PATCH', '', changes)
  }

  /** delete deletes a user for good. Rejects with status 409 where rows refer to them. */
  async delete(id: string): Promise<void> {
    await this.#of(id, 'DELETE')
  }

  /** send mails a user a code to reset the password, a link to confirm the address or to sign in, or the invitation once more. */
  async send(
    id: string,
    kind: 'reset_password' | 'verify_email' | 'magic_link' | 'invitation',
    options: { readonly redirect_to?: string } = {},
  ): Promise<void> {
    await this.#of(id, 'POST', '/send', { kind, ...options })
  }

  /** sessions returns where a user is signed in, the latest first. */
  async sessions(id: string): Promise<readonly Omit<UserSession, 'current'>[]> {
    return listOf(await this.#of(id, 'GET', '/sessions'))
  }

  /** endSession ends one of them. */
  async endSession(id: string, sessionId: string): Promise<void> {
    await this.#of(id, 'DELETE', `/sessions/${encodeURIComponent(sessionId)}`)
  }

  /** endSessions signs a user out everywhere. */
  async endSessions(id: string): Promise<void> {
    await this.#of(id, 'DELETE', '/sessions')
  }

  /** factors returns the second factors of a user. */
  async factors(id: string): Promise<readonly Factor[]> {
    return listOf(await this.#of(id, 'GET', '/factors'))
  }

  /** removeFactor takes a second factor from a user who has lost it. */
  async removeFactor(id: string, factorId: string): Promise<void> {
    await this.#of(id, 'DELETE', `/factors/${encodeURIComponent(factorId)}`)
  }

  /** identities returns with which providers a user signs in. */
  async identities(id: string): Promise<readonly Identity[]> {
    return listOf(await this.#of(id, 'GET', '/identities'))
  }

  /** unlink takes an identity off, also the last way to sign in. */
  async unlink(id: string, identityId: string): Promise<void> {
    await this.#of(id, 'DELETE', `/identities/${encodeURIComponent(identityId)}`)
  }

  /** roles returns the roles of a user. */
  async roles(id: string): Promise<readonly Role[]> {
    return listOf(await this.#send('GET', this.#rolesOf(id)))
  }

  /** addRole gives a user a role, and returns all that the user has now. */
  async addRole(id: string, roleId: string): Promise<readonly Role[]> {
    return listOf(await this.#send('POST', this.#rolesOf(id), { role_id: roleId }))
  }

  /** setRoles gives a user these roles in place of all others. */
  async setRoles(id: string, roleIds: readonly string[]): Promise<readonly Role[]> {
    return listOf(await this.#send('PUT', this.#rolesOf(id), { role_ids: roleIds }))
  }

  async removeRole(id: string, roleId: string): Promise<void> {
    await this.#send('DELETE', `${this.#rolesOf(id)}/${encodeURIComponent(roleId)}`)
  }

  #rolesOf(id: string): string {
    return `${this.#rolesPath}/${encodeURIComponent(id)}/roles`
  }

  #of<Data>(id: string, method: Method, below = '', body?: object): Promise<Data> {
    return this.#send(method, `${this.#path}/${encodeURIComponent(id)}${below}`, body)
  }

  async #send<Data>(method: Method, path: string, body?: object): Promise<Data> {
    return (await this.#request<Data>({ method, path, body })).data
  }
}
