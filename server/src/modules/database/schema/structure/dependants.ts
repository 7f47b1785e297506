// Policies that depend on a column or a table, so that it cannot be changed or dropped.
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { OWNER_COLUMNS } from '#platform/db/catalog/table-shapes.ts'
import { conflict } from '#platform/errors/app-error.ts'

// A policy depends on its own table as a whole, and on each column that its condition reads, of any table; on those that it
// reads past their policies by way of a function. What it asks of its own table so is no policy of another one.
const POLICIES = `
with used as (
  select d.classid, d.objid from msingi_catalog.pg_depend d
  where d.refclassid = 'pg_class'::regclass and d.refobjid = $1::regclass and ($2::int is null or d.refobjsubid = $2)
), policies as (
  select u.objid from used u where u.classid = 'pg_policy'::regclass
  union
  select d.objid from used u join msingi_catalog.pg_depend d on u.classid = 'pg_proc'::regclass
    and d.classid = 'pg_policy'::regclass and d.refclassid = 'pg_proc'::regclass and d.refobjid = u.objid
)
select distinct r.relname as table, case p.polcmd
  when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as action
from policies u
join msingi_catalog.pg_policy p on p.oid = u.objid
join msingi_catalog.pg_class r on r.oid = p.polrelid
where $2::int is not null or p.polrelid <> $1::regclass
order by 1, 2`

/** refusePolicies throws a 409 that names the policies which read the column. */
export async function refusePolicies(change: SchemaChange, table: Table, column: Column): Promise<void> {
  await refuse(change, table.slug, column.attnum, `The column ${column.name}`)
}

/** refuseForeignPolicies throws a 409 that names the policies of other tables which read the table. */
export async function refuseForeignPolicies(change: SchemaChange, table: Table): Promise<void> {
  await refuse(change, table.slug, null, `The table ${table.slug}`)
}

// Not dropped by `cascade`: without a deny policy a table would silently lose protection.
async function refuse(
  { client }: SchemaChange,
  slug: string,
  attnum: number | null,
  what: string,
): Promise<void> {
  const { rows } = await client.query<{ table: string; action: string }>(POLICIES, [
    quoteIdentifier(slug),
    attnum,
  ])
  if (rows.length === 0) return
  const names = rows.map(({ table, action }) => `${table} (${action})`)
  throw conflict(
    'in_use',
    `${what} is used by policies of ${names.join(', ')}. Change or delete these policies first.`,
    {
      policies: rows,
    },
  )
}

/** refuseOwnerChange throws a 409 if other column names would make rows belong to someone else. */
export async function refuseOwnerChange(
  { client }: SchemaChange,
  table: Pick<Table, 'id' | 'slug'> & { readonly columns: readonly { readonly name: string }[] },
  names: readonly string[],
): Promise<void> {
  const before = ownerColumn(table.columns.map((column) => column.name))
  const after = ownerColumn(names)
  if (before === after) return
  const { rowCount } = await client.query(
    "select from msingi.policies where table_id = $1 and subject = 'owner'",
    [table.id],
  )
  if (rowCount === 0) return
  throw conflict(
    'in_use',
    `Policies of ${table.slug} with the subject owner use the column ${before}. Delete these policies first.`,
    { owner_column: before },
  )
}

function ownerColumn(names: readonly string[]): string | undefined {
  return OWNER_COLUMNS.find((name) => names.includes(name))
}
