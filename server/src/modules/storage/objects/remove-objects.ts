// Deletes objects softly, as rows are: they can be restored until the sweeper takes them.
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { inUse, useIn } from './files-in-use.ts'
import { findObject, objectsOf } from './objects.store.ts'
import { conditionFailed, type HeldCondition, heldSql, isHeld } from './write-condition.ts'

/**
 * removeObject deletes an object; it returns false where the caller sees none, and throws 409 where rows keep it and 412 where the
 * condition is not met.
 */
export async function removeObject(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  id: string,
  condition?: HeldCondition | undefined,
): Promise<boolean> {
  const values = [id]
  const isMet = heldSql(condition, (value) => `$${values.push(value)}`)
  const text = `update ${objectsOf(project)} o set deleted_at = now() where o.id = $1 and o.deleted_at is null${isMet}`
  const removed = await storage.clusters
    .of(project)
    .executor.execute(project, caller.context, [{ text, values }], { action: 'delete' })
    .catch((error) => {
      const use = useIn(error)
      throw use === undefined ? error : inUse(`The object ${id}`, caller.context.kind, use)
    })
  if (removed[0]?.count === 1) return true
  if (condition === undefined) return false
  const found = await findObject(storage, project, caller, { id })
  if (found !== undefined && !isHeld(found, condition)) throw conditionFailed(found.name, condition)
  return false
}

/** removeSome deletes up to `most` objects of a bucket and returns how many they were. */
export async function removeSome(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  bucket: string,
  most: number,
): Promise<number> {
  const table = objectsOf(project)
  const text = `update ${table} set deleted_at = now() where id in (
    select id from ${table} where bucket = $1 and deleted_at is null order by name collate "C" limit $2)`
  const [result] = await storage.clusters
    .of(project)
    .executor.execute(project, caller.context, [{ text, values: [bucket, String(most)] }], {
      action: 'delete',
    })
  return result?.count ?? 0
}
