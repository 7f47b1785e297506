// What capturing needs on a project's table itself. It is DDL, so it runs as the project's owner.
import type { ClientBase } from 'pg'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { noteIdentity } from '#platform/changes/state/leases.store.ts'
import type { PhysicalTable } from '#platform/changes/state/watched-tables.store.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { boundRows, unboundRows } from './row-bound.ts'

// Triggers fire by the order of their names, those of foreign keys are called RI_…, and one that changes the row once
// more must come later. As all names of the server's own that hold a $, these are not the project's to see or to drop.
const ON_ROW = '"$msingi_changes"'
const ON_TRUNCATE = '"$msingi_changes_truncate"'

// Behind DDL that waits for a lock every later statement on the table waits too: better to give up soon, and sooner
// still where nobody waits for it.
const PATIENCE_MS = 5000
const LITTLE_PATIENCE_MS = 200

/**
 * instrumentForLog has the log carry whole old rows: for DELETE, and for large values that an UPDATE left alone. Where it
 * would lack columns, triggers note each change, and the log carries the notes.
 */
export async function instrumentForLog(
  cluster: Cluster,
  table: PhysicalTable,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  if (table.is_incomplete) {
    if (!table.has_trigger || table.has_bound) await instrumentForOutbox(cluster, table, patienceMs)
    return
  }
  const name = quoteIdentifier(table.slug)
  const isFull = table.identity === 'full'
  if (isFull && !table.has_trigger) return
  // First, so that what is changed can be put back, whatever happens in between.
  if (!isFull) await noteIdentity(cluster.admin, table.table_id, table.identity)
  const statements = [
    // Setting it locks the table against everything for a moment, so not without need.
    ...(isFull ? [] : [`alter table ${name} replica identity full`]),
    `drop trigger if exists ${ON_ROW} on ${name}`,
    `drop trigger if exists ${ON_TRUNCATE} on ${name}`,
    ...(table.has_bound ? [] : [boundRows(name)]),
  ]
  await runAsOwner(cluster, table, statements, patienceMs)
}

/** instrumentForOutbox has triggers note each change. */
export function instrumentForOutbox(
  cluster: Cluster,
  table: PhysicalTable,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  return runAsOwner(cluster, table, noteChanges(quoteIdentifier(table.slug)), patienceMs)
}

/**
 * keepCaptured is to be called by the owner within a change of the schema: a table that has got a generated column that
 * the log does not carry is noted from here on. Until then PostgreSQL would refuse to update it.
 */
export async function keepCaptured(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ slug: string }>('select slug from msingi.unpublish_tables() slug')
  for (const { slug } of rows) await client.query(noteChanges(quoteIdentifier(slug)).join(';\n'))
}

// `name` is quoted. What such triggers were called at first, and a bound that notes do not need, go.
function noteChanges(name: string): string[] {
  return [
    `create or replace trigger ${ON_ROW} after insert or update or delete on ${name}
     for each row execute function msingi.note_row_change()`,
    `create or replace trigger ${ON_TRUNCATE} after truncate on ${name}
     for each statement execute function msingi.note_row_change()`,
    `drop trigger if exists msingi_changes on ${name}`,
    `drop trigger if exists msingi_changes_truncate on ${name}`,
    unboundRows(name),
  ]
}

/**
 * restoreTable takes all of it back: whole old rows make writes slower, whether they are read or not. What the
 * owner had made so stays so.
 */
export async function restoreTable(cluster: Cluster, table: PhysicalTable): Promise<void> {
  const name = quoteIdentifier(table.slug)
  const triggers = [
    ...(table.has_trigger
      ? [`drop trigger if exists ${ON_ROW} on ${name}`, `drop trigger if exists ${ON_TRUNCATE} on ${name}`]
      : []),
    ...(table.has_bound ? [unboundRows(name)] : []),
  ]
  const found = table.identity === 'full' ? table.found_identity : null
  const restore = (identity: string | null) => {
    const statements = [
      ...(identity === null ? [] : [`alter table ${name} replica identity ${identity}`]),
      ...triggers,
    ]
    return statements.length > 0 ? runAsOwner(cluster, table, statements, LITTLE_PATIENCE_MS) : undefined
  }
  try {
    await restore(found)
  } catch (error) {
    if (!NO_SUCH_INDEX.has((error as { code?: string }).code ?? '')) throw error
    await restore('default')
  }
}

// The index that identified rows is gone, or no longer does.
const NO_SUCH_INDEX: ReadonlySet<string> = new Set(['42704', '42809', '0A000'])

function runAsOwner(
  cluster: Cluster,
  table: PhysicalTable,
  statements: string[],
  patienceMs: number,
): Promise<void> {
  const change = async (client: ClientBase) => {
    await client.query([`set local lock_timeout = ${patienceMs}`, ...statements].join(';\n'))
  }
  return cluster.asOwner({ id: table.project_id }, change, 'capture')
}
