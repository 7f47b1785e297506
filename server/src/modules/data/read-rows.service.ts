// Reading rows: list, count and get (spec 4.2), and whatever else another dialect plans.

import { compile } from '#engine/request/compile.ts'
import { MAX_LIST_BYTES } from '#engine/request/compile-read.ts'
import { type Condition, type Filter, filtersIn } from '#engine/request/filters.ts'
import type { QueryParams } from '#engine/request/parse-level.ts'
import { isKeyset, parseGet, parseList } from '#engine/request/parse-list.ts'
import type { CountPlan, GetPlan, ListPlan, Order, Selection } from '#engine/request/plan.ts'
import type { CompiledStatement } from '#engine/request/sql-writer.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { tableOf } from '#platform/db/catalog/table-shapes.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { comparands, refusing, withField } from '#platform/db/executor/value-errors.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/envelope.ts'
import type { Platform } from '#platform/platform.ts'

/** Page is a page of rows and, where there may be more, the cursor of the next one. */
export interface Page {
  readonly rows: JsonText
  readonly next: string | undefined
  /** full reports that the page is as long as the limit, so that more rows may follow. */
  readonly full: boolean
  readonly plan: ListPlan | undefined
}

/** ReadPlan is a read that another dialect may plan. */
export type ReadPlan = ListPlan | CountPlan | GetPlan

/** PreparedRead is a read that is ready to run, as often as it is wanted while the schema stands. */
export interface PreparedRead {
  readonly plan: ReadPlan
  readonly statement: CompiledStatement
  /** filters hold the values that PostgreSQL may yet refuse. */
  readonly filters: readonly Filter[]
}

/** prepareRead makes a plan ready to run. */
export function prepareRead(plan: ReadPlan): PreparedRead {
  return { plan, statement: compile(plan), filters: filtersOf(plan) }
}

const TOO_LONG = `the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer, or select fewer columns.`

/** listRows returns the rows that match and that the actor may see. */
export async function listRows(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  slug: string,
  params: QueryParams,
): Promise<Page> {
  const schema = await platform.shapes.schema(project)
  const table = tableOf(schema, slug)
  const plan = refusing(() => parseList(schema, table, params))
  const [result] = await run(platform, project, actor, [prepareRead(plan)])
  const [, count, last] = result?.rows[0] ?? []
  const rows = new JsonText(textOf(plan, result) ?? '[]')
  if (plan.kind === 'count') return { rows, next: undefined, full: false, plan: undefined }
  const full = Number(count) === plan.limit
  return { rows, next: full ? nextCursor(plan, last) : undefined, full, plan }
}

/** runReads runs the reads in one round trip and returns the JSON of each, or undefined for a missing row. */
export async function runReads(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  reads: readonly PreparedRead[],
): Promise<(string | undefined)[]> {
  const results = await run(platform, project, actor, reads)
  return reads.map(({ plan }, index) => textOf(plan, results[index]))
}

function run(platform: Platform, project: ProjectRecord, actor: Actor, reads: readonly PreparedRead[]) {
  const { executor } = platform.clusters.of(project)
  const caller = { executor, project, actor: contextOf(actor) }
  const statements = reads.map(({ statement }) => statement)
  const read = () => executor.execute(project, caller.actor, statements, { readOnly: true })
  return withField(caller, () => comparands(new Set(reads.flatMap(({ filters }) => filters))), read)
}

function textOf(plan: ReadPlan, result: StatementResult | undefined): string | undefined {
  const [json, , , cursorExists] = result?.rows[0] ?? []
  if (plan.kind === 'list' && cursorExists === 'f')
    throw invalidInput(`cursor: there is no such row in ${plan.table.slug}.`)
  if (plan.kind === 'list' && json === null) throw invalidInput(`limit: ${TOO_LONG}`)
  return json ?? undefined
}

interface Compared {
  readonly where: readonly Condition[]
  readonly selection?: Selection
  readonly order?: readonly Order[]
}

// Filters whose values PostgreSQL may yet refuse. Those of an inner relation, or of one that is sorted by, stand in the
// tree twice.
function filtersOf({ where, selection = [], order = [] }: Compared): Filter[] {
  const embeds = selection.filter((entry) => entry.kind === 'embed')
  const sorted = order.flatMap(({ via }) => via?.where ?? [])
  return [...filtersIn([...where, ...sorted]), ...embeds.flatMap(filtersOf)]
}

/** getRow returns one row, or 404 where there is none or the policies hide it. */
export async function getRow(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  slug: string,
  id: string,
  params: QueryParams = {},
): Promise<JsonText> {
  const schema = await platform.shapes.schema(project)
  const table = tableOf(schema, slug)
  if (table.columns.get('id')?.data_type !== 'uuid') throw notFound(`A row of ${slug} by its id`)
  const plan = refusing(() => parseGet(schema, table, rowId(slug, id), params))
  const [result] = await run(platform, project, actor, [prepareRead(plan)])
  const json = textOf(plan, result)
  if (json === undefined) throw notFound(`The row ${id} of ${slug}`)
  return new JsonText(json)
}

/** rowId checks a row's id as it stands in a path: what cannot be an id is not there. */
export function rowId(slug: string, id: string): string {
  if (!isUuid(id)) throw notFound(`The row ${id.slice(0, 100)} of ${slug}`)
  return id.toLowerCase()
}

function nextCursor(plan: ListPlan, last: string | null | undefined): string | undefined {
  return isKeyset(plan.table, plan.order) ? (last ?? undefined) : undefined
}
