// What the server itself says of a user in a session: in policies by auth.claim('x'), and in the access token for
// services that verify it on their own.

/** SECOND_FACTORS are the methods of which one makes a session `aal2`. */
export const SECOND_FACTORS = ['totp', 'recovery_code'] as const

/** Method is a way in which users prove who they are. */
export type Method =
  | 'password'
  | 'otp'
  | 'oidc'
  | 'magic_link'
  | 'anonymous'
  | (typeof SECOND_FACTORS)[number]

/** Standing is what the server says of a user, and what no project and no user can set. */
export interface Standing {
  /** is_anonymous is true until there is an address or a number. */
  readonly is_anonymous: boolean
  readonly email_verified: boolean
  readonly phone_verified: boolean
}

/** SessionClaims are what the server says of a user in one session. */
export interface SessionClaims extends Standing {
  /** aal is `aal2` where a second factor was proven as well. */
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

/** claimsOf gives what the server says of a user in a session that was opened by such methods. */
export function claimsOf(user: Contacts, known: Known, methods: readonly string[]): SessionClaims {
  return { ...standingOf(user, known), aal: hasSecondFactor(methods) ? 'aal2' : 'aal1' }
}

/** hasSecondFactor says whether there is a second factor among the methods. */
export function hasSecondFactor(methods: readonly string[]): boolean {
  return SECOND_FACTORS.some((method) => methods.includes(method))
}

/** standingOf compares a user's contacts with those that were proven: a new address is not the one that was. */
export function standingOf({ email, phone }: Contacts, known: Known | undefined): Standing {
  return {
    is_anonymous: known?.began_anonymous === true && email === null && phone === null,
    email_verified: email !== null && email.toLowerCase() === known?.verified_email,
    phone_verified: phone !== null && phone === known?.verified_phone,
  }
}
