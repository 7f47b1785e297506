// The SQL of reading and shortening the audit log: table `platform.audit_log`, which `platform/audit/audit.ts` writes.
import type pg from 'pg'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { inBatches } from '#platform/work/batches.ts'

/** AuditRow is an entry as it is stored. */
export interface AuditRow {
  readonly id: string
  readonly organisation_id: string | null
  readonly project_id: string | null
  readonly actor: string
  readonly credential: string | null
  readonly address: string
  readonly request_id: string | null
  readonly action: string
  readonly target: string
  readonly target_name: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly before: unknown
  readonly after: unknown
  readonly created_at: Date
}

/** AuditFilter says which entries to list: the latest `limit`, or those before the entry `cursor`. */
export interface AuditFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly project_id?: string | undefined
  readonly actor?: string | undefined
  /** action is an action, or an area: `secrets` means all of its actions. */
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

// NULL stands for a filter that is not given.
const MATCHES = `($2::bigint is null or id < $2)
    and ($4::uuid is null or project_id = $4)
    and ($5::text is null or actor = $5)
    and ($6::text is null or action = $6 or split_part(action, '.', 1) = $6)
    and ($7::text is null or target = $7)
    and ($8::timestamptz is null or created_at >= $8)
    and ($9::timestamptz is null or created_at < $9)`

// One look into the index for each organisation, however much others have in the log; last, the caller's own account.
const LIST = `
select a.id, a.organisation_id, a.project_id, a.actor, a.credential, a.address, a.request_id, a.action, a.target,
  nullif(a.target_name, '') as target_name, a.details, a.before, a.after, a.created_at
from (
  select l.* from unnest($1::uuid[]) o (id)
  cross join lateral (
    select * from platform.audit_log
    where organisation_id = o.id and ${MATCHES}
    order by id desc limit $3) l
  union all
  (select * from platform.audit_log
   where organisation_id is null and actor = $10 and ${MATCHES}
   order by id desc limit $3)) a
order by a.id desc limit $3`

/** listAudit returns entries of organisations, and those about the account of `own`, latest first. */
export async function listAudit(
  db: Queryable,
  { organisations, own }: { readonly organisations: readonly string[]; readonly own: string | null },
  { limit, cursor, project_id, actor, action, target, from, to }: AuditFilter,
): Promise<AuditRow[]> {
  const filters = [project_id, actor, action, target, from, to].map((one) => one ?? null)
  return (await db.query<AuditRow>(LIST, [organisations, cursor ?? null, limit, ...filters, own])).rows
}

// A statement has a time limit, and holds its locks for as long as it runs.
const AT_ONCE = 10_000

/**
 * deleteAuditBefore deletes the entries from before a moment, until the server stops. A trigger refuses every other way to
 * delete them.
 */
export async function deleteAuditBefore(pool: pg.Pool, moment: Date, stopping: AbortSignal): Promise<void> {
  await inBatches(stopping, AT_ONCE, () =>
    transaction(pool, async (db) => {
      await db.query(`set local msingi.audit_retention = 'on'`)
      const { rowCount } = await db.query(
        `delete from platform.audit_log where ctid = any(array(
           select ctid from platform.audit_log where created_at < $1 limit ${AT_ONCE}))`,
        [moment],
      )
      return rowCount
    }),
  )
}
