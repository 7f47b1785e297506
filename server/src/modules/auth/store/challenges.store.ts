// The SQL of pending sign-ins that wait for a second factor: table `msingi_auth.challenges`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Method } from './claims.ts'

export interface ChallengeRow {
  readonly digest: string
  readonly project_id: string
  readonly user_id: string
  /** methods are the authentication methods that the user has completed so far. */
  readonly methods: readonly Method[]
  readonly expires_at: Date
}

/** insertChallenge stores a challenge, and deletes expired ones of the user. */
export async function insertChallenge(db: Queryable, challenge: ChallengeRow, now: Date): Promise<void> {
  const { digest, project_id, user_id, methods, expires_at } = challenge
  await db.query(
    'delete from msingi_auth.challenges where project_id = $1 and user_id = $2 and expires_at <= $3',
    [project_id, user_id, now],
  )
  await db.query(
    `insert into msingi_auth.challenges (digest, project_id, user_id, methods, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [digest, project_id, user_id, methods, expires_at],
  )
}

/** findChallenge returns an unexpired challenge. */
export async function findChallenge(
  db: Queryable,
  projectId: string,
  digest: string,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const { rows } = await db.query<ChallengeRow>(
    `select digest, project_id, user_id, methods, expires_at from msingi_auth.challenges
     where project_id = $1 and digest = $2 and expires_at > $3`,
    [projectId, digest, now],
  )
  return rows[0]
}

/** deleteChallenge reports whether the challenge existed: of several concurrent calls only one gets true. */
export async function deleteChallenge(db: Queryable, digest: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from msingi_auth.challenges where digest = $1', [digest])
  return rowCount === 1
}

/** deleteChallenges deletes all challenges of a user. */
export async function deleteChallenges(db: Queryable, projectId: string, userId: string): Promise<void> {
  await db.query('delete from msingi_auth.challenges where project_id = $1 and user_id = $2', [
    projectId,
    userId,
  ])
}
