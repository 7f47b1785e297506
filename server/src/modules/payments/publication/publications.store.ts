// The SQL of publications: states of payments that the project's own table does not show yet.
import type { ShownPayment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Publication is one state of a payment for clients to see. */
export interface Publication {
  readonly payment_id: string
  readonly version: number
  readonly row: ShownPayment
}

/** listPublications returns what a project's table does not show yet, each payment's states in their order. */
export async function listPublications(
  db: Queryable,
  projectId: string,
  most: number,
): Promise<Publication[]> {
  const { rows } = await db.query<Publication>(
    `select payment_id, version, "row" from msingi_payments.publications where project_id = $1
     order by payment_id, version limit $2`,
    [projectId, most],
  )
  return rows
}

/** deletePublications forgets what is shown. */
export async function deletePublications(db: Queryable, shown: readonly Publication[]): Promise<void> {
  await db.query(
    `delete from msingi_payments.publications p
     using unnest($1::uuid[], $2::integer[]) as s(payment_id, version)
     where p.payment_id = s.payment_id and p.version = s.version`,
    [shown.map(({ payment_id }) => payment_id), shown.map(({ version }) => version)],
  )
}

/** listLate returns projects, `except` some, whose table has been behind since before a time: who waits longest is first. */
export async function listLate(
  db: Queryable,
  before: Date,
  except: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    `select project_id from msingi_payments.publications where created_at <= $1 and project_id <> all($2)
     group by project_id order by min(created_at) limit $3`,
    [before, except, most],
  )
  return rows.map(({ project_id }) => project_id)
}
