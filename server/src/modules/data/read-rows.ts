// Reading rows: list, count and get (spec 4.2).
import { compile, MAX_LIST_BYTES } from '#engine/compile.ts'
import { type Filter, FilterError } from '#engine/filters.ts'
import { parseList, parseSelect, type QueryParams } from '#engine/parse-list.ts'
import type { ListPlan } from '#engine/plan.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import { type FieldValue, withField } from './value-errors.ts'

/** Page is a page of rows and, where there may be more, the cursor of the next one. */
export interface Page {
  readonly rows: JsonText
  readonly next: string | undefined
  /** full tells that the page is as long as the limit, so that more rows may follow. */
  readonly full: boolean
  readonly plan: ListPlan | undefined
}

const TOO_LONG = `the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer, or select fewer columns.`

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** listRows gives the rows that match and that the actor may see. */
export async function listRows(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  slug: string,
  params: QueryParams,
): Promise<Page> {
  const table = await platform.shapes.get(project, slug)
  const plan = refusing(() => parseList(table, params))
  const { executor } = platform.clusters.of(project)
  const read = () => executor.execute(project, contextOf(actor), [compile(plan)], { readOnly: true })
  const [result] = await withField(platform.clusters.of(project), () => comparands(plan.filters), read)
  const [json, count, last, cursorExists] = result?.rows[0] ?? []
  if (plan.kind === 'count')
    return { rows: new JsonText(String(json)), next: undefined, full: false, plan: undefined }
  if (cursorExists === 'f') throw invalidInput(`cursor: there is no such row in ${slug}.`)
  if (json === null) throw invalidInput(`limit: ${TOO_LONG}`)
  const full = Number(count) === plan.limit
  return { rows: new JsonText(String(json)), next: full ? nextCursor(plan, last) : undefined, full, plan }
}

// The values of filters that PostgreSQL may yet refuse.
function comparands(filters: readonly Filter[]): FieldValue[] {
  return filters.flatMap((filter) => {
    const { column } = filter
    if ('values' in filter) return filter.values.map((value) => ({ name: column.name, column, value }))
    const compared = 'value' in filter && filter.operator !== 'like' && filter.operator !== 'ilike'
    return compared ? [{ name: column.name, column, value: filter.value }] : []
  })
}

/** getRow gives one row, or 404 where there is none or the policies hide it. */
export async function getRow(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  slug: string,
  id: string,
  params: QueryParams = {},
): Promise<JsonText> {
  const table = await platform.shapes.get(project, slug)
  const { select } = params
  if (select !== undefined && typeof select !== 'string')
    throw invalidInput('select: may be given only once.')
  const plan = { kind: 'get', table, columns: parseSelect(table, select), id: rowId(slug, id) } as const
  const { executor } = platform.clusters.of(project)
  const [result] = await executor.execute(project, contextOf(actor), [compile(plan)], { readOnly: true })
  const json = result?.rows[0]?.[0]
  if (json === undefined || json === null) throw notFound(`The row ${id} of ${slug}`)
  return new JsonText(json)
}

/** rowId checks a row's id as it stands in a path: what cannot be an id is not there. */
export function rowId(slug: string, id: string): string {
  if (!UUID.test(id)) throw notFound(`The row ${id.slice(0, 100)} of ${slug}`)
  return id.toLowerCase()
}

/** refusing turns the engine's refusal of a query into a 400. */
export function refusing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof FilterError) throw invalidInput(error.message)
    throw error
  }
}

function nextCursor(plan: ListPlan, last: string | null | undefined): string | undefined {
  const [first, second, ...rest] = plan.order
  const keyset = first?.column.name === 'created_at' && second?.column.name === 'id' && rest.length === 0
  return keyset && first.direction === second.direction ? (last ?? undefined) : undefined
}
