// Fair order of a queue: each job of a project gets a turn after that of its previous job, and a project without jobs
// begins at the current turn, so that a million jobs of one project do not delay the first job of another.
import type { Queryable } from '#platform/db/transaction.ts'
import { tooMany } from '#platform/fairness/refusals.ts'

/** MAX_QUEUED is how many jobs of one kind can wait for one project. */
export const MAX_QUEUED = 10_000

/** TURNS_INDEX is the index on waiting jobs by project; it is created when the queues are opened. */
export const TURNS_INDEX = `
create index if not exists job_msingi_turns on jobs.job (name, group_id, priority)
where state < 'active' and group_id is not null`

// pg-boss serves higher priorities first, so a turn is the negative of a priority.
const NEXT = `
select greatest(
    (select 1 - min(priority) from jobs.job where name = $1 and group_id = $2 and state < 'active'),
    (select -priority from jobs.job where name = $1 and state < 'active' and not blocked
     order by priority desc, created_on limit 1),
    1) as turn,
  (select count(*)::int from (select from jobs.job where name = $1 and group_id = $2 and state < 'active'
   limit $3) waiting) as waiting`

/** nextTurn returns the priority of a project's next job. Throws 429 if `most` of its jobs wait already. */
export async function nextTurn(
  db: Queryable,
  name: string,
  projectId: string,
  most: number,
): Promise<number> {
  const { rows } = await db.query<{ turn: number; waiting: number }>(NEXT, [name, projectId, most])
  const { turn = 1, waiting = 0 } = rows[0] ?? {}
  if (waiting >= most) throw tooMany('jobs')
  return -turn
}
