// Signing up, in and out (spec 4.3). Whoever is signed in stands behind every other call of the client.
import type { DeviceKeeper } from './device.ts'
import type { Request } from './query.ts'
import type { Session, SessionKeeper, SessionListener, User } from './session.ts'

/** NewUser is what signing up takes (spec 4.3). */
export interface NewUser {
  readonly email: string
  readonly password: string
  readonly full_name: string
  readonly phone: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * Credentials are an e-mail address and its password. Where strangers guess, a device that has not signed in before is
 * refused with status 429 and `details.reason` = `proof_required`: it signs in with the `code` that has come by mail.
 */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** LinkRequest asks for a mail; `redirect_to` is where its link leads, one of the project's `redirect_urls`. */
export interface LinkRequest {
  readonly email: string
  readonly redirect_to?: string
}

/** MagicLinkRequest may also make the user, where there is none with this address. */
export interface MagicLinkRequest extends LinkRequest {
  readonly create_user?: boolean
  readonly full_name?: string
}

/** LinkProof is what came by mail: the token in the link, or the code with the address it was sent to. */
export type LinkProof = { readonly token: string } | { readonly email: string; readonly code: string }

/** SignedUp is a new user. */
export interface SignedUp {
  readonly user: User
  readonly email_verification_required: boolean
}

/** Challenge asks for the second factor: answer it with `verifyFactor`. */
export interface Challenge {
  readonly mfa_required: true
  readonly mfa_token: string
  readonly expires_at: string
}

/** SignedIn is the user, or the challenge that comes first where they have a second factor. */
export type SignedIn =
  | { readonly user: User; readonly challenge?: undefined }
  | { readonly user?: undefined; readonly challenge: Challenge }

/** Auth is who uses the client. */
export class Auth {
  readonly #asKey: Request
  readonly #asUser: Request
  readonly #session: SessionKeeper
  readonly #device: DeviceKeeper
  readonly #path: string

  /** `asKey` sends the project's key alone, `asUser` whatever session there is as well. */
  constructor(asKey: Request, asUser: Request, session: SessionKeeper, device: DeviceKeeper, path: string) {
    this.#asKey = asKey
    this.#asUser = asUser
    this.#session = session
    this.#device = device
    this.#path = path
  }

  /** session returns the session, also of an earlier visit, or undefined if nobody is signed in. */
  session(): Promise<Session | undefined> {
    return this.#session.get()
  }

  /** onChange calls back whenever somebody signs in or out, in another tab too; it gives a function that ends it. */
  onChange(listener: SessionListener): () => void {
    return this.#session.listen(listener)
  }

  /**
   * signUp makes a user and signs them in, unless the project wants the e-mail address confirmed first: then
   * `email_verification_required` is true, and `verifyEmail` comes before signing in.
   */
  async signUp(user: NewUser): Promise<SignedUp> {
    const answer = await this.#post<SignedUp & Partial<Session>>('/signup', user)
    const { email_verification_required = false, tokens } = answer
    if (tokens !== undefined) await this.#session.set({ user: answer.user, tokens })
    return { user: answer.user, email_verification_required }
  }

  signIn(credentials: Credentials): Promise<SignedIn> {
    return this.#enter('/signin', credentials)
  }

  /** signInAnonymously makes a user without an account; `upgrade` gives them one, with the same id and rows. */
  async signInAnonymously(): Promise<SignedIn> {
    return this.#entered(await this.#post('/anonymous', {}))
  }

  async upgrade(user: NewUser): Promise<User> {
    const answer = await this.#post<{ user: User }>('/upgrade', user, this.#asUser)
    const session = await this.#session.get()
    if (session !== undefined) await this.#session.set({ ...session, user: answer.user })
    // The token still says that its user is anonymous.
    await this.#session.refresh()
    return answer.user
  }

  /** requestEmailVerification sends a link, and a code, that prove whose the address is. */
  async requestEmailVerification(request: LinkRequest): Promise<void> {
    await this.#identified('/verify-email/request', request)
  }

  /** verifyEmail confirms the address; it signs nobody in. */
  async verifyEmail(proof: LinkProof): Promise<User> {
    return (await this.#identified<{ user: User }>('/verify-email', proof)).user
  }

  /** requestOtp sends a code to a phone. Outside of production it is in the answer as well. */
  requestOtp(phone: string): Promise<{ phone: string; expires_at: string; otp_code?: string }> {
    return this.#identified('/otp/request', { phone })
  }

  /** verifyOtp signs in by a code; whoever is signed in proves by it that the number is theirs. */
  verifyOtp(code: {
    readonly phone: string
    readonly code: string
    readonly full_name: string
    readonly metadata?: Readonly<Record<string, unknown>>
  }): Promise<SignedIn> {
    return this.#enter('/otp/verify', code, this.#asUser)
  }

  /** requestMagicLink sends a link; whoever opens it comes back with a token for `verifyMagicLink`. */
  async requestMagicLink(request: MagicLinkRequest): Promise<void> {
    await this.#identified('/magic-link/request', request)
  }

  verifyMagicLink(proof: LinkProof): Promise<SignedIn> {
    return this.#enter('/magic-link/verify', proof)
  }

  /** verifyFactor answers a challenge with a code of the authenticator app, or a recovery code. */
  verifyFactor(answer: { readonly mfa_token: string; readonly code: string }): Promise<SignedIn> {
    return this.#enter('/factors/verify', answer)
  }

  /** requestPasswordReset sends a code of six digits. */
  async requestPasswordReset(email: string): Promise<void> {
    await this.#identified('/reset-password', { email })
  }

  async confirmPasswordReset(reset: {
    readonly email: string
    readonly code: string
    readonly new_password: string
  }): Promise<void> {
    await this.#identified('/reset-password/confirm', reset)
  }

  /** signOut ends the session here and on the server, as far as that can be reached. */
  async signOut(): Promise<void> {
    try {
      if ((await this.#session.get()) !== undefined) await this.#post('/logout', undefined, this.#asUser)
    } finally {
      await this.#session.set(undefined)
    }
  }

  async #enter(path: string, body: object, as?: Request): Promise<SignedIn> {
    return this.#entered(await this.#identified<Session | Challenge>(path, body, as))
  }

  async #entered(answer: Session | Challenge): Promise<SignedIn> {
    if ('mfa_required' in answer) return { challenge: answer }
    const { user, tokens } = answer
    await this.#session.set({ user, tokens })
    return { user }
  }

  // Where codes and passwords are asked for, the server takes note of devices that have signed in before.
  async #identified<Data>(path: string, body: object, as?: Request): Promise<Data> {
    return this.#post<Data>(path, await this.#device.identify(body), as)
  }

  // A session that stands in the way of another, because it has ended say, is none of those routes' concern; and a wrong
  // password is not to be sent again under a renewed one.
  async #post<Data>(path: string, body: unknown, as: Request = this.#asKey): Promise<Data> {
    return (await as<Data>({ method: 'POST', path: this.#path + path, body })).data
  }
}
