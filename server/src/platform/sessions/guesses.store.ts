// The SQL of guesses: table `msingi_auth.guesses`, which counts over all nodes and restarts.
import { NIL_UUID } from '#engine/shapes/uuid.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** GuessName identifies a count: `project_id` is DASHBOARD for accounts, `parts` are stored as a digest. */
export interface GuessName {
  readonly project_id: string
  readonly parts: readonly string[]
}

/** Budget is how many guesses are allowed in a short window (`recent`), and in a long one (`total`). */
export interface Budget {
  readonly recent: number
  readonly recent_seconds: number
  readonly total: number
  readonly total_seconds: number
}

/** Counted is how many guesses were made in the short window, or until when further ones are refused. */
export type Counted =
  | { readonly refused_until: Date }
  | { readonly refused_until?: undefined; readonly recent: number; readonly recent_ends: Date }

/** DASHBOARD is used instead of a project's id for dashboard accounts. */
export const DASHBOARD = NIL_UUID

interface Row {
  readonly recent: number
  readonly recent_since: Date
  readonly total: number
  readonly total_since: Date
  readonly counted: boolean
}

/** countGuesses counts guesses before they are checked: all of them, or none if the budget is exceeded. */
export async function countGuesses(
  db: Queryable,
  { project_id, parts }: GuessName,
  budget: Budget,
  now: Date,
  guesses = 1,
): Promise<Counted> {
  const recentBegan = before(now, budget.recent_seconds)
  const totalBegan = before(now, budget.total_seconds)
  const expires = after(now, Math.max(budget.recent_seconds, budget.total_seconds))
  const { rows } = await db.query<Row>(
    `with counted as (
       insert into msingi_auth.guesses as g
         (project_id, name, recent, recent_since, total, total_since, expires_at)
       values ($1, $2, $9, $3, $9, $3, $8)
       on conflict (project_id, name) do update set
         recent = $9 + case when g.recent_since > $4 then g.recent else 0 end,
         recent_since = case when g.recent_since > $4 and g.recent > 0 then g.recent_since else $3 end,
         total = $9 + case when g.total_since > $5 then g.total else 0 end,
         total_since = case when g.total_since > $5 then g.total_since else $3 end,
         expires_at = greatest(g.expires_at, $8)
       where (g.recent + $9 <= $6 or g.recent_since <= $4) and (g.total + $9 <= $7 or g.total_since <= $5)
       returning recent, recent_since, total, total_since
     )
     select *, true as counted from counted
     union all
     select recent, recent_since, total, total_since, false from msingi_auth.guesses
     where project_id = $1 and name = $2 and not exists (select from counted)`,
    [
      ...[project_id, nameOf(parts), now, recentBegan, totalBegan],
      ...[budget.recent, budget.total, expires, guesses],
    ],
  )
  return outcomeOf(rows[0], budget, now)
}

/** forgiveGuesses reverts guesses that turned out to be the owner's, and resets the short window. */
export async function forgiveGuesses(
  db: Queryable,
  { project_id, parts }: GuessName,
  guesses: number,
): Promise<void> {
  await db.query(
    `update msingi_auth.guesses set recent = 0, total = greatest(total - $3, 0)
     where project_id = $1 and name = $2`,
    [project_id, nameOf(parts), guesses],
  )
}

/** uncount reverts one guess that was not checked, and keeps all others. */
export async function uncount(db: Queryable, { project_id, parts }: GuessName): Promise<void> {
  await db.query(
    `update msingi_auth.guesses set recent = greatest(recent - 1, 0), total = greatest(total - 1, 0)
     where project_id = $1 and name = $2`,
    [project_id, nameOf(parts)],
  )
}

/** hasRoom reports whether the long window allows one more guess. */
export async function hasRoom(
  db: Queryable,
  { project_id, parts }: GuessName,
  { total, total_seconds }: Budget,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from msingi_auth.guesses
     where project_id = $1 and name = $2 and total >= $3 and total_since > $4`,
    [project_id, nameOf(parts), total, before(now, total_seconds)],
  )
  return rowCount === 0
}

/** remember keeps a name for so many seconds, and deletes expired names of the project. */
export async function remember(
  db: Queryable,
  { project_id, parts }: GuessName,
  now: Date,
  seconds: number,
): Promise<void> {
  await deleteExpired(db, project_id, now)
  await db.query(
    `insert into msingi_auth.guesses as g
       (project_id, name, recent, recent_since, total, total_since, expires_at)
     values ($1, $2, 0, $3, 0, $3, $4)
     on conflict (project_id, name) do update set expires_at = greatest(g.expires_at, $4)`,
    [project_id, nameOf(parts), now, after(now, seconds)],
  )
}

/** isRemembered reports whether a name is still kept. */
export async function isRemembered(
  db: Queryable,
  { project_id, parts }: GuessName,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from msingi_auth.guesses where project_id = $1 and name = $2 and expires_at > $3',
    [project_id, nameOf(parts), now],
  )
  return rowCount === 1
}

/** deleteExpired deletes the expired names of a project. */
export async function deleteExpired(db: Queryable, projectId: string, now: Date): Promise<void> {
  await db.query('delete from msingi_auth.guesses where project_id = $1 and expires_at <= $2', [
    projectId,
    now,
  ])
}

function outcomeOf(row: Row | undefined, budget: Budget, now: Date): Counted {
  // A concurrent first call has inserted the row, and used the budget up.
  if (row === undefined) return { refused_until: after(now, budget.recent_seconds) }
  const recent_ends = after(row.recent_since, budget.recent_seconds)
  if (row.counted) return { recent: row.recent, recent_ends }
  const spent = row.total >= budget.total && row.total_since > before(now, budget.total_seconds)
  return { refused_until: spent ? after(row.total_since, budget.total_seconds) : recent_ends }
}

function nameOf(parts: readonly string[]): string {
  return digest(JSON.stringify(parts))
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

function before(time: Date, seconds: number): Date {
  return after(time, -seconds)
}
