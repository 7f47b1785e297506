// After a client's SQL statement: checks that protected objects are unchanged, and updates the metadata.
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { type CatalogRelation, readCatalog } from '#modules/database/schema/structure/catalog.store.ts'
import { listKnownTables } from '#modules/database/schema/structure/known-tables.store.ts'
import { guardLinks, unguardLinks } from '#modules/database/schema/structure/relationship-links.ts'
import { listRelationships } from '#modules/database/schema/structure/relationships.store.ts'
import {
  type Guarded,
  readClosedSequences,
  readGuarded,
} from '#modules/database/schema/structure/schema-state.store.ts'
import { deleteTable } from '#modules/database/schema/structure/tables.store.ts'
import { keepCaptured } from '#platform/changes/tables/instrument.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { adoptTable } from './adopt-table.ts'
import { syncFunctions } from './function-sync.service.ts'
import { syncColumns } from './sync-columns.ts'
import { syncLinks } from './sync-links.ts'
import { syncViews } from './view-sync.service.ts'

/** SchemaState is a snapshot of a schema, before or after a statement. */
export interface SchemaState {
  readonly catalog: ReadonlyMap<string, CatalogRelation>
  readonly guarded: ReadonlyMap<string, Guarded>
}

/** readState takes a snapshot of the schema. */
export async function readState(change: SchemaChange): Promise<SchemaState> {
  return { catalog: await readCatalog(change), guarded: await readGuarded(change) }
}

/** syncSchema updates the metadata after one statement, and returns the tables whose policies it has dropped. */
export async function syncSchema(change: SchemaChange, before: SchemaState): Promise<string[]> {
  const after = await readState(change)
  refuseTampering(before, after)
  refuseForeignKinds(after)
  const links = await listRelationships(change.client, change.project.id)
  await syncTables(change, before, after)
  await syncLinks(change, links, await listKnownTables(change))
  await syncViews(change)
  await syncFunctions(change)
  for (const sequence of await readClosedSequences(change)) {
    await run(change, [`grant usage on sequence ${sequence} to ${quoteIdentifier(change.names.data)}`])
  }
  await restoreGuards(change, before, after)
  await keepCaptured(change.client)
  return unprotected(before, after)
}

// New tables and views come without rights. Any other object that is new or changed was changed by code that the
// statement ran.
function refuseTampering(before: SchemaState, after: SchemaState): void {
  for (const [key, { what, value }] of after.guarded) {
    const known = before.guarded.get(key)
    if (known === undefined ? isUnprotected(key, value) : known.value === value) continue
    throw forbidden('forbidden', `${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be changed by SQL.`)
  }
}

// No privilege is granted: the value consists of the owner and, for tables, whether row-level security is on.
function isUnprotected(key: string, value: string): boolean {
  return key.startsWith('relation ') && /^\d+(?: [tf])?$/.test(value)
}

const KINDS: Readonly<Record<string, string>> = {
  m: 'a materialized view',
  p: 'a partitioned table',
  f: 'a foreign table',
  c: 'a composite type',
}

function refuseForeignKinds({ catalog }: SchemaState): void {
  for (const { name, kind } of catalog.values()) {
    const what = KINDS[kind]
    if (what !== undefined) throw invalidInput(`${name} is ${what}, which projects do not support.`)
  }
}

async function syncTables(change: SchemaChange, before: SchemaState, after: SchemaState): Promise<void> {
  const known = await listKnownTables(change)
  for (const table of known) {
    const [old, present] = [before.catalog.get(table.slug), after.catalog.get(table.slug)]
    if (table.read_only) {
      if (JSON.stringify(old) === JSON.stringify(present)) continue
      throw forbidden('forbidden', `The table ${table.slug} is managed by the server and cannot be changed.`)
    }
    if (present?.kind === 'r' && present.oid === old?.oid) await syncColumns(change, table, old, present)
    else {
      refuseRenamed(table.slug, old, after)
      await deleteTable(change, table.id)
      if (present?.kind === 'r') await adoptTable(change, present)
    }
  }
  for (const relation of after.catalog.values()) {
    if (relation.kind !== 'r' || known.some(({ slug }) => slug === relation.name)) continue
    await adoptTable(change, relation)
  }
}

function refuseRenamed(slug: string, old: CatalogRelation | undefined, after: SchemaState): void {
  const renamed = [...after.catalog.values()].find(({ oid }) => oid === old?.oid)
  if (renamed === undefined) return
  throw invalidInput(`The table ${slug} was renamed by a function; rename it in a statement.`)
}

// CASCADE may have dropped a trigger whose relationship still exists.
async function restoreGuards(change: SchemaChange, before: SchemaState, after: SchemaState): Promise<void> {
  const lost = [...before.guarded.keys()].some(
    (key) => /^(?:function|trigger) /.test(key) && !after.guarded.has(key),
  )
  if (!lost) return
  const links = await listRelationships(change.client, change.project.id)
  await unguardLinks(change, links)
  await guardLinks(change, links)
}

function unprotected(before: SchemaState, after: SchemaState): string[] {
  const lost = [...before.guarded].filter(([key]) => key.startsWith('policy ') && !after.guarded.has(key))
  const tables = new Set(lost.map(([, { what }]) => what.slice('a policy of '.length)))
  return [...tables].filter((slug) => after.catalog.get(slug)?.kind === 'r')
}
