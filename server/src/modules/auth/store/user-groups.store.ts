// Which users have a role, an identity or a proven address: what only the server knows of them, for the list of users.
// Arrays leave PostgreSQL in its text form and go back as parameters, since no role reads both halves of a user.
import type { Queryable } from '#platform/db/transaction.ts'

/** MAX_GROUP is how many users a filter by role, provider or proven address can find. */
export const MAX_GROUP = 50_000

/** Members are the users of a group: `ids` is an array in PostgreSQL's text form. */
export interface Members {
  readonly ids: string
  readonly count: number
}

/** findMembers returns the users with a role, and with an identity at a provider; the first MAX_GROUP and one more. */
export async function findMembers(
  db: Queryable,
  projectId: string,
  { role_id, provider }: { readonly role_id?: string | undefined; readonly provider?: string | undefined },
): Promise<Members> {
  const { rows } = await db.query<Members>(
    `select coalesce(array_agg(id), '{}')::text as ids, count(*)::int as count from (
       select u.id from msingi_auth.users u where u.project_id = $1
         and ($2::uuid is null or exists (select from msingi_auth.user_roles r
           where r.project_id = $1 and r.user_id = u.id and r.role_id = $2))
         and ($3::text is null or exists (select from msingi_auth.identities i
           where i.project_id = $1 and i.user_id = u.id and i.provider = $3))
       limit ${MAX_GROUP + 1}) found`,
    [projectId, role_id, provider],
  )
  return rows[0] as Members
}

/** findVerified returns the users who have proven an address, with it; the first MAX_GROUP and one more. */
export async function findVerified(
  db: Queryable,
  projectId: string,
): Promise<Members & { readonly emails: string }> {
  const { rows } = await db.query<Members & { emails: string }>(
    `select coalesce(array_agg(id), '{}')::text as ids, coalesce(array_agg(verified_email), '{}')::text as emails,
       count(*)::int as count from (
       select id, verified_email from msingi_auth.users
       where project_id = $1 and verified_email is not null limit ${MAX_GROUP + 1}) found`,
    [projectId],
  )
  return rows[0] as Members & { emails: string }
}
