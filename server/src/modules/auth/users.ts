// Users as the API shows and changes them (spec 4.3): /auth/users.
import type { PrivateFields } from './private-users.store.ts'
import type { PublicUser } from './public-users.ts'

/** presentUser gives a user as the API shows them. */
export function presentUser(user: PublicUser, fields: PrivateFields | undefined) {
  const { id, email, phone, full_name, is_active, created_at, updated_at } = user
  const metadata = fields?.metadata ?? {}
  return { id, email, phone, full_name, is_active, created_at, updated_at, metadata }
}
