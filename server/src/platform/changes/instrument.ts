// What capturing needs on a project's table itself. It is DDL, so it runs as the project's owner.
import { quoteIdentifier } from '#engine/identifiers.ts'
import type { Cluster } from '#platform/db/cluster.ts'
import type { PhysicalTable } from './watched-tables.store.ts'

const TRIGGER = 'msingi_changes'

// Behind DDL that waits for a lock every later statement on the table waits too: better to give up soon.
const PATIENCE = `set local lock_timeout = '5s'`

/** instrumentForLog has the log carry whole old rows: for DELETE, and for large values that an UPDATE left alone. */
export function instrumentForLog(cluster: Cluster, table: PhysicalTable): Promise<void> {
  const name = quoteIdentifier(table.slug)
  return runAsOwner(cluster, table, [
    // Setting it locks the table against everything for a moment, so not without need.
    ...(table.has_full_identity ? [] : [`alter table ${name} replica identity full`]),
    `drop trigger if exists ${TRIGGER} on ${name}`,
    `drop trigger if exists ${TRIGGER}_truncate on ${name}`,
  ])
}

/** instrumentForOutbox has triggers note each change. */
export function instrumentForOutbox(cluster: Cluster, table: PhysicalTable): Promise<void> {
  const name = quoteIdentifier(table.slug)
  return runAsOwner(cluster, table, [
    `create or replace trigger ${TRIGGER} after insert or update or delete on ${name}
     for each row execute function msingi.note_row_change()`,
    `create or replace trigger ${TRIGGER}_truncate after truncate on ${name}
     for each statement execute function msingi.note_row_change()`,
  ])
}

/** removeTriggers ends that. */
export function removeTriggers(cluster: Cluster, table: PhysicalTable): Promise<void> {
  const name = quoteIdentifier(table.slug)
  return runAsOwner(cluster, table, [
    `drop trigger if exists ${TRIGGER} on ${name}`,
    `drop trigger if exists ${TRIGGER}_truncate on ${name}`,
  ])
}

function runAsOwner(cluster: Cluster, table: PhysicalTable, statements: string[]): Promise<void> {
  return cluster.asOwner(table.project_id, async (client) => {
    await client.query([PATIENCE, ...statements].join(';\n'))
  })
}
