// The SQL of what became of messages: how long an integration has been failing.
import type { Queryable } from '#platform/db/transaction.ts'
import type { IntegrationRow } from './integrations.store.ts'

/** FailingIntegration is an integration after a failed attempt; `failures` are those since the last success. */
export type FailingIntegration = Pick<IntegrationRow, 'id' | 'project_id' | 'kind' | 'name'> & {
  readonly failures: number
  readonly failing_since: Date
}

/** noteSuccess ends a series of failures. */
export async function noteSuccess(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update platform.integrations set failures = 0, failing_since = null, last_error = null
     where id = $1 and failures > 0`,
    [id],
  )
}

/** noteFailure counts a failed attempt of an enabled integration. */
export async function noteFailure(
  db: Queryable,
  id: string,
  error: string,
  at: Date,
): Promise<FailingIntegration | undefined> {
  const { rows } = await db.query<FailingIntegration>(
    `update platform.integrations
     set failures = failures + 1, failing_since = coalesce(failing_since, $3), last_error = $2
     where id = $1 and enabled
     returning id, project_id, kind, name, failures, failing_since`,
    [id, error, at],
  )
  return rows[0]
}

/** disable disables an integration, for a reason that its owner reads. */
export async function disable(db: Queryable, id: string, reason: string, at: Date): Promise<void> {
  await db.query(
    `update platform.integrations set enabled = false, disabled_reason = $2, updated_at = $3 where id = $1`,
    [id, reason, at],
  )
}
