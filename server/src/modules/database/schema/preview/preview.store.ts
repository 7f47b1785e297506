// The indexes of a table, as the preview shows them.
import { relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

const SELECT = `
select replace(pg_catalog.pg_get_indexdef(i.indexrelid), format(' ON %I.', t.schema_name), ' ON ') as definition
from msingi.tables t
  ${relationOf('pg_catalog', 'c')}
  join pg_catalog.pg_index i on i.indrelid = c.oid and not i.indisprimary and not i.indisexclusion
  join pg_catalog.pg_class x on x.oid = i.indexrelid and x.relname <> all ($2)
where t.id = $1 order by x.relname limit 1000`

/** listIndexDefinitions returns the statements that make the indexes of a table, besides the primary key and some names. */
export async function listIndexDefinitions(
  db: Queryable,
  tableId: string,
  without: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ definition: string }>(SELECT, [tableId, without])
  return rows.map(({ definition }) => definition)
}
