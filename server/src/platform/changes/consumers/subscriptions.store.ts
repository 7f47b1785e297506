// The SQL of which consumers have subscribed to which tables: `platform.change_subscriptions`, in the control plane.
import type { Queryable } from '#platform/db/transaction.ts'

/** ConsumedTable is a table that a consumer has subscribed to. */
export interface ConsumedTable {
  readonly project_id: string
  readonly table_id: string
  readonly consumer: string
  /** begun is true where the reader has passed the place from which changes belong to the subscription. */
  readonly begun: boolean
}

/** listConsumedTables returns the subscriptions to tables of a cluster. */
export async function listConsumedTables(db: Queryable, cluster: string): Promise<ConsumedTable[]> {
  const { rows } = await db.query<ConsumedTable>(
    `select project_id, table_id, consumer, begun from platform.change_subscriptions where cluster = $1`,
    [cluster],
  )
  return rows
}

/** listSubscribedTables returns the tables of a project that a consumer has subscribed to, and whether each has begun. */
export async function listSubscribedTables(
  db: Queryable,
  projectId: string,
  consumer: string,
): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ table_id: string; begun: boolean }>(
    'select table_id, begun from platform.change_subscriptions where project_id = $1 and consumer = $2',
    [projectId, consumer],
  )
  return new Map(rows.map(({ table_id, begun }) => [table_id, begun]))
}

/** SubscriptionKey names a subscription. */
export interface SubscriptionKey {
  readonly projectId: string
  readonly tableId: string
  readonly consumer: string
}

/** insertSubscription makes a subscription unless there is one, and returns whether it was made and whether it has begun. */
export async function insertSubscription(
  db: Queryable,
  { projectId, tableId, consumer }: SubscriptionKey,
  cluster: string,
): Promise<{ readonly made: boolean; readonly begun: boolean }> {
  const { rowCount } = await db.query(
    `insert into platform.change_subscriptions (project_id, table_id, consumer, cluster) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [projectId, tableId, consumer, cluster],
  )
  const { rows } = await db.query<{ begun: boolean }>(
    `select begun from platform.change_subscriptions where project_id = $1 and table_id = $2 and consumer = $3`,
    [projectId, tableId, consumer],
  )
  return { made: rowCount === 1, begun: rows[0]?.begun === true }
}

/** deleteSubscription removes a subscription. */
export async function deleteSubscription(
  db: Queryable,
  { projectId, tableId, consumer }: SubscriptionKey,
): Promise<void> {
  await db.query(
    `delete from platform.change_subscriptions where project_id = $1 and table_id = $2 and consumer = $3`,
    [projectId, tableId, consumer],
  )
}
