// The SQL of reading and shortening the audit log: table `platform.audit_log`, which `platform/audit/audit.ts` writes.
import type { Queryable } from '#platform/db/transaction.ts'

/** AuditRow is an entry as it is stored. */
export interface AuditRow {
  readonly id: string
  readonly organisation_id: string
  readonly project_id: string
  readonly actor: string
  readonly address: string
  readonly action: string
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
  readonly created_at: Date
}

/** AuditPage says which entries to list: the latest, or those before an entry. */
export interface AuditPage {
  readonly limit: number
  readonly before: string | undefined
}

// One look into the index for each organisation, however much others have in the log.
const LIST = `
select a.id, a.organisation_id, a.project_id, a.actor, a.address, a.action, a.target, a.details, a.created_at
from platform.organisation_members m
cross join lateral (
  select * from platform.audit_log
  where organisation_id = m.organisation_id and ($2::bigint is null or id < $2)
  order by id desc limit $3) a
where m.account_id = $1 and m.role in ('owner', 'admin')
order by a.id desc limit $3`

/** listAudit returns entries of the organisations that an account is owner or admin of, latest first. */
export async function listAudit(
  db: Queryable,
  accountId: string,
  { limit, before }: AuditPage,
): Promise<AuditRow[]> {
  return (await db.query<AuditRow>(LIST, [accountId, before ?? null, limit])).rows
}

// A statement has a time limit, and holds its locks for as long as it runs.
const AT_ONCE = 10_000

/** deleteAuditBefore deletes the entries from before a moment. */
export async function deleteAuditBefore(db: Queryable, moment: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `delete from platform.audit_log where ctid = any(array(
         select ctid from platform.audit_log where created_at < $1 limit ${AT_ONCE}))`,
      [moment],
    )
    if ((rowCount ?? 0) < AT_ONCE) return
  }
}
