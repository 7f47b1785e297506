// Refuses policies and views by which a statement could not run at all, whoever sends it.
import { findCircle, type PolicyRead } from '#engine/access/circles.ts'
import { pastPolicies } from '#engine/conditions/check/check-from.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

// PostgreSQL notes of each policy, and of each view, which tables it reads. What is read past policies is read by a function.
const READS = `
select r.relname::text as reader, case p.polcmd
  when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'select' end as action, t.relname::text as read
from msingi_catalog.pg_policy p
join msingi_catalog.pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
join msingi_catalog.pg_class r on r.oid = p.polrelid
join msingi_catalog.pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
where t.oid <> r.oid
union
select v.relname::text, 'select', t.relname::text
from msingi_catalog.pg_rewrite w
join msingi_catalog.pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
join msingi_catalog.pg_class v on v.oid = w.ev_class
join msingi_catalog.pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
where t.oid <> v.oid
order by 1, 2, 3
limit ${MOST.columns + 1}`

/** refuseCircle throws a 400 that spells out a circle which leads through a table or view, if there is one. */
export async function refuseCircle({ client }: SchemaChange, slug: string): Promise<void> {
  const { rows } = await client.query<PolicyRead>(READS)
  const circle = findCircle(bounded(rows, MOST.columns, 'reads of policies'), slug)
  if (circle === undefined) return
  throw invalidInput(
    `condition: the policies would refer to each other in a circle: ${circle.join(' → ')}. ${pastPolicies('a table')}.`,
    { fields: ['condition'], circle },
  )
}
