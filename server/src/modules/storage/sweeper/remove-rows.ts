// Deletes rows of deleted files for good, all that nothing holds.

import { SERVER } from '#modules/storage/context/caller.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { objectsOf } from '#modules/storage/objects/objects.store.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** Removal is how many rows are gone, and the ids of those that rows hold, and of those that could not be deleted now. */
export interface Removal {
  readonly removed: number
  readonly kept: readonly string[]
  readonly failed: readonly string[]
}

/** NONE is a removal of nothing. */
export const NONE: Removal = { removed: 0, kept: [], failed: [] }

// Constraints, and what code of the project raises.
const KEPT = /^(?:23|P0)/

/** removeRows deletes rows of one project; where one of them is kept, the others go one by one. */
export async function removeRows(
  storage: Storage,
  project: StorageProject,
  ids: readonly string[],
): Promise<Removal> {
  try {
    return { ...NONE, removed: await deleteRows(storage, project, ids) }
  } catch (err) {
    const isKept =
      err instanceof AppError && KEPT.test((err.cause as { code?: string } | undefined)?.code ?? '')
    if (!isKept) {
      storage.platform.log.warn({ err, project_id: project.id }, 'deleted files could not be removed')
      return { ...NONE, failed: ids }
    }
    if (ids.length === 1) return { ...NONE, kept: ids }
    const removals: Removal[] = []
    for (const id of ids) removals.push(await removeRows(storage, project, [id]))
    return {
      removed: removals.reduce((sum, { removed }) => sum + removed, 0),
      kept: removals.flatMap(({ kept }) => kept),
      failed: removals.flatMap(({ failed }) => failed),
    }
  }
}

// By the project's own connection, since code of the project may run with it.
async function deleteRows(
  { clusters }: Storage,
  project: StorageProject,
  ids: readonly string[],
): Promise<number> {
  const text = `delete from ${objectsOf(project)} where id = any($1::uuid[]) and deleted_at is not null`
  const values = [`{${ids.join()}}`]
  const [result] = await clusters.of(project).executor.execute(project, SERVER.context, [{ text, values }])
  return result?.count ?? 0
}
