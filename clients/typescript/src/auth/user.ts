// Who is signed in.

/** User is an end user of the project. */
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
