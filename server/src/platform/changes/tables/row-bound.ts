// The bound on rows of tables that are read from the log: a row whose text PostgreSQL cannot write would stop the reading
// for everybody. What is beyond the bound is refused when it is written.
import type { ClientBase } from 'pg'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { PhysicalTable } from '#platform/changes/state/watched-tables.store.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'

/** MOST_ROW_TEXT is how many bytes the text of a row of a watched table may have. */
export const MOST_ROW_TEXT = 32 * 1024 * 1024

// What is stored of a row is known without a call of a function, and may be some thousand times smaller than its text.
const SMALL_ROW = 8192
const NAME = '"$msingi_row_size"'

/** boundRows is the SQL that bounds the rows of a table; `name` is quoted. */
export function boundRows(name: string): string {
  return `create or replace trigger ${NAME} after insert or update on ${name} for each row
    when (pg_catalog.pg_column_size(new.*) > ${SMALL_ROW}) execute function msingi.check_row_size('${MOST_ROW_TEXT}')`
}

/** unboundRows is the SQL that takes the bound back. */
export function unboundRows(name: string): string {
  return `drop trigger if exists ${NAME} on ${name}`
}

/** boundTable bounds the rows of a table that older servers have begun to capture; it stops trying soon where that is busy. */
export function boundTable(cluster: Cluster, table: PhysicalTable): Promise<void> {
  const bound = async (client: ClientBase) => {
    await client.query(`set local lock_timeout = 200; ${boundRows(quoteIdentifier(table.slug))}`)
  }
  return cluster.asOwner({ id: table.project_id }, bound, 'capture')
}
