// The SQL of objects: table `storage_objects` of a project's schema, always as the caller, under its policies.

import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { parseExactly } from '#platform/json/exact-json.ts'

/** StorageObject is a row of storage_objects as the API returns it. */
export interface StorageObject {
  readonly id: string
  readonly bucket: string
  readonly name: string
  readonly folder: string
  readonly size: number
  readonly mime_type: string
  readonly checksum: string
  readonly version: string
  readonly cache_control: string | null
  readonly owner_id: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

/** ROW writes a row as JSON; deleted_at is no field of an object. */
export const ROW = `json_build_object('id', o.id, 'bucket', o.bucket, 'name', o.name, 'folder', o.folder, 'size', o.size,
  'mime_type', o.mime_type, 'checksum', o.checksum, 'version', o.version, 'cache_control', o.cache_control,
  'owner_id', o.owner_id, 'metadata', o.metadata, 'created_at', o.created_at, 'updated_at', o.updated_at)`

/** etagOf returns the ETag of an object: its SHA-256, which no client mistakes for an MD5. */
export function etagOf({ checksum }: Pick<StorageObject, 'checksum'>): string {
  return `"${checksum}"`
}

/** objectsOf returns the name of a project's table. */
export function objectsOf(project: StorageProject): string {
  return `${projectNames(project.id).schema}.storage_objects`
}

/** findObject returns an object that the caller may see. */
export async function findObject(
  { clusters }: Pick<Storage, 'clusters'>,
  project: StorageProject,
  caller: StorageCaller,
  by: { readonly id: string } | { readonly bucket: string; readonly name: string },
): Promise<StorageObject | undefined> {
  const [where, values] =
    'id' in by ? ['o.id = $1', [by.id]] : ['o.bucket = $1 and o.name collate "C" = $2', [by.bucket, by.name]]
  const text = `select ${ROW} from ${objectsOf(project)} o where ${where} and o.deleted_at is null`
  const [result] = await clusters
    .of(project)
    .executor.execute(project, caller.context, [{ text, values }], { readOnly: true })
  return readRow(result?.rows[0]?.[0])
}

/** readRow reads a row that ROW has written. */
export function readRow(json: string | null | undefined): StorageObject | undefined {
  return json === null || json === undefined ? undefined : (parseExactly(json) as StorageObject)
}
