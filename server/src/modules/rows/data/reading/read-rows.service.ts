// Reading rows: list, count and get, and whatever else another dialect plans.

import { MAX_LIST_BYTES } from '#engine/request/compile/compile-list.ts'
import { asksForDeleted } from '#engine/request/parse/deleted-param.ts'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import { parseGet, parseList } from '#engine/request/parse/parse-list.ts'
import type { ListPlan, Precision } from '#engine/request/plan.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { deletedAccess } from '#modules/database/policies/deleted-rows.service.ts'
import { rowTag } from '#modules/rows/data/operations/etags.ts'
import { type LinkSource, withLinks } from '#modules/rows/data/operations/file-links.service.ts'
import type { Asker } from '#platform/asker.ts'
import { tableOf } from '#platform/db/catalog/table-shapes.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { comparands, refusing } from '#platform/db/executor/value-errors.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { countIn, prepareCount } from './count-rows.ts'
import { type Neighbours, neighboursOf } from './page-cursors.ts'
import { type PreparedRead, prepareRead, type ReadPlan } from './prepared-reads.service.ts'

/** Page is a page of rows, or how many there are. */
export interface Page extends Neighbours {
  readonly rows: JsonText
  /** counted says, where it was asked for, which rows these are and how many there are in all: `0-49/1234`. */
  readonly counted?: { readonly range: string; readonly precision: Precision }
}

const TOO_LONG = `the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer, or select fewer columns.`

/** ReadRequest is what a request asks of rows. */
export interface ReadRequest {
  readonly params: QueryParams
  readonly links: LinkSource
}

/** listRows returns the rows that match and that the actor may see, and with a precision how many there are in all. */
export async function listRows(
  asker: Asker,
  slug: string,
  { params, links }: ReadRequest,
  precision?: Precision,
): Promise<Page> {
  const schema = await asker.schema()
  const table = tableOf(schema, slug)
  const access = asksForDeleted(params) ? await deletedAccess(asker, table) : undefined
  const plan = refusing(() => parseList(schema, table, params, access))
  if (plan.kind === 'count') {
    const count = await prepareCount(asker, plan)
    const total = countIn(count, await run(asker, count.reads))
    return { rows: new JsonText(`{"count":${total}}`) }
  }
  const { where, deleted } = plan
  const count = precision && (await prepareCount(asker, { kind: 'count', table, where, precision, deleted }))
  const reads = [prepareRead(plan), ...(count?.reads ?? [])]
  const [result, ...counts] = await run(asker, reads, links)
  const rows = new JsonText(textOf(plan, result) ?? '[]')
  const neighbours = neighboursOf(plan, result)
  if (count === undefined) return { rows, ...neighbours }
  const range = rangeOf(plan, Number(result?.rows[0]?.[1]), countIn(count, counts))
  return { rows, ...neighbours, counted: { range, precision: count.precision } }
}

// As PostgREST has it. Where a cursor is in the whole list is not known.
function rangeOf({ offset, cursor }: ListPlan, length: number, total: number): string {
  return `${cursor === undefined && length > 0 ? `${offset}-${offset + length - 1}` : '*'}/${total}`
}

/** runReads runs the reads in one round trip and returns the JSON of each, or undefined for a missing row. */
export async function runReads(
  asker: Asker,
  reads: readonly PreparedRead[],
  links: LinkSource,
): Promise<(string | undefined)[]> {
  const results = await run(asker, reads, links)
  return reads.map(({ plan }, index) => textOf(plan, results[index]))
}

async function run(asker: Asker, reads: readonly PreparedRead[], links?: LinkSource) {
  const compiled = reads.map(({ statement }) => statement)
  const statements = await withLinks(compiled, links)
  const fields = () => comparands(new Set(reads.flatMap(({ filters }) => filters)))
  return asker.run(statements, { readOnly: true, fields })
}

function textOf(plan: ReadPlan, result: StatementResult | undefined): string | undefined {
  const [json, , , , cursorExists] = result?.rows[0] ?? []
  if (plan.kind === 'list' && cursorExists === 'f')
    throw invalidInput(`cursor: there is no such row in ${plan.table.slug}.`)
  if (plan.kind === 'list' && json === null) throw invalidInput(`limit: ${TOO_LONG}`)
  return json ?? undefined
}

/** FoundRow is a row, with its ETag unless it takes the whole row to make one. */
export interface FoundRow {
  readonly row: JsonText
  readonly tag: string | undefined
}

/** getRow returns one row, or 404 where there is none or the policies hide it. */
export async function getRow(asker: Asker, slug: string, id: string, asked?: ReadRequest): Promise<FoundRow> {
  const schema = await asker.schema()
  const table = tableOf(schema, slug)
  if (table.columns.get('id')?.data_type !== 'uuid') throw notFound(`A row of ${slug} by its id`)
  const plan = refusing(() => parseGet(schema, table, rowId(slug, id), asked?.params ?? {}))
  const [result] = await run(asker, [prepareRead(plan)], asked?.links)
  const [json, version] = result?.rows[0] ?? []
  if (!json) throw notFound(`The row ${id} of ${slug}`)
  // What is shown of related rows, and the address of a file, change without the row.
  const alone = plan.selection?.every(({ kind }) => kind === 'column' || kind === 'text') ?? true
  return { row: new JsonText(json), tag: version && alone ? rowTag(table, version) : undefined }
}

/** rowId checks a row's id as it stands in a path: what cannot be an id is not there. */
export function rowId(slug: string, id: string): string {
  if (!isUuid(id)) throw notFound(`The row ${id.slice(0, 100)} of ${slug}`)
  return id.toLowerCase()
}
