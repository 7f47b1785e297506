// Lists the objects of a bucket page by page. Every page begins where an index says, so that the millionth costs what the
// first does.

import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import type { ObjectOrder } from './objects.schema.ts'
import { objectsOf, ROW, type StorageObject } from './objects.store.ts'

/** ListRequest says which objects of a bucket to list. */
export interface ListRequest {
  readonly bucket: string
  readonly prefix: string
  /** delimiter ends the names of folders. */
  readonly delimiter?: string | undefined
  /** own also lists the object of a folder itself in the list of that folder. */
  readonly own?: boolean
  readonly search?: string | undefined
  readonly order: ObjectOrder
  readonly limit: number
  readonly cursor?: string | undefined
}

/** ListEntry is an object, or a folder that stands for all objects in it. */
export type ListEntry = ({ readonly type: 'object' } & StorageObject) | ListedFolder

interface ListedFolder {
  readonly type: 'folder'
  readonly name: string
}

/** ListPage is a page, and where the next one begins. */
export interface ListPage {
  readonly entries: readonly ListEntry[]
  readonly next: string | undefined
}

/** listObjects returns a page of what the caller may see. */
export async function listObjects(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  request: ListRequest,
): Promise<ListPage> {
  const { delimiter, limit } = request
  if (delimiter !== undefined && (request.order !== 'name.asc' || request.search !== undefined))
    throw invalidInput('delimiter: folders are listed by name; leave out order and search, or the delimiter.')
  const { text, values } =
    delimiter === undefined ? flat(project, request) : deep(project, request, delimiter)
  const [result] = await storage.clusters
    .of(project)
    .executor.execute(project, caller.context, [{ text, values }], { readOnly: true })
  const found = result?.rows ?? []
  const rows = found.slice(0, limit)
  const entries = rows.map(([folder, row]) => entryOf(folder, row))
  const last = rows.at(-1)
  const isLast = found.length === rows.length || last === undefined
  return { entries, next: isLast ? undefined : writeCursor(last[2] ?? '', last[3] ?? '') }
}

/** cursorBehind returns the cursor of a list by name that begins behind a name, or behind all of a folder. */
export function cursorBehind(name: string, { prefix, delimiter = '' }: ListRequest): string {
  const at = delimiter === '' || !name.startsWith(prefix) ? -1 : name.indexOf(delimiter, prefix.length)
  const isFolder = at >= 0 && at + delimiter.length === name.length
  return writeCursor(isFolder ? name + GREATEST : name, NO_ID)
}

// The greatest character there is: no name holds it, so that all names with a prefix stand before prefix and this.
const GREATEST = '\u{10ffff}'

interface Sql {
  readonly text: string
  readonly values: (string | null)[]
}

function flat(project: StorageProject, request: ListRequest): Sql {
  const { bucket, prefix, search, order, limit, cursor } = request
  const [column, direction] = order.split('.') as [
    'name' | 'created_at' | 'updated_at' | 'size',
    'asc' | 'desc',
  ]
  const sorted = column === 'name' ? 'o.name collate "C"' : `o.${column}`
  const by = column === 'name' ? sorted : `${sorted}, o.id`
  const values: (string | null)[] = [bucket, String(limit + 1)]
  const where = ['o.bucket = $1', 'o.deleted_at is null']
  const value = (text: string) => `$${values.push(text)}`
  if (prefix !== '') {
    where.push(`o.name collate "C" >= ${value(prefix)}`, `o.name collate "C" < ${value(prefix + GREATEST)}`)
  }
  if (search !== undefined) where.push(`o.name ilike ${value(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`)
  if (cursor !== undefined) {
    const [key, id] = readCursor(cursor, column)
    const side = direction === 'asc' ? '>' : '<'
    const type = column === 'name' ? 'text' : column === 'size' ? 'bigint' : 'timestamptz'
    if (column === 'name') where.push(`${sorted} ${side} ${value(key)}`)
    else where.push(`(${by}) ${side} (${value(key)}::${type}, ${value(id)}::uuid)`)
  }
  const ordering = by.split(', ').map((one) => `${one} ${direction}`)
  const text = `select null, ${ROW}, o.${column}::text, o.id::text from ${objectsOf(project)} o
    where ${where.join(' and ')} order by ${ordering.join(', ')} limit $2`
  return { text, values }
}

// From each entry, the index finds the next: behind an object its successor, behind a folder what follows all that is in it.
function deep(project: StorageProject, request: ListRequest, delimiter: string): Sql {
  const { bucket, prefix, limit, cursor } = request
  const table = objectsOf(project)
  const values: (string | null)[] = [
    bucket,
    prefix,
    prefix + GREATEST,
    delimiter,
    GREATEST,
    String(limit + 1),
  ]
  const rest = 'substr(o.name, length($2::text) + 1)'
  const entry = (where: string) => `(
    select o.name, o.id, case when strpos(${rest}, $4::text) = 0 then null
      else $2::text || left(${rest}, strpos(${rest}, $4::text) + length($4::text) - 1) end as folder
    from ${table} o
    where o.bucket = $1 and o.deleted_at is null and o.name collate "C" >= $2 and o.name collate "C" < $3 and ${where}
    order by o.name collate "C" limit 1)`
  const isWhole = request.own === true || !prefix.endsWith(delimiter)
  const start = cursor === undefined ? (isWhole ? undefined : prefix) : readCursor(cursor, 'name')[0]
  const first = start === undefined ? 'true' : `o.name collate "C" > $${values.push(start)}`
  const behind = 'o.name collate "C" > coalesce(entries.folder || $5::text, entries.name)'
  const text = `with recursive entries as (
    select first.*, 1 as place from ${entry(first)} as first
    union all
    select following.*, entries.place + 1 from entries, lateral ${entry(behind)} as following
    where entries.place < $6::int
  )
  select e.folder, ${ROW}, coalesce(e.folder || $5::text, e.name), e.id::text
  from entries e join ${table} o on o.id = e.id order by e.place`
  return { text, values }
}

function entryOf(folder: string | null | undefined, row: string | null | undefined): ListEntry {
  if (folder) return { type: 'folder', name: folder }
  return { type: 'object', ...(parseExactly(row ?? '{}') as StorageObject) }
}

function writeCursor(key: string, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/
const NO_ID = '00000000-0000-0000-0000-000000000000'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readCursor(cursor: string, column: string): [string, string] {
  const wrong = invalidInput('cursor: must be X-Next-Cursor of a page with the same order.')
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw wrong
  }
  if (!Array.isArray(parts) || parts.length !== 2) throw wrong
  const [key, id] = parts as unknown[]
  if (typeof key !== 'string' || typeof id !== 'string' || !UUID.test(id) || key.includes('\0')) throw wrong
  const isKey = column === 'name' || (column === 'size' ? /^\d{1,18}$/.test(key) : TIME.test(key))
  if (!isKey) throw wrong
  return [key, id]
}
