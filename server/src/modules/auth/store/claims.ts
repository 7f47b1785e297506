// The claims that the server itself sets for a user's session: in policies through auth.claim('x'), and in the access
// token for services that verify it themselves.

import { CODE_METHODS } from '#platform/second-factors/factor-codes.ts'

/** SECOND_FACTORS are the methods that make a session `aal2`. */
export const SECOND_FACTORS = CODE_METHODS

/** Method is an authentication method (`amr` of RFC 8176). */
export type Method =
  | 'password'
  | 'otp'
  | 'oidc'
  | 'magic_link'
  | 'anonymous'
  | (typeof SECOND_FACTORS)[number]

/** UserStatus is what the server asserts about a user; neither projects nor users can set it. */
export interface UserStatus {
  /** is_anonymous is true until the user has an address or a number. */
  readonly is_anonymous: boolean
  readonly email_verified: boolean
  readonly phone_verified: boolean
}

/** SessionClaims are the server's claims for one session. */
export interface SessionClaims extends UserStatus {
  /** aal is `aal2` if the user completed a second factor, otherwise `aal1`. */
  readonly aal: 'aal1' | 'aal2'
}

interface Contacts {
  readonly email: string | null
  readonly phone: string | null
}

interface Known {
  readonly began_anonymous: boolean
  readonly verified_email: string | null
  readonly verified_phone: string | null
}

/** claimsOf returns the server's claims for a session with these authentication methods. */
export function claimsOf(user: Contacts, known: Known, methods: readonly string[]): SessionClaims {
  return { ...userStatusOf(user, known), aal: hasSecondFactor(methods) ? 'aal2' : 'aal1' }
}

export function hasSecondFactor(methods: readonly string[]): boolean {
  return SECOND_FACTORS.some((method) => methods.includes(method))
}

/** userStatusOf compares a user's contacts with the verified ones: a changed address is not verified. */
export function userStatusOf({ email, phone }: Contacts, known: Known | undefined): UserStatus {
  return {
    is_anonymous: known?.began_anonymous === true && email === null && phone === null,
    email_verified: email !== null && email.toLowerCase() === known?.verified_email,
    phone_verified: phone !== null && phone === known?.verified_phone,
  }
}
