// Jobs that have failed for good: they stay in their queue for seven days.
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** FAILED_INDEX is the index on jobs that have failed for good; it is created when the queues are opened. */
export const FAILED_INDEX = `
create index if not exists job_msingi_failed on jobs.job (name, group_id, completed_on) where state = 'failed'`

/** JobFailure is what is stored of an error: `public` is for the owners of the project, as far as it says nothing of us. */
export interface JobFailure {
  readonly message: string
  readonly public: string
}

/** failureOf returns what is stored of an error. */
export function failureOf(error: Error): JobFailure {
  const isPublic = error instanceof AppError
  return {
    message: error.message,
    public: isPublic ? error.message : 'Something went wrong on our side. The log of the server says what.',
  }
}

/** requeueFailed has a job run once more that has failed for good, and returns whether there was one. */
export async function requeueFailed(db: Queryable, name: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update jobs.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
     where name = $1 and id = $2 and state = 'failed'`,
    [name, id],
  )
  return rowCount === 1
}
