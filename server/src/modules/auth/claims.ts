// What the server itself says of a user in a session: in policies by auth.claim('x'), and in the access token for
// services that verify it on their own.

/** Standing is what the server says of a user, and what no project and no user can set. */
export interface Standing {
  /** is_anonymous is true until there is an address or a number. */
  readonly is_anonymous: boolean
  readonly email_verified: boolean
  readonly phone_verified: boolean
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

/** standingOf compares a user's contacts with those that were proven: a new address is not the one that was. */
export function standingOf({ email, phone }: Contacts, known: Known | undefined): Standing {
  return {
    is_anonymous: known?.began_anonymous === true && email === null && phone === null,
    email_verified: email !== null && email.toLowerCase() === known?.verified_email,
    phone_verified: phone !== null && phone === known?.verified_phone,
  }
}
