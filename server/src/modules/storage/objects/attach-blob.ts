// Makes stored bytes an object: a new one, or the next version of the one of that name. Policies decide, over the row as
// it will be.
import { randomUUID } from 'node:crypto'
import { explainRefusal } from '#modules/database/policies/hint.service.ts'
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import { folderOf } from '#modules/storage/context/object-names.ts'
import type { NewBytes } from '#modules/storage/context/signatures.ts'
import { OBJECTS, type Storage, type StorageProject } from '#modules/storage/context/storage.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { AppError, conflict, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { findObject, objectsOf, ROW, readRow, type StorageObject } from './objects.store.ts'
import {
  conditionFailed,
  type HeldCondition,
  heldSql,
  isHeld,
  type WriteCondition,
} from './write-condition.ts'

/** NewObject is what an object will be. */
export interface NewObject {
  readonly bucket: string
  readonly name: string
  /** overwrite replaces the object of that name, where there is one. */
  readonly overwrite: boolean
  /** condition is what else must be true of that object, when the row is written. */
  readonly condition?: WriteCondition | undefined
  readonly cacheControl: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** AttachedBlob is a registered blob; with a key, it is registered with the row, in one commit. */
export interface AttachedBlob extends Omit<NewBytes, 'key'> {
  readonly key?: string
}

class Rehearsed extends Error {}

// No row was there that the condition asks for.
class NotHeld extends Error {
  readonly condition: HeldCondition

  constructor(condition: HeldCondition) {
    super('the condition is not met')
    this.condition = condition
  }
}

// Two uploads of one new name may meet: the second then replaces what the first has made.
const ATTEMPTS = 3

/**
 * attachBlob writes the row, or throws 403 where the policies do not allow it, 409 where the name is taken, and 412 where the
 * condition is not met. With `check`, it writes nothing, and throws what that throws.
 */
export async function attachBlob(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  object: NewObject,
  blob: AttachedBlob,
  check?: () => never,
): Promise<{ object: StorageObject; replaced: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attach(storage, project, caller, object, blob, check)
    } catch (error) {
      const refusal = await refusalOf(storage, project, caller, object, error)
      if (refusal.status !== 403 || attempt === ATTEMPTS) throw refusal
    }
  }
}

/** rehearse throws what attachBlob would, as far as that is known before the bytes are there. It changes nothing. */
export async function rehearse(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  object: NewObject,
  blob: AttachedBlob,
): Promise<void> {
  const check = () => {
    throw new Rehearsed()
  }
  await attachBlob(storage, project, caller, object, blob, check).catch((error) => {
    if (!(error instanceof Rehearsed)) throw error
  })
}

// Why a row was not written: a 403 says that policies hide the object of that name, or that it came or changed meanwhile.
async function refusalOf(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  object: NewObject,
  error: unknown,
): Promise<AppError> {
  const { bucket, name, overwrite, condition } = object
  if (error instanceof NotHeld) {
    const found = await findObject(storage, project, caller, { bucket, name })
    if (!isHeld(found, error.condition)) return conditionFailed(name, error.condition)
  } else if (!isTaken(error))
    throw explainRefusal({ platform: storage.platform, project, context: caller.context }, error, {
      table: OBJECTS,
      action: overwrite ? 'insert or update' : 'insert',
    })
  else if (condition === 'absent') return conditionFailed(name, condition)
  else if (!overwrite) return taken(object)
  return forbidden('policy_denied', `The policies of storage_objects do not allow to replace ${name}.`)
}

/** checkCondition throws a 400 where an object could meet its condition only if it took the place of another. */
export function checkCondition(object: NewObject): void {
  if (heldOf(object) !== undefined && !object.overwrite)
    throw invalidInput('If-Match: names a file that is there, and this request replaces none. Set overwrite.')
}

async function attach(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  object: NewObject,
  blob: AttachedBlob,
  check?: () => never,
): Promise<{ object: StorageObject; replaced: boolean }> {
  checkCondition(object)
  const created = storage.platform.clock.now().toISOString()
  const id = randomUUID()
  const { key } = blob
  const checksum = key === undefined ? blob.sha256 : await storage.signatures.sign(project, { ...blob, key })
  const statement = statementOf(project, caller, object, { ...blob, sha256: checksum }, id, created)
  const { executor } = storage.clusters.of(project)
  const held = heldOf(object)
  const replacedIn = ([result]: readonly StatementResult[]) => {
    const row = readRow(result?.rows[0]?.[0])
    if (row === undefined && held !== undefined) throw new NotHeld(held)
    return row
  }
  const options = check && {
    check: (results: StatementResult[]) => {
      replacedIn(results)
      return check()
    },
  }
  const replaced = replacedIn(await executor.execute(project, caller.context, [statement], options))
  if (replaced !== undefined) return { object: replaced, replaced: true }
  const { bucket, name, cacheControl, metadata } = object
  // Made here, since the caller may be allowed to write a row without being allowed to read it.
  const inserted: StorageObject = {
    id,
    bucket,
    name,
    folder: folderOf(name),
    size: blob.size,
    mime_type: blob.mimeType,
    checksum: blob.sha256,
    version: blob.id,
    cache_control: cacheControl,
    owner_id: caller.owner,
    metadata,
    created_at: created,
    updated_at: created,
  }
  return { object: inserted, replaced: false }
}

function statementOf(
  project: StorageProject,
  caller: StorageCaller,
  object: NewObject,
  blob: AttachedBlob,
  id: string,
  at: string,
): Statement {
  const table = objectsOf(project)
  const { bucket, name, cacheControl, metadata } = object
  const values = [
    bucket,
    name,
    blob.id,
    String(blob.size),
    blob.mimeType,
    blob.sha256,
    cacheControl,
    JSON.stringify(metadata),
    at,
  ]
  const update = `update ${table} o set version = $3::uuid, size = $4::bigint, mime_type = $5, checksum = $6, cache_control = $7,
      metadata = $8::jsonb, updated_at = $9::timestamptz
    where o.bucket = $1 and o.name collate "C" = $2 and o.deleted_at is null`
  const held = heldOf(object)
  if (held !== undefined) {
    const isMet = heldSql(held, (value) => `$${values.push(value)}`)
    return { text: `${update}${isMet} returning ${ROW}`, values }
  }
  values.push(id, caller.owner)
  const insert = `insert into ${table} (bucket, name, version, size, mime_type, checksum, cache_control, metadata,
    created_at, updated_at, id, owner_id)
    select $1, $2, $3::uuid, $4::bigint, $5, $6, $7, $8::jsonb, $9::timestamptz, $9::timestamptz, $10::uuid, $11::uuid`
  if (!object.overwrite || object.condition === 'absent') return { text: insert, values }
  const text = `with replaced as (${update} returning ${ROW} as found
  ), inserted as (${insert} where not exists (select from replaced))
  select found from replaced`
  return { text, values }
}

function heldOf({ condition }: NewObject): HeldCondition | undefined {
  return condition === 'absent' ? undefined : condition
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof AppError) || error.status !== 409) return false
  return (error.cause as { code?: string } | undefined)?.code === '23505'
}

function taken({ bucket, name }: NewObject): AppError {
  return conflict(
    'already_exists',
    `${name} already exists in ${bucket}. Choose another name, or replace it with overwrite=true.`,
  )
}
