// What a user is called.
import type { User } from '#api/client/schemas.ts'
import type { Messages } from './messages.ts'

/** nameOf returns what a user is known by: the email address, else the phone number, else the name. */
export function nameOf(user: User, m: Messages): string {
  return user.email ?? user.phone ?? user.full_name ?? m.anonymous
}
