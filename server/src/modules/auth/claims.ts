// What the server itself says of a user in a session: in policies by auth.claim('x'), and in the access token for
// services that verify it on their own.

/** ServerClaims are the claims that no project and no user can set. */
export interface ServerClaims extends Verification {
  readonly is_anonymous: boolean
}

/** Verification says which of a user's contacts have been proven to be theirs. */
export interface Verification {
  readonly email_verified: boolean
  readonly phone_verified: boolean
}

interface Contacts {
  readonly email: string | null
  readonly phone: string | null
}

interface Proven {
  readonly verified_email: string | null
  readonly verified_phone: string | null
}

/** claimsOf gives what the server says of a user. */
export function claimsOf(user: Contacts, known: Proven & { readonly is_anonymous: boolean }): ServerClaims {
  return { ...verificationOf(user, known), is_anonymous: known.is_anonymous }
}

/** verificationOf compares a user's contacts with those that were proven: a new address is not the one that was. */
export function verificationOf({ email, phone }: Contacts, proven: Proven | undefined): Verification {
  return {
    email_verified: email !== null && email.toLowerCase() === proven?.verified_email,
    phone_verified: phone !== null && phone === proven?.verified_phone,
  }
}
