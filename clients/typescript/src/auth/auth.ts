// Signing up, in and out. All other calls of the client are made as the signed-in user.

import { objectOf } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import type { Request } from '../http/http.ts'
import { Account } from './account.ts'
import type { DeviceKeeper } from './device.ts'
import { Factors } from './factors.ts'
import type { ProviderSignIn } from './provider-sign-in.ts'
import type { SessionKeeper } from './session.ts'
import { checkStored, type Session } from './stored-session.ts'
import type { User } from './user.ts'
import { Users } from './users.ts'
import type { SessionListener } from './watchers.ts'

/** NewUser is the body of a sign-up. A project requires `full_name` and `phone`, unless its settings turn that off. */
export interface NewUser {
  readonly email: string
  readonly password: string
  readonly full_name?: string
  readonly phone?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * Credentials are an e-mail address and its password. While somebody guesses the password, a new device is refused with
 * status 429 and `details.reason` = `proof_required`: sign in again with the `code` that was sent by mail.
 */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** LinkRequest requests a mail; `redirect_to` is the target of its link, one of the project's `redirect_urls`. */
export interface LinkRequest {
  readonly email: string
  readonly redirect_to?: string
}

/** MagicLinkRequest requests a magic link; with `create_user` for an unknown address as well. */
export interface MagicLinkRequest extends LinkRequest {
  readonly create_user?: boolean
  readonly full_name?: string
}

/** LinkProof is the token from the link in a mail, or the code with the address it was sent to. */
export type LinkProof = { readonly token: string } | { readonly email: string; readonly code: string }

export interface SignedUp {
  readonly user: User
  readonly email_verification_required: boolean
}

/** Challenge requires the second factor: pass its `mfa_token` to `verifyFactor`. */
export interface Challenge {
  readonly mfa_required: true
  readonly mfa_token: string
  readonly expires_at: string
}

/** SignedIn is the user, or a challenge if the user has a second factor. */
export type SignedIn =
  | { readonly user: User; readonly challenge?: undefined }
  | { readonly user?: undefined; readonly challenge: Challenge }

/** Auth signs users up, in and out. */
export class Auth {
  /** account is the signed-in user's own: profile, sessions, identities. */
  readonly account: Account
  /** factors are the authenticator apps of the signed-in user. */
  readonly factors: Factors
  /** users are those of the project, for secret keys. */
  readonly users: Users
  /** source says when another user, or none, is signed in, to whatever shows something of the user. */
  readonly source: { readonly session: Pick<SessionKeeper, 'changes' | 'listen'> }
  readonly #providers: ProviderSignIn
  readonly #asKey: Request
  readonly #asUser: Request
  readonly #session: SessionKeeper
  readonly #device: DeviceKeeper
  readonly #path: string

  /** `asKey` sends requests with the API key alone, `asUser` with the session as well, if there is one; `project` is the path of the project. */
  constructor(
    asKey: Request,
    asUser: Request,
    session: SessionKeeper,
    device: DeviceKeeper,
    providers: ProviderSignIn,
    project: string,
  ) {
    const path = `${project}/auth`
    const asSignedIn: Request = async (call) => {
      const { began = session.changes } = call
      if ((await session.bearer()) !== undefined) return asUser({ ...call, began })
      throw new MsingiError('Nobody is signed in.', { status: 401 })
    }
    this.account = new Account(asSignedIn, session, path)
    this.factors = new Factors(asSignedIn, path)
    this.users = new Users(asKey, project)
    this.#providers = providers
    this.#asKey = asKey
    this.#asUser = asUser
    this.source = { session }
    this.#session = session
    this.#device = device
    this.#path = path
  }

  /** session returns the current session, which can be from an earlier visit, or undefined if no user is signed in. */
  session(): Promise<Session | undefined> {
    return this.#session.get()
  }

