// Which tables a description has, and what may be done with each.
import { POLICY_ACTIONS, type PolicyAction } from '#engine/access/policy.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { listOpenActions, type OpenActions } from '#modules/database/policies/open-actions.service.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { tableOf } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { listViewSources } from './project-api.store.ts'

/** Audience is whose view of a project a description is. */
export type Audience = 'all' | 'publishable'

/** audienceOf returns whose view an actor has. */
export function audienceOf(actor: Actor): Audience {
  return contextOf(actor).kind === 'publishable' ? 'publishable' : 'all'
}

/** VisibleTables are the actions that can be done, by the slug of the table. */
export type VisibleTables = ReadonlyMap<string, ReadonlySet<PolicyAction>>

/** MOST_DESCRIBED bounds one description. */
export const MOST_DESCRIBED = { tables: 1000, columns: 20_000 } as const

const READ: ReadonlySet<PolicyAction> = new Set(['select'])
const ALL: ReadonlySet<PolicyAction> = new Set(POLICY_ACTIONS)
const NONE: ReadonlySet<PolicyAction> = new Set()

/** visibleTables returns what an audience can use, or of that the tables named; it throws 400 where that is too much. */
export async function visibleTables(
  platform: Platform,
  project: ProjectRecord,
  schema: SchemaShape,
  audience: Audience,
  slugs: readonly string[] | undefined,
): Promise<VisibleTables> {
  const open = audience === 'all' ? everything(schema) : await openTables(platform, project, schema)
  if (slugs === undefined) return checkSize(schema, open)
  const shown: SchemaShape = { ...schema, tables: new Map(pick(schema.tables, [...open.keys()])) }
  const named = slugs.map((slug) => tableOf(shown, slug.trim()).slug)
  return checkSize(schema, new Map(pick(open, named)))
}

function pick<T>(from: ReadonlyMap<string, T>, keys: readonly string[]): [string, T][] {
  return keys.flatMap((key): [string, T][] => {
    const value = from.get(key)
    return value === undefined ? [] : [[key, value]]
  })
}

/** checkSize returns the tables, or throws 400 where they are more than one description holds. */
export function checkSize(schema: SchemaShape, visible: VisibleTables): VisibleTables {
  let columns = 0
  for (const slug of visible.keys()) columns += schema.tables.get(slug)?.columns.size ?? 0
  if (visible.size <= MOST_DESCRIBED.tables && columns <= MOST_DESCRIBED.columns) return visible
  throw invalidInput(
    `${visible.size} tables with ${columns} columns are more than one description holds (${MOST_DESCRIBED.tables} ` +
      `and ${MOST_DESCRIBED.columns}). Name some of them: ?tables=books,authors.`,
    { fields: ['tables'] },
  )
}

function everything({ tables }: SchemaShape): VisibleTables {
  return new Map([...tables].map(([slug, table]) => [slug, table.read_only ? READ : ALL]))
}

async function openTables(
  platform: Platform,
  project: ProjectRecord,
  { tables }: SchemaShape,
): Promise<VisibleTables> {
  const open = await listOpenActions(platform, project, 'publishable')
  const sources = await listViewSources(platform.clusters.of(project).admin, project.id)
  const visible = new Map<string, ReadonlySet<PolicyAction>>()
  for (const [slug, table] of tables) {
    const actions = table.is_view ? actionsOfView(slug, tables, open, sources) : actionsOf(table, open)
    if (actions.size > 0) visible.set(slug, actions)
  }
  return visible
}

function actionsOf(table: TableShape, open: OpenActions): ReadonlySet<PolicyAction> {
  const actions = open.get(table.id) ?? NONE
  return table.read_only ? actions.intersection(READ) : actions
}

// A view shows what its tables show; one of them that shows nothing leaves it empty, or nearly.
function actionsOfView(
  slug: string,
  tables: ReadonlyMap<string, TableShape>,
  open: OpenActions,
  sources: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<PolicyAction> {
  const wanted = new Set([slug])
  for (const one of wanted) {
    const table = tables.get(one)
    if (table === undefined) return NONE
    if (table.is_view) for (const source of sources.get(one) ?? []) wanted.add(source)
    else if (!actionsOf(table, open).has('select')) return NONE
  }
  return READ
}
