// Relationships: foreign keys that also hold for soft deletes.

import type { z } from 'zod'
import type { OnDelete } from '#engine/ddl/ddl-relationship.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import {
  type ChangeScope,
  changeSchema,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { type Column, findTable, listSlugs } from '#modules/database/schema/change/structure.store.ts'
import { removeLinks } from '#modules/database/schema/structure/relationship-links.ts'
import * as store from '#modules/database/schema/structure/relationships.store.ts'
import { alreadyExists, notFound } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addLink, changeLink, type End, shortName } from './add-link.ts'
import { checkTarget, checkTypes } from './relationship-checks.ts'
import type { relationshipCreate, relationshipUpdate } from './relationships.schema.ts'

/** createRelationship adds a foreign key with its triggers. Throws a 409 if existing rows violate it. */
export function createRelationship(
  platform: Platform,
  scope: ChangeScope,
  input: z.output<typeof relationshipCreate>,
) {
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'relationship.create', input })
    return presentRelationship(await addRelationship(change, input))
  })
}

/** addRelationship adds a foreign key in a change that is under way. */
export async function addRelationship(
  change: SchemaChange,
  input: z.output<typeof relationshipCreate>,
): Promise<store.Relationship> {
  const from = await findEnd(change, 'from', input.from_table, input.from_column)
  const to = await findEnd(change, 'to', input.to_table, input.to_column)
  if (from.table.read_only) {
    throw fieldErrors([
      { field: 'from_table', problem: `${from.table.slug} is managed by the server and cannot be changed` },
    ])
  }
  const name = input.name ?? shortName(from.column.name)
  await refuseDuplicate(change, from, name)
  checkTypes(from.column, to.column)
  checkRule(from.column, input.on_delete)
  await checkTarget(change, to.table, to.column)
  return addLink(change, from, to, { name, on_delete: input.on_delete })
}

/** updateRelationship changes a relationship's name or its on_delete. */
export function updateRelationship(
  platform: Platform,
  scope: ChangeScope,
  id: string,
  input: z.output<typeof relationshipUpdate>,
) {
  return changeSchema(platform, scope, async (change) => {
    const link = await getRelationship(change, id)
    change.note({ kind: 'relationship.update', ...sourceOf(link), input })
    const next = { ...link, name: input.name ?? link.name, on_delete: input.on_delete ?? link.on_delete }
    const from = await findEnd(change, 'from', link.from_table, link.from_column)
    if (next.name !== link.name) await refuseName(change, from, next.name, link.id)
    if (next.on_delete !== link.on_delete) {
      checkRule(from.column, next.on_delete)
    }
    await changeLink(change, link, next)
    return presentRelationship(await getRelationship(change, id))
  })
}

/** removeRelationship deletes a relationship; the columns and their values stay. */
export async function removeRelationship(platform: Platform, scope: ChangeScope, id: string): Promise<void> {
  await changeSchema(platform, scope, async (change) => {
    const link = await getRelationship(change, id)
    change.note({ kind: 'relationship.remove', ...sourceOf(link) })
    await removeLinks(change, [link])
  })
}

/** presentRelationship returns the API's representation of a relationship. */
export function presentRelationship({ to_soft_delete: _, ...link }: store.Relationship) {
  return link
}

// A column has at most one relationship, so that it identifies the relationship in the history.
function sourceOf({ from_table, from_column }: store.Relationship) {
  return { from_table, from_column }
}

async function findEnd(
  { client, project }: SchemaChange,
  side: 'from' | 'to',
  slug: string,
  name: string,
): Promise<End> {
  const table = await findTable(client, project.id, { slug })
  if (table === undefined) {
    const near = suggestion(slug, await listSlugs(client, project.id))
    throw fieldErrors([{ field: `${side}_table`, problem: `there is no table ${slug}.${near}` }])
  }
  const column = table.columns.find((candidate) => candidate.name === name)
  if (column === undefined) {
    const near = suggestion(
      name,
      table.columns.map((one) => one.name),
    )
    throw fieldErrors([
      { field: `${side}_column`, problem: `the table ${slug} has no column ${name}.${near}` },
    ])
  }
  return { table, column }
}

async function getRelationship(change: SchemaChange, id: string): Promise<store.Relationship> {
  const link = isUuid(id) ? await store.findRelationship(change, id.toLowerCase()) : undefined
  if (link === undefined) throw notFound('The relationship')
  return link
}

async function refuseDuplicate(change: SchemaChange, from: End, name: string): Promise<void> {
  const links = await store.listRelationships(change.client, change.project.id, from.table.id)
  const same = links.find(
    (link) => link.from_table === from.table.slug && link.from_column === from.column.name,
  )
  if (same !== undefined) {
    throw alreadyExists(
      'from_column',
      `The column ${from.table.slug}.${from.column.name} already refers to ${same.to_table}.${same.to_column}.`,
    )
  }
  await refuseName(change, from, name, undefined)
}

async function refuseName(
  change: SchemaChange,
  { table }: End,
  name: string,
  self: string | undefined,
): Promise<void> {
  const links = await store.listRelationships(change.client, change.project.id, table.id)
  const taken = links.some((link) => link.from_table === table.slug && link.name === name && link.id !== self)
  if (taken) throw alreadyExists('name', `The table ${table.slug} already has a relationship ${name}.`)
}

function checkRule(column: Column, rule: OnDelete): void {
  if (rule === 'set_null' && column.required) {
    throw fieldErrors([
      { field: 'on_delete', problem: `set_null is not possible, because ${column.name} is required` },
    ])
  }
  if (rule === 'set_default' && column.required && column.default === undefined) {
    throw fieldErrors([
      {
        field: 'on_delete',
        problem: `set_default is not possible, because ${column.name} is required and has no default`,
      },
    ])
  }
}