  /**
   * accessToken returns an access token that has not expired, for servers that make requests as this user; undefined if nobody
   * is signed in. Rejects with a MsingiError of status 401 if the session has ended.
   */
  async accessToken(): Promise<string | undefined> {
    return (await this.#session.bearer())?.token
  }

  /** refresh renews the session now, such as after claims were changed, and returns it; undefined if it has ended. */
  async refresh(): Promise<Session | undefined> {
    await this.#session.refresh()
    return this.#session.get()
  }

  /**
   * onChange calls the listener after every sign-in or sign-out, in other tabs too, and when the user's profile has changed. Where
   * somebody else is signed in, and cannot be read, it is called with the error instead, and again once they are. Returns a
   * function that stops it.
   */
  onChange(listener: SessionListener): () => void {
    return this.#session.watch(listener)
  }

  /**
   * signUp creates a user and signs them in, unless the project requires a verified e-mail address: then
   * `email_verification_required` is true, and the user has to `verifyEmail` before signing in.
   */
  async signUp(user: NewUser): Promise<SignedUp> {
    const answer = objectOf(await this.#post<SignedUp & Partial<Session>>('/signup', user))
    const { email_verification_required = false, tokens } = answer
    if (tokens !== undefined) await this.#session.set(checkStored({ user: objectOf(answer.user), tokens }))
    return { user: answer.user, email_verification_required }
  }

  signIn(credentials: Credentials): Promise<SignedIn> {
    return this.#enter('/signin', credentials)
  }

  /** signInAnonymously creates a user without credentials; `upgrade` adds them later, with the same id and rows. */
  async signInAnonymously(): Promise<SignedIn> {
    return this.#entered(await this.#post('/anonymous', {}))
  }

  async upgrade(user: NewUser): Promise<User> {
    const answer = objectOf(await this.#post<{ user: User }>('/upgrade', user, this.#asUser))
    await this.#session.keepUser(objectOf(answer.user))
    // The claims of the old token still say that its user is anonymous.
    await this.#session.refresh()
    return answer.user
  }

  /** requestEmailVerification sends a mail with a link and a code for `verifyEmail`. */
  async requestEmailVerification(request: LinkRequest): Promise<void> {
    await this.#identified('/verify-email/request', request)
  }

  /** verifyEmail verifies the address, without signing in. */
  async verifyEmail(proof: LinkProof): Promise<User> {
    return objectOf(await this.#identified<{ user: User }>('/verify-email', proof)).user
  }

  /** requestOtp sends a code to a phone. In development the response contains it as `otp_code`. */
  requestOtp(request: {
    readonly phone: string
  }): Promise<{ phone: string; expires_at: string; otp_code?: string }> {
    return this.#identified('/otp/request', request)
  }

  /** verifyOtp signs in with a code; a user who is signed in verifies the phone number with it. */
  verifyOtp(code: {
    readonly phone: string
    readonly code: string
    /** full_name is needed the first time, unless the project's settings turn that off. */
    readonly full_name?: string
    readonly metadata?: Readonly<Record<string, unknown>>
  }): Promise<SignedIn> {
    return this.#enter('/otp/verify', code, this.#asUser)
  }

  /** requestMagicLink sends a link that leads back to the app with a token for `verifyMagicLink`. */
  async requestMagicLink(request: MagicLinkRequest): Promise<void> {
    await this.#identified('/magic-link/request', request)
  }

  verifyMagicLink(proof: LinkProof): Promise<SignedIn> {
    return this.#enter('/magic-link/verify', proof)
  }

  /**
   * startProviderSignIn returns the address at which the user signs in with an identity provider; open it in the browser. It
   * leads back to `redirect_to`, one of the project's `redirect_urls`: pass the address there to `finishProviderSignIn`.
   */
  startProviderSignIn(provider: string, { redirect_to }: { readonly redirect_to: string }): Promise<string> {
    return this.#providers.begin(provider, redirect_to)
  }

  /** finishProviderSignIn signs in with the address that the browser came back to, on the same device. Its code works once. */
  async finishProviderSignIn(landed: string): Promise<SignedIn> {
    const { proof, forget } = await this.#providers.proofOf(landed)
    const signedIn = await this.#entered(await this.#post('/token', proof))
    await forget()
    return signedIn
  }

  /** verifyFactor completes a challenge with a code of the authenticator app, or a recovery code. */
  verifyFactor(answer: { readonly mfa_token: string; readonly code: string }): Promise<SignedIn> {
    return this.#enter('/factors/verify', answer)
  }

  /** requestPasswordReset sends a six-digit code by mail. */
  async requestPasswordReset(request: { readonly email: string }): Promise<void> {
    await this.#identified('/reset-password', request)
  }

  async confirmPasswordReset(reset: {
    readonly email: string
    readonly code: string
    readonly new_password: string
  }): Promise<void> {
    await this.#identified('/reset-password/confirm', reset)
  }

  /** signOut ends the session on the server, if it can be reached, and always on this device. */
  async signOut(): Promise<void> {
    const began = this.#session.changes
    try {
      if ((await this.#session.bearer()) !== undefined)
        await this.#post('/logout', undefined, this.#asUser, began)
    } catch (error) {
      // It has ended already.
      if (!(error instanceof MsingiError && error.status === 401)) throw error
    } finally {
      await this.#session.end(began)
    }
  }

  async #enter(path: string, body: object, as?: Request): Promise<SignedIn> {
    return this.#entered(await this.#identified<Session | Challenge>(path, body, as))
  }

  async #entered(answer: Session | Challenge): Promise<SignedIn> {
    if ('mfa_required' in objectOf(answer)) return { challenge: answer as Challenge }
    const { user, tokens } = checkStored(answer as Session)
    await this.#session.set({ user: objectOf(user), tokens })
    return { user }
  }

  // Sends the device token with passwords and codes, so that the server recognises the device.
  async #identified<Data>(path: string, body: object, as?: Request): Promise<Data> {
    const began = this.#session.changes
    return this.#post<Data>(path, await this.#device.identify(body), as, began)
  }

  // Most of these routes are called without the session: an expired one must not matter, and a wrong password must not be
  // sent again with a renewed one.
  async #post<Data>(
    path: string,
    body: unknown,
    as: Request = this.#asKey,
    began = this.#session.changes,
  ): Promise<Data> {
    return (await as<Data>({ method: 'POST', path: this.#path + path, body, began })).data
  }
}
