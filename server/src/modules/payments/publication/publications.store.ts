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

/** Behind is a project whose table does not show everything yet, and since when. */
export interface Behind {
  readonly project_id: string
  readonly since: Date
}

/** listBehind returns projects, `except` some, whose table does not show everything yet: who waits longest is first. */
export async function listBehind(db: Queryable, except: readonly string[], most: number): Promise<Behind[]> {
  const { rows } = await db.query<Behind>(
    `select project_id, min(created_at) as since from msingi_payments.publications where project_id <> all($1)
     group by project_id order by since limit $2`,
    [except, most],
  )
  return rows
}
